"""Positions and boards for the tests of the oracle, in few words."""

from __future__ import annotations

import oracle

EMPTY = {"A": "5/4/5/4/5", "B": "4/3/4/3/4/3/4"}
BLANK = EMPTY["A"]
GROUPS = "WMT,WMT,WMT,WMT,WMT"
RIVER = "otter,fish,frog,duck,bee"
BAG = "W10M10T10L10F10H10"
TWO_LEFT = "T,T,T,T,T/T,T,T,T/T,T,T,T,T/T,T,T,T/T,T,T,2"
THREE_LEFT = "T,T,T,T,T/T,T,T,T/T,T,T,T,T/T,T,T,T/T,T,3"


def points(
    part: str,
    side: str,
    board: dict[str, str],
    cards: dict[str, int] | None = None,
    spirit: str | None = None,
) -> int:
    return oracle.score_board(side, board, cards or {}, spirit, spirit is not None)[part]


def filled(stack: str, spaces: str) -> dict[str, str]:
    """The same stack on each of the spaces."""
    return dict.fromkeys(spaces.split(), stack)


def position(
    *seats: str,
    setup: str = "A2",
    central: str = GROUPS,
    river: str = RIVER,
    gone: str = "-",
    bag: str = BAG,
    first: int = 1,
    turn: int = 1,
    doing: str = "play",
) -> str:
    """A position text; seats that are not given have an empty board and no cards."""
    missing = int(setup[1]) - len(seats)
    words = [*seats, *[f"{EMPTY[setup[0]]} -"] * missing]
    return f"{setup} {' '.join(words)} {central} {river} {gone} {bag} {first} {turn} {doing}"
