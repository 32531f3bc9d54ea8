"""A rating ladder: how often each player beats each other one, said by one number a player.

The model of Bradley and Terry: a player is expected to win against another as often as their ratings'
difference says, 400 points being ten games won for each lost, as in chess. Tables of three and four
count as a comparison of each two seats, ties as half a win for each. Ratings here average 0 and
compare the players of one arena only.
"""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

SCALE = 400
ROUNDS = 2_000
CLOSE = 1e-7
RESAMPLES = 200
TAIL = 0.025

Wins = dict[tuple[int, int], float]
"""For players by number, how often the first won against the second."""


class Rating(NamedTuple):
    """A rating, and the interval that holds it with a probability of 95%."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:+.0f} ({self.low:+.0f} to {self.high:+.0f})"


def ladder(players: int, deals: Sequence[Wins], seed: int = 0) -> list[Rating]:
    """The players' ratings, with intervals from drawing as many deals anew, again and again.

    >>> [round(rating.value) for rating in ladder(2, [{(0, 1): 10, (1, 0): 1}] * 500)]
    [200, -200]
    """
    best = _ratings(players, _sum(deals))
    dice = random.Random(seed)
    again = [_ratings(players, _sum(dice.choices(deals, k=len(deals)))) for _ in range(RESAMPLES)]
    found = []
    for number, value in enumerate(best):
        drawn = sorted(ratings[number] for ratings in again)
        cut = round(TAIL * RESAMPLES)
        found.append(Rating(value, drawn[cut], drawn[-1 - cut]))
    return found


def _sum(deals: Sequence[Wins]) -> Wins:
    total: Wins = {}
    for deal in deals:
        for pair, wins in deal.items():
            total[pair] = total.get(pair, 0.0) + wins
    return total


def _ratings(players: int, wins: Wins) -> list[float]:
    # One draw more for each two that met: who never lost is strong, but not without end.
    met = {tuple(sorted(pair)) for pair in wins}
    drawn = {**wins}
    for one, other in met:
        for pair in ((one, other), (other, one)):
            drawn[pair] = drawn.get(pair, 0.0) + 0.5
    won = [0.0] * players
    games: list[dict[int, float]] = [{} for _ in range(players)]
    for (one, other), count in drawn.items():
        won[one] += count
        games[one][other] = games[one].get(other, 0.0) + count
        games[other][one] = games[other].get(one, 0.0) + count
    strength = [1.0] * players
    for _ in range(ROUNDS):
        moved = 0.0
        for one in range(players):
            if not games[one]:
                continue
            against = sum(n / (strength[one] + strength[other]) for other, n in games[one].items())
            new = won[one] / against
            moved = max(moved, abs(math.log(new / strength[one])))
            strength[one] = new
        if moved < CLOSE:
            break
    logs = [SCALE * math.log10(value) for value in strength]
    average = sum(logs) / players
    return [value - average for value in logs]
