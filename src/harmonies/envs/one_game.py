"""One game as the adapters see it: the core's batch of one, with what NumPy copies of it they give."""

from __future__ import annotations

from copy import copy, deepcopy
from operator import index
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from gymnasium.error import ResetNeeded

from harmonies import _core
from harmonies._core import Move, State
from harmonies.envs.layout import ACTIONS, table_size
from harmonies.envs.options import OptionError, Options, check_choice
from harmonies.envs.raster import table_rgb
from harmonies.envs.vector import VectorEnv
from harmonies.game import seed_bytes
from harmonies.pictures import table_svg, table_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from harmonies.game import Game

RENDER_MODES = ("ansi", "svg", "rgb_array")
RenderMode = Literal["ansi", "svg", "rgb_array"]
Observed = Any
"""An array (``features``) or a dict of ``planes`` and ``table`` (``planes``)."""


class OneGame:
    """A game that is begun, observed and stepped; the adapters add only their interface's words."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._env = VectorEnv(
            1,
            restart="never",
            threads=1,
            **{name: getattr(options, name) for name in _NAMES},
        )
        self._table = table_size(options.players)
        self._as_planes = options.observation == "planes"
        self._action = np.zeros(1, np.int64)
        self._look_at_rows()
        self.begun = False
        self.over = True

    def _look_at_rows(self) -> None:
        env = self._env
        self._step = env._batch.step
        self._mask: NDArray[np.int8] = env.mask[0]
        self._features: NDArray[np.uint8] = env.features[0]
        self._planes: NDArray[np.uint8] = env.planes[0]
        self._rewards: NDArray[np.float32] = env.rewards[0]
        self._to_move = env.to_move

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """The same game, what is hidden included; `sampled` is for those who are not to see it."""
        other = copy(self)
        other._env = deepcopy(self._env, memo)
        other._action = self._action.copy()
        other._look_at_rows()
        return other

    # Beginning

    def begin(self, seed: int | None) -> None:
        """A new game; without a seed that of the SHA-256 of the last game's, as everywhere here."""
        self._env.reset_game(0, seed)
        self.begun, self.over = True, False

    def begin_at(self, state: State | str, seed: int | bytes | None) -> None:
        """Goes on from a position; the seed fixes what is drawn from then on."""
        self._env.set_state(0, state, seed)
        self.begun = True
        self.over = self.state.over

    def sampled(self, seed: int | bytes | None) -> Self:
        """A game of its own that the seat to move cannot tell from this one.

        The order of bag and pile is drawn anew, and so are the spirits that it has not seen.
        """
        other = type(self)(self.options)
        seen = self.state.redacted(self.state.to_move)
        key = seed_bytes(seed)
        other.begin_at(seen.sampled(int.from_bytes(key[:8], "big")), key)
        return other

    # Playing

    def step(self, action: int) -> None:
        """One move. Raises IllegalMove, or ends the game, for an action that is illegal."""
        number = index(action)
        self._action[0] = number if 0 <= number < ACTIONS else -1
        if self._step(self._action) is not None:
            if not 0 <= number < ACTIONS:
                raise IndexError(f"actions are numbered 0 to {ACTIONS - 1}, not {number}")
            self.state.play(Move.from_index(number))
        if self._env.ended[0]:
            self.over = True

    def draw_action(self) -> int:
        """A legal action, all as likely, from the game's own stream."""
        return int(self._env.draw_actions()[0])

    # Looking

    @property
    def state(self) -> State:
        self.check_begun()
        return self._env.state(0)

    @property
    def game(self) -> Game:
        """The game with its log, to be printed as a record, looked at or played on."""
        self.check_begun()
        return self._env.game(0)

    def check_begun(self) -> None:
        if not self.begun:
            raise ResetNeeded("there is no game yet: call reset() first")

    @property
    def to_move(self) -> int:
        """The seat whose turn it is."""
        return int(self._to_move[0])

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last move brought each seat."""
        return self._rewards

    def points(self, seat: int) -> int:
        """What a seat had when the game ended."""
        return int(self._env.points[0, seat])

    def mask(self) -> NDArray[np.int8]:
        """1 for each legal action of the seat to move."""
        return self._mask.copy()

    def observation(self) -> Observed:
        """What the seat to move may know."""
        if self._as_planes:
            return {"planes": self._planes.copy(), "table": self._features[: self._table].copy()}
        return self._features.copy()

    def observation_of(self, seat: int) -> Observed:
        """What any seat may know."""
        return observed(self.state, seat, self.options)


def observed(state: State, seat: int, options: Options) -> Observed:
    """What a seat may know of a state."""
    features, planes = _core.observe(state, seat)
    if options.observation == "planes":
        return {"planes": planes, "table": features[: table_size(options.players)]}
    return features


def picture(state: State, mode: RenderMode) -> str | NDArray[np.uint8]:
    """The table as text, as an SVG picture or as an array of red, green and blue.

    What is hidden from spectators is in none of them.
    """
    if mode == "ansi":
        return table_text(state.redacted())
    if mode == "svg":
        return table_svg(state)
    return table_rgb(state)


_NAMES = tuple(Options.__dataclass_fields__)


def checked_mode(mode: str | None) -> None:
    """Raises OptionError for a way of rendering that there is not."""
    check_choice("render_mode", mode, (None, *RENDER_MODES))


def no_way_to_render() -> OptionError:
    listed = ", ".join(map(repr, RENDER_MODES))
    return OptionError(f"render() needs the environment's option render_mode, one of: {listed}.")
