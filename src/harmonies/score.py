"""Points, and the reason for each of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from harmonies._core import CATEGORIES, Tableau, places, suns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from harmonies._core import State


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing on the board or beside it, and what it is worth.

    ``size`` says why: the height of a tree or mountain, the spaces of a field or island, the colours
    around a building, the tokens of a river's longest shortest path (which ``path`` shows), the cubes
    settled of ``card``, or the size of what a spirit counts. What could have scored and did not is
    there with 0 points.
    """

    category: str
    points: int
    size: int
    spaces: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    card: str | None = None

    def __str__(self) -> str:
        return f"{self.points:3}  {self._words()}"

    def _words(self) -> str:
        where = " ".join(self.spaces)
        match self.category:
            case "trees":
                return f"tree of height {self.size} on {where}"
            case "mountains":
                alone = "" if self.points else ", next to no other mountain"
                return f"mountain of height {self.size} on {where}{alone}"
            case "fields":
                if self.size == 1:
                    return f"a single field token on {where}, a field has two or more"
                return f"field of {self.size} on {where}"
            case "buildings":
                colours = "colour" if self.size == 1 else "colours"
                wanted = "" if self.points else ", 3 are wanted"
                return f"building on {where} with {self.size} {colours} around it{wanted}"
            case "water":
                return self._water(where)
            case "animals":
                return f"{self.card} with {_cubes(self.size)} settled"
            case _:
                if not self.spaces:
                    return f"{self.card}, " + ("nothing to count" if self.size else "not settled")
                return f"{self.card} for {self.size} on {where}"

    def _water(self, where: str) -> str:
        if not self.path:
            return f"island of {self.size} on {where}"
        longest = f", {self.size} long along {' '.join(self.path)}"
        shorter = "" if self.points or self.size == 1 else ", not the longest river"
        return f"water on {where}{longest}{shorter}"


@dataclass(frozen=True, slots=True)
class Score:
    """What a board and its cards are worth, by category.

    >>> score = score_table("A", {"c3": "TTL", "d3": "M", "d2": "MM"}, {"bat": 1})
    >>> score.trees, score.mountains, score.animals, score.total
    (7, 4, 3, 14)
    >>> for reason in score.reasons:
    ...     print(reason)
      7  tree of height 3 on c3
      1  mountain of height 1 on d3
      3  mountain of height 2 on d2
      3  bat with 1 cube settled
    """

    trees: int
    mountains: int
    fields: int
    buildings: int
    water: int
    animals: int
    spirit: int
    reasons: tuple[Reason, ...] = field(repr=False, compare=False)

    @property
    def total(self) -> int:
        """All points together."""
        return sum(self.by_category().values())

    def by_category(self) -> dict[str, int]:
        """The points of each category, in the order they are counted."""
        return {category: getattr(self, category) for category in CATEGORIES}

    def as_dict(self) -> dict[str, int]:
        """The points of each category and their total."""
        return {**self.by_category(), "total": self.total}


class Standing(NamedTuple):
    """A seat's place at the end, from 1. Seats tied in points and cubes share a place."""

    seat: int
    place: int
    points: int
    cubes: int


def score_of(state: State, seat: int) -> Score:
    """The score of a seat."""
    return _score(Tableau.of_seat(state, seat))


def score_table(
    side: str,
    board: Mapping[str, str],
    cards: Mapping[str, int],
    spirit: str | None = None,
    *,
    spirit_settled: bool = False,
) -> Score:
    """The score of a board as it lies on a table: stacks by space, cubes settled by card."""
    return _score(Tableau.of_table(side, dict(board), dict(cards), spirit, spirit_settled))


def standings_of(state: State) -> tuple[Standing, ...]:
    """The seats' places if the game were scored now, in the order of the seats."""
    return tuple(Standing(seat, *row) for seat, row in enumerate(places(state)))


def solo_suns(points: int, side: str, *, spirits: bool = False, spirit: str | None = None) -> int:
    """What a solo score is worth in suns.

    >>> solo_suns(112, "A")
    7
    """
    return suns(points, side, spirits, spirit)


def _score(tableau: Tableau) -> Score:
    reasons = tuple(
        Reason(category, points, size, tuple(spaces), tuple(path), card)
        for category, points, size, spaces, path, card in tableau.reasons()
    )
    return Score(**dict(zip(CATEGORIES, tableau.points(), strict=True)), reasons=reasons)


def _cubes(count: int) -> str:
    return "1 cube" if count == 1 else f"{count} cubes"
