"""Harmonies: the board game's rules, exactly and fast.

>>> from harmonies import Game
>>> game = Game(players=2, seed=1)
>>> game.play(game.legal_moves()[0])
Move('take 1')

Start with :class:`Game`. A :class:`State` is all that is known at one moment and never changes; a
:class:`Move` is one of a fixed set; a :class:`Draw` is what chance answered. Seats count from 0 in
Python and from 1 in text.

Beside it: :mod:`harmonies.records` reads and writes whole games, :mod:`harmonies.pictures` draws
boards and tables, :mod:`harmonies.boards` counts boards from a real table, :mod:`harmonies.fair`
proves a deal, ``harmonies.players`` plays, and :mod:`harmonies.errors` has every exception.
"""

from harmonies._core import MOVES, Dealer, Draw, Move, State
from harmonies.errors import BadArgument, HarmoniesError, IllegalMove, NotationError, Refused
from harmonies.game import Event, Game, Outcome, Replace, Resign, Undo, parse_event
from harmonies.score import Reason, Score, Standing, score_table, solo_suns

__version__ = "0.1.0"

__all__ = [
    "MOVES",
    "BadArgument",
    "Dealer",
    "Draw",
    "Event",
    "Game",
    "HarmoniesError",
    "IllegalMove",
    "Move",
    "NotationError",
    "Outcome",
    "Reason",
    "Refused",
    "Replace",
    "Resign",
    "Score",
    "Standing",
    "State",
    "Undo",
    "__version__",
    "parse_event",
    "score_table",
    "solo_suns",
]
