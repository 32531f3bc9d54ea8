"""The page has words for what the server may say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harmonies import errors
from harmonies.players import PLAYERS
from harmonies.server.codes import REFUSALS

ENGLISH = Path(__file__).parent.parent / "web/src/i18n/en.json"

# The page gives no cause for these, and words them together: "That did not work".
_BY_ACCIDENT = ("request/", "syntax/", "player/illegal-move", "live/unreadable", "token/unknown")
_NEVER_ASKED = {
    "person/known",
    "person/session-needed",
    "move/illegal",
    "server/error",
    "storage/busy",
    "storage/failed",
    "seat/empty",
    "seat/not-found",
    "seat/not-yours",
    "seat/not-replaceable",
    "table/damaged",
    "table/no-such-first",
    "table/not-over",
    "table/not-started",
    "table/too-few-seats",
}


@pytest.fixture(scope="module")
def words() -> dict[str, object]:
    found: dict[str, object] = json.loads(ENGLISH.read_text("utf-8"))
    return found


def test_every_refusal_that_a_visitor_can_cause_is_worded(words: dict[str, object]) -> None:
    expected = {
        code for code in REFUSALS if not code.startswith(_BY_ACCIDENT) and code not in _NEVER_ASKED
    }
    assert {code for code in expected if f"refusal.{code}" not in words} == set()


def test_every_computer_player_has_a_name_and_a_line(words: dict[str, object]) -> None:
    for level in PLAYERS:
        assert {f"level.{level}", f"level.{level}.about"} <= words.keys()


def test_the_page_words_nothing_that_nobody_says(words: dict[str, object]) -> None:
    of_the_rules = {code for one in vars(errors).values() if (code := getattr(one, "code", None))}
    of_the_page = {"other", "page/offline"}
    said = {f"refusal.{code}" for code in of_the_rules | REFUSALS.keys() | of_the_page}
    said |= {f"level.{level}{part}" for level in PLAYERS for part in ("", ".about")}
    assert {key for key in words if key.startswith(("refusal.", "level."))} <= said
