"""Functions that pickles of native objects name: the methods of native classes cannot be pickled."""

from harmonies._core import MOVES, Move


def move(index: int) -> Move:
    """The one object that this move is."""
    return MOVES[index]
