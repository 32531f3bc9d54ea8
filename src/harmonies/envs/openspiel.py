"""``python_harmonies``: the game for OpenSpiel, its chance explicit.

>>> import pyspiel
>>> import harmonies.envs.openspiel
>>> game = pyspiel.load_game("python_harmonies(players=3,side=B,spirits=True)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), state.chance_outcomes()[0]
(True, (48, 0.3333333333333333))

Players are seats and actions the moves of docs/actions.md. What chance decides at once at a table
is decided in small steps here, an outcome for each token, card and seat: :data:`OUTCOMES`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import pyspiel

from harmonies import _core, box
from harmonies._core import Move, State
from harmonies.envs.openspiel_observer import Observer
from harmonies.envs.options import OptionError, Options
from harmonies.game import Game

if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = "python_harmonies"
TOKENS = tuple(box.tokens())
ANIMALS = tuple(name for name, card in box.cards().items() if not card.is_spirit)
SPIRITS = tuple(name for name, card in box.cards().items() if card.is_spirit)
SEATS = tuple(f"seat {number}" for number in (1, 2, 3, 4))
OUTCOMES = TOKENS + ANIMALS + SPIRITS + SEATS
"""What chance answers, by number: a token drawn, a card turned up or dealt, the first seat."""
_NUMBERS = {name: number for number, name in enumerate(OUTCOMES)}

SAID_BY_POSITION = ("players", "side", "spirits", "first")
# More than any board can have: 7 for each of 25 spaces, 5 for each as an island, 9 for each cube,
# 80 for a spirit.
MOST_POINTS = 605
MOST_SUNS = 11
# The 36 turns of several players (13 alone) have six moves, besides the cubes that they settle, one
# on a space at most, and the spirits that they keep.
MOST_TURNS = 36
MOVES_OF_TURN = 6
MOST_SPACES = max(len(side.spaces) for side in box.sides().values())
MOST_DRAWN = sum(token.count for token in box.tokens().values()) + len(ANIMALS)


def most_moves(players: int) -> int:
    """A number of moves that no game exceeds."""
    return MOST_TURNS * MOVES_OF_TURN + players * (MOST_SPACES + 1)


def _type(reward: str) -> pyspiel.GameType:
    kind = pyspiel.GameType
    return kind(
        short_name=NAME,
        long_name="Harmonies",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if reward == "rank" else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.REWARDS if reward == "growth" else kind.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": 2,
            "side": "A",
            "spirits": False,
            "first": -1,
            "reward": "",
            "position": "",
        },
    )


def _info(options: Options) -> pyspiel.GameInfo:
    least, most = {
        "rank": (-1, 1),
        "points": (0, MOST_POINTS),
        "growth": (-MOST_POINTS, MOST_POINTS),
        "suns": (0, MOST_SUNS),
    }[options.reward]
    return pyspiel.GameInfo(
        num_distinct_actions=len(_core.MOVES),
        max_chance_outcomes=len(OUTCOMES),
        num_players=options.players,
        min_utility=least,
        max_utility=most,
        utility_sum=0.0 if options.reward == "rank" else None,
        max_game_length=most_moves(options.players),
    )


class HarmoniesGame(pyspiel.Game):
    """The parameters ``players``, ``side``, ``spirits`` and ``reward`` are those of
    :class:`harmonies.envs.options.Options`; the reward is ``rank`` unless another is chosen, and
    ``points`` for one player. ``first`` is the seat of the first turn; with -1 chance decides it.
    ``position`` is a position text from which every game goes on, and says the rest but the reward.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        # Quoted, since OpenSpiel writes parameters down with commas between them.
        text = unquote(given.pop("position", ""))
        self.start = _checked_start(text) if text else None
        if self.start is not None:
            given |= {name: getattr(self.start, name) for name in SAID_BY_POSITION}
        players = given.get("players", 2)
        first = given.get("first", -1)
        self.options = Options(
            players=players,
            side=given.get("side", "A"),
            spirits=given.get("spirits", False),
            first=None if first == -1 else first,
            reward=given.get("reward") or ("points" if players == 1 else "rank"),
        )
        if self.start is not None:
            given["position"] = quote(text, safe="")
        super().__init__(_type(self.options.reward), _info(self.options), given)

    def new_initial_state(self) -> HarmoniesState:
        return HarmoniesState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1 + MOST_DRAWN + 2 * self.options.players

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer:
        return Observer(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False),
            self.options.players,
            most_moves(self.options.players) + self.max_chance_nodes_in_history(),
            params,
        )


