"""What is wrong in a record is named, with its place."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from harmonies.errors import CardNotFaceUp, DoesNotStack, RecordError
from harmonies.records import parse_record
from record_games import SAMPLE

NOTATION = (Path(__file__).parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")

# A part of the sample, and what stands there instead, with ^ before the word at fault.
WRONG = [
    ("not-a-record", "harmonies record 1\n", "^harmony record 1\n"),
    ("not-a-record", "harmonies record 1\n", "^\n"),
    ("not-a-record", "harmonies record 1\n", "^harmonies record\n"),
    ("version", "record 1", "record ^2"),
    ("version", "record 1", "record ^one"),
    ("unprintable", "# A comment.", "# A ^\x00comment."),
    ("unprintable", "take 1;", "take^\xa01;"),
    ("unprintable", "Zoë", "Zo^\u202eë"),
    ("unprintable", "Zoë", "Zo^\ud800ë"),
    ("bad-line", "# A comment.", "^A comment."),
    ("bad-line", "deal: drawn", "^deal drawn # deal:"),
    ("bad-header", "side: A", "side: ^C"),
    ("bad-header", "side: A", "side: ^a"),
    ("bad-header", "side: A", "^Side: A"),
    ("bad-header", "side: A", "^: A"),
    ("bad-header", "side: A", "side:^"),
    ("bad-header", "side: A", "side: ^# A"),
    ("bad-header", "players: 2", "players: ^5"),
    ("bad-header", "players: 2", "players: ^²"),
    ("bad-header", "spirits: yes", "spirits: ^true"),
    ("bad-header", "first: 2", "first: ^2 drawn"),
    ("bad-header", "event: A", "^event 2: A"),
    ("bad-header", "event: A", "^seat: A"),
    ("bad-header", "event: A test; with > marks", "event:^"),
    ("bad-header", "points: 3 0", "points:^"),
    ("bad-hex", "event: A", "seed: ^A"),
    ("bad-hex", "event: A test; with > marks", f"secret: ^{'0' * 63}"),
    ("bad-hex", "event: A test; with > marks", f"commitment: ^{'0' * 63}g"),
    ("bad-hex", "event: A", "nonce 1: ^A"),
    ("bad-position", "side: A", "position: A2 5/4/5/4/^6 -"),
    ("bad-position", "side: A", "position:  ^C2"),
    ("bad-position", "side: A", "position: A1  5/4/5/4/5  -^  "),
    ("unknown-seat", "seat 1: Zoë", "seat ^5: Zoë"),
    ("unknown-seat", "seat 1: Zoë", "seat 3: ^Zoë"),
    ("unknown-seat", "first: 2", "first: ^3"),
    ("unknown-seat", "resign 1", "resign ^one"),
    ("unknown-seat", "replace 1 Bob", "replace ^5 Bob"),
    ("unknown-seat", "1 seat 2:", "1 seat ^0:"),
    ("header-twice", "seat 1: Zoë", "^side: B"),
    ("header-twice", "seat 2: 👩", "^seat 1: 👩"),
    ("header-twice", "result:", "^points: 3 0\nresult:"),
    ("header-conflict", "side: A\n", "position: A1 5/4/5/4/5 - WMT,LFF,MTH otter,fish,bear -"
     " W22M21T19L18F17H14 1 1 play\nside: ^A\n"),
    ("header-too-late", "# A comment.", "^site: here"),
    ("header-too-late", "result:", "^site: here\nresult:"),
    ("missing-header", "side: A\n", ""),
    ("missing-header", "first: 2\n", ""),
    ("missing-header", "event: A test; with > marks", "nonce 2: ^-"),
    ("bad-label", "1 seat 2:", "^1:"),
    ("bad-label", "1 seat 2:", "^1 seat2:"),
    ("bad-label", "1 seat 2:", "^01 seat 2:"),
    ("bad-label", "1 seat 2:", "^99999 seat 2:"),
    ("missing-event", "keep owl;", "keep owl; ^;"),
    ("missing-event", "keep owl;", "^; keep owl;"),
    ("missing-event", "resign 1\n", "^\n"),
    ("missing-event", "resign 1\n", "resign 1;^\n"),
    ("missing-event", "resign 1\n", "resign 1; ^# nothing\n"),
    ("bad-event", "keep owl", "^keeps owl"),
    ("bad-event", "keep owl", "keep  ^otter"),
    ("bad-event", "take 1", "take ^6"),
    ("bad-event", "take 1", "take^"),
    ("bad-event", "W c3", "W  ^h3"),
    ("bad-event", "W c3", "W c3 ^c4"),
    ("bad-event", "undo", "undo ^2"),
    ("bad-event", "resign 1", "resign^"),
    ("bad-event", "resign 1", "resign 1 ^now"),
    ("bad-event", "replace 1 Bob", "replace 1^"),
    ("bad-name", '"x; y"', '^"x'),
    ("bad-name", '"x; y"', '^"x" y'),
    ("bad-name", '"x; y"', r'^"x\y"'),
    ("bad-name", '"x; y"', '^""'),
    ("bad-name", '"x; y"', '^" x"'),
    ("bad-draw", "drawn WWM", "drawn ^WWMM"),
    ("bad-draw", "drawn WWM", "drawn  ^wwm"),
    ("bad-draw", "turned bear", "turned ^lion"),
    ("bad-draw", "turned bear dealt deer ram", "dealt deer ram ^turned bear"),
    ("bad-draw", "dealt deer", "dealt ^bear"),
    ("bad-draw", "drawn WWM", "drawn WWM ^drawn"),
    ("bad-separator", "end > drawn WWM", "end^; drawn WWM"),
    ("bad-separator", "keep owl;", "keep owl ^>"),
    ("bad-points", "points: 3 0", "points: 3 ^four"),
    ("bad-points", "points: 3 0", "points: ^-3 0"),
    ("bad-result", "result: seat 1 resigned, seat 2 wins", "result: ^seat 5 wins"),
    ("bad-result", "result: seat 1 resigned, seat 2 wins", "result: ^1-0 # a win"),
    ("after-result", "seat 2 wins\n", "seat 2 wins\n# fine\n ^4 seat 1: take 1\n"),
    ("no-result", "result: seat 1 resigned, seat 2 wins\n", "^"),
    ("wrong-turn", "1 seat 2:", "^2 seat 2:"),
    ("wrong-turn", "# A comment.", "^deal: drawn WWM"),
    ("wrong-turn", "3 seat 2:", "^4 seat 2:"),
    ("wrong-seat", "1 seat 2:", "1 seat ^1:"),
    ("draw-missing", "deal: drawn WMT TLF MHH WFF TTL turned otter fish frog duck bee dealt lion owl\n"
     "# A comment.\n", "^"),
    ("draw-missing", " > drawn MMM\n3", "\n^3"),
    ("turn-has-ended", "bee dealt lion owl", "bee dealt lion owl; ^keep lion"),
    ("turn-has-ended", "resign 1\n", "place M e5; place H e1; place H e2; end > drawn WWW; ^take 2\n"),
    ("game-over", "resign 1\n", "resign 1\n^3 seat 2: undo\n"),
    ("illegal-move", "keep owl", "keep ^cat"),
    ("illegal-move", "take 2", "take 2; ^take 1"),
    ("illegal-move", "place L a1", "place ^M a1"),
    ("illegal-move", "place L a1", "place L ^f1"),
    ("illegal-move", "place F d1", "place F ^a1"),
    ("illegal-move", "place T b2; end", "^end"),
    ("illegal-move", "draft fish", "draft ^bear"),
    ("illegal-move", "draft fish", "settle ^fish c3"),
    ("illegal-move", "draft fish", "draft fish; settle fish ^c3"),
    ("illegal-move", "draft fish", "^discard fish"),
    ("illegal-move", "W c3", "W c3; ^keep lion"),
    ("illegal-event", "resign 1", "resign 1; ^place M e5"),
    ("illegal-draw", "drawn WWM turned bear", "drawn WWM turned ^otter"),
    ("illegal-draw", "drawn WWM turned", "drawn  WWM  ^MMM turned"),
    ("illegal-draw", "drawn MMM", "drawn^"),
    ("illegal-draw", "dealt deer ram", "dealt deer ^owl"),
    ("illegal-draw", "dealt deer ram", "dealt deer ^deer"),
    ("illegal-undo", "W c3; place M b2; undo; place M a1", "W c3; undo; undo; ^undo"),
    ("illegal-event", "3 seat 2: take 3; resign 1", "3 seat 2: take 3; ^resign 3"),
    ("illegal-event", "resign 1\n", "resign 1; ^replace 1 Eve\n"),
    ("wrong-points", "points: 3 0", "points: 3 ^5"),
    ("wrong-points", "points: 3 0", "points: ^3"),
    ("wrong-points", "points: 3 0", "points: 3 0 ^0"),
    ("wrong-result", "result: seat 1 resigned, seat 2 wins", "result: ^seat 2 wins"),
    ("wrong-result", "result: seat 1 resigned, seat 2 wins", "result: ^unfinished"),
]  # fmt: skip


def refused(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as raised:
        parse_record(text)
    return raised.value


@pytest.mark.parametrize(
    ("code", "right", "wrong"), WRONG, ids=[f"{code}-{wrong}" for code, _, wrong in WRONG]
)
def test_what_is_wrong_is_refused_with_its_place(code: str, right: str, wrong: str) -> None:
    assert right in SAMPLE
    marked = SAMPLE.replace(right, wrong, 1)
    text = marked.replace("^", "", 1)
    error = refused(text)
    assert error.fault == f"record/{code}", error
    if "^" in wrong:
        before = marked[: marked.index("^")]
        place = before.count("\n") + 1, len(before) - before.rfind("\n")
        assert (error.line, error.column) == place, error
    assert str(error).startswith(f"line {error.line}, column {error.column}: ")
    assert error.message[0].isupper() or error.__cause__ is not None
    assert error.message.endswith((".", "'"))
    assert len(error.message) < 600


def test_every_code_is_in_the_documents_and_was_seen() -> None:
    documented = set(re.findall(r"^\| `record/([a-z0-9-]+)`", NOTATION, re.MULTILINE))
    elsewhere = {"not-utf-8", "bad-json", "wrong-position"}
    assert documented == {code for code, _, _ in WRONG} | elsewhere


def test_bytes_that_are_no_text_are_refused_with_their_place() -> None:
    error = refused(SAMPLE.encode().replace("Zoë".encode(), b"Zo\xeb"))
    assert (error.fault, error.line, error.column) == ("record/not-utf-8", 6, 11)


def test_the_rule_that_was_broken_is_the_cause() -> None:
    error = refused(SAMPLE.replace("place F d1", "place F a1"))
    assert isinstance(error.__cause__, DoesNotStack)
    assert error.message.startswith(
        "place F a1: That token may not go on what stands there. Legal now: place F a2 a3"
    )
    error = refused(SAMPLE.replace("draft fish", "draft bear"))
    assert isinstance(error.__cause__, CardNotFaceUp)
    assert error.message.endswith("Legal now: draft otter fish frog duck bee.")
    error = refused(SAMPLE.replace(" > drawn MMM\n3", " > drawn MMM WWW\n3"))
    assert error.message.endswith("Found 'WWW'. Due now: drawn and 1 group.")


def test_a_draw_that_the_bag_does_not_hold_is_refused_at_its_group() -> None:
    position = "A1 5/4/5/4/5 - -,-,- otter,fish,bear - W4M4T4L0F0H0 1 1 deal"
    text = f"harmonies record 1\nposition: {position}\ndeal: drawn WWW MMM WWT\nresult: unfinished"
    error = refused(text)
    assert (error.fault, error.line, error.column) == ("record/illegal-draw", 3, 21)


def test_syntax_is_looked_at_before_legality() -> None:
    text = SAMPLE.replace("keep owl", "keep cat").replace("resign 1", "resign one")
    assert refused(text).fault == "record/unknown-seat"


@pytest.mark.parametrize(
    "long",
    [
        "#" * 200_000,
        "x" * 200_000,
        " " * 200_000 + "x",
        "event: " + "x" * 200_000,
        "x" * 200_000 + ": y",
        "1 seat 2: " + ";" * 200_000,
        "1 seat 2: " + "take " * 40_000,
        "1 seat 2: " + 'replace 1 "' * 20_000,
        "1 seat 2: " + 'replace 1 "a;' * 16_000 + "#",
        "1 seat 2: replace" + " " * 200_000 + "1 x",
        "1 seat 2: keep owl" + "; take 1; undo" * 15_000,
        "1 seat 2: > drawn " + "WWM " * 50_000,
        "position: " + "5/" * 100_000,
        "\n" * 200_000,
        "# a\n" * 50_000,
        "\x00" * 200_000,
        "\u200d" * 200_000 + "\x00",
    ],
    ids=lambda long: f"{long[:30]!r}...",
)
def test_a_long_record_is_answered_soon(long: str) -> None:
    text = SAMPLE.replace("event: A test; with > marks", long, 1)
    if long[0].isdigit():
        text = SAMPLE.replace("1 seat 2: keep", f"{long}\n1 seat 2: keep", 1)
    began = time.process_time()
    said = ""
    try:
        parse_record(text)
    except RecordError as error:
        said = str(error)
    assert len(said) < 1000
    assert time.process_time() - began < 5
