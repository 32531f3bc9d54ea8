"""A run's figures as a picture: points, loss and error by round."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH, HEIGHT = 640, 210  # of one curve
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 34, 30
INK, LINE, BAND, GRID = "#2b2b26", "#2f7fb8", "#2f7fb833", "#e4e2da"
CURVES = (
    ("points", "Average points in self-play, with two standard errors"),
    ("loss", "Loss"),
    ("error", "Final scores differ from what is foretold by so many points"),
)


def curves(figures: Sequence[dict[str, Any]]) -> str:
    """The picture, in SVG."""
    tall = HEIGHT * len(CURVES)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="{INK}">',
        "<title>A training run, round by round</title>",
        f'<rect width="{WIDTH}" height="{tall}" fill="#fff"/>',
    ]
    for number, (name, title) in enumerate(CURVES):
        parts.append(f'<g transform="translate(0 {number * HEIGHT})">')
        parts += _curve(figures, name, title)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>\n"])


def ticks(least: float, most: float) -> list[float]:
    """Round numbers that span all values.

    >>> ticks(92.5, 105.8)
    [90.0, 95.0, 100.0, 105.0, 110.0]
    """
    span = max(most - least, 1e-6)
    step = 10.0 ** math.floor(math.log10(span / 3))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (factor * step) <= 4)
    first, last = math.floor(least / step), math.ceil(most / step)
    return [round(step * at, 9) for at in range(first, max(last, first + 1) + 1)]


def _curve(figures: Sequence[dict[str, Any]], name: str, title: str) -> Iterator[str]:
    values = [figure[name] for figure in figures]
    errors = [2 * (figure.get(f"{name}_error") or 0.0) for figure in figures]
    marks = ticks(
        min(value - error for value, error in zip(values, errors, strict=True)),
        max(value + error for value, error in zip(values, errors, strict=True)),
    )
    rounds = max(len(values) - 1, 1)

    def across(at: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * at / rounds

    def down(value: float) -> float:
        share = (value - marks[0]) / (marks[-1] - marks[0])
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def points(line: Sequence[tuple[int, float]]) -> str:
        return " ".join(f"{across(at):.1f},{down(value):.1f}" for at, value in line)

    yield f'<text x="{LEFT}" y="20" font-weight="bold">{escape(title)}</text>'
    for mark in marks:
        y = f"{down(mark):.1f}"
        yield f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="{GRID}"/>'
        yield f'<text x="{LEFT - 8}" y="{y}" dy="4" text-anchor="end">{mark:g}</text>'
    for mark in sorted({round(at) for at in ticks(0, rounds) if at <= rounds}):
        yield f'<text x="{across(mark):.1f}" y="{HEIGHT - 10}" text-anchor="middle">{mark}</text>'
    if any(errors):
        band = [(at, value + errors[at]) for at, value in enumerate(values)]
        band += [(at, values[at] - errors[at]) for at in reversed(range(len(values)))]
        yield f'<polygon points="{points(band)}" fill="{BAND}"/>'
    line = points(list(enumerate(values)))
    yield f'<polyline points="{line}" fill="none" stroke="{LINE}" stroke-width="2"/>'
    x, y = line.split(" ")[-1].split(",")
    yield f'<circle cx="{x}" cy="{y}" r="3" fill="{LINE}"/>'
