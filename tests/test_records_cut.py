"""A record that was cut off is read up to the cut, and says so."""

from __future__ import annotations

import dataclasses

import pytest

from harmonies.errors import RecordError
from harmonies.records import Cut, parse_record, print_record, read_record
from record_games import SAMPLE


def test_a_record_cut_anywhere_is_read_up_to_there() -> None:
    whole = parse_record(SAMPLE)
    data = SAMPLE.encode()
    setup_ends = data.index(b"seat 1:")
    for length in range(len(data) - 1):
        with pytest.raises(RecordError) as refused:
            parse_record(data[:length])
        assert_has_place(refused.value, data[:length])
        if length < setup_ends:
            with pytest.raises(RecordError) as refused:
                read_record(data[:length])
            assert_has_place(refused.value, data[:length])
            continue
        record = read_record(data[:length])
        assert record.cut is not None
        log = record.game.log
        assert log == whole.game.log[: len(log)]
        assert all(
            name in (None, full) for name, full in zip(record.names, whole.names, strict=True)
        )
        assert record.headers in ((), whole.headers)
        assert not record.remarks
        assert parse_record(print_record(record)) == dataclasses.replace(record, cut=None)
    assert read_record(data[:-1]) == whole


def assert_has_place(error: RecordError, data: bytes) -> None:
    assert error.fault.startswith("record/")
    lines = data.decode(errors="replace").split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@pytest.mark.parametrize(
    ("last", "events"),
    [
        ("1 seat 2: keep owl; take 1^", 3),
        ("1 seat 2: keep owl; ^take ", 2),
        ("1 seat 2: keep owl; ^", 2),
        ("1 seat 2: keep owl;^", 2),
        ("1 seat 2: ^ke", 1),
        ("1 seat 2:^", 1),
        ("^1 sea", 1),
        ("T b2; end > ^drawn WWM turned be", 10),
        ("T b2; end > ^drawn WWM turned bear dealt deer", 10),
        ("T b2; end > drawn WWM turned bear dealt deer ram^", 11),
        ('^replace 2 "x; y', 15),
        ('replace 2 "x; y"^', 16),
        ("^replace 1 Bo", 18),
        ("^points: 3", 22),
        ("^points: 3 0", 22),
        ("^result: seat 1 resigned", 22),
        ("^result: seat 1 resigned, seat 2", 22),
    ],
)
def test_the_event_that_a_cut_may_have_hurt_is_left_out(last: str, events: int) -> None:
    left = last.replace("^", "")
    before = SAMPLE[: SAMPLE.index(left)] + last[: last.index("^")]
    record = read_record(SAMPLE[: SAMPLE.index(left) + len(left)])
    assert record.cut == Cut(before.count("\n") + 1, len(before) - before.rfind("\n"))
    assert record.game.version == events


@pytest.mark.parametrize("last", ["nonce 1: 01\n", "nonce 1: 01\nnonce 2: ", "nonce 1: 01\nnonce"])
def test_headers_are_read_up_to_the_cut(last: str) -> None:
    whole = SAMPLE.replace("\n\ndeal:", "\nnonce 1: 01\nnonce 2: -\n\ndeal:", 1)
    assert parse_record(whole).deal.nonces == (b"\x01", b"")
    record = read_record(whole[: whole.index(last) + len(last)])
    assert record.names == parse_record(whole).names
    assert record.deal.nonces == ()
    assert record.cut == Cut(9 + last.count("\n"), 1)


def test_a_record_without_its_result_is_cut_off_at_its_end() -> None:
    record = read_record(SAMPLE[: SAMPLE.index("\npoints")])
    assert str(record.cut) == "line 15, column 1"
    assert record.game.log == parse_record(SAMPLE).game.log


def test_what_is_wrong_before_the_cut_is_no_cut() -> None:
    text = SAMPLE[: SAMPLE.index("; resign")].replace("place L a1", "place H a1")
    with pytest.raises(RecordError, match="line 13, column 47: place H a1: No token"):
        read_record(text)
    with pytest.raises(RecordError, match="record ends with its result"):
        parse_record(SAMPLE[: SAMPLE.index("; resign")])


def test_reading_remarks_on_what_does_not_agree() -> None:
    text = SAMPLE.replace("points: 3 0", "points: 3 5").replace("seat 2 wins", "seat 1 wins")
    record = read_record(text)
    assert record.game == parse_record(SAMPLE).game
    assert [str(remark) for remark in record.remarks] == [
        "line 16, column 11: The points are 3 0. Found '5'.",
        "line 17, column 9: The result is 'seat 1 resigned, seat 2 wins'. "
        "Found 'seat 1 resigned, seat 1 wins'.",
    ]
