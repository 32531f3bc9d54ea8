"""Cards in SVG: the name, the habitat in small, the points with the cubes still on them."""

from __future__ import annotations

import textwrap
from math import sqrt
from typing import TYPE_CHECKING

from harmonies.pictures.pen import TOKEN_COLOURS
from harmonies.pictures.svg_board import HEX, SLANT, hex_path
from harmonies.pictures.svg_pieces import RISE, animal_cube, moved, spirit_cube, stack
from harmonies.pictures.svg_sheet import panel, words
from harmonies.pictures.words import habitat_words, spirit_rule

if TYPE_CHECKING:
    from harmonies.box import Card, Place

WIDTH = 156.0
HEIGHT = 100.0

_LARGEST = 0.5  # of the size on a board
_ROOM = (94.0, 70.0)
_ROOM_BESIDE_RULE = (74.0, 70.0)
_LEFT = 16.0
_MIDDLE = 62.0
_RIGHT = WIDTH - 12


def card_picture(card: Card, settled: int = 0) -> str:
    """A card whose upper left corner is at 0, 0, with so many of its cubes settled."""
    cube = card.habitat[0].stack
    colour = TOKEN_COLOURS[cube[0] if cube == "H2" else cube[-1]]
    band = f'<path d="M10 .5A9.5 9.5 0 0 0 .5 10V{HEIGHT - 10:g}a9.5 9.5 0 0 0 9.5 9.5z" fill="{colour}"/>'
    name = words(18, 19, card.name.replace("_", " "), 12.5, "hm-ink hm-bold")
    side = _rule(card) if card.is_spirit else _ladder(card, settled)
    title = f"<title>{card.name}: {habitat_words(card)}</title>"
    return f"<g>{title}{panel(0, 0, WIDTH, HEIGHT)}{band}{name}{_habitat(card)}{side}</g>"


def _habitat(card: Card) -> str:
    middles = [_middle(place) for place in card.habitat]
    order = sorted(range(len(middles)), key=lambda index: middles[index][1])
    hexes = [
        f'<path class="hm-space" d="{hex_path(*middles[index], HEX - 1.6)}"/>' for index in order
    ]
    stacks = []
    for index in order:
        cube, crystal = index == 0, index == 0 and card.is_spirit
        drawn = stack(card.habitat[index].stack, cube=cube, crystal=crystal)
        stacks.append(moved(*middles[index], drawn))
    left, right = min(x for x, _ in middles) - HEX, max(x for x, _ in middles) + HEX
    top = min(y - _rise(place) for (_, y), place in zip(middles, card.habitat, strict=True))
    bottom = max(y for _, y in middles) + HEX * sqrt(3) / 2 * SLANT
    room, height = _ROOM_BESIDE_RULE if card.is_spirit else _ROOM
    scale = min(_LARGEST, room / (right - left), height / (bottom - top))
    x, y = _LEFT + room / 2 - scale * (left + right) / 2, _MIDDLE - scale * (top + bottom) / 2
    return moved(x, y, "".join(hexes + stacks), round(scale, 3))


def _rise(place: Place) -> float:
    """How high the drawing of a stack reaches, with a cube on it where it takes one."""
    cube = 20.0 if (place.q, place.r) == (0, 0) else 10.0
    return max(HEX * sqrt(3) / 2 * SLANT, len(place.stack) * RISE + cube)


def _middle(place: Place) -> tuple[float, float]:
    return place.q * HEX * 1.5, (place.r + place.q / 2) * HEX * sqrt(3) * SLANT


def _ladder(card: Card, settled: int) -> str:
    step = min(17.0, 76 / len(card.points))
    parts = []
    for index, points in enumerate(card.points):
        y = HEIGHT - 14 - index * step
        kind = "hm-ink hm-end hm-bold" if index + 1 == settled else "hm-soft hm-end"
        parts.append(words(_RIGHT, round(y + 4, 1), str(points), 12, kind))
        if index >= settled:
            parts.append(moved(_RIGHT - 23, y + 3, animal_cube(), 0.42))
    return "".join(parts)


def _rule(card: Card) -> str:
    lines = textwrap.wrap(spirit_rule(card), 12)
    first = HEIGHT / 2 + 12 - 5.5 * len(lines)
    parts = [
        words(_RIGHT + 4, round(first + 11 * index, 1), line, 9, "hm-soft hm-end")
        for index, line in enumerate(lines)
    ]
    return "".join(parts) + moved(WIDTH - 16, 24, spirit_cube(), 0.5)


def complete_lines(x: float, y: float, points: dict[str, int]) -> str:
    """The completed cards, calm and small."""
    if not points:
        return ""
    listed = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in points.items())
    lines = textwrap.wrap(f"Complete: {listed}", 64)
    first = y - 6 * (len(lines) - 1)
    return "".join(
        words(x, round(first + 12 * index, 1), line, 10.5, "hm-soft")
        for index, line in enumerate(lines)
    )
