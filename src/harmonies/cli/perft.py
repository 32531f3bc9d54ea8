"""`harmonies perft`: how many move sequences there are."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from harmonies.cli.failure import OK
from harmonies.cli.position import read_position

if TYPE_CHECKING:
    from harmonies._core import State


def perft(position: str, depth: int, *, divide: bool) -> int:
    """Prints the number of sequences, with ``divide`` for each first move; the exit code."""
    state = read_position(position)
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


def _count(state: State, depth: int) -> int:
    """Counts beside the main thread, which so stays open to an interruption."""
    found: list[int] = []
    counting = threading.Thread(target=lambda: found.append(state.perft(depth)), daemon=True)
    counting.start()
    while counting.is_alive():
        counting.join(0.1)
    return found[0]
