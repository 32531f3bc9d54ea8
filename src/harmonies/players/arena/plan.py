"""What an arena plays: which players sit where, on which deals."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, pairwise
from typing import TYPE_CHECKING, Literal

from harmonies.game import Game
from harmonies.players.interface import PlayerError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harmonies.players.interface import Budget

Opponents = Literal["all", "next", "self"]
LineUp = tuple[str, ...]


class BadArena(PlayerError, ValueError):
    """An arena that cannot be held."""

    code = "player/bad-arena"


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal with those who play it, once for each way in which they can sit."""

    line_up: LineUp
    number: int


@dataclass(frozen=True, slots=True)
class Arena:
    """Who plays how many games in which configuration.

    Every line-up plays the same deals, each of them as often as its seats can be rotated to
    something new: two players sit once in each seat. So luck of the deal and of the first turn is
    the same for all.

    >>> arena = Arena(("greedy", "random"), games=4)
    >>> arena.line_ups()
    [('greedy', 'random')]
    >>> seatings(("greedy", "random"))
    [('greedy', 'random'), ('random', 'greedy')]
    >>> len(list(arena.deals()))
    2
    """

    players: tuple[str, ...]
    games: int = 100
    seats: int = 2
    side: str = "A"
    spirits: bool = False
    opponents: Opponents = "all"
    budget: Budget | None = None
    objective: str | None = None
    seed: int = 1

    def __post_init__(self) -> None:
        if not self.players:
            raise BadArena("An arena needs a player.")
        for name in self.players:
            if self.players.count(name) > 1:
                raise BadArena(f"{name} is named twice.")
        if self.games < 1:
            raise BadArena(f"{self.games} games are too few.")
        if not 1 <= self.seats <= 4:
            raise BadArena(f"1 to 4 play, not {self.seats}.")
        if self.side not in ("A", "B"):
            raise BadArena(f"A board has the sides A and B, not '{self.side}'.")
        if not 0 <= self.seed < 1 << 32:
            raise BadArena("A seed is a number from 0 to 2**32 - 1.")

    def line_ups(self) -> list[LineUp]:
        """Who plays with whom: everybody with everybody, or with the next, or with itself."""
        if self.opponents == "self" or self.seats == 1 or len(self.players) == 1:
            return [(name,) * self.seats for name in self.players]
        pools = pairwise(self.players) if self.opponents == "next" else [self.players]
        return [line_up for pool in pools for line_up in _tables(pool, self.seats)]

    def deals(self) -> Iterator[Deal]:
        """What is to be played, in the order of the deals."""
        line_ups = self.line_ups()
        numbers = {line_up: -(-self.games // len(seatings(line_up))) for line_up in line_ups}
        for number in range(max(numbers.values())):
            for line_up in line_ups:
                if number < numbers[line_up]:
                    yield Deal(line_up, number)

    def game(self, number: int) -> Game:
        """The game of a deal."""
        seed = self.seed << 32 | number
        return Game(self.seats, self.side, spirits=self.spirits, seed=seed)


def seatings(line_up: LineUp) -> list[LineUp]:
    """The ways in which a line-up can sit, by moving everybody on by one seat."""
    rotated = (line_up[shift:] + line_up[:shift] for shift in range(len(line_up)))
    return list(dict.fromkeys(rotated))


def _tables(players: LineUp, seats: int) -> list[LineUp]:
    """Every choice of some for a table; or, where they are too few, all of them as evenly as can be.

    >>> _tables(("a", "b"), 3)
    [('a', 'b', 'a'), ('b', 'a', 'b')]
    """
    if len(players) >= seats:
        return list(combinations(players, seats))
    return [
        _spread(line_up)
        for line_up in combinations_with_replacement(players, seats)
        if _even([line_up.count(name) for name in players])
    ]


def _even(counts: list[int]) -> bool:
    return min(counts) > 0 and max(counts) - min(counts) <= 1


def _spread(line_up: LineUp) -> LineUp:
    """The same, with the seats of one player apart."""
    names = sorted(dict.fromkeys(line_up), key=lambda name: -line_up.count(name))
    return tuple(names[seat % len(names)] for seat in range(len(line_up)))
