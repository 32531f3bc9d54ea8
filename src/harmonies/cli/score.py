"""`harmonies score`: boards counted as they lie on a table."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from harmonies.boards import read_boards
from harmonies.cli.failure import (
    FOUND_WRONG,
    OK,
    name_of_file,
    printable,
    read_text,
    refuse,
    said_of,
)
from harmonies.cli.show import Screen, score_lines
from harmonies.errors import NotationError
from harmonies.pictures.pen import Pen
from harmonies.pictures.text_board import board_lines
from harmonies.pictures.text_table import points_word

if TYPE_CHECKING:
    from harmonies.boards import TableBoard


def score_file(file: str, *, as_json: bool) -> int:
    """Counts the boards in a file; the exit code."""
    try:
        boards = read_boards(read_text(file))
    except NotationError as error:
        refuse(file, error)
    for board in boards:
        for oddity in board.oddities:
            message = f"warning: {oddity.message}"
            print(said_of(file, oddity.line, oddity.column, message), file=sys.stderr)
    if as_json:
        lines = ",\n ".join(json.dumps(board.score().as_dict()) for board in boards)
        print(f"[{lines}]")
    else:
        screen = Screen()
        for number, board in enumerate(boards, 1):
            if number > 1:
                screen.lines([""])
            screen.lines(_page(board, _title(board, number, len(boards)), screen))
    different = [
        f"{name_of_file(file)}: {_title(board, number, len(boards))}: {_said(board)}"
        for number, board in enumerate(boards, 1)
        if board.differences()
    ]
    for line in different:
        print(line, file=sys.stderr)
    return FOUND_WRONG if different else OK


def _title(board: TableBoard, number: int, count: int) -> str:
    if board.name:
        return printable(board.name)
    return f"board {number}" if count > 1 else "board"


def _page(board: TableBoard, title: str, screen: Screen) -> list[str]:
    pen = Pen(screen.color)
    score = board.score()
    head = pen.bold(f"{title}, side {board.side}: {points_word(score.total)}")
    about = [pen.dim(printable(board.about))] if board.about else []
    picture = board_lines(board.side, board.board, color=screen.color, width=screen.width)
    counted = score_lines(score, screen.width, spirits=board.spirit is not None)
    return [head, *about, *picture, *counted]


def _said(board: TableBoard) -> str:
    return ", ".join(
        f"{category} {found}, expected {wanted}"
        for category, (wanted, found) in board.differences().items()
    )
