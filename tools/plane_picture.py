"""Draw docs/planes.svg: a board, and beside it the planes that a learner sees of it.

python tools/plane_picture.py [--check]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from harmonies import State, _core, box
from harmonies.envs.layout import PLANE_SHAPE, PLANES
from harmonies.pictures.svg_board import BoardPicture
from harmonies.pictures.svg_pieces import moved
from harmonies.pictures.svg_sheet import sheet, words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "planes.svg"
# Every kind of stack stands on the board of the seat to move, and both kinds of cubes.
POSITION = (
    "A2s MMM,H,W*,L,TL/TTL,F,T,W/MM,L,1,W,F*/TT,MH,M,1/HH,TH,3"
    " flamingo:1,peacock:0,meerkat:0,raccoon:0,butterfly:1@c5"
    " W,TH,TL*,F,MMM/HH,MMM,F,M/W,L,M,L,T/4/5 frog:0,boar:1,kingfisher:0,owl:0"
    " WFF,WFF,WTF,THH,MLF bear,arctic_fox,bat,crow,llama - W15M7T9L11F9H5 1 21 play"
)
CELL = 15
GAP = 22
ACROSS = 6
BOARD = 0.8


def plane(cells: NDArray[np.uint8], spaces: set[tuple[int, int]]) -> str:
    """A grid: cells that are 1 are full, those of no space of this side are faint."""
    rows, columns = PLANE_SHAPE
    outlines: dict[str, str] = {}
    for row in range(rows):
        for column in range(columns):
            faint = "" if (column, row) in spaces else ' opacity="0.3"'
            kind = 'class="hm-turn"' if cells[row, column] else f'class="hm-space"{faint}'
            square = f"M{column * CELL} {row * CELL}h{CELL - 1}v{CELL - 1}h{1 - CELL}z"
            outlines[kind] = outlines.get(kind, "") + square
    return "".join(f'<path {kind} d="{outline}"/>' for kind, outline in outlines.items())


def names_of_cells() -> str:
    """Columns and rows as the notation calls them."""
    rows, columns = PLANE_SHAPE
    across = [words(c * CELL + 7, -4, "abcdefg"[c], 9, "hm-soft hm-middle") for c in range(columns)]
    down = [words(-5, r * CELL + 11, str(r + 1), 9, "hm-soft hm-end") for r in range(rows)]
    return "".join(across + down)


def picture() -> str:
    state = State.parse(POSITION)
    seat = state.to_move
    _, planes = _core.observe(state, seat)
    spaces = {box.column_and_row(space) for space in box.side(state.side).spaces}
    board = BoardPicture(state.side, state.board(seat), state.spirit_space(seat))
    rows, columns = PLANE_SHAPE
    wide, high = columns * CELL + GAP, rows * CELL + 2 * GAP
    left = 30 + board.width * BOARD + 40
    parts = [moved(20, 40, board.content, BOARD)]
    for number, name in enumerate(PLANES):
        x, y = left + number % ACROSS * wide, 60 + number // ACROSS * high
        parts.append(moved(x, y, plane(planes[number], spaces)))
        parts.append(words(x, y - 17, f"{number}  {name}", 12, "hm-ink hm-bold"))
        parts.append(moved(x, y, names_of_cells()))
    width = left + ACROSS * wide + 10
    height = 60 + 3 * high
    return sheet(width, height, "".join(parts), "A board and its planes", POSITION)


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        if PICTURE.read_text(encoding="utf-8") == picture():
            return 0
        print("docs/planes.svg is not fresh: run python tools/plane_picture.py", file=sys.stderr)
        return 1
    PICTURE.write_text(picture(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
