"""What a player would do here and what it expects of it, in ever better answers.

>>> from harmonies import Game
>>> from harmonies.players import Budget
>>> from harmonies.players.advice import advise
>>> for answer in advise(Game(players=2, seed=7).state, "handmade", Budget(nodes=100_000)):
...     best = answer.turns[0]
>>> str(best.moves[-1]), best.expected is not None, answer.done
('end', True, True)

First turns are searched for, a little and then thoroughly. Then the best of them are played to the end
of the game, again and again, by the same player thinking quickly for all seats, with what nobody knows
drawn anew each time, but the same for each of the turns. That gives what to expect, category by
category and card by card, and how often the game is won.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from harmonies.game import Game
from harmonies.players.interface import BadSkill, Budget, NothingToAdvise, check_choosable
from harmonies.players.match import play_turn
from harmonies.players.planned import PlannedPlayer
from harmonies.players.registry import player as player_named
from harmonies.score import Score, score_of, solo_suns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harmonies._core import Cancel, Move, State
    from harmonies.players.interface import Turn

FIRST_LOOK = 2_000
SEARCH_SHARE = 0.5
LEAST_NODES = 400_000
QUICK_NODES = 1_000
WHOLE_GAME = 10_000  # about what playing a game on costs
MOST_SAMPLES = 400


@dataclass(frozen=True, slots=True)
class Expected:
    """How games went on from a turn, on average.

    ``error`` is the standard error of ``points``. ``cards`` holds the cards at hand after the turn;
    what is drafted later is in ``categories`` too. ``win`` counts shared wins in part; a solo game has
    ``suns`` instead.
    """

    games: int
    points: float
    error: float | None
    categories: dict[str, float]
    cards: dict[str, float]
    win: float | None = None
    suns: float | None = None


@dataclass(frozen=True, slots=True)
class AdvisedTurn:
    """A turn, move by move; the score that it leads to, with reasons; and what to expect of it.

    ``value`` is how much the player likes it, in points; ``expected`` comes when there has been time
    to play on.
    """

    moves: tuple[Move, ...]
    value: float
    score: Score
    expected: Expected | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """An answer: the best turns found so far, the best first. ``done`` marks the last one."""

    turns: tuple[AdvisedTurn, ...]
    nodes: int
    done: bool


def advise(
    state: State,
    player: str = "level-7",
    budget: Budget | None = None,
    *,
    best: int = 3,
    cancel: Cancel | None = None,
    seed: int = 0,
    objective: str | None = None,
) -> Iterator[Advice]:
    """Answers about the turn of the seat to move, until the budget is spent or somebody cancels.

    There is always one answer at least. The same seed and nodes give the same answers. Only what the
    seat to move may know is looked at. A player that looks ahead does so by the ``objective``, where
    one is given: to ``win`` or for ``points``.
    """
    view = state.redacted(state.to_move)
    check_choosable(view)
    asked = player_named(player, seed, objective)
    if not isinstance(asked, PlannedPlayer):
        raise BadSkill(f"{player} does not say why it plays what it plays.")
    if best < 1:
        raise NothingToAdvise(f"{best} turns are no advice.")
    budget = budget or Budget(nodes=max(LEAST_NODES, 2 * asked.skill.nodes))
    return _Adviser(view, asked, _Purse(budget, cancel), best, seed).answers()


class _Purse:
    """What is left of a budget."""

    def __init__(self, budget: Budget, cancel: Cancel | None) -> None:
        self.cancel = cancel
        self.spent = 0
        self._nodes = budget.nodes
        self._milliseconds = budget.milliseconds
        self._began = time.monotonic()

    @property
    def empty(self) -> bool:
        if self.cancel is not None and self.cancel.cancelled:
            return True
        nodes, milliseconds = self._left()
        return (nodes is not None and nodes < 1) or (milliseconds is not None and milliseconds <= 0)

    def affords(self, nodes: float) -> bool:
        left, _ = self._left()
        return left is None or left >= nodes

    def share(self, share: float, most_nodes: int | None = None) -> Budget:
        """A part of what is left, and never nothing."""
        nodes, milliseconds = self._left()
        allowed = [int(nodes * share)] if nodes is not None else []
        if most_nodes is not None:
            allowed.append(most_nodes)
        return Budget(
            max(1, min(allowed)) if allowed else None,
            None if milliseconds is None else max(0.1, milliseconds * share),
        )

    def _left(self) -> tuple[int | None, float | None]:
        gone = 1000 * (time.monotonic() - self._began)
        return (
            None if self._nodes is None else self._nodes - self.spent,
            None if self._milliseconds is None else self._milliseconds - gone,
        )


class _Adviser:
    def __init__(
        self, view: State, player: PlannedPlayer, purse: _Purse, best: int, seed: int
    ) -> None:
        self._view = view
        self._player = player
        self._quick = player.quick(QUICK_NODES)
        self._purse = purse
        self._best = best
        self._seed = seed

    def answers(self) -> Iterator[Advice]:
        turns = self._search(self._purse.share(SEARCH_SHARE / 4, FIRST_LOOK))
        yield self._answer(turns, done=self._purse.empty)
        if self._purse.empty:
            return
        plays_on = self._purse.affords(WHOLE_GAME * len(turns) / SEARCH_SHARE)
        thorough = self._search(self._purse.share(SEARCH_SHARE if plays_on else 1.0))
        # A search that was cut short may know less than the first look did.
        if thorough[0].value >= turns[0].value or self._player.looks_ahead:
            turns = thorough
        if not plays_on:
            yield self._answer(turns, done=True)
            return
        outlooks = [_Outlook(self._view.to_move, turn) for turn in turns]
        shown = 0
        for sample in range(MOST_SAMPLES):
            if not self._play_on(outlooks, sample):
                break
            # Each answer rests on half as many games again as the one before.
            if 2 * (sample + 1) >= 3 * shown + 2:
                shown = sample + 1
                turns = [outlook.turn for outlook in outlooks]
                yield self._answer(turns, done=False)
        yield self._answer([outlook.turn for outlook in outlooks], done=True)

    def _answer(self, turns: list[AdvisedTurn], *, done: bool) -> Advice:
        return Advice(tuple(turns), self._purse.spent, done)

    def _search(self, budget: Budget) -> list[AdvisedTurn]:
        found = self._player.best(self._view, self._best, budget, self._purse.cancel)
        self._purse.spent += found[0].nodes
        return [self._advised(turn) for turn in found]

    def _advised(self, turn: Turn) -> AdvisedTurn:
        state = self._view
        for move in turn.moves[:-1]:
            state = state.play(move)
        value = turn.value or 0.0
        return AdvisedTurn(turn.moves, value, score_of(state, self._view.to_move))

    def _play_on(self, outlooks: list[_Outlook], sample: int) -> bool:
        """Plays on from every turn with the same chance; False when that could not be finished."""
        key = (self._seed << 32 | sample) + 1
        start = Game.from_state(self._view.sampled(key), seed=key)
        games = []
        for outlook in outlooks:
            game = start.copy()
            for move in outlook.turn.moves:
                game.play(move)
            while not game.over:
                if self._purse.empty:
                    return False
                _, turn = play_turn(game, self._quick, self._purse.share(1.0, QUICK_NODES))
                self._purse.spent += turn.nodes
            games.append(game)
        for outlook, game in zip(outlooks, games, strict=True):
            outlook.add(game)
        return True


class _Outlook:
    """The games that were played on from a turn."""

    def __init__(self, seat: int, turn: AdvisedTurn) -> None:
        self.turn = turn
        self._seat = seat
        self._points: list[int] = []
        self._categories: Counter[str] = Counter()
        self._cards: Counter[str] = Counter()
        self._wins = 0.0
        self._suns = 0

    def add(self, game: Game) -> None:
        score = score_of(game.state, self._seat)
        self._points.append(score.total)
        self._categories.update(score.by_category())
        self._cards.update(
            {reason.card: reason.points for reason in score.reasons if reason.card is not None}
        )
        outcome = game.outcome
        assert outcome is not None
        if self._seat in outcome.winners:
            self._wins += 1 / len(outcome.winners)
        state = game.state
        if state.players == 1:
            self._suns += solo_suns(
                score.total, state.side, spirits=state.spirits, spirit=state.spirit(0)
            )
        self.turn = replace(self.turn, expected=self._expected(solo=state.players == 1))

    def _expected(self, *, solo: bool) -> Expected:
        games = len(self._points)
        points = sum(self._points) / games
        error = None
        if games > 1:
            spread = sum((each - points) ** 2 for each in self._points)
            error = (spread / (games - 1) / games) ** 0.5
        held = [reason.card for reason in self.turn.score.reasons if reason.card is not None]
        return Expected(
            games,
            points,
            error,
            {category: total / games for category, total in self._categories.items()},
            {card: self._cards[card] / games for card in held},
            None if solo else self._wins / games,
            self._suns / games if solo else None,
        )
