"""What may be a name, and which two are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies.server.names import LONGEST, clean_name, fold
from harmonies.server.problems import Problem

READABLE = [
    "Ada",
    "Éloïse",
    "李雷",
    "محمد",
    "نیم\u200cفاصله",
    "👨\u200d👩\u200d👧",
    "❤\ufe0f",
    "Ὀδυσσεύς",
    "x" * LONGEST,
    "O'Brien-Łoś",
    "한글",
    "ไทย",
    "ŷ\u0304",
    "42",
    "¡olé!",
]

UNREADABLE = {
    "nothing": ["", "   ", "\u00a0"],
    "too long": ["x" * 41, "\ufdfa" * 20],
    "control characters": ["a\nb", "a\0b", "a\x7fb", "a\x85b", "a\u2028b"],
    "turned around": ["a\u202eb", "\u2066a", "a\u200fb", "\u061ca"],
    "invisible": ["\u200b", "\u200d", "\u3164", "\u2800", "a\u3164", "\ufeffa", "\U000e0041"],
    "accents alone": ["\u0301", "Z" + "\u0301" * 9],
    "not characters": ["\ue000", "\ud800", "\uffff"],
}


@pytest.mark.parametrize("name", READABLE)
def test_names_of_all_scripts_stay_as_they_are(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("name", [name for names in UNREADABLE.values() for name in names])
def test_names_that_nobody_could_read_are_refused(name: str) -> None:
    with pytest.raises(Problem) as refusal:
        clean_name(name)
    assert refusal.value.code == "name/invalid"


def test_a_name_is_composed_and_single_spaced() -> None:
    assert clean_name(" E\u0301a\u00a0\u3000 b\n") == "Éa b"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "aDA"),
        ("Straße", "STRASSE"),
        ("ＡＤＡ", "ada"),
        ("ﬁn", "FIN"),
        ("Σίσυφος", "σίσυφοσ"),
        ("İ", "i\u0307"),
        ("a\u200db", "ab"),
        ("❤\ufe0f", "❤"),
    ],
)
def test_names_that_people_take_for_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_names_that_are_two() -> None:
    assert len({fold(name) for name in READABLE}) == len(READABLE)


@given(st.text(max_size=60))
def test_a_clean_name_is_clean(text: str) -> None:
    try:
        name = clean_name(text)
    except Problem:
        return
    assert clean_name(name) == name
    assert 1 <= len(name) <= LONGEST
    assert name == name.strip()
    assert fold(fold(name)) == fold(name)
    name.encode()
