"""Game records: what is written is read again."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies import Game, parse_event
from harmonies.errors import BadName, BadRecord, BadSeed
from harmonies.records import (
    FairDeal,
    Note,
    Record,
    Turn,
    from_json,
    parse_record,
    print_record,
    read_record,
    turns_of,
)
from harmonies.records.writer import event_text
from record_games import SAMPLE, random_record

NOTATION = (Path(__file__).parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")


def record_for(number: int) -> Record:
    return random_record(random.Random(number))


@given(st.integers(0, 2**32))
@settings(max_examples=120, deadline=None)
def test_a_record_is_read_as_it_was_written(number: int) -> None:
    record = record_for(number)
    text = print_record(record)
    assert parse_record(text) == record
    assert read_record(text) == record
    assert print_record(parse_record(text)) == text
    assert parse_record(text.encode()) == record


@given(st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_the_turns_of_a_game_hold_its_whole_log(number: int) -> None:
    game = record_for(number).game
    turns = list(turns_of(game))
    assert [event for turn in turns for event in turn.events] == list(game.log)
    assert all(turn.events for turn in turns)
    numbers = [turn.number for turn in turns if turn.number is not None]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True
    state = game.start
    for event in game.log:
        assert str(parse_event(str(event), state)) == str(event)
        break


@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_a_record_with_other_line_ends_and_spaces_says_the_same(
    number: int, choice: random.Random
) -> None:
    record = record_for(number)
    text = "\ufeff" + print_record(record).replace("\n", "\r\n")
    assert parse_record(text) == record
    lines = [
        re.sub("(?<=;)|(?=;)|(?<= )", lambda _: choice.choice(["", " ", "\t"]), line)
        if re.match(r"\d|deal", line) and '"' not in line and "replace" not in line
        else line
        for line in print_record(record).split("\n")
    ]
    assert parse_record("\n\n".join(lines)) == record


def test_the_sample_holds_everything() -> None:
    record = parse_record(SAMPLE)
    assert print_record(record) == SAMPLE
    assert record.names == ("Zoë #1", "👩‍🌾")
    assert record.headers == (("event", "A test; with > marks"),)
    assert record.notes == (Note(1, "A comment."),)
    assert record.cut is None
    assert [turn.label for turn in turns_of(record.game)] == [
        "deal", "1 seat 2", "2 seat 1", "3 seat 2",
    ]  # fmt: skip


def test_the_example_in_the_documents_is_a_record() -> None:
    example = re.search(r"(    harmonies record 1\n(?:    .*\n|\n)+)", NOTATION)
    assert example is not None
    text = re.sub("^    ", "", example[1], flags=re.MULTILINE).rstrip() + "\n"
    record = parse_record(text)
    assert print_record(record) == text
    assert record.names == ("Ada", "Grace")
    example = re.search(r"^    \{\n(.*?)^    \}\n", NOTATION, re.MULTILINE | re.DOTALL)
    assert example is not None
    assert from_json(example[0]).game.state.hand == "WMT"


def test_comments_are_kept_where_they_stand() -> None:
    game = Game(players=1, seed=1)
    game.play("take 1")
    game.play("place M c3")
    notes = [
        Note(0, "first"),
        Note(0, ""),
        Note(1, "then"),
        Note(2, "in # between"),
        Note(3, "end"),
    ]
    text = print_record(Record.from_game(game, notes=notes))
    assert text.splitlines()[6:-2] == [
        "# first",
        "#",
        "deal: drawn MML MTL WTF turned frog penguin wolf",
        "# then",
        "1 seat 1: take 1",
        "# in # between",
        "1 seat 1: place M c3",
        "# end",
    ]
    assert parse_record(text).notes == tuple(notes)


def test_comments_at_the_ends_of_lines_are_kept() -> None:
    text = SAMPLE.replace("side: A", "side: A # the river").replace("TTL turned", "TTL  turned")
    text = text.replace("resign 1", "resign 1# gone").replace("points: 3 0", "points: 3 0 # so few")
    assert parse_record(text).notes == (
        Note(0, "the river"),
        Note(1, "A comment."),
        Note(22, "gone"),
        Note(22, "so few"),
    )


def test_an_unfinished_game_does_not_give_away_its_seed() -> None:
    game = Game(seed=1)
    assert "seed" not in print_record(game)
    game.resign(0)
    assert f"seed: {1:064x}" in print_record(game)
    ongoing = Record.from_game(Game(seed=1), deal=FairDeal(seed=(1).to_bytes(32, "big")))
    assert parse_record(print_record(ongoing)).deal.seed == (1).to_bytes(32, "big")


@pytest.mark.parametrize(
    ("result", "players", "resigned"),
    [
        ("unfinished", 2, None),
        ("seat 1 resigned, seat 2 wins", 2, 0),
        ("seat 2 resigned, seat 1 wins", 2, 1),
        ("seat 1 resigned", 1, 0),
        ("unfinished", 3, 0),
    ],
)
def test_results_of_resignations(result: str, players: int, resigned: int | None) -> None:
    game = Game(players, seed=1)
    if resigned is not None:
        game.resign(resigned)
    assert Record.from_game(game).result == result


@pytest.mark.parametrize(
    ("position", "result", "points"),
    [
        ("A1 5/4/5/4/5 - -,-,- -,-,- - W0M0T0L0F0H0 1 2 over!", "3 suns", (0,)),
        ("A2 5/4/5/4/5 - 1,L,3/4/5/4/5 - -,-,-,-,- -,-,-,-,- - W0M0T0L0F0H0 1 3 over!",
         "seat 2 wins", (0, 1)),
        ("A3 L,4/4/5/4/5 - 1,L,3/4/5/4/5 - 5/4/5/4/5 - -,-,-,-,- -,-,-,-,- - W0M0T0L0F0H0 1 4 over!",
         "seats 1 and 2 share the win", (1, 1, 0)),
        ("A3 5/4/5/4/5 - 5/4/5/4/5 - 5/4/5/4/5 - -,-,-,-,- -,-,-,-,- - W0M0T0L0F0H0 1 4 over!",
         "seats 1, 2 and 3 share the win", (0, 0, 0)),
    ],
)  # fmt: skip
def test_results_of_finished_games(position: str, result: str, points: tuple[int, ...]) -> None:
    record = Record.from_game(Game.from_state(position, by_hand=True))
    assert (record.result, record.points) == (result, points)
    assert parse_record(print_record(record)) == record


def test_a_record_refuses_what_its_text_could_not_hold() -> None:
    game = Game(seed=1)
    for wrong in ("", " x", "a\nb", "a\tb", "\x00", "\ud800"):
        with pytest.raises(BadName, match="printable"):
            Record.from_game(game, names=[wrong])
        with pytest.raises(BadRecord, match="printable"):
            Record.from_game(game, headers={"event": wrong})
        if wrong:
            with pytest.raises(BadRecord, match="printable"):
                Record.from_game(game, notes=[Note(0, wrong)])
    for key in ("side", "seat", "seat 1", "Event", "a:b", "", "deal", "result"):
        with pytest.raises(BadRecord, match="no name for a header"):
            Record.from_game(game, headers={key: "x"})
    with pytest.raises(BadRecord, match="3 names for a game of 2"):
        Record.from_game(game, names=["a", "b", "c"])
    with pytest.raises(BadRecord, match="has no 2"):
        Record.from_game(game, notes=[Note(2, "x")])
    with pytest.raises(BadRecord, match="a nonce for each seat"):
        Record.from_game(game, deal=FairDeal(nonces=(b"",)))
    with pytest.raises(BadSeed, match="32 bytes"):
        FairDeal(seed=b"short")
    started = Game.from_state(game.state, seed=1)
    with pytest.raises(BadRecord, match="not drawn"):
        Record.from_game(started, deal=FairDeal(first_drawn=True))


def test_a_record_keeps_the_game_as_it_was() -> None:
    game = Game(seed=1)
    record = Record.from_game(game)
    game.play(game.legal_moves()[0])
    assert record.game.version == 1


def test_a_turn_tells_what_happened_in_it() -> None:
    turns = list(turns_of(parse_record(SAMPLE).game))
    assert [(turn.number, turn.seat, turn.version) for turn in turns] == [
        (None, None, 0), (1, 1, 1), (2, 0, 11), (3, 1, 20),
    ]  # fmt: skip
    assert isinstance(turns[0], Turn)
    assert [event_text(event) for event in turns[3].events] == ["take 3", "resign 1"]
