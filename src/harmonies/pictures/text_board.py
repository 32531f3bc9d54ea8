"""A personal board as text: hexes with their stacks, bottom token first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harmonies import box
from harmonies.pictures.pen import AMBER, DIM, PLAIN, Pen, Style, side_style, token_style

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

# Columns inside a hex; its neighbours share the ones it is drawn with. A stack and its cube need 4.
_INNER = 6
_LEAST_INNER = 4


def board_lines(
    side: str,
    board: Mapping[str, str],
    *,
    color: bool = False,
    marks: Collection[str] = (),
    width: int | None = None,
) -> list[str]:
    """The lines of a board; ``marks`` are spaces to point out. It is drawn narrower to fit a width.

    >>> print(*board_lines("A", {"a1": "TTL", "b1": "W*"}, marks=["b1"])[:5], sep="\\n")
     ______        ______        ______
    / TTL  \\______/      \\______/      \\
    \\__a1__/  W*  \\__c1__/      \\__e1__/
    /      \\_[b1]_/      \\__d1__/      \\
    \\__a2__/      \\__c2__/      \\__e2__/
    """
    layout = box.side(side)
    fits = width is None or len(layout.columns) * (_INNER + 1) + 1 <= width
    sheet = _Sheet(_INNER if fits else _LEAST_INNER)
    for space in layout.spaces:
        column, row = box.column_and_row(space)
        sheet.hex(column * sheet.step, 2 * row + column % 2 + 1)
    for space in layout.spaces:
        column, row = box.column_and_row(space)
        x, y = column * sheet.step + 1, 2 * row + column % 2 + 1
        sheet.fill(x, y, space, board.get(space, ""), space in marks)
    return sheet.lines(Pen(color))


class _Sheet:
    def __init__(self, inner: int) -> None:
        self.step = inner + 1
        self._inner = inner
        self._drawn: dict[tuple[int, int], tuple[str, Style]] = {}

    def write(self, x: int, y: int, text: str, style: Style) -> None:
        for offset, letter in enumerate(text):
            self._drawn[x + offset, y] = letter, style

    def hex(self, x: int, y: int) -> None:
        """The rim of a hex whose left edge and upper row are these."""
        if (x + 1, y - 1) not in self._drawn:
            self.write(x + 1, y - 1, "_" * self._inner, DIM)
        self.write(x, y, "/" + " " * self._inner + "\\", DIM)
        self.write(x, y + 1, "\\" + "_" * self._inner + "/", DIM)

    def fill(self, x: int, y: int, name: str, stack: str, marked: bool) -> None:
        tokens = stack.rstrip("*")
        ground = token_style(tokens[-1]) if tokens else PLAIN
        below = side_style(tokens[-1]) if tokens else DIM
        self.write(x, y, " " * self._inner, ground)
        start = x + (self._inner - len(tokens)) // 2
        for offset, letter in enumerate(tokens):
            self.write(start + offset, y, letter, token_style(letter))
        if len(stack) > len(tokens):
            cube = Style(AMBER, "#3a2a10", bold=True)
            self.write(start + len(tokens), y, "*", cube)
        label = f"[{name}]" if marked else name
        self.write(x, y + 1, label.center(self._inner, "_"), below)
        if marked:
            middle = x + (self._inner - len(label)) // 2
            self.write(middle, y + 1, label, below._replace(bold=True, dim=False))

    def lines(self, pen: Pen) -> list[str]:
        height = max(y for _, y in self._drawn) + 1
        breadth = max(x for x, _ in self._drawn) + 1
        lines = []
        for y in range(height):
            runs: list[tuple[str, Style]] = []
            for x in range(breadth):
                letter, style = self._drawn.get((x, y), (" ", PLAIN))
                if runs and runs[-1][1] == style:
                    runs[-1] = runs[-1][0] + letter, style
                else:
                    runs.append((letter, style))
            while runs and not runs[-1][0].strip() and runs[-1][1].back is None:
                runs.pop()
            lines.append("".join(pen(text, style) for text, style in runs).rstrip())
        return lines
