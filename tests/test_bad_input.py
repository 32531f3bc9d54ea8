"""Whatever is handed to the native module, it answers or raises by name; it never crashes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from harmonies import Dealer, Draw, Game, Move, State, _core
from harmonies.errors import (
    BadArgument,
    BadPlayers,
    DrawSyntaxError,
    IllegalEvent,
    MoveSyntaxError,
    NoDrawDue,
    NoSuchMove,
    NoSuchSeat,
    PositionError,
    Refused,
)
from lively import SETUPS, lively_game

START = State.start("A", 2, True, 0)
HUGE = pytest.param(10**5000, id="10**5000")  # more digits than Python likes to print
ODD_TEXTS = ["", " ", "\0", "A2\0", "\ud800", "é" * 50, "A" * 100_000, "play", "🂡", "-1", "\n"]


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_an_odd_text_is_no_move_no_position_and_no_draw(text: str) -> None:
    with pytest.raises(MoveSyntaxError):
        Move.parse(text)
    with pytest.raises(PositionError):
        State.parse(text)
    with pytest.raises(DrawSyntaxError):
        START.parse_draw(text)


@pytest.mark.parametrize("index", [-1, 1520, -(2**70), 2**70, HUGE])
def test_no_move_has_another_number(index: int) -> None:
    with pytest.raises(NoSuchMove):
        Move.from_index(index)


@pytest.mark.parametrize("seat", [-1, 2, 4, 255, 256, 2**31, 2**63 - 1, -(2**70), HUGE])
def test_a_game_of_two_has_two_seats(seat: int) -> None:
    asked: list[Callable[[], object]] = [
        lambda: START.board(seat),
        lambda: START.cards(seat),
        lambda: START.completed(seat),
        lambda: START.uncompleted(seat),
        lambda: START.spirit(seat),
        lambda: START.spirit_space(seat),
        lambda: START.returned(seat),
        lambda: START.fits(seat, "fennec"),
        lambda: START.points(seat),
        lambda: START.redacted(seat),
        lambda: _core.Tableau.of_seat(START, seat),
    ]
    for ask in asked:
        with pytest.raises(NoSuchSeat):
            ask()


@pytest.mark.parametrize("players", [-255, -1, 0, 5, 255, 256, 257, 258, 2**32 + 1, 2**64 + 1])
def test_no_game_has_so_many_players(players: int) -> None:
    with pytest.raises(BadPlayers, match="1 to 4 players"):
        State.start("A", players)
    with pytest.raises(BadPlayers, match="1 to 4 players"):
        _core.random_games("A", players, False, 1, 1)
    with pytest.raises(BadPlayers, match="1 to 4 players"):
        _core.seeded_first(bytes(32), players)


@pytest.mark.parametrize(
    ("code", "ask"),
    [
        ("argument/side", lambda: State.start("C")),
        ("argument/side", lambda: _core.Tableau.of_table("C", {}, {})),
        ("argument/side", lambda: State.start("A\0")),
        ("argument/first", lambda: State.start("A", 2, False, 2)),
        ("argument/first", lambda: State.start("A", 2, False, -1)),
        ("argument/first", lambda: State.start("A", 2, False, 2**64)),
        ("argument/card", lambda: START.fits(0, "unicorn")),
        ("argument/card", lambda: _core.Tableau.of_table("A", {}, {"unicorn": 0})),
        ("argument/card", lambda: _core.Tableau.of_table("A", {}, {"lion": 0})),
        ("argument/card", lambda: _core.Tableau.of_table("A", {}, {"fennec": 4})),
        ("argument/card", lambda: _core.Tableau.of_table("A", {}, {"fennec": -1})),
        ("argument/card", lambda: _core.Tableau.of_table("A", {}, {"fennec": 2**64 + 1})),
        ("argument/card", lambda: _core.Tableau.of_table("A", {}, {}, "otter")),
        ("argument/card", lambda: _core.suns(100, "A", True, "otter")),
        ("argument/card", lambda: _core.suns(100, "A", True, "unicorn")),
        ("argument/board", lambda: _core.Tableau.of_table("A", {"f1": "W"}, {})),
        ("argument/board", lambda: _core.Tableau.of_table("A", {"a1": "WW"}, {})),
        ("argument/seed", lambda: Dealer.seeded(START, bytes(31))),
        ("argument/seed", lambda: _core.fair_seed(bytes(33), [])),
        ("argument/seed", lambda: Dealer.random(START, -1)),
        ("argument/seed", lambda: START.sampled(2**64)),
        ("argument/seed", lambda: Game(seed=-1)),
        ("argument/seed", lambda: Game(seed=2**256)),
        ("argument/seed", lambda: Game(seed=b"short")),
        ("argument/name", lambda: Game().replace(0, "two\nlines")),
        ("argument/side", lambda: State.start("\ud800")),
        ("argument/card", lambda: START.fits(0, "\udc80")),
        ("argument/board", lambda: _core.Tableau.of_table("A", {"a1": "\ud800"}, {})),
        ("argument", lambda: START.perft(-1)),
        ("argument", lambda: START.perft(-(2**64))),
        ("argument", lambda: _core.repeat("nothing", [START], 1)),
    ],
)
def test_a_value_that_names_nothing_is_refused_by_its_code(
    code: str, ask: Callable[[], object]
) -> None:
    with pytest.raises(BadArgument) as caught:
        ask()
    assert caught.value.code == code


@pytest.mark.parametrize("event", ["take 1", None, 0, ("resign", 1)])
def test_what_is_no_event_is_not_passed_over(event: object) -> None:
    game = Game(seed=1)
    before = game.log
    with pytest.raises(TypeError, match="an event is"):
        game.enter(event)  # type: ignore[arg-type]
    assert game.log == before


@pytest.mark.parametrize("seat", [1.0, "1", None])
def test_a_seat_is_a_whole_number(seat: Any) -> None:
    game = Game(seed=1)
    before = game.log
    for act in (game.resign, game.score, game.view, lambda seat: game.replace(seat, "Ada")):
        with pytest.raises(TypeError):
            act(seat)
    assert game.log == before


def test_a_log_is_read_by_seats_of_the_game_and_from_a_place_in_it() -> None:
    game = Game(players=2, spirits=True, seed=1)
    for seats in ((2,), (0, -1), (2**64,)):
        with pytest.raises(NoSuchSeat):
            game.redacted_log(*seats)
    with pytest.raises(BadArgument, match="from its beginning"):
        game.redacted_log(since=-1)
    assert game.redacted_log(since=99) == ()


@pytest.mark.parametrize("seat", [-1, 2, HUGE])
def test_nothing_happens_to_a_seat_that_is_none(seat: int) -> None:
    game = Game(players=2, seed=1)
    before = game.log
    for act in (game.resign, lambda seat: game.replace(seat, "Ada")):
        with pytest.raises(IllegalEvent):
            act(seat)
    assert game.log == before


class Number:
    """A whole number of somebody else's making, as NumPy has them."""

    def __init__(self, value: int) -> None:
        self._value = value

    def __index__(self) -> int:
        return self._value


