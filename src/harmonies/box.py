"""What is in the box: the tokens, the two sides of the board, and the cards.

Words and numbers from ``data/``, for pictures and explanations. What they mean in play is the core's
business.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

_DATA = Path(__file__).parent / "data"

BUILDING = "H2"
"""The stack of a habitat where any building will do: a house on one trunk, mountain or house."""

LETTERS = "WMTLFH"
"""The tokens, in the order they are always named."""


@dataclass(frozen=True, slots=True)
class Token:
    """A colour of token, and how many of it the box holds."""

    letter: str
    name: str
    count: int


class Place(NamedTuple):
    """A space of a habitat: axial coordinates from the space that takes the cube, and its stack."""

    q: int
    r: int
    stack: str


class Row(NamedTuple):
    """Points a spirit gives for each thing of size ``low`` to ``high`` (None: no upper end)."""

    low: int
    high: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Card:
    """An animal or a spirit.

    An animal has ``points`` for one cube settled, for two, and so on. A spirit has ``rows`` for the
    things of one landscape, ``of``, ``by`` their connected groups or by each stack's height.
    """

    name: str
    habitat: tuple[Place, ...]
    points: tuple[int, ...] = ()
    by: str = ""
    of: str = ""
    rows: tuple[Row, ...] = ()

    @property
    def is_spirit(self) -> bool:
        return not self.points

    @property
    def cubes(self) -> int:
        """How many cubes it comes with."""
        return len(self.points) or 1


@dataclass(frozen=True)
class Side:
    """A side of the personal board: its columns from the left, and how water scores."""

    letter: str
    columns: tuple[int, ...]
    water: str

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        """The names of its spaces, column by column.

        >>> side("A").spaces[:6]
        ('a1', 'a2', 'a3', 'a4', 'a5', 'b1')
        """
        return tuple(
            space_name(column, row)
            for column, size in enumerate(self.columns)
            for row in range(size)
        )


def space_name(column: int, row: int) -> str:
    """The name of a space, from its column and row counted from 0."""
    return f"{chr(ord('a') + column)}{row + 1}"


def column_and_row(space: str) -> tuple[int, int]:
    """Where a space lies, both counted from 0.

    >>> column_and_row("c3")
    (2, 2)
    """
    return ord(space[0]) - ord("a"), int(space[1:]) - 1


@cache
def tokens() -> dict[str, Token]:
    """The six colours by letter."""
    listed = (Token(**entry) for entry in _read("boards.json")["tokens"])
    return {token.letter: token for token in listed}


@cache
def sides() -> dict[str, Side]:
    """The two sides by letter."""
    return {
        entry["letter"]: Side(entry["letter"], tuple(entry["columns"]), entry["water"])
        for entry in _read("boards.json")["sides"]
    }


def side(letter: str) -> Side:
    """The side with this letter."""
    return sides()[letter]


@cache
def cards() -> dict[str, Card]:
    """All cards by name: the animals, then the spirits.

    >>> cards()["bat"].points, cards()["bat"].habitat[1].stack
    ((3, 6, 10, 15), 'TTL')
    """
    data = _read("cards.json")
    found = {}
    for entry in data["animals"]:
        found[entry["id"]] = Card(entry["id"], _habitat(entry), tuple(entry["points"]))
    for entry in data["spirits"]:
        score = entry["score"]
        rows = tuple(Row(*row) for row in score["rows"])
        found[entry["id"]] = Card(
            entry["id"], _habitat(entry), by=score["by"], of=score["of"], rows=rows
        )
    return found


def _habitat(entry: dict[str, Any]) -> tuple[Place, ...]:
    places = []
    for place in entry["habitat"]:
        q, r = place["at"]
        places.append(Place(q, r, place["stack"]))
    return tuple(places)


def _read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((_DATA / name).read_text(encoding="utf-8"))
    return content
