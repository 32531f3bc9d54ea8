"""Positions that a command is given."""

from __future__ import annotations

from harmonies._core import State
from harmonies.cli.failure import Failure, read_text, said_of
from harmonies.errors import PositionError


def read_position(position: str) -> State:
    """A position from the command line, from standard input (-) or from a file (@FILE)."""
    if position == "-" or position.startswith("@"):
        file = position.removeprefix("@")
        text = read_text(file)
        stripped = text.strip()
        skipped = text[: text.find(stripped)] if stripped else ""
        first_line = skipped.count("\n") + 1
        first_column = len(skipped) - skipped.rfind("\n")
    else:
        file, stripped, first_line, first_column = "<position>", position, 1, 1
    try:
        return State.parse(stripped)
    except PositionError as error:
        column = error.column + first_column - 1
        raise Failure(said_of(file, first_line, column, error.message)) from error