def test_a_number_of_another_kind_is_a_number() -> None:
    one: Any = Number(1)
    assert Move.from_index(one) is Move.from_index(1)
    assert Game(players=one, seed=one) == Game(players=1, seed=1)
    game = Game(seed=1)
    assert game.state.board(one) == {}
    game.resign(one)
    assert game.outcome is not None
    assert game.outcome.resigned == 1


def test_a_dealer_asked_too_often_has_nothing_left() -> None:
    for side, players, spirits in SETUPS:
        state = State.start(side, players, spirits)
        dealer = Dealer.random(state, 1)
        for _ in range(300):
            draw = dealer.draw(state)
            assert draw.spirits is None or len(set(draw.spirits)) == 2
        assert (draw.groups, draw.cards, draw.spirits) == ([], [], None)
        with pytest.raises(Refused):
            state.deal(draw)


def test_a_dealer_of_another_game_deals_what_is_refused_or_right() -> None:
    rng = Random(3)
    for side, players, spirits in SETUPS:
        stranger = Dealer.random(State.start("B", 1), rng.getrandbits(32))
        for state, _ in lively_game(rng, side, players, spirits):
            draw = stranger.draw(state)
            try:
                after = state.deal(draw)
            except Refused:
                continue
            assert State.parse(str(after)) == after


def test_after_the_end_no_draw_is_due() -> None:
    state, _ = list(lively_game(Random(1), "A", 2, False))[-1]
    other = State.start("A", 2)
    with pytest.raises(NoDrawDue):
        state.deal(Dealer.random(other, 1).draw(other))
    assert state.legal_moves() == []


def test_bytes_that_are_no_draw_make_none() -> None:
    kept = Dealer.random(START, 1).draw(START).__getstate__()
    read = refused = 0
    for place in range(len(kept)):
        for value in (0, 3, 9, 31, 32, 41, 42, 100, 200, 253, 254, 255):
            draw = Draw.__new__(Draw)
            try:
                draw.__setstate__(kept[:place] + bytes([value]) + kept[place + 1 :])
            except ValueError:
                refused += 1
                continue
            read += 1
            assert str(draw)
            assert hash(draw) == hash(draw)
            assert draw.groups is not None
            assert draw.spirits is None or set(draw.spirits) <= set(str(draw).split())
            assert all(card in str(draw) for card in draw.cards)
            if set(draw.cards) <= set(START.pile):
                continue
            with pytest.raises(Refused):
                START.deal(draw)
    assert read
    assert refused
    for length in (0, 1, len(kept) - 1, len(kept) + 1):
        with pytest.raises(ValueError, match="draw"):
            Draw.__new__(Draw).__setstate__(bytes(length))
