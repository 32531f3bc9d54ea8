"""Record what the native core says of random games, for the WebAssembly core to say the same.

    python tools/record_games.py [OUTPUT]     build/wasm/games.jsonl when not said

A line for each game: its setup, then every event with a digest of all that can be asked after it.
The last line holds texts that are slightly wrong and what is wrong with them, perft counts, and the
sums of games played inside the core. The reader is web/tests/lockstep.test.ts: `said` there and
`said` here write the same lines.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from harmonies import _core
from harmonies.errors import NotationError

OUTPUT = Path(__file__).resolve().parent.parent / "build" / "wasm" / "games.jsonl"

GAMES = 500
SEED = 20
UNDO = 0.06  # how often a move is taken back
WRONG_TEXTS = 6000
PROBES = 4  # moves asked for after each event, legal or not
PERFT_DEPTH = 3
GAMES_INSIDE = 500

SETUPS = [
    (side, players, spirits, first)
    for side in "AB"
    for players in (1, 2, 3, 4)
    for spirits in (False, True)
    for first in range(players)
]
ANIMALS = _core.State.start().pile
SPIRITS = [str(move).split()[1] for move in _core.MOVES if str(move).startswith("keep ")]

Event = _core.Move | _core.Draw | None
"""None is an undo."""


def words(items: Iterable[object]) -> str:
    return " ".join(map(str, items))


def said(game: _core.Game, number: int, everything: bool) -> str:
    state = game.state
    probes = [(number * 389 + i * 487) % len(_core.MOVES) for i in range(PROBES)]
    lines = [
        str(state),
        words(move.index for move in state.legal_moves()),
        words(state.why_not(_core.MOVES[index]) or "legal" for index in probes),
        *(words(_core.Tableau.of_seat(state, seat).points()) for seat in range(state.players)),
        str(game.undoable),
    ]
    if everything:
        lines += said_of_everything(state)
    return "\n".join(lines)


def said_of_everything(state: _core.State) -> Iterator[str]:
    yield str(state.redacted())
    yield words(state.needs()[:2])
    for place in _core.places(state):
        yield words(place)
    for seat in range(state.players):
        yield str(state.redacted(seat))
        for category, points, size, spaces, path, card in _core.Tableau.of_seat(
            state, seat
        ).reasons():
            yield words([category, points, size, card or "-", *spaces, "by", *path])
        for card in [*ANIMALS, *SPIRITS]:
            yield words(state.fits(seat, card))
    if state.players == 1:
        yield str(_core.suns(state.points(0), state.side, state.spirits, state.spirit(0)))


def next_event(game: _core.Game, dealer: _core.Dealer, chance: Random) -> Event:
    if game.state.phase == "deal":
        return dealer.draw(game.state)
    if game.undoable and chance.random() < UNDO:
        return None
    return chance.choice(game.state.legal_moves())


def enter(game: _core.Game, event: Event) -> None:
    if event is None:
        game.undo()
    elif isinstance(event, _core.Draw):
        game.deal(event)
    else:
        game.play(event)


def record(setup: tuple[str, int, bool, int], chance: Random) -> dict[str, object]:
    game = _core.Game(_core.State.start(*setup))
    dealer = _core.Dealer.random(game.state, chance.getrandbits(32))
    steps: list[tuple[str, str]] = []
    while game.state.phase != "over":
        event = next_event(game, dealer, chance)
        enter(game, event)
        everything = isinstance(event, _core.Draw) or game.state.phase == "over"
        digest = hashlib.md5(said(game, len(steps), everything).encode()).hexdigest()[:12]
        steps.append(("undo" if event is None else str(event), digest))
    return {"setup": setup, "steps": steps, "end": str(game.state)}


def some_positions(chance: Random) -> list[_core.State]:
    """One from somewhere in a game of each setup, and every start."""
    positions = []
    for setup in SETUPS:
        game = _core.Game(_core.State.start(*setup))
        positions.append(game.state)
        dealer = _core.Dealer.random(game.state, chance.getrandbits(32))
        for _ in range(chance.randrange(150)):
            if game.state.phase == "over":
                break
            enter(game, next_event(game, dealer, chance))
        positions.append(game.state)
    return positions


def spoiled(text: str, chance: Random) -> str:
    """A text with a few letters lost, doubled or put in their place, or two words exchanged."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        other = chance.choice(" ,/*:@|?~+!=-0123456789ABWMTLFHsacekélöй🦦")
        kind = chance.randrange(4)
        if kind == 0:
            text = text[:at] + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + other + text[at:]
        elif kind == 2:
            text = text[:at] + other + text[at + 1 :]
        else:
            parts = text.split(" ")
            one, two = chance.randrange(len(parts)), chance.randrange(len(parts))
            parts[one], parts[two] = parts[two], parts[one]
            text = " ".join(parts)
    return text


def wrong_texts(chance: Random) -> Iterator[tuple[str, str, str, str, int]]:
    """What is read and after which position, the text, and its fault; no code for none."""
    positions = some_positions(chance)
    dealing = [state for state in positions if state.phase == "deal"]
    for number in range(WRONG_TEXTS):
        state = chance.choice(dealing if number % 3 == 2 else positions)
        kind = ("position", "move", "draw")[number % 3]
        try:
            if kind == "position":
                text = spoiled(str(state), chance)
                _core.State.parse(text)
            elif kind == "move":
                text = spoiled(str(chance.choice(_core.MOVES)), chance)
                _core.Move.parse(text)
            else:
                draw = _core.Dealer.random(state, chance.getrandbits(32)).draw(state)
                text = spoiled(str(draw), chance)
                state.parse_draw(text)
        except NotationError as error:
            yield kind, str(state), text, error.fault, error.column
        else:
            yield kind, str(state), text, "", 0


def perft_counts(chance: Random) -> Iterator[tuple[str, int, int]]:
    for state in some_positions(chance):
        if state.phase in ("keep", "play"):
            yield str(state), PERFT_DEPTH, state.perft(PERFT_DEPTH)


def games_inside() -> Iterator[tuple[str, int, bool, int, int, int, int]]:
    """Side, players, spirits, games, seed; then the moves played and the points of all seats."""
    for seed, (side, players, spirits, first) in enumerate(SETUPS):
        if first == 0:
            played = _core.random_games(side, players, spirits, GAMES_INSIDE, seed)
            yield side, players, spirits, GAMES_INSIDE, seed, *played[1:]


def is_fresh(output: Path) -> bool:
    made_by = max(Path(path).stat().st_mtime for path in (__file__, _core.__file__))
    return output.exists() and output.stat().st_mtime > made_by


def main(arguments: list[str]) -> int:
    if len(arguments) > 1:
        print(__doc__, file=sys.stderr)
        return 2
    output = Path(*arguments) if arguments else OUTPUT
    if is_fresh(output):
        return 0
    output.parent.mkdir(parents=True, exist_ok=True)
    chance = Random(SEED)
    lines: list[object] = [record(SETUPS[i % len(SETUPS)], chance) for i in range(GAMES)]
    lines.append(
        {
            "texts": list(wrong_texts(chance)),
            "perft": list(perft_counts(chance)),
            "inside": list(games_inside()),
        }
    )
    output.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
