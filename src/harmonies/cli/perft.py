"""`harmonies perft`: how many move sequences there are."""

from __future__ import annotations

import threading

from harmonies._core import State
from harmonies.cli.failure import OK, Failure, read_text, said_of
from harmonies.errors import PositionError


def perft(position: str, depth: int, *, divide: bool) -> int:
    """Prints the number of sequences, with ``divide`` for each first move; the exit code."""
    state = _state(position)
    if not divide or depth == 0:
        print(_count(state, depth))
        return OK
    total = 0
    for move in state.legal_moves():
        # Chance answers after an end, so nothing is counted behind it.
        count = 1 if move.kind == "end" else _count(state.play(move), depth - 1)
        total += count
        print(f"{move}: {count}", flush=True)
    print(f"total: {total}")
    return OK


def _state(position: str) -> State:
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


def _count(state: State, depth: int) -> int:
    """Counts beside the main thread, which so stays open to an interruption."""
    found: list[int] = []
    counting = threading.Thread(target=lambda: found.append(state.perft(depth)), daemon=True)
    counting.start()
    while counting.is_alive():
        counting.join(0.1)
    return found[0]
