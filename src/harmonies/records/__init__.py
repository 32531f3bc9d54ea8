"""Game records: a whole game as text that people can read and edit.

>>> from harmonies import Game
>>> game = Game(players=1, seed=1)
>>> for move in ("take 1", "place M c3", "draft wolf"):
...     _ = game.play(move)
>>> print(print_record(game), end="")
harmonies record 1
side: A
players: 1
spirits: no
first: 1
<BLANKLINE>
deal: drawn MML MTL WTF turned frog penguin wolf
1 seat 1: take 1; place M c3; draft wolf
<BLANKLINE>
result: unfinished
>>> parse_record(print_record(game)).game == game
True

docs/notation.md is the definition of the form.
"""

from harmonies.records.as_json import from_json, to_json
from harmonies.records.model import Cut, FairDeal, Note, Record, Remark
from harmonies.records.reader import parse_record, read_record
from harmonies.records.writer import Turn, print_record, turns_of

__all__ = [
    "Cut",
    "FairDeal",
    "Note",
    "Record",
    "Remark",
    "Turn",
    "from_json",
    "parse_record",
    "print_record",
    "read_record",
    "to_json",
    "turns_of",
]
