"""Games worth testing with: cards are drafted, habitats built and cubes settled more often than by
moves that are all equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from harmonies import Dealer, Draw, Move, State

SETUPS = [
    (side, players, spirits)
    for side in "AB"
    for players in (1, 2, 3, 4)
    for spirits in (False, True)
]


def settlements(state: State) -> int:
    return sum(move.kind == "settle" for move in state.legal_moves())


def lively_move(state: State, rng: Random) -> Move:
    moves = state.legal_moves()
    if rng.random() < 0.3:
        return rng.choice(moves)
    settle = [move for move in moves if move.kind == "settle"]
    if settle:
        return rng.choice(settle)
    place = [move for move in moves if move.kind == "place"]
    if place and rng.random() < 0.5:
        # Not all of them, for it takes time.
        some = rng.sample(place, min(12, len(place)))
        return max(some, key=lambda move: settlements(state.play(move)))
    return rng.choice([move for move in moves if move.kind != "end"] or moves)


def lively_game(
    rng: Random, side: str, players: int, spirits: bool
) -> Iterator[tuple[State, Move | Draw | None]]:
    """Each state of a game with what comes next: a move, a draw, nothing after the end."""
    state = State.start(side, players, spirits, rng.randrange(players))
    dealer = Dealer.random(state, rng.getrandbits(64))
    while not state.over:
        step: Move | Draw
        if state.phase == "deal":
            step = dealer.draw(state)
            yield state, step
            state = state.deal(step)
        else:
            step = lively_move(state, rng)
            yield state, step
            state = state.play(step)
    yield state, None
