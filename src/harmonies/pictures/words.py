"""Cards in few words: the habitat, the points, the rule of a spirit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harmonies import box
from harmonies.pictures.pen import AMBER, Pen, Style

if TYPE_CHECKING:
    from harmonies.box import Card

_SHAPES = {
    ((1, 0),): "{0} by {1}",
    ((1, 0), (2, 0)): "{0} {1} {2} line",
    ((-1, 0), (1, 0)): "{1} {0} {2} line",
    ((0, 1), (1, 0)): "{0} {1} {2} triangle",
    ((-1, 0), (0, 1)): "{1} {0} {2} bend",
    ((-1, 0), (-1, 1), (0, 1)): "{1} {2} {3} around {0}",
    ((0, 1), (1, 0), (1, 1)): "{0} {3} across {1} {2}",
}

ANY_BUILDING = "?H"

_MANY = {"field": "fields", "tree": "trees", "building": "buildings", "mountain": "mountains"}


def stack_word(stack: str) -> str:
    """A stack of a habitat as it is written here."""
    return ANY_BUILDING if stack == box.BUILDING else stack


def habitat_words(card: Card, pen: Pen | None = None) -> str:
    """A habitat in words; the star is where the cube goes, ?H is any building.

    >>> habitat_words(box.cards()["otter"]), habitat_words(box.cards()["mouse"])
    ('W* L L line', 'F ?H* F bend')
    """
    pen = pen or Pen(False)
    shape = _SHAPES[tuple((place.q, place.r) for place in card.habitat[1:])]
    star = pen("*", Style(AMBER, bold=True))
    stacks = [pen.stack(stack_word(place.stack)) for place in card.habitat]
    return shape.format(stacks[0] + star, *stacks[1:])


def ladder(card: Card, settled: int, pen: Pen | None = None) -> str:
    """The points a card gives now, in brackets, and those still to come, a cube for each.

    >>> ladder(box.cards()["bat"], 0), ladder(box.cards()["bat"], 2)
    ('3 6 10 15', '[6] 10 15')
    """
    pen = pen or Pen(False)
    words = [str(points) for points in card.points[settled:]]
    if settled:
        words.insert(0, pen.bold(f"[{card.points[settled - 1]}]"))
    return " ".join(words)


def spirit_rule(card: Card) -> str:
    """What a spirit scores, in words.

    >>> spirit_rule(box.cards()["lion"])
    '2 for a field of 1 or 2, 10 for one of 3 or more'
    >>> spirit_rule(box.cards()["owl"])
    '3 for a tree 1 or 2 high, 1 for one 3 high'
    """
    first, *rest = card.rows
    if card.by == "count":
        if card.of == "water":
            return f"{first.points} for each water"
        words = [f"{first.points} for a {card.of} {_range(first)} high"]
        words += [f"{row.points} for one {_range(row)} high" for row in rest]
    elif card.of == "field":
        each = (first.low, first.high) == (1, None)
        which = "each field" if each else f"a field of {_range(first)}"
        words = [f"{first.points} for {which}"]
        words += [f"{row.points} for one of {_range(row)}" for row in rest]
    else:
        size = "" if first.low == 1 else f"{_range(first)} "
        words = [f"{first.points} for each group of {size}{_MANY.get(card.of, card.of)}"]
    return ", ".join(words)


def _range(row: box.Row) -> str:
    if row.high is None:
        return f"{row.low} or more"
    if row.high == row.low:
        return str(row.low)
    return f"{row.low} {'or' if row.high == row.low + 1 else 'to'} {row.high}"
