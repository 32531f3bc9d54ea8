"""Thousands of games stepped together by the core's threads: NumPy arrays, and nothing else.

>>> games = VectorEnv(1024, players=1, seed=1)
>>> games.step(games.draw_actions())
>>> games.mask.shape, games.rewards.shape
((1024, 1520), (1024, 1))
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from harmonies import _core
from harmonies._core import Move, State
from harmonies.envs.options import (
    OptionError,
    Options,
    Restart,
    check_choice,
    checked_count,
    checked_threads,
)
from harmonies.game import Game, seed_bytes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

MOST_GAMES = 1 << 20
SEED_BITS = 255  # of a seed drawn for the first of many games: the others follow it
ARRAYS = ("mask", "features", "planes", "to_move", "rewards", "ended", "points")


class VectorEnv:
    """Many games, a row each in arrays that never move: a step writes into them.

    ``mask`` has 1 for each legal action, ``to_move`` the seat whose turn it is, ``features`` and
    ``planes`` what that seat may know (docs/observations.md), ``rewards`` one for each seat,
    ``ended`` whether a game has ended with this step, and ``points`` what the seats had at the end
    of the last game in this row. Copy what is to outlive the next step. PyTorch and JAX read the
    same memory: ``torch.from_dlpack(games.mask)``.

    Game ``i`` is ``Game(seed=seed + i)``. After each of its games comes the one whose seed is the
    SHA-256 of the last, at once (``restart="same-step"``, as here: what one sees after the last
    move is the next game), with the step after (``next-step``) or not by itself (``never``).

    The other options are those of :class:`harmonies.envs.options.Options`. ``copy.deepcopy`` gives
    the same games in memory of their own, what is hidden included: planners that are not to see it
    take :meth:`sample`.
    """

    mask: NDArray[np.int8]
    features: NDArray[np.uint8]
    planes: NDArray[np.uint8]
    to_move: NDArray[np.int32]
    rewards: NDArray[np.float32]
    ended: NDArray[np.bool_]
    points: NDArray[np.int32]

    def __init__(
        self,
        games: int,
        *,
        seed: int | None = None,
        restart: Restart = "same-step",
        threads: int | None = None,
        **options: Any,
    ) -> None:
        checked_count("games", games, MOST_GAMES)
        check_choice("restart", restart, ("same-step", "next-step", "never"))
        self.options = made_options({"reward": "growth"} | options)
        chosen = self.options
        batch = _core.Batch(
            games,
            players=chosen.players,
            side=chosen.side,
            spirits=chosen.spirits,
            first=chosen.first,
            reward=chosen.reward,
            restart=restart,
            penalty=chosen.penalty if chosen.illegal == "end" else None,
            planes=chosen.observation == "planes",
            threads=checked_threads(threads),
        )
        self.games = games
        self._take(batch)
        self.reset(secrets.randbits(SEED_BITS) if seed is None else seed)

    def _take(self, batch: _core.Batch) -> None:
        self._batch = batch
        for name in ARRAYS:
            setattr(self, name, getattr(batch, name))
        self.bytes_per_game = batch.bytes_per_game

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = object.__new__(type(self))
        other.options, other.games = self.options, self.games
        other._take(self._batch.copy())
        return other

    @property
    def threads(self) -> int:
        """How many threads share the work."""
        return self._batch.threads

    # Playing

    def reset(self, seed: int | Sequence[int | None] | None = None) -> None:
        """All games begin anew; a list has a seed for each of them.

        Without a seed a game goes on to the one whose seed is the SHA-256 of its last.
        """
        self._batch.begin(b"".join(map(self._next_seed, range(self.games), self.seeds(seed))))

    def seeds(self, seed: int | Sequence[int | None] | None) -> Iterable[int | None]:
        """What :meth:`reset` makes of its seed: one for each game."""
        if seed is None:
            return repeat(None, self.games)
        if isinstance(seed, (Sequence, np.ndarray)):
            if len(seed) != self.games:
                raise ValueError(f"{self.games} games need {self.games} seeds, not {len(seed)}")
            return seed
        first = int.from_bytes(seed_bytes(seed), "big")
        return range(first, first + self.games)

    def _next_seed(self, game: int, seed: int | bytes | None) -> bytes:
        return _core.next_seed(self._batch.seed(game)) if seed is None else seed_bytes(seed)

    def step(self, actions: ArrayLike) -> None:
        """One move in each game. With an illegal one among them nothing happens in any.

        Raises IllegalMove, unless illegal actions end their game. Games that are over take no
        notice of their action.
        """
        if not isinstance(actions, np.ndarray) or actions.dtype != np.int64 or actions.ndim != 1:
            actions = _as_actions(actions)
        refused = self._batch.step(actions)
        if refused is not None:
            self._refuse(refused, int(actions[refused]))

    def draw_actions(self) -> NDArray[np.int64]:
        """A legal action for each game, all as likely; the same array each time."""
        self._batch.draw_actions()
        return self._batch.actions

    def _refuse(self, game: int, action: int) -> None:
        try:
            self.state(game).play(Move.from_index(action))
        except (ValueError, IndexError) as error:
            error.add_note(f"in game {game} of {self.games}; nothing was played in any of them")
            raise

    # Single games

    def reset_game(self, game: int, seed: int | bytes | None = None) -> None:
        """One game begins anew; without a seed with the one after its last."""
        self._batch.begin_game(game, self._next_seed(game, seed))

    def set_state(self, game: int, state: State | str, seed: int | bytes | None = None) -> None:
        """One game goes on from a position; the seed fixes what is drawn from then on, and without
        one it is that after the game's last."""
        start = state if isinstance(state, State) else State.parse(state)
        self._batch.begin_at(game, start, self._next_seed(game, seed))

    def sample(self, game: int, seed: int | bytes | None = None) -> None:
        """Draws anew what the seat to move may not know: the order of bag and pile, spirits.

        Without a seed no two futures are the same.
        """
        self._batch.sample(game, seed_bytes(seed))

    def state(self, game: int) -> State:
        """The whole state of a game; its position text is ``str`` of it."""
        return self._batch.state(game)

    def over(self, game: int) -> bool:
        """Whether a game has ended and no other has begun."""
        return self._batch.over(game)

    def game(self, game: int) -> Game:
        """A game with its log, to be looked at, printed as a record or played on."""
        return _told(*self._batch.story(game))

    def game_before(self, game: int) -> Game:
        """The game that ended last in this row, once the next has begun."""
        return _told(*self._batch.story_before(game))

    def end_before(self, game: int) -> State:
        """How that game has ended."""
        return self._batch.end_before(game)


def made_options(options: dict[str, Any]) -> Options:
    """The options by these names; OptionError for a name that there is not."""
    known = Options.__dataclass_fields__
    for name in options:
        if name not in known:
            raise OptionError(f"there is no option {name!r}. There are: {', '.join(known)}.")
    return Options(**options)


def _as_actions(actions: ArrayLike) -> NDArray[np.int64]:
    given = np.asarray(actions)
    if given.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers, not {given.dtype}")
    if given.ndim != 1:
        raise ValueError(f"actions are one number for each game, not an array of {given.shape}")
    return np.ascontiguousarray(given, dtype=np.int64)


def _told(start: State, seed: bytes, moves: Sequence[Move]) -> Game:
    game = Game.from_state(start, seed=seed)
    for move in moves:
        game.play(move)
    return game
