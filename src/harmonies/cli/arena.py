"""`harmonies arena`: computer players play each other, and their figures are shown."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from harmonies.cli.failure import FOUND_WRONG, INTERRUPTED, OK, Failure
from harmonies.players import Budget, PlayerError, player
from harmonies.players.arena import Arena, JobLost, PlayerBroke, Table, played_deals, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from harmonies.players.arena import PlayedDeal, Standing


def hold_arena(
    names: Sequence[str],
    *,
    games: int,
    seats: int,
    side: str,
    spirits: bool,
    opponents: str,
    nodes: int | None,
    milliseconds: float | None,
    objective: str | None,
    seed: int,
    jobs: int,
    as_json: bool,
) -> int:
    """Plays, and prints the table; the exit code."""
    if opponents not in ("all", "next", "self"):
        raise Failure(f"--opponents is all, next or self, not '{opponents}'.")
    try:
        given = nodes is not None or milliseconds is not None
        arena = Arena(
            players=tuple(names),
            games=games,
            seats=seats,
            side=side,
            spirits=spirits,
            opponents=opponents,  # type: ignore[arg-type]
            budget=Budget(nodes, milliseconds) if given else None,
            objective=objective,
            seed=seed,
        )
        for name in names:
            player(name, objective=objective)
    except PlayerError as error:
        raise Failure(str(error)) from error
    played: list[PlayedDeal] = []
    total = sum(1 for _ in arena.deals())
    interrupted = False
    try:
        with _progress(total) as advance:
            for deal in played_deals(arena, jobs):
                played.append(deal)
                advance()
    except (PlayerBroke, JobLost) as error:
        raise Failure(str(error), FOUND_WRONG) from error
    except KeyboardInterrupt:
        interrupted = True
        print(f"Interrupted after {len(played)} of {total} deals.", file=sys.stderr)
    found = table(arena.players, played)
    if as_json:
        print(json.dumps(_as_json(arena, found, interrupted), indent=2))
    else:
        print("\n".join(_lines(arena, found)))
    return INTERRUPTED if interrupted else OK


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], object]]:
    """Shows people how far it is; programs that read standard error are told nothing."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("deals", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("deals", total=total)
        yield lambda: bar.advance(task)


def _as_json(arena: Arena, found: Table, interrupted: bool) -> dict[str, Any]:
    return {
        "setup": {
            "players": arena.seats,
            "side": arena.side,
            "spirits": arena.spirits,
            "opponents": arena.opponents,
            "nodes": arena.budget and arena.budget.nodes,
            "budget_ms": arena.budget and arena.budget.milliseconds,
            "objective": arena.objective,
            "seed": arena.seed,
            "interrupted": interrupted,
        },
        "players": [_standing_as_json(standing) for standing in found.players],
        "pairs": [
            {
                "name": pair.name,
                "against": pair.against,
                "games": pair.games,
                "won": pair.won._asdict(),
                "lead": pair.lead.value,
                "lead_se": pair.lead.error,
            }
            for pair in found.meetings
        ],
        "ladder": [{"name": name} | rating._asdict() for name, rating in found.ladder.items()],
    }


def _standing_as_json(standing: Standing) -> dict[str, Any]:
    return {
        "name": standing.name,
        "games": standing.games,
        "seats": standing.seats,
        "mean": standing.points.value,
        "se": standing.points.error,
        "median": standing.deciles[4],
        "deciles": standing.deciles,
        "won": standing.won and standing.won._asdict(),
        "suns": standing.suns and {"mean": standing.suns.value, "se": standing.suns.error},
        "categories": standing.categories,
        "turns": standing.turns,
        "nodes_per_turn": standing.nodes,
        "cpu_ms_per_turn": standing.milliseconds,
    }


def _lines(arena: Arena, found: Table) -> Iterator[str]:
    seats = "solo" if arena.seats == 1 else f"{arena.seats} players"
    spirits = ", spirits" if arena.spirits else ""
    yield f"{seats}, side {arena.side}{spirits}, seed {arena.seed}"
    if not found.players:
        return
    yield ""
    yield from _columns(
        ("", "games", "points", "median", "middle 80%", "won", "turns", "nodes", "CPU"),
        [
            (
                standing.name,
                str(standing.games),
                str(standing.points),
                f"{standing.deciles[4]:g}",
                f"{standing.deciles[0]:g} to {standing.deciles[-1]:g}",
                str(standing.won or "") if standing.suns is None else f"{standing.suns} suns",
                f"{standing.turns:.1f}",
                f"{standing.nodes:,.0f}",
                f"{standing.milliseconds:.2f} ms",
            )
            for standing in found.players
        ],
    )
    yield ""
    counted = [name for name in found.players[0].categories if name != "spirit" or arena.spirits]
    yield from _columns(
        ("", *counted),
        [
            (standing.name, *(f"{standing.categories[name]:.1f}" for name in counted))
            for standing in found.players
        ],
    )
    if found.meetings:
        yield ""
        for pair in found.meetings:
            yield (
                f"{pair.name} wins {pair.won} against {pair.against},"
                f" ahead by {pair.lead} points, {pair.games} games"
            )
    if found.ladder:
        yield ""
        ladder = sorted(found.ladder.items(), key=lambda item: -item[1].value)
        yield from _columns(
            ("", "rating", "of 95%"),
            [
                (name, f"{rating.value:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}")
                for name, rating in ladder
            ],
        )


def _columns(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Lines of columns as wide as they have to be: words to the left, figures to the right."""
    shown = [column for column in zip(head, *rows, strict=True) if any(column[1:])]
    widths = [max(map(len, column)) for column in shown]
    for row in zip(*shown, strict=True):
        first, *rest = (
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join((first, *rest)).rstrip()
