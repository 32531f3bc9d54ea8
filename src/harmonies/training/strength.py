"""How strong a network is: averages of self-play, and what it gained on the same deals."""

from __future__ import annotations

import math
from collections import defaultdict
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from harmonies import _core
from harmonies.training.self_play import Games

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harmonies.training.self_play import Table
    from harmonies.training.settings import Settings

MEASURED_SEEDS = 1 << 50  # from here on: no games of training


def points_by_kind(logs: bytes) -> dict[str, list[float]]:
    """For each kind of game the seats' average points in its games, in their order."""
    found: dict[str, list[float]] = defaultdict(list)
    for players, side, spirits, points in _core.log_results(logs):
        found[f"{side}{players}{'s' if spirits else ''}"].append(fmean(points))
    return found


def with_error(values: Sequence[float]) -> tuple[float, float | None]:
    """The average and its standard error, rounded; one value has no error that is known."""
    if len(values) < 2:
        return round(fmean(values), 3), None
    return round(fmean(values), 3), round(stdev(values) / math.sqrt(len(values)), 3)


def averages(logs: bytes) -> dict[str, Any]:
    """Figures of games that were played, over all of them and by kind."""
    kinds = points_by_kind(logs)
    every = [points for of_kind in kinds.values() for points in of_kind]
    mean, error = with_error(every)
    return {
        "games": len(every),
        "points": mean,
        "points_error": error,
        "kinds": {
            name: {"games": len(points), "points": round(fmean(points), 2)}
            for name, points in sorted(kinds.items())
        },
    }


def measure(
    table: Table,
    before: bytes | None,
    after: bytes,
    settings: Settings,
    tell: Callable[[int, int], None],
) -> dict[str, Any]:
    """For each kind of game the averages of two players in self-play, on the same deals."""
    found: dict[str, Any] = {}
    kinds = settings.kinds_of_games()
    if settings.measured == 0:
        return found
    done, total = 0, 2 * settings.measured * len(kinds)
    for kind in kinds:
        games = Games.of(settings.measured, MEASURED_SEEDS + settings.seed, [kind], settings)
        points: list[list[float]] = []
        for network in (before, after):
            logs = []
            for count, part in table.logs(network, games):
                logs.append(part)
                done += count
                tell(done, total)
            points.append(points_by_kind(b"".join(logs))[kind.name])
        gain, error = with_error([new - old for old, new in zip(*points, strict=True)])
        found[kind.name] = {
            "games": settings.measured,
            "before": round(fmean(points[0]), 2),
            "after": round(fmean(points[1]), 2),
            "gain": gain,
            "error": error,
        }
    return found
