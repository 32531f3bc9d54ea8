"""Nobody is told what they may not know.

Two games that differ only in what a seat may not know give that seat the same bytes: as events, as
whole views, as refusals. So does a spectator, who may know least of all.
"""

from __future__ import annotations

import random

import pytest

from harmonies import Draw, Game, Move, State
from harmonies.errors import Refused
from harmonies.server.hub import Hub
from harmonies.server.problems import Problem
from harmonies.server.tables import Table, open_table
from harmonies.server.views import events_view, table_view, whole_view
from oracle.cards import SPIRITS

PEOPLE = ["ann", "ben", "cat", "dan"]


def dealt_by_hand(rng: random.Random, players: int, side: str) -> tuple[Game, Game, int]:
    """Two games with the same moves, told apart only by spirits that one seat was dealt."""
    one = Game(players, side, spirits=True, first=0, by_hand=True)
    secret_seat = rng.randrange(players)
    dealer_seed = rng.randrange(1 << 60)
    source = Game(players, side, spirits=True, first=0, seed=dealer_seed)
    other = Game(players, side, spirits=True, first=0, by_hand=True)
    length = rng.choice([1, 2, 10, 30, 200])
    pending = [event for event in source.log if isinstance(event, Draw)]
    while not source.over and source.version < length:
        before = source.version
        move = rng.choice(source.legal_moves())
        source.play(move)
        pending.extend(event for event in source.log[before:] if isinstance(event, Draw))
    _replay(one, source, None)
    _replay(other, source, secret_seat)
    return one, other, secret_seat


def _replay(game: Game, source: Game, changed: int | None) -> None:
    """Plays the source's log; the changed seat finds another spirit beside the one it keeps."""
    log = source.log
    dealt = {seat: draw.spirits for seat, draw in _spirits(source)}
    known = {card for pair in dealt.values() if pair for card in pair}
    spare = sorted(SPIRITS.keys() - known)
    for event in log:
        if isinstance(event, Draw) and event.deals_spirits:
            seat = game.state.to_move
            pair = event.spirits
            assert pair is not None
            if seat == changed:
                kept = source.state.spirit(seat)
                pair = (kept or spare[1], spare[0])
            parts = str(event).rpartition("dealt ")[0]
            game.deal(f"{parts}dealt {pair[0]} {pair[1]}")
        else:
            game.enter(event)


def _spirits(game: Game) -> list[tuple[int, Draw]]:
    looking = game.start.to_move
    found = []
    for event in game.log:
        if isinstance(event, Draw) and event.deals_spirits:
            found.append((looking % game.start.players, event))
            looking += 1
    return found


def seated(game: Game, table: Table) -> Table:
    table.game = game
    return table


def all_that_is_said(table: Table, person: str | None) -> list[str]:
    """Everything the server would send to somebody about this game."""
    hub = Hub(absent_after=60)
    whole = whole_view(table, person)
    assert whole is not None
    past = {0, 1, table.version // 2, max(0, table.version - 1)}
    history = [whole_view(table, person, version) for version in sorted(past)]
    said = [
        whole.model_dump_json(),
        *(then.model_dump_json() for then in history if then is not None),
        table_view(table, person).model_dump_json(),
        hub.events_message(table, person, 0).text,
        hub.table_message(table, person).text,
        *(
            events_view(table, person, since).model_dump_json()
            for since in range(table.version + 1)
        ),
    ]
    for version in (0, table.version):
        try:
            game = table.turn_of(person or "", version)
        except Problem as problem:
            said.append(str(problem.document()))
            continue
        for text in ("keep lion", "keep owl", "take 1", "end", "settle lion c3"):
            try:
                game.copy().play(Move.parse(text))
            except Refused as error:
                said.append(str(error))
    return said


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("side", ["A", "B"])
def test_games_that_differ_in_a_secret_look_the_same_to_all_others(players: int, side: str) -> None:
    rng = random.Random(f"{players}{side}")
    differed = 0
    for _ in range(25):
        one, other, secret_seat = dealt_by_hand(rng, players, side)
        table = open_table(
            host="ann", side=side, players=players, spirits=True, first=0, public=True, at=1
        )
        for number in range(players):
            table.sit(PEOPLE[number], PEOPLE[number].title(), number, b"")
        table.status = "playing"
        differed += one != other
        for person in [*PEOPLE[:players], None]:
            if person is not None and table.seats_of(person) == (secret_seat,):
                continue
            first = all_that_is_said(seated(one, table), person)
            second = all_that_is_said(seated(other, table), person)
            assert first == second, person
    assert differed > 10


def test_the_secret_and_the_order_of_bag_and_pile_are_in_nothing_before_the_end() -> None:
    table = open_table(host="ann", side="A", players=2, spirits=True, first=0, public=True, at=1)
    table.sit("ann", "Ann", 0, b"a")
    table.sit("ben", "Ben", 1, b"b")
    table.start("ann", 1)
    for person in ("ann", "ben", None):
        said = "".join(all_that_is_said(table, person))
        assert table.secret.hex() not in said
        assert table.seed().hex() not in said
    table.close(2)
    assert table.secret.hex() in table_view(table, None).model_dump_json()


def test_a_spectator_sees_less_than_a_seat_and_never_more() -> None:
    table = open_table(host="ann", side="B", players=2, spirits=True, first=0, public=True, at=1)
    table.sit("ann", "Ann", 0, b"a")
    table.sit("ben", "Ben", 1, b"b")
    table.start("ann", 1)
    watching, sitting = whole_view(table, None), whole_view(table, "ann")
    assert watching is not None
    assert sitting is not None
    assert watching.state["dealt"] is None
    assert sitting.state["dealt"] is not None
    assert watching.legal == []
    assert State.parse(watching.position) == State.parse(sitting.position).redacted()