class HarmoniesState(pyspiel.State):
    """A game with the outcomes of chance that do not make up a draw yet."""

    def __init__(self, game: HarmoniesGame) -> None:
        super().__init__(game)
        options = game.options
        self.played: Game | None = None
        self.drawn: tuple[str, ...] = ()
        # What happened, as numbers: moves, behind them outcomes; and who alone saw it (-1: all did).
        self.past: tuple[tuple[int, int], ...] = ()
        self._gained = [0.0] * options.players
        if game.start is not None:
            self.played = Game.from_state(game.start, by_hand=True)
        elif options.players == 1 or options.first is not None:
            self._begin(options.first or 0)

    def _begin(self, first: int) -> None:
        options = self._options
        start = State.start(options.side, options.players, options.spirits, first)
        self.played = Game.from_state(start, by_hand=True)

    @property
    def _options(self) -> Options:
        options: Options = self.get_game().options
        return options

    # What OpenSpiel asks

    def current_player(self) -> int:
        if self.played is None:
            return int(pyspiel.PlayerId.CHANCE)
        state = self.played.state
        if state.phase == "deal":
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if state.over else state.to_move

    def is_terminal(self) -> bool:
        return self.played is not None and self.played.over

    def _legal_actions(self, player: int) -> list[int]:
        if self.played is None or player != self.current_player():
            return []
        return sorted(move.index for move in self.played.legal_moves())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next token, card or seat, each with its probability."""
        weights = self._weights()
        total = sum(weights.values())
        return sorted((_NUMBERS[name], weight / total) for name, weight in weights.items())

    def _weights(self) -> dict[str, int]:
        """What may come next, and how many of it there are."""
        if self.played is None:
            return dict.fromkeys(SEATS[: self._options.players], 1)
        state = self.played.state
        groups, cards, _ = state.needs()
        if len(self.drawn) < 3 * groups:
            left = {token: state.bag[token] - self.drawn.count(token) for token in TOKENS}
            return {token: count for token, count in left.items() if count}
        if len(self.drawn) < 3 * groups + cards:
            return {name: 1 for name in state.pile if name not in self.drawn}
        return {name: 1 for name in SPIRITS if name not in {*self._placed_spirits(), *self.drawn}}

    def _placed_spirits(self) -> set[str | None]:
        assert self.played is not None
        state = self.played.state
        seats = range(state.players)
        return {state.spirit(seat) for seat in seats} | {state.returned(seat) for seat in seats}

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self._draw(OUTCOMES[action])
        else:
            assert self.played is not None
            seat = self.played.state.to_move
            before = self.played.state.points(seat)
            self.played.play(Move.from_index(action))
            self.past += ((action, -1),)
            self._gained = [0.0] * self._options.players
            self._gained[seat] = float(self.played.state.points(seat) - before)

    def _draw(self, name: str) -> None:
        if name not in self._weights():
            raise ValueError(f"chance cannot answer {name} here")
        private = name in SPIRITS
        self._gained = [0.0] * self._options.players
        if self.played is None:
            self._begin(SEATS.index(name))
        seat = self.played.state.to_move if self.played is not None and private else -1
        self.past += ((len(_core.MOVES) + _NUMBERS[name], seat),)
        if name in SEATS:
            return
        assert self.played is not None
        self.drawn += (name,)
        groups, cards, spirits = self.played.state.needs()
        if len(self.drawn) == 3 * groups + cards + 2 * spirits:
            self.played.deal(_draw_text(self.drawn, groups, cards))
            self.drawn = ()

    def _action_to_string(self, player: int, action: int) -> str:
        return OUTCOMES[action] if player < 0 else str(Move.from_index(action))

    def rewards(self) -> list[float]:
        """What the last move brought each seat."""
        if self._options.reward == "growth":
            return list(self._gained)
        return self.returns()

    def returns(self) -> list[float]:
        reward, seats = self._options.reward, range(self._options.players)
        if self.played is None:
            return [0.0 for _ in seats]
        if reward == "growth":
            start, state = self.played.start, self.played.state
            return [float(state.points(seat) - start.points(seat)) for seat in seats]
        if not self.played.over:
            return [0.0 for _ in seats]
        return _core.final_rewards(self.played.state, reward)

    def __str__(self) -> str:
        if self.played is None:
            return "first seat"
        return " ".join((str(self.played.state), *self.drawn))

    # What planners and people need besides

    @property
    def position(self) -> State:
        """The whole state; ``str`` of it is the position text."""
        return self.game_played.state

    @property
    def game_played(self) -> Game:
        """The game with its log, to be printed as a record (:mod:`harmonies.records`)."""
        if self.played is None:
            raise ValueError("there is no game before chance has decided who begins")
        return self.played

    def resample_from_infostate(self, player: int, sampler: Any) -> HarmoniesState:
        """A state that this player cannot tell from this one: spirits that others were dealt and
        have not shown are drawn anew. ``sampler`` gives numbers from 0 to 1."""
        dice = random.Random(sampler())
        unseen = [name for name in SPIRITS if name not in self._seen_by(player)]
        dice.shuffle(unseen)
        kept = {seat: self.position.spirit(seat) for _, seat in self.past if seat >= 0}
        dealt: dict[int, list[str]] = {}
        for seat, spirit in kept.items():
            pair = [spirit or unseen.pop(), unseen.pop()] if seat != player else []
            dice.shuffle(pair)
            dealt[seat] = pair
        other: HarmoniesState = self.get_game().new_initial_state()
        for number, seat in self.past:
            if seat not in (-1, player):
                number = len(_core.MOVES) + _NUMBERS[dealt[seat].pop()]
            other.apply_action(number - len(_core.MOVES) if number >= len(_core.MOVES) else number)
        return other

    def _seen_by(self, player: int) -> set[str | None]:
        state = self.position
        seen = {state.spirit(seat) for seat in range(state.players)} | {state.returned(player)}
        if state.to_move == player:
            seen |= {*(state.dealt or ()), *self.drawn}
        return seen


def _draw_text(drawn: Sequence[str], groups: int, cards: int) -> str:
    tokens, rest = drawn[: 3 * groups], drawn[3 * groups :]
    words: list[str] = []
    if groups:
        threes = (sorted(tokens[at : at + 3], key=TOKENS.index) for at in range(0, 3 * groups, 3))
        words += ["drawn", *("".join(three) for three in threes)]
    if cards:
        words += ["turned", *rest[:cards]]
    if rest[cards:]:
        words += ["dealt", *sorted(rest[cards:], key=SPIRITS.index)]
    return " ".join(words)


def _checked_start(text: str) -> State:
    start = State.parse(text)
    if start != start.sampled(0):
        raise OptionError("the position hides the spirits that a seat chooses from")
    return start


pyspiel.register_game(_type("rank"), HarmoniesGame)
