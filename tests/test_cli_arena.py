"""`harmonies arena` as people and programs use it."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from command_line import PROGRAM, Terminal, environment

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Terminal:
    return Terminal(monkeypatch, capsys, tmp_path)


def test_the_table_shows_points_wins_and_the_ladder(terminal: Terminal) -> None:
    said = terminal("arena", "random", "level-1", "level-2", "--games", "6", "--seed", "4")
    assert said.code == 0
    assert said.err == ""
    lines = said.out.splitlines()
    assert lines[0] == "2 players, side A, seed 4"
    assert lines[2].split() == [
        "games",
        "points",
        "median",
        "middle",
        "80%",
        "won",
        "turns",
        "nodes",
        "CPU",
    ]
    assert [line.split()[:2] for line in lines[3:6]] == [
        ["random", "12"],
        ["level-1", "12"],
        ["level-2", "12"],
    ]
    assert "level-2 wins 100.0% (" in said.out
    assert lines[-3].split()[0] == "level-2"


def test_programs_get_the_same_figures_as_json(terminal: Terminal) -> None:
    said = terminal("arena", "level-1", "--players", "1", "-g", "5", "--side", "B", "--json")
    found = json.loads(said.out)
    assert found["setup"]["side"] == "B"
    (one,) = found["players"]
    assert one["name"] == "level-1"
    assert one["games"] == one["seats"] == 5
    assert one["median"] == one["deciles"][4]
    assert one["mean"] == pytest.approx(sum(one["categories"].values()))
    assert one["suns"]["mean"] > 0
    assert one["won"] is None
    assert one["se"] > 0
    assert one["nodes_per_turn"] > 0
    assert found["pairs"] == found["ladder"] == []


def test_a_budget_is_for_all(terminal: Terminal) -> None:
    said = terminal("arena", "greedy", "handmade", "-g", "2", "--nodes", "40", "--json")
    for one in json.loads(said.out)["players"]:
        assert 0 < one["nodes_per_turn"] <= 40


def test_an_objective_is_for_all_who_look_ahead(terminal: Terminal) -> None:
    def points(*objective: str) -> list[float]:
        arguments = ("handmade:nodes=9000,candidates=6", "-g", "2", "--json", *objective)
        return [one["deciles"] for one in json.loads(terminal("arena", *arguments).out)["players"]]

    assert points() == points("--objective", "win") != points("--objective", "points")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["gredy"], "No player is called 'gredy'. There are: random, greedy, handmade, level-1,"),
        (["greedy:nodes=x"], "nodes is a number from 1, not 'x'."),
        (["greedy", "greedy"], "greedy is named twice."),
        (["greedy", "--side", "C"], "A board has the sides A and B, not 'C'."),
        (["greedy", "--budget-ms", "0"], "A budget of 0.0 ms leaves nothing to think with."),
        (["greedy", "--opponents", "none"], "--opponents is all, next or self, not 'none'."),
        (["greedy", "--objective", "glory"], "An objective is win or points, not 'glory'."),
        (["greedy", "--seed", "-3"], "A seed is a number from 0 to 2**32 - 1."),
    ],
)
def test_wrong_use_is_told_in_one_line(
    terminal: Terminal, arguments: list[str], complaint: str
) -> None:
    said = terminal("arena", *arguments)
    assert said.code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert complaint in said.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_shows_what_has_been_found_and_leaves_nothing_running(
    tmp_path: Path, jobs: str
) -> None:
    screen, its_side = pty.openpty()
    arena = subprocess.Popen(
        [*PROGRAM, "arena", "handmade", "--games", "100000", "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=its_side,
        text=True,
        env=environment(tmp_path) | {"TERM": "xterm"},
        start_new_session=True,
    )
    os.close(its_side)
    shown = b""
    while not re.search(rb"[1-9]/100000", shown):  # the bar shows that deals are done
        assert select.select([screen], [], [], 30)[0], shown
        shown += os.read(screen, 1 << 16)
    os.killpg(arena.pid, signal.SIGINT)
    out, _ = arena.communicate(timeout=120)
    # When every process of the terminal has ended, so has the terminal.
    with suppress(OSError):
        while rest := os.read(screen, 1 << 16):
            shown += rest
    os.close(screen)
    assert arena.returncode == 130
    assert b"Interrupted after" in shown
    assert b"Traceback" not in shown
    assert out.startswith("2 players, side A, seed 1\n")
    assert "handmade" in out
