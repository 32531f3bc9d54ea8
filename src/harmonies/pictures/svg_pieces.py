"""Tokens, stacks and cubes in SVG: short cylinders seen from above at a slant.

A piece is drawn around the middle of its foot, which lies at 0, 0.
"""

from __future__ import annotations

from harmonies import box
from harmonies.pictures.pen import TOKEN_COLOURS, shaded

RADIUS = 27.0
FLAT = 0.6  # how much a circle that lies on the table is pressed together
RISE = 17.0

ANY = "?"
"""A token of a habitat that may be any: the foot of 'any building'."""

_ANY_COLOUR = "#d9d3c6"

# On a circle of radius 15; each is two or three strokes.
_SYMBOLS = {
    "W": "M-14-4q3.5-6 7 0t7 0 7 0 7 0M-14 6q3.5-6 7 0t7 0 7 0 7 0",
    "M": "M-15 10L-4-11 7 10M2-1L6-7 15 10",
    "T": "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M-14 0a14 14 0 1 0 28 0a14 14 0 1 0-28 0",
    "L": "M-11 12C-15-4-3-14 13-14C14 3 4 15-11 12ZM-14 16L4-5",
    "F": "M0 16V-6M0-15V-9M0 8L-9 1M0 8L9 1M0 0L-9-7M0 0L9-7M0-7L-7-13M0-7L7-13",
    "H": "M-15 0L0-14 15 0M-10-3V12H10V-3",
}

# What a token shows from the side, so that stacks can be told apart without colour.
_GRAIN = {
    "T": "M-20 14.4v10M-10 18.5v10M0 19.7v10M10 18.5v10M20 14.4v10",
    "M": "M-24 18.7L-18 17.8L-12 25.8L-6 21.5L0 27.5L6 21.5L12 25.8L18 17.8L24 18.7",
    "H": "M-27 8.5a27 16.2 0 0 0 54 0M-12 14.5v8.5M12 14.5v8.5M-21 18.7v8.5M0 24.7v8.5M21 18.7v8.5",
}

_CUBE = ("#ffd88a", "#f2ab35", "#c57c15", "#7d4d08")
_CRYSTAL = ("#ffffff", "#eef3f9", "#c9d5e4", "#8697ad")


def number(value: float) -> str:
    """A number with no more digits than a picture needs."""
    return f"{value:.1f}".removesuffix(".0")


def moved(x: float, y: float, content: str, scale: float = 1, title: str = "") -> str:
    """Content somewhere else, as a group."""
    size = "" if scale == 1 else f" scale({scale:g})"
    named = f"<title>{title}</title>" if title else ""
    return f'<g transform="translate({number(x)} {number(y)}){size}">{named}{content}</g>'


def cylinder(letter: str, height: float = 0, *, symbol: bool = True) -> str:
    """One token whose foot is so high above the table."""
    colour = TOKEN_COLOURS.get(letter, _ANY_COLOUR)
    flat = RADIUS * FLAT
    top = -height - RISE
    rx, ry = number(RADIUS), number(flat)
    side = (
        f'<path d="M-{rx} {number(top)}v{number(RISE)}a{rx} {ry} 0 0 0 {number(2 * RADIUS)} 0'
        f'v-{number(RISE)}z" fill="{shaded(colour, 0.68)}" stroke="{shaded(colour, 0.5)}"'
        ' stroke-width=".8"/>'
    )
    grain = ""
    if letter in _GRAIN:
        grain = (
            f'<path transform="translate(0 {number(top)})" d="{_GRAIN[letter]}" fill="none"'
            f' stroke="{shaded(colour, 0.48)}" stroke-width="1.4"/>'
        )
    lid = (
        f'<ellipse cy="{number(top)}" rx="{rx}" ry="{ry}" fill="{colour}"/>'
        f'<ellipse cy="{number(top)}" rx="{number(RADIUS - 1.2)}" ry="{number(flat - 1)}"'
        ' fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="1.3"/>'
    )
    return side + grain + lid + (_symbol(letter, top) if symbol else "")


def _symbol(letter: str, height: float) -> str:
    if letter not in _SYMBOLS:
        return ""
    ink = "#4a3608" if letter == "F" else "#fff"
    return (
        f'<path transform="translate(0 {number(height)}) scale(1 {FLAT})" d="{_SYMBOLS[letter]}"'
        f' fill="none" stroke="{ink}" stroke-width="3" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
    )


def flat_symbol(letter: str, colour: str) -> str:
    """The symbol of a token as a sign on its own, 30 wide."""
    return (
        f'<path d="{_SYMBOLS[letter]}" fill="none" stroke="{colour}" stroke-width="3.2"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def stack(tokens: str, *, cube: bool = False, crystal: bool = False) -> str:
    """A stack, bottom first, with what stands on it."""
    letters = ANY + "H" if tokens == box.BUILDING else tokens
    shadow = (
        f'<ellipse cx="4" cy="5" rx="{RADIUS + 2:g}" ry="{number(RADIUS * FLAT)}" opacity=".13"/>'
    )
    parts = [shadow] if letters else []
    for level, letter in enumerate(letters):
        on_top = level == len(letters) - 1
        parts.append(cylinder(letter, level * RISE, symbol=on_top))
    height = len(letters) * RISE
    if crystal:
        parts.append(moved(0, -height - 4, spirit_cube(), 0.9))
    elif cube:
        parts.append(moved(0, -height - 4, animal_cube(), 0.8))
    return "".join(parts)


def animal_cube() -> str:
    """An amber cube, its foot in the middle."""
    lid, left, right, edge = _CUBE
    return (
        f'<g stroke="{edge}" stroke-width=".8" stroke-linejoin="round">'
        f'<path d="M0 7L-12 0V-14L0-7z" fill="{left}"/><path d="M0 7L12 0V-14L0-7z" fill="{right}"/>'
        f'<path d="M0-7L-12-14L0-21L12-14z" fill="{lid}"/></g>'
    )


def spirit_cube() -> str:
    """A white crystal, its foot in the middle."""
    bright, light, dim, edge = _CRYSTAL
    return (
        f'<g stroke="{edge}" stroke-width=".8" stroke-linejoin="round">'
        f'<path d="M0 8L-11-10L-2-7z" fill="{light}"/><path d="M0 8L11-10L-2-7z" fill="{dim}"/>'
        f'<path d="M-11-10L0-27L-2-7z" fill="{bright}"/><path d="M11-10L0-27L-2-7z" fill="{light}"/></g>'
    )
