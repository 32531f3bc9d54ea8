"""A personal board in SVG."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from harmonies import box
from harmonies.pictures.svg_pieces import moved, number, stack

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

HEX = 44.0  # from the middle of a space to its corners
SLANT = 0.86
_HALF = HEX * sqrt(3) / 2 * SLANT
_HEADROOM = 38.0  # for stacks in the topmost row


class BoardPicture:
    """A board as shapes, drawn from its upper left corner at 0, 0, and its size."""

    def __init__(
        self,
        side: str,
        board: Mapping[str, str],
        spirit_space: str | None = None,
        marks: Collection[str] = (),
    ) -> None:
        layout = box.side(side)
        self._board = board
        self._spirit_space = spirit_space
        self._marks = marks
        self.width = (len(layout.columns) - 1) * HEX * 1.5 + 2 * HEX
        self.height = max(layout.columns) * 2 * _HALF + _HEADROOM
        middles = {space: _middle(space) for space in layout.spaces}
        back_to_front = sorted(middles, key=lambda space: (middles[space][1], middles[space][0]))
        parts = [self._space(space, *middles[space]) for space in back_to_front]
        parts += [self._stack(space, *middles[space]) for space in back_to_front]
        self.content = "".join(parts)

    def _space(self, space: str, x: float, y: float) -> str:
        marked = " hm-marked" if space in self._marks else ""
        return (
            f'<path class="hm-space{marked}" d="{hex_path(x, y, HEX - 1.6)}"/>'
            f'<text class="hm-name" x="{number(x)}" y="{number(y + _HALF - 4)}">{space}</text>'
        )

    def _stack(self, space: str, x: float, y: float) -> str:
        text = self._board.get(space, "")
        if not text:
            return ""
        cube = text.endswith("*")
        crystal = cube and space == self._spirit_space
        drawn = stack(text.rstrip("*"), cube=cube, crystal=crystal)
        return moved(x, y + 1, drawn, title=f"{space} {text}")


def _middle(space: str) -> tuple[float, float]:
    column, row = box.column_and_row(space)
    x = HEX + column * HEX * 1.5
    return x, _HEADROOM + _HALF * (2 * row + 1 + column % 2)


def hex_path(x: float, y: float, size: float) -> str:
    """The outline of a space around its middle."""
    half, height = size / 2, size * sqrt(3) / 2 * SLANT
    corners = [
        (size, 0.0), (half, height), (-half, height), (-size, 0.0), (-half, -height), (half, -height)
    ]  # fmt: skip
    points = " ".join(f"{number(x + dx)} {number(y + dy)}" for dx, dy in corners)
    return f"M{points}z"
