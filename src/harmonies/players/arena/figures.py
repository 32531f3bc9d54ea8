"""Figures with their errors. Games of one deal depend on each other, so a deal counts as one draw."""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SURE = 1.96  # standard errors on both sides hold 95%

ByDeal = defaultdict[int, list[float]]
"""Values of games, by the number of their deal."""


class Mean(NamedTuple):
    """An average with its standard error; None where one deal is all there is."""

    value: float
    error: float | None

    def __str__(self) -> str:
        return f"{self.value:.2f}" + ("" if self.error is None else f" ± {self.error:.2f}")


class Share(NamedTuple):
    """A share of games, with the interval that holds it with a probability of 95%."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.value:.1f}% ({100 * self.low:.0f} to {100 * self.high:.0f})"


def mean(values: Mapping[int, Sequence[float]]) -> Mean:
    """The average of all values, and how far chance in the deals may have moved it.

    >>> print(mean({0: [10, 20], 1: [30, 20]}))
    20.00 ± 5.00
    """
    count = sum(len(of_deal) for of_deal in values.values())
    average = sum(sum(of_deal) for of_deal in values.values()) / count
    deals = len(values)
    if deals < 2:
        return Mean(average, None)
    # What each deal adds to the sum beyond the average: deals may hold different numbers of games.
    beyond = (sum(value - average for value in of_deal) for of_deal in values.values())
    spread = math.sqrt(sum(of_deal**2 for of_deal in beyond) * deals / (deals - 1))
    return Mean(average, spread / count)


def share(values: Mapping[int, Sequence[float]]) -> Share:
    """The average of values from 0 to 1, with Wilson's interval: it makes sense near 0 and 1 too.

    >>> print(share({0: [1, 1], 1: [1, 0], 2: [1, 1], 3: [0, 1]}))
    75.0% (43 to 92)
    """
    average, error = mean(values)
    # As many independent games as would give that error; where it gives none, the deals.
    games = average * (1 - average) / error**2 if error else float(len(values))
    z = SURE**2 / games
    middle = (average + z / 2) / (1 + z)
    reach = math.sqrt(max(0.0, average * (1 - average) * z + z * z / 4)) / (1 + z)
    return Share(average, max(0.0, middle - reach), min(1.0, middle + reach))


def deciles(values: Sequence[float]) -> list[float]:
    """The nine values that part all values into tenths.

    >>> deciles([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0]
    """
    if len(values) == 1:
        return [float(values[0])] * 9
    return [float(value) for value in statistics.quantiles(values, n=10, method="inclusive")]
