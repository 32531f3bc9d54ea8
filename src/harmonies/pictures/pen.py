"""Colours, and pieces of text laid side by side."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TOKEN_COLOURS = {
    "W": "#2f7fb8",
    "M": "#8b8f98",
    "T": "#7a5138",
    "L": "#5f9e3a",
    "F": "#e8b93a",
    "H": "#c2453d",
}
"""The palette of docs/look.md."""

AMBER = "#f0a830"

_DARK_LETTERS = "FM"
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


class Style(NamedTuple):
    """How a piece of text looks. Colours are written like ``#2f7fb8``."""

    front: str | None = None
    back: str | None = None
    bold: bool = False
    dim: bool = False


PLAIN = Style()
BOLD = Style(bold=True)
DIM = Style(dim=True)


def token_style(letter: str) -> Style:
    """Letters on the colour of a token."""
    front = "#000000" if letter in _DARK_LETTERS else "#ffffff"
    return Style(front, TOKEN_COLOURS[letter], bold=True)


def side_style(letter: str) -> Style:
    """Letters on the side of a token, which lies in shadow."""
    return Style("#ffffff", shaded(TOKEN_COLOURS[letter], 0.62))


def shaded(colour: str, share: float) -> str:
    """A colour with only so much of its light.

    >>> shaded("#ff8000", 0.5)
    '#804000'
    """
    parts = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{round(part * share):02x}" for part in parts)


class Pen:
    """Writes with colour, or without it."""

    def __init__(self, color: bool) -> None:
        self.color = color

    def __call__(self, text: str, style: Style) -> str:
        if not self.color or style == PLAIN:
            return text
        codes = []
        if style.bold:
            codes.append("1")
        if style.dim:
            codes.append("2")
        if style.front:
            codes.append("38;2;" + _rgb(style.front))
        if style.back:
            codes.append("48;2;" + _rgb(style.back))
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"

    def bold(self, text: str) -> str:
        return self(text, BOLD)

    def dim(self, text: str) -> str:
        return self(text, DIM)

    def stack(self, stack: str) -> str:
        """The letters of a stack, each on its own colour."""
        return "".join(self(letter, _letter_style(letter)) for letter in stack)


def _letter_style(letter: str) -> Style:
    if letter in TOKEN_COLOURS:
        return token_style(letter)
    return Style(AMBER, bold=True) if letter == "*" else BOLD


def _rgb(colour: str) -> str:
    return ";".join(str(int(colour[start : start + 2], 16)) for start in (1, 3, 5))


def width(line: str) -> int:
    """How many columns a line takes, its colours not counted."""
    return len(_ESCAPES.sub("", line))


def widest(lines: Iterable[str]) -> int:
    return max(map(width, lines), default=0)


def padded(line: str, columns: int) -> str:
    return line + " " * (columns - width(line))


def beside(*blocks: Sequence[str], gap: int = 3) -> list[str]:
    """Blocks of lines next to each other, their first lines level.

    >>> beside(["ab", "c"], ["d"], gap=1)
    ['ab d', 'c']
    """
    widths = [widest(block) for block in blocks]
    rows = []
    for lines in zip_longest(*blocks, fillvalue=""):
        parts = (padded(line, columns) for line, columns in zip(lines, widths, strict=True))
        rows.append((" " * gap).join(parts).rstrip())
    return rows


def filled(words: Iterable[str], columns: int, between: str = "  ") -> list[str]:
    """Words one behind the other, in as few lines as they need.

    >>> filled(["one", "two", "three"], 9, ", ")
    ['one, two,', 'three']
    """
    end = between.rstrip()
    lines: list[str] = []
    for word in words:
        if lines and width(lines[-1] + between + word + end) <= columns:
            lines[-1] += between + word
        else:
            lines.append(word)
    return [line + end for line in lines[:-1]] + lines[-1:]


def flowed(blocks: Iterable[Sequence[str]], columns: int, gap: int = 3) -> list[str]:
    """Blocks side by side as long as they fit, and further ones below."""
    rows: list[list[Sequence[str]]] = []
    used = columns
    for block in blocks:
        needed = widest(block) + gap
        if rows and used + needed <= columns:
            rows[-1].append(block)
            used += needed
        else:
            rows.append([block])
            used = needed - gap
    lines: list[str] = []
    for row in rows:
        if lines:
            lines.append("")
        lines += beside(*row, gap=gap)
    return lines
