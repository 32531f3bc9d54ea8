"""Boards as they lie on a table: what is read, what is refused, and where it says so."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies.boards import read_boards
from harmonies.errors import BoardError, JsonError, NotationError
from harmonies.json_text import Value, parse

CASES = Path(__file__).parent / "data" / "cases.json"


@pytest.mark.parametrize("case", json.loads(CASES.read_text()), ids=lambda case: str(case["id"]))
def test_known_boards(case: dict[str, object]) -> None:
    [board] = read_boards(json.dumps(case))
    assert board.score().as_dict() == case["expected"]
    assert board.differences() == {}
    assert board.oddities == ()


# What is wrong, the place of it, and the end of the sentence.
REFUSED = [
    ('{"board": {}}', 1, 1, '"side" is missing: "A" with a river or "B" with islands.'),
    ('{"side": "C"}', 1, 10, "side: A side is \"A\" or \"B\", not 'C'."),
    ('{"side": 1}', 1, 10, 'side: A side is "A" or "B", not 1.'),
    ("[1]", 1, 2, 'board 1: A board is an object like {"side": "A", "board": {"a1": "W"}}, not a number.'),
    ('"x"', 1, 1, ", or a list of them, not a string."),
    ('{"side": "A", "board": {"f1": "W"}}', 1, 25, "board.f1: Side A has no space 'f1'."),
    ('{"side": "A", "board": {"A1": "W"}}', 1, 25, "has no space 'A1'; perhaps a1?"),
    ('{"side": "B", "board": {"d4": "W"}}', 1, 25, "board.d4: Side B has no space 'd4'."),
    ('{"side": "A", "board": {"a1": "TTT"}}', 1, 31, "board.a1: No stack is built like 'TTT'."),
    ('{"side": "A", "board": {"a1": "LW*"}}', 1, 31, "board.a1: No stack is built like 'LW'."),
    ('{"side": "A", "board": {"a1": "TX"}}', 1, 31, "A token is one of W M T L F H, not 'X'."),
    ('{"side": "A", "board": {"a1": "ttl"}}', 1, 31, "Tokens are capital letters, not 'ttl'."),
    ('{"side": "A", "board": {"a1": "W**"}}', 1, 31, "A space takes one cube, marked by one *"),
    ('{"side": "A", "board": {"a1": ["W"]}}', 1, 31, 'like "TTL", bottom first, not a list.'),
    ('{"side": "A", "board": []}', 1, 24, "board: An object is wanted here, not a list."),
    ('{"side": "A", "cards": {"oter": 1}}', 1, 25, "No card is called 'oter'; perhaps otter?"),
    ('{"side": "A", "cards": {"lion": 1}}', 1, 25, 'lion is a spirit, and belongs into "spirit".'),
    ('{"side": "A", "cards": {"otter": 4}}', 1, 34, "so 0 to 3 are settled, not 4."),
    ('{"side": "A", "cards": {"otter": -1}}', 1, 34, "not -1."),
    ('{"side": "A", "cards": {"otter": true}}', 1, 34, "not true."),
    ('{"side": "A", "cards": {"otter": 1.0}}', 1, 34, "not 1.0."),
    ('{"side": "A", "cards": {"otter": 1e999}}', 1, 34, "not inf."),
    ('{"side": "A", "cards": {"otter": ' + "9" * 9000 + "}}", 1, 34, "not inf."),
    ('{"side": "A", "cards": {"otter": null}}', 1, 34, "not null."),
    ('{"side": "A", "spirit": "lion"}', 1, 25, 'like {"id": "lion", "settled": true}, not a string.'),
    ('{"side": "A", "spirit": {}}', 1, 25, 'spirit: The "id" of the spirit is missing.'),
    ('{"side": "A", "spirit": {"id": 5}}', 1, 32, "The name of a spirit is a string, not 5."),
    ('{"side": "A", "spirit": {"id": "lon"}}', 1, 32, "No spirit is called 'lon'; perhaps lion?"),
    ('{"side": "A", "spirit": {"id": "fox"}}', 1, 32, "No spirit is called 'fox'."),
    ('{"side": "A", "spirit": {"id": "otter"}}', 1, 32, 'an animal, and belongs into "cards".'),
    ('{"side": "A", "spirit": {"id": "lion", "settled": 1}}', 1, 51, "is true or false, not 1."),
    ('{"side": "A", "expected": {"total": "5"}}', 1, 37, "Points are a whole number, not '5'."),
    ('[\n {"side": "A"},\n {"id": "mine", "side": "A",\n  "board": {"a6": "W"}}\n]', 4, 13,
     "board 2 (mine), board.a6: Side A has no space 'a6'."),
    ('{"side": "A", "id": "\\u001b[2J", "board": {"\\ud800": "W"}}', 1, 44, "no space '\\ud800'."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "message"), REFUSED)
def test_refused(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        read_boards(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in caught.value.message
    assert caught.value.message.isprintable()


NOT_JSON = [
    ("", 1, 1, "There is nothing here"),
    ("{", 1, 2, "A key in double quotes is wanted"),
    ('{"side"', 1, 8, "A colon is wanted"),
    ('{"side": ', 1, 10, "The text ends here"),
    ('{"side": "A"', 1, 13, "A comma or } is wanted"),
    ('{"side": "A",}', 1, 14, "A key in double quotes is wanted"),
    ('[{"side": "A"}\n {"side": "A"}]', 2, 2, "A comma or ] is wanted"),
    ('{"side": "A"} 1', 1, 15, "The JSON has ended before this."),
    ("{'side': 'A'}", 1, 2, "A key in double quotes is wanted"),
    ('{"side": "A", "side": "B"}', 1, 15, "The key 'side' is here twice."),
    ('{"side": "A", "board": {"a1": "W", "a1": "M"}}', 1, 36, "The key 'a1' is here twice."),
    ('{"side": "A", "x": {"y": 1, "y": 2}}', 1, 29, "The key 'y' is here twice."),
    ('{"side": "A", "cards": {"otter": NaN}}', 1, 34, "'NaN' is no value of JSON."),
    ('{"side": "A", "cards": {"otter": -Infinity}}', 1, 34, "'-Infinity' is no value of JSON."),
    ('{"side": "A", "cards": {"otter": 01}}', 1, 34, "'01' is no value of JSON."),
    ('{"side": "A', 1, 10, "This string has no end."),
    ('{"side": "A\n"}', 1, 12, "A string is written on one line"),
    ('{"side": "\\q"}', 1, 11, "No character is written like that"),
    ("[" * 100_000, 1, 65, "This is nested too deeply."),
    ('{"a":' * 100_000, 1, 321, "This is nested too deeply."),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), NOT_JSON)
def test_not_json(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(JsonError) as caught:
        read_boards(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in caught.value.message


@pytest.mark.parametrize(("letter", "stacks"), [("M", ["MMM"] * 8), ("H", ["HH"] * 8)])
def test_the_box_is_not_bottomless(letter: str, stacks: list[str]) -> None:
    spaces = ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "c1"]
    board = dict(zip(spaces, stacks, strict=True))
    with pytest.raises(BoardError, match=f"The box holds [0-9]+ {letter}, and this is one more"):
        read_boards(json.dumps({"side": "B", "board": board}))
    # Boards of a list are cases of their own, not players at one table.
    half = {"side": "B", "board": dict(list(board.items())[:7])}
    assert len(read_boards(json.dumps([half, half]))) == 2


ODD = [
    ({"spirit": {"id": "lion"}}, '"settled" is missing, lion counts as not settled.'),
    ({"player": "Anna"}, "'player' is not known here and was left out."),
    ({"board": {"a1": "T*"}}, "The board shows 1 cube, the cards have settled 0 (on T 1 and 0)."),
    ({"board": {"a1": "*"}}, "the cards have settled 0 (on an empty space 1 and 0)."),
    ({"cards": {"otter": 2}}, "The board shows 0 cubes, the cards have settled 2 (on W 0 and 2)."),
    ({"board": {"a1": "W*"}, "cards": {"duck": 0, "bee": 1}}, "(on TL 0 and 1, on W 1 and 0)."),
    ({"cards": {"otter": 0, "fish": 0, "frog": 0, "bee": 0, "bear": 0}}, "5 cards are not completed"),
    ({"expected": {"sum": 3}}, "No category is called 'sum', it was left out."),
]  # fmt: skip


@pytest.mark.parametrize(("odd", "message"), ODD)
def test_odd_boards_are_counted(odd: dict[str, object], message: str) -> None:
    [board] = read_boards(json.dumps({"side": "A", **odd}))
    [oddity] = board.oddities
    assert message in oddity.message
    assert board.score().total >= 0


def test_what_need_not_be_there() -> None:
    [board] = read_boards('{"side": "B", "board": {"a1": ""}, "spirit": null}')
    assert (board.board, board.cards, board.spirit, board.expected) == ({}, {}, None, None)
    assert board.score().total == 5
    assert read_boards("[]") == []


def plain(value: Value) -> object:
    content = value.content
    if isinstance(content, dict):
        return {key: plain(inner) for key, inner in content.items()}
    if isinstance(content, list):
        return [plain(inner) for inner in content]
    return content


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=20,
)


@given(JSON, st.sampled_from([None, 1]))
@settings(max_examples=100, deadline=None)
def test_json_is_read_as_python_reads_it(value: object, indent: int | None) -> None:
    assert plain(parse(json.dumps(value, indent=indent))) == value


@given(st.text(alphabet='{}[]",:0123456789.eE+-tfn \n\\uabW*side', max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        read_boards(text)


def test_many_boards_take_as_much_longer_as_they_are_more() -> None:
    def seconds(count: int) -> float:
        odd = json.dumps([{"side": "A", "about": "x" * 1000, "board": {"a1": "W*"}}] * count)
        begun = time.process_time()
        assert all(board.oddities for board in read_boards(odd))
        return time.process_time() - begun

    few = min(seconds(500) for _ in range(3))
    assert min(seconds(4000) for _ in range(2)) < 3 * 8 * few
