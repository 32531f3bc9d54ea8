"""Games told in text, the same every time: golden copies of them are kept in data/playthroughs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from harmonies import Dealer, Move, State, _core

FOLDER = Path(__file__).parent / "data" / "playthroughs"

# The name of a file says side, players and spirits, as a position's first word does.
GAMES = {"A1s": 4, "A2": 36, "A3s": 24, "B1": 32, "B2s": 12, "B4": 37}


def promise(state: State, move: Move) -> int:
    """How many settlements a placement leaves open; a settlement itself is worth more than any."""
    if move.kind == "settle":
        return 100
    if move.kind != "place":
        return 0
    return sum(other.kind == "settle" for other in state.play(move).legal_moves())


def choose(state: State, rng: Random) -> Move:
    """One of the most promising moves, or now and then any."""
    moves = sorted(state.legal_moves(), key=str)
    promises = [promise(state, move) for move in moves]
    # random() is all that Python promises to keep.
    if rng.random() > 0.2:
        moves = [move for move, its in zip(moves, promises, strict=True) if its == max(promises)]
    return moves[int(rng.random() * len(moves))]


def points(state: State, seat: int) -> str:
    by_part = _core.Tableau.of_seat(state, seat).points()
    parts = [f"{part} {worth}" for part, worth in zip(_core.CATEGORIES, by_part, strict=True)]
    return f"seat {seat + 1}: {', '.join(parts)}, total {sum(by_part)}"


def told(setup: str, number: int) -> Iterator[str]:
    seed = number.to_bytes(32, "big")
    players, spirits = int(setup[1]), setup.endswith("s")
    state = State.start(setup[0], players, spirits, _core.seeded_first(seed, players))
    dealer = Dealer.seeded(state, seed)
    rng = Random(number)
    yield "# Written by tools/playthroughs.py. At the start of each turn its position; then the moves,"
    yield "# each behind the number of legal ones; at the end what the seat's board is worth."
    yield f"# The deal follows from the seed {number}."
    turn = 0
    while not state.over:
        if state.phase == "deal":
            draw = dealer.draw(state)
            yield str(draw)
            state = state.deal(draw)
            continue
        if state.turn != turn:
            turn = state.turn
            yield ""
            yield f"turn {turn}, seat {state.to_move + 1}"
            yield str(state)
        move = choose(state, rng)
        yield f"{len(state.legal_moves()):4}  {move}"
        mover, state = state.to_move, state.play(move)
        if move.kind == "end":
            yield points(state, mover)
    yield ""
    yield str(state)
    for seat, (place, total, cubes) in enumerate(_core.places(state)):
        yield f"seat {seat + 1}: place {place}, {total} points, {cubes} cubes"
    if players == 1:
        suns = _core.suns(state.points(0), state.side, spirits, state.spirit(0))
        yield f"{suns} suns"


def golden() -> Iterator[tuple[Path, str]]:
    """Each file and what should be in it."""
    for setup, number in GAMES.items():
        yield FOLDER / f"{setup}.txt", "\n".join(told(setup, number)) + "\n"
