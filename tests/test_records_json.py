"""Records as JSON."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies import Game, State
from harmonies.errors import RecordError
from harmonies.records import from_json, parse_record, to_json
from record_games import SAMPLE, random_record


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=60, deadline=None)
def test_json_is_read_as_it_was_written(number: int, positions: bool) -> None:
    record = random_record(random.Random(number))
    assert from_json(to_json(record, positions=positions)) == record


JSON = to_json(parse_record(SAMPLE), positions=True)

WRONG_JSON = [
    ("bad-json", '"side": "A",\n  "players"', '"side": "A"\n  ^"players"'),
    ("bad-json", '"side": "A",', '"side": ^["A"],'),
    ("bad-json", '"side": "A",', '"side": "A", ^"side": "B",'),
    ("bad-json", '"events": [', '"events": ["take 1"], ^"events": ['),
    ("bad-json", '"side": "A",', '"side": ^NaN,'),
    ("bad-json", '"players": 2', '"players": "^2"'),
    ("bad-json", '"players": 2', '"players": ^true'),
    ("bad-json", '"side": "A"', '"colour": "^red"'),
    ("bad-json", '"side": "A"', '"side": "^A#"'),
    ("bad-json", '"harmonies record 1"', '"^harmonies record 2"'),
    ("bad-json", '"take 1"', "^null"),
    ("bad-json", '"take 1"', '"^take\\u00001"'),
    ("bad-json", '"event": "A test; with > marks"', '"event": "^"'),
    ("bad-json", '"event": "A test; with > marks"', '"event": "^two\\nlines"'),
    ("bad-json", '"event": "A', '"seat 2": "^A'),
    ("bad-json", '"version": 1', '"version": -1'),
    ("bad-json", '"Zoë #1"', "^1"),
    ("bad-json", '"side": "A"', '"position": "^A2\\ud800"'),
    ("bad-json", '"version": 1', '"version": 1000'),
    ("bad-header", '"side": "A"', '"side": "^C"'),
    ("bad-header", '"players": 2', '"players": ^0'),
    ("missing-header", '  "side": "A",\n', ""),
    ("unknown-seat", '"first": 2', '"first": ^3'),
    ("bad-event", '"take 1"', '"take ^one"'),
    ("bad-draw", "drawn WMT", "drawn ^W"),
    ("illegal-move", '"keep owl"', '"keep ^cat"'),
    ("illegal-draw", "drawn WWM turned bear", "drawn WWM turned ^otter"),
    ("wrong-position", "play:1=WMT", "play:1=WMM"),
    ("wrong-points", '"points": [\n    3,', '"points": ^[\n    2,'),
    ("wrong-result", '"seat 1 resigned, seat 2 wins"', '"^unfinished"'),
    ("no-result", ',\n  "result": "seat 1 resigned, seat 2 wins"', ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "right", "wrong"), WRONG_JSON, ids=[f"{code}-{wrong}" for code, _, wrong in WRONG_JSON]
)
def test_wrong_json_is_refused_with_its_place(code: str, right: str, wrong: str) -> None:
    assert right in JSON
    marked = JSON.replace(right, wrong, 1)
    with pytest.raises(RecordError) as raised:
        from_json(marked.replace("^", "", 1))
    error = raised.value
    assert error.fault == f"record/{code}", error
    if "^" in marked:
        before = marked[: marked.index("^")]
        place = before.count("\n") + 1, len(before) - before.rfind("\n")
        assert (error.line, error.column) == place, error


def test_syntax_is_looked_at_before_the_first_event_happens() -> None:
    wrong = JSON.replace('"take 1"', '"take 2"', 1).replace('"resign 1"', '"resign one"', 1)
    with pytest.raises(RecordError) as raised:
        from_json(wrong)
    assert raised.value.fault == "record/unknown-seat"


@pytest.mark.parametrize(
    "text",
    ["", "[]", "1", "[" * 100_000, "9" * 10_000, '{"format"', "NaN", "{}", b"\xff", "\ufeff{}"],
)
def test_what_is_no_record_in_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(RecordError):
        from_json(text)


def test_json_of_a_position_and_of_hidden_spirits() -> None:
    game = Game(players=2, spirits=True, first=0, seed=1)
    view = game.view(1)
    assert '"events": [\n    "drawn' in to_json(view)
    assert "dealt ? ?" in to_json(view)
    assert from_json(to_json(view)).game == view
    later = Game.from_state(State.parse(str(view.state)), by_hand=True)
    assert from_json(to_json(later)).game == later
    assert '"position": "A2s' in to_json(later)
