"""How strong a network is: averages of self-play, and what it gained on the same deals."""

from __future__ import annotations

import math
from collections import defaultdict
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, NamedTuple

from harmonies import _core
from harmonies.training.self_play import Games

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harmonies.training.self_play import Table
    from harmonies.training.settings import Settings

MEASURED_SEEDS = 1 << 50  # from here on: no games of training


class Result(NamedTuple):
    """How a game ended for those who learn from it."""

    kind: str
    points: float  # of its own seats, on average
    lead: float | None  # before the best of its guests, where there were any


def results(logs: bytes) -> list[Result]:
    """The games' results, in their order."""
    found = []
    for players, side, spirits, points, guests in _core.log_results(logs):
        own = fmean(of for seat, of in enumerate(points) if seat not in guests)
        lead = own - max(points[seat] for seat in guests) if guests else None
        found.append(Result(f"{side}{players}{'s' if spirits else ''}", own, lead))
    return found


def points_by_kind(played: Sequence[Result]) -> dict[str, list[float]]:
    """For each kind of game the points of its games, in their order."""
    found: dict[str, list[float]] = defaultdict(list)
    for result in played:
        found[result.kind].append(result.points)
    return found


def with_error(values: Sequence[float]) -> tuple[float, float | None]:
    """The average and its standard error, rounded; one value has no error that is known."""
    if len(values) < 2:
        return round(fmean(values), 3), None
    return round(fmean(values), 3), round(stdev(values) / math.sqrt(len(values)), 3)


def averages(logs: bytes) -> dict[str, Any]:
    """Figures of games that were played, over all of them, by kind, and of those with guests."""
    played = results(logs)
    leads = [result.lead for result in played if result.lead is not None]
    mean, error = with_error([result.points for result in played])
    return {
        "games": len(played),
        "points": mean,
        "points_error": error,
        "kinds": {
            name: {"games": len(points), "points": round(fmean(points), 2)}
            for name, points in sorted(points_by_kind(played).items())
        },
        "guests": {"games": len(leads), "lead": round(fmean(leads), 2)} if leads else None,
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
            points.append([result.points for result in results(b"".join(logs))])
        gain, error = with_error([new - old for old, new in zip(*points, strict=True)])
        found[kind.name] = {
            "games": settings.measured,
            "before": round(fmean(points[0]), 2),
            "after": round(fmean(points[1]), 2),
            "gain": gain,
            "error": error,
        }
    return found
