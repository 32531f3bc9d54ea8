"""The rules a second time: plain, slow, and written from the rules text alone.

This is what the real implementation is tested against, so nothing here may come from it.
"""

from __future__ import annotations

from .cards import ANIMALS, SPIRITS, Animal, Spirit
from .game import Game, perft, solo_suns
from .geometry import NEIGHBOURS, SPACES
from .habitats import fits
from .landscape import may_place, score_board
from .random_play import Box, Record, Step, play_out, random_game
from .state import Needs

__all__ = [
    "ANIMALS",
    "NEIGHBOURS",
    "SPACES",
    "SPIRITS",
    "Animal",
    "Box",
    "Game",
    "Needs",
    "Record",
    "Spirit",
    "Step",
    "fits",
    "may_place",
    "perft",
    "play_out",
    "random_game",
    "score_board",
    "solo_suns",
]
