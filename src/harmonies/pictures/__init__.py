"""Pictures of boards and tables, in text and in SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harmonies.pictures.text_board import board_lines
from harmonies.pictures.text_table import WIDTH, status, table_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from harmonies._core import State

__all__ = ["board_svg", "board_text", "table_svg", "table_text"]

_MARGIN = 20.0


def board_text(state: State, seat: int, *, color: bool = False, marks: Collection[str] = ()) -> str:
    """A seat's board as text; ``marks`` are spaces to point out, ``color`` adds terminal colours.

    >>> from harmonies import Game
    >>> game = Game(players=1, seed=2)
    >>> game.play(game.legal_moves()[0]), game.play(f"place {game.state.hand[0]} c3")
    (Move('take 1'), Move('place F c3'))
    >>> print(board_text(game.state, 0))
     ______        ______        ______
    /      \\______/      \\______/      \\
    \\__a1__/      \\__c1__/      \\__e1__/
    /      \\__b1__/      \\__d1__/      \\
    \\__a2__/      \\__c2__/      \\__e2__/
    /      \\__b2__/  F   \\__d2__/      \\
    \\__a3__/      \\__c3__/      \\__e3__/
    /      \\__b3__/      \\__d3__/      \\
    \\__a4__/      \\__c4__/      \\__e4__/
    /      \\__b4__/      \\__d4__/      \\
    \\__a5__/      \\__c5__/      \\__e5__/
    """
    lines = board_lines(state.side, state.board(seat), color=color, marks=marks)
    return "\n".join(lines)


def table_text(
    state: State,
    *,
    width: int = WIDTH,
    color: bool = False,
    names: Sequence[str] | None = None,
) -> str:
    """A whole table as text: what lies in the middle, all boards with their cards and points."""
    return "\n".join(table_lines(state, width=width, color=color, names=names))


def board_svg(state: State, seat: int, *, marks: Collection[str] = ()) -> str:
    """A seat's board as a standalone SVG picture."""
    from harmonies.pictures.svg_board import BoardPicture
    from harmonies.pictures.svg_pieces import moved
    from harmonies.pictures.svg_sheet import sheet

    board = BoardPicture(state.side, state.board(seat), state.spirit_space(seat), marks)
    content = moved(_MARGIN, _MARGIN, board.content)
    label = f"The board of seat {seat + 1}, side {state.side}"
    return sheet(board.width + 2 * _MARGIN, board.height + 2 * _MARGIN, content, label)


def table_svg(state: State, *, names: Sequence[str] | None = None) -> str:
    """A whole table as a standalone SVG picture; what is hidden from spectators is not in it."""
    from harmonies.pictures.svg_pieces import moved
    from harmonies.pictures.svg_sheet import sheet
    from harmonies.pictures.svg_table import table_picture

    content, width, height = table_picture(state, names)
    label = status(state, names)
    return sheet(
        width + 2 * _MARGIN,
        height + 2 * _MARGIN,
        moved(_MARGIN, _MARGIN, content),
        label,
        position=str(state.redacted()),
    )
