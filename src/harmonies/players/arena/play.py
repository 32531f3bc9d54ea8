"""One deal of an arena, played: pure work for a process of its own."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from harmonies.players.arena.plan import Deal, seatings
from harmonies.players.interface import Player, PlayerError
from harmonies.players.match import play_turn
from harmonies.players.registry import player
from harmonies.score import score_of, solo_suns

if TYPE_CHECKING:
    from harmonies.game import Game
    from harmonies.players.arena.plan import Arena, LineUp


class PlayerBroke(PlayerError):
    """A player failed in the middle of a game. ``game`` says which, so that it can be looked at."""

    code = "player/broke"

    def __init__(self, player: str, game: str, why: str) -> None:
        self.player = player
        self.game = game
        self.why = why
        super().__init__(f"{player} failed in {game}: {why}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.player, self.game, self.why)


class Played(NamedTuple):
    """What one seat of a game came to."""

    player: str
    points: int
    categories: tuple[int, ...]
    place: int
    sharing: int  # how many seats have that place
    suns: int
    turns: int
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """The games of a deal, one for each seating; a game is what its seats came to."""

    deal: Deal
    games: tuple[tuple[Played, ...], ...]


def play_deal(arena: Arena, deal: Deal) -> PlayedDeal:
    """Plays a deal once for each seating."""
    return PlayedDeal(
        deal, tuple(_play(arena, deal.number, seating) for seating in seatings(deal.line_up))
    )


@cache
def _made(name: str, seed: int, objective: str | None) -> Player:
    return player(name, seed, objective)


def _play(arena: Arena, number: int, seating: LineUp) -> tuple[Played, ...]:
    game = arena.game(number)
    players = [_made(name, arena.seed, arena.objective) for name in seating]
    seconds = [0.0] * arena.seats
    nodes = [0] * arena.seats
    turns = [0] * arena.seats
    while not game.over:
        seat = game.state.to_move
        began = time.process_time()
        try:
            _, turn = play_turn(game, players[seat], arena.budget)
        except Exception as error:
            why = (
                str(error) if isinstance(error, PlayerError) else f"{type(error).__name__}: {error}"
            )
            raise PlayerBroke(seating[seat], _said(game, arena, seat), why) from error
        seconds[seat] += time.process_time() - began
        nodes[seat] += turn.nodes
        turns[seat] += 1
    return tuple(
        _seat_of(game, seating, seat, turns[seat], nodes[seat], seconds[seat])
        for seat in range(arena.seats)
    )


def _seat_of(
    game: Game, seating: LineUp, seat: int, turns: int, nodes: int, seconds: float
) -> Played:
    state = game.state
    outcome = game.outcome
    assert outcome is not None
    score = score_of(state, seat)
    place = outcome.standings[seat].place
    sharing = sum(standing.place == place for standing in outcome.standings)
    suns = 0
    if state.players == 1:
        suns = solo_suns(score.total, state.side, spirits=state.spirits, spirit=state.spirit(seat))
    categories = tuple(score.by_category().values())
    return Played(
        seating[seat], score.total, categories, place, sharing, suns, turns, nodes, seconds
    )


def _said(game: Game, arena: Arena, seat: int) -> str:
    assert game.seed is not None
    seed = int.from_bytes(game.seed, "big")
    spirits = " with spirits" if arena.spirits else ""
    return (
        f"the game of {arena.seats} on side {arena.side}{spirits} with the seed {seed},"
        f" turn {game.state.turn}, seat {seat + 1}"
    )
