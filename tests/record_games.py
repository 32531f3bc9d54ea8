"""Random games with everything that can happen to a table, for the tests of records."""

from __future__ import annotations

import random
from pathlib import Path

from harmonies import Dealer, Game
from harmonies.errors import IllegalUndo
from harmonies.records import FairDeal, Note, Record

# A record with everything in it: names that need care, a comment, events of every kind.
SAMPLE = (Path(__file__).parent / "data" / "sample_record.txt").read_text(encoding="utf-8")

NAMES = (
    "Ada",
    "Grace Hopper",
    "level-4",
    "a; b > c # d: e",
    '"quoted" \\ name\\',
    "#1",
    "Zoë Ångström",
    "👩‍🌾 农民",
    "result: seat 1 wins",
    "end",
)


def random_game(choice: random.Random) -> Game:
    """A game at any moment: dealt or by hand, from the start or a position, whole or as a view."""
    players = choice.randint(1, 4)
    side, spirits = choice.choice("AB"), choice.random() < 0.5
    by_hand = choice.random() < 0.3
    game = Game(
        players, side, spirits=spirits, seed=choice.getrandbits(256), by_hand=by_hand,
        first=choice.randrange(players) if choice.random() < 0.5 else None,
    )  # fmt: skip
    if choice.random() < 0.3:
        play_on(game, choice, choice.randint(0, 120))
        game = Game.from_state(game.state, seed=choice.getrandbits(256), by_hand=by_hand)
    play_on(game, choice, choice.choice([0, 1, 20, 60, 300]))
    if choice.random() < 0.3:
        return game.view(*choice.choice([(), *((seat,) for seat in range(players))]))
    return game


def play_on(game: Game, choice: random.Random, events: int) -> None:
    """Lets about so many things happen, as long as the game goes on."""
    dealer = Dealer.random(game.state, choice.getrandbits(64))
    until = game.version + events
    while game.version < until and not game.over:
        table_event(game, choice)
        if game.over:
            return
        if game.state.phase == "deal":
            game.deal(dealer.draw(game.state))
        else:
            game.play(choice.choice(game.legal_moves()))


def table_event(game: Game, choice: random.Random) -> None:
    """Sometimes takes back a move, resigns for a seat or has somebody else sit down."""
    dice = choice.random()
    seat = choice.randrange(game.start.players)
    if dice < 0.05:
        try:
            game.undo()
        except IllegalUndo:
            return
    elif dice < 0.07:
        game.replace(seat, choice.choice(NAMES))
    elif dice < 0.075 and seat not in game.given_up:
        game.resign(seat)


def random_record(choice: random.Random) -> Record:
    """A record of a random game, with headers, names, comments and a proof."""
    game = random_game(choice)
    players = game.start.players
    names = [choice.choice([None, *NAMES]) for _ in range(choice.randint(0, players))]
    headers = {
        key: choice.choice(NAMES) for key in ("date", "event", "x-1") if choice.random() < 0.5
    }
    notes = [
        Note(choice.randint(0, game.version), choice.choice(["", "A comment.", *NAMES]))
        for _ in range(choice.choice([0, 0, 3, 10]))
    ]
    return Record.from_game(
        game, names=names, headers=headers, deal=random_deal(choice, game), notes=notes
    )


def random_deal(choice: random.Random, game: Game) -> FairDeal:
    def bytes32() -> bytes | None:
        return choice.randbytes(32) if choice.random() < 0.3 else None

    start = game.start
    plain = start.turn == 1 and start.phase == "deal" and not any(start.groups)
    nonces = [choice.randbytes(choice.choice([0, 1, 16])) for _ in range(start.players)]
    return FairDeal(
        commitment=bytes32(),
        secret=bytes32(),
        nonces=tuple(nonces) if choice.random() < 0.3 else (),
        seed=bytes32(),
        first_drawn=plain and choice.random() < 0.3,
    )
