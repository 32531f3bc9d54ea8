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
    """For each kind of game the average points of its own seats, without guests', game by game."""
    found: dict[str, list[float]] = defaultdict(list)
    for players, side, spirits, points, guests in _core.log_results(logs):
        own = [of for seat, of in enumerate(points) if seat not in guests]
        found[f"{side}{players}{'s' if spirits else ''}"].append(fmean(own))
    return found


def leads_over_guests(logs: bytes) -> list[float]:
    """How many points the player was ahead of the best of its guests, game by game."""
    return [
        float(own - max(points[guest] for guest in guests))
        for _, _, _, points, guests in _core.log_results(logs)
        if guests
        for own in (points[seat] for seat in range(len(points)) if seat not in guests)
    ]


def with_error(values: Sequence[float]) -> tuple[float, float | None]:
    """The average and its standard error, rounded; one value has no error that is known."""
    if len(values) < 2:
        return round(fmean(values), 3), None
    return round(fmean(values), 3), round(stdev(values) / math.sqrt(len(values)), 3)


def averages(logs: bytes) -> dict[str, Any]:
    """Figures of games that were played, over all of them, by kind, and of those with guests."""
    kinds = points_by_kind(logs)
    every = [points for of_kind in kinds.values() for points in of_kind]
    leads = leads_over_guests(logs)
    mean, error = with_error(every)
    return {
        "games": len(every),
        "points": mean,
        "points_error": error,
        "kinds": {
            name: {"games": len(points), "points": round(fmean(points), 2)}
            for name, points in sorted(kinds.items())
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
