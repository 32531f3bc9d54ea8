"""`harmonies advise` as people and programs use it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from command_line import Terminal
from harmonies import State

if TYPE_CHECKING:
    from pathlib import Path

POSITION = (
    "A2 5/4/2,F,F,1/F,2,T/1,M,M,2 fennec:0,mouse:0 5/4/5/4/5 - "
    "MMH,WWW,WWW,WWW,WWW otter,fish,bear,duck,bee - W10M10T10L10F10H10 1 1 play"
)


@pytest.fixture
def terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Terminal:
    return Terminal(monkeypatch, capsys, tmp_path)


def test_the_best_turns_and_what_to_expect_are_shown(terminal: Terminal) -> None:
    said = terminal("advise", POSITION, "--player", "greedy", "--nodes", 90_000, "--best", 2)
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0].startswith("1. take 1, ")
    assert lines[0].endswith(", end")
    assert "played on)" in lines[1]
    assert "% won" in lines[1]
    assert "animals " in lines[2]
    assert "fennec " in lines[3]
    assert lines[4].startswith("2. ")


def test_programs_get_json_and_the_answers_on_the_way(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(POSITION + "\n")
    ask = ("advise", f"@{file}", "-p", "handmade", "--nodes", 90_000, "--json")
    last = json.loads(terminal(*ask).out)
    assert last["done"]
    answers = [json.loads(line) for line in terminal(*ask, "--stream").out.splitlines()]
    assert answers[-1] == last
    assert [answer["done"] for answer in answers] == [False] * (len(answers) - 1) + [True]
    turn = last["turns"][0]
    state = State.parse(POSITION)
    for move in turn["moves"]:
        state = state.play(next(each for each in state.legal_moves() if str(each) == move))
    assert turn["score"]["total"] == state.points(0)
    assert turn["expected"]["games"] > 0
    assert last["nodes"] <= 90_000


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([POSITION, "-p", "gredy"], "No player is called 'gredy'. There are: random, greedy,"),
        ([POSITION, "-p", "random"], "random does not say why it plays what it plays."),
        ([POSITION, "--objective", "glory"], "An objective is win or points, not 'glory'."),
        ([POSITION, "--budget-ms", "0"], "A budget of 0.0 ms leaves nothing to think with."),
        (["A2"], "<position>:1:3: A word is missing here"),
        ([POSITION.replace("play", "over").replace("1 1", "1! 1")], "<position>:1:"),
        (["@nowhere.txt"], "nowhere.txt: There is no such file."),
    ],
)
def test_wrong_use_is_told_in_one_line(
    terminal: Terminal, arguments: list[str], complaint: str
) -> None:
    said = terminal("advise", *arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert complaint in said.err
