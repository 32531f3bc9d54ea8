"""What an arena has found: each player's figures, each two players' games, and the ladder."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING, NamedTuple

from harmonies._core import CATEGORIES
from harmonies.players.arena.figures import ByDeal, Mean, Share, deciles, mean, share
from harmonies.players.arena.ladder import Rating, Wins, ladder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harmonies.players.arena.play import Played, PlayedDeal

FEWEST_IN_LADDER = 3


class Standing(NamedTuple):
    """A player's figures. ``seats`` counts its scores: a player may sit in several seats of a game."""

    name: str
    games: int
    seats: int
    points: Mean
    deciles: tuple[float, ...]
    won: Share | None
    suns: Mean | None
    categories: dict[str, float]
    turns: float
    nodes: float
    milliseconds: float


class Meeting(NamedTuple):
    """Two players' games: how many of them the first won, and by how much it was ahead."""

    name: str
    against: str
    games: int
    won: Share
    lead: Mean


@dataclass(frozen=True, slots=True)
class Table:
    """All that an arena has found."""

    players: tuple[Standing, ...]
    meetings: tuple[Meeting, ...]
    ladder: dict[str, Rating]


def table(names: Sequence[str], deals: Sequence[PlayedDeal]) -> Table:
    """What has been found so far. Players that have not played yet are left out."""
    seen = {seat.player for deal in deals for game in deal.games for seat in game}
    playing = [name for name in names if name in seen]
    return Table(
        tuple(_standing(name, deals) for name in playing),
        tuple(_meetings(playing, deals)),
        _ladder(playing, deals),
    )


def _games(deals: Sequence[PlayedDeal]) -> Iterator[tuple[int, tuple[Played, ...]]]:
    for deal in deals:
        for game in deal.games:
            yield deal.deal.number, game


def _standing(name: str, deals: Sequence[PlayedDeal]) -> Standing:
    points, won, suns = ByDeal(list), ByDeal(list), ByDeal(list)
    mine: list[Played] = []
    games = 0
    alone = True
    for number, game in _games(deals):
        seats = [seat for seat in game if seat.player == name]
        if not seats:
            continue
        games += 1
        mine += seats
        points[number] += [seat.points for seat in seats]
        suns[number] += [seat.suns for seat in seats]
        if len(seats) < len(game):
            alone = False
            won[number] += [1 / seat.sharing if seat.place == 1 else 0.0 for seat in seats]
    turns = sum(seat.turns for seat in mine)
    return Standing(
        name=name,
        games=games,
        seats=len(mine),
        points=mean(points),
        deciles=tuple(deciles([seat.points for seat in mine])),
        won=None if alone else share(won),
        suns=mean(suns) if all(len(game) == 1 for _, game in _games(deals)) else None,
        categories={
            category: sum(seat.categories[number] for seat in mine) / len(mine)
            for number, category in enumerate(CATEGORIES)
        },
        turns=turns / len(mine),
        nodes=sum(seat.nodes for seat in mine) / turns,
        milliseconds=1000 * sum(seat.seconds for seat in mine) / turns,
    )


def _pairs(game: Sequence[Played]) -> Iterator[tuple[Played, Played]]:
    return ((one, other) for one, other in permutations(game, 2) if one.player != other.player)


def _won(one: Played, other: Played) -> float:
    return 0.5 if one.place == other.place else float(one.place < other.place)


def _meetings(names: Sequence[str], deals: Sequence[PlayedDeal]) -> Iterator[Meeting]:
    won: dict[tuple[str, str], ByDeal] = defaultdict(lambda: ByDeal(list))
    leads: dict[tuple[str, str], ByDeal] = defaultdict(lambda: ByDeal(list))
    games: dict[tuple[str, str], int] = defaultdict(int)
    for number, game in _games(deals):
        for pair in permutations(dict.fromkeys(seat.player for seat in game), 2):
            games[pair] += 1
        for one, other in _pairs(game):
            won[one.player, other.player][number].append(_won(one, other))
            leads[one.player, other.player][number].append(one.points - other.points)
    for earlier, later in combinations(names, 2):
        pair = (later, earlier)
        if pair in games:
            yield Meeting(*pair, games[pair], share(won[pair]), mean(leads[pair]))


def _ladder(names: Sequence[str], deals: Sequence[PlayedDeal]) -> dict[str, Rating]:
    if len(names) < FEWEST_IN_LADDER:
        return {}
    number_of = {name: number for number, name in enumerate(names)}
    wins: dict[int, Wins] = defaultdict(dict)
    for number, game in _games(deals):
        for one, other in _pairs(game):
            pair = (number_of[one.player], number_of[other.player])
            wins[number][pair] = wins[number].get(pair, 0.0) + _won(one, other)
    if not wins:
        return {}
    ratings = ladder(len(names), list(wins.values()))
    return dict(zip(names, ratings, strict=True))
