"""How fast the core and the Python API are, on one core, in CPU time.

Every measure runs several times; the best counts, and the spread between best and worst is given,
because a busy machine can only make things slower. Two yardsticks stand beside the rates, so that
figures of different machines can be compared: a fixed loop of integer arithmetic, and where the
caller has one, games played by an implementation of the rules in plain Python.
"""

from __future__ import annotations

import time
from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from harmonies import _core
from harmonies.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harmonies._core import Move, State

RUNS = 4
SECONDS = 0.25

OPERATIONS = {
    "legal": "legal_move_lists_per_second",
    "apply": "applies_per_second",
    "score": "scores_per_second",
    "copy": "copies_per_second",
    "redact": "redactions_per_second",
}

ABOUT = {
    "random_games_per_second": "random games, 2 players, side A",
    "random_moves_per_second": "moves of these games",
    "legal_move_lists_per_second": "lists of legal moves",
    "applies_per_second": "moves applied to a copy of a state",
    "scores_per_second": "scores of a seat",
    "copies_per_second": "copies of a state",
    "redactions_per_second": "states redacted for a spectator",
    "python_moves_per_second": "moves by Game.play in Python",
    "yardstick_rounds_per_second": "yardstick: rounds of a fixed integer loop",
    "oracle_games_per_second": "yardstick: random games in plain Python",
}


class Rate(NamedTuple):
    """How often something was done in a second: the best run, and how far below the worst was."""

    best: float
    spread: float


def measured(run: Callable[[int], int], runs: int, seconds: float) -> Rate:
    """How much of something is done in a second of CPU time.

    ``run`` is called with a size and says how much it has done, in whatever it counts.
    """
    size = 1
    while True:
        begun = time.process_time()
        run(size)
        took = time.process_time() - begun
        if took > seconds / 4:
            break
        size = size * 2 if took < seconds / 100 else max(size + 1, int(size * seconds / took / 2))
    size = max(1, int(size * seconds / took))
    rates = []
    for _ in range(runs):
        begun = time.process_time()
        done = run(size)
        rates.append(done / (time.process_time() - begun))
    return Rate(max(rates), 1 - min(rates) / max(rates))


def bench(*, oracle: Callable[[int], int] | None = None) -> dict[str, Rate]:
    """All measures by name. ``oracle`` plays so many games in plain Python and returns the number."""
    games = _recorded(12)
    states = [state for _, _, states in games for state in states]
    measures: dict[str, Callable[[int], int]] = {
        "random_games_per_second": lambda size: _core.random_games("A", 2, False, size, 1)[0],
        "random_moves_per_second": lambda size: _core.random_games("A", 2, False, size, 1)[1],
    }
    for operation, name in OPERATIONS.items():
        measures[name] = partial(_repeated, operation, states)
    measures["python_moves_per_second"] = partial(_replayed, games)
    measures["yardstick_rounds_per_second"] = yardstick
    if oracle is not None:
        measures["oracle_games_per_second"] = oracle
    return {name: measured(measure, RUNS, SECONDS) for name, measure in measures.items()}


def as_json(rates: dict[str, Rate]) -> dict[str, float]:
    """The best rate of each measure, its spread, and how many times the oracle's games are played."""
    found = {name: round(rate.best, 1) for name, rate in rates.items()}
    if "oracle_games_per_second" in found:
        ratio = rates["random_games_per_second"].best / rates["oracle_games_per_second"].best
        found["random_games_per_oracle_game"] = round(ratio, 1)
    return found | {f"{name}_spread": round(rate.spread, 3) for name, rate in rates.items()}


def as_lines(rates: dict[str, Rate]) -> list[str]:
    """The rates for people."""
    lines = [
        f"{rate.best:15,.0f}  {ABOUT[name]} (spread {rate.spread:.0%})"
        for name, rate in rates.items()
    ]
    if "oracle_games_per_second" in rates:
        ratio = rates["random_games_per_second"].best / rates["oracle_games_per_second"].best
        lines.append(f"{ratio:15,.0f}  random games in the time of one in plain Python")
    return ["Per second of CPU time, on one core:", *lines]


def _recorded(count: int) -> list[tuple[int, list[Move], list[State]]]:
    """Random games: the seed, the moves, and the states they were played from."""
    games = []
    for seed in range(count):
        chance = Random(seed)
        game = Game(players=2, seed=seed)
        moves, states = [], []
        while not game.over:
            states.append(game.state)
            moves.append(chance.choice(game.legal_moves()))
            game.play(moves[-1])
        games.append((seed, moves, states))
    return games


def _repeated(operation: str, states: Sequence[State], size: int) -> int:
    _core.repeat(operation, states, size)
    return size * len(states)


def _replayed(games: Sequence[tuple[int, list[Move], list[State]]], size: int) -> int:
    done = 0
    for number in range(size):
        seed, moves, _ = games[number % len(games)]
        play = Game(players=2, seed=seed).play
        for move in moves:
            play(move)
        done += len(moves)
    return done


def yardstick(size: int) -> int:
    _core.yardstick(size)
    return size
