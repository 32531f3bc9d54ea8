"""A game in the terminal: what it shows, whole games, and what a real terminal gets to see."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from pathlib import Path

import pytest

from command_line import PROGRAM, Terminal, environment, kept, whole_game
from harmonies import Game
from harmonies.cli.play.screen import HELP, help_lines
from harmonies.records import parse_record


@pytest.fixture
def terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Terminal:
    return Terminal(monkeypatch, capsys, tmp_path / "data")


# What is shown


def test_help_fits_a_small_terminal() -> None:
    lines = HELP.splitlines()
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 79


@pytest.mark.parametrize("columns", [39, 60, 78])
def test_help_is_folded_on_a_narrow_screen(columns: int) -> None:
    lines = help_lines(columns)
    assert max(map(len, lines)) <= columns
    assert re.findall(r"[\w*?\[]+", " ".join(lines)) == re.findall(r"[\w*?\[]+", HELP)


def test_a_turn_of_solo(terminal: Terminal) -> None:
    typed = "t2\nm c3\nw c3\nundo\ncard bat\nscore\nb\nhelp\n\nfoo\n"
    said = terminal("play", "--players", 1, "--seed", 3, stdin=typed)
    assert said.code == 1  # because of w c3 and foo
    assert said.err.splitlines() == [
        "line 3: place W c3: No token of that kind is left to place.",
        "line 10: 'foo' is no move. Type help for all you can do.",
    ]
    for part in (
        "Side A, turn 1. You: take three tokens",
        "Groups  1 WTL  2 MTH  3 WLF",
        "You can: take 1 2 3\n         draft panther squirrel parrot",
        "> t2\ntake 2\nStill to place: M T H",
        "> undo\nTaken back: place M c3",
        "> card bat\nbat: M* by TTL\n  points: 3 with 1, 6 with 2, 10 with 3, 15 with 4",
        HELP,
        "This game is kept. Go on with: harmonies play --resume last",
    ):
        assert part in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_gained_points_are_told(terminal: Terminal) -> None:
    said = terminal("play", "-p", 1, "--seed", 3, stdin="t1\nl a1\n")
    assert "> l a1\nplace L a1 (+1 point)\n" in said.out


def test_scores_of_others(terminal: Terminal) -> None:
    said = terminal(
        "play", "-n", "Anna", "-n", "Bo", "--seed", 3, stdin="score bo\nscore 1\nscore x\n"
    )
    assert "\nBo: 0 points\n" in said.out
    assert "\nAnna: 0 points\n" in said.out
    assert said.err == "line 3: Whose score? 1, 2, Anna, Bo.\n"


# Whole games


@pytest.mark.parametrize(("players", "spirits"), [(1, True), (2, False), (3, True)])
def test_a_whole_game_from_a_pipe(terminal: Terminal, players: int, spirits: bool) -> None:
    game, moves = whole_game(players, 11, spirits=spirits)
    options = ["--players", players, "--seed", 11, *(["--spirits"] if spirits else [])]
    said = terminal("play", *options, stdin="\n".join(moves) + "\n")
    assert (said.code, said.err) == (0, "")
    totals = [line for line in said.out.splitlines() if line.startswith("total ")]
    points = [game.state.points(seat) for seat in range(players)]
    assert [int(word) for word in totals[-1].split()[1:]] == points
    assert ("suns" in said.out) == (players == 1)
    assert ("wins with" in said.out) == (players > 1)
    assert kept(terminal.data) == []
    [path] = (terminal.data / "games").iterdir()
    record = parse_record(path.read_text())
    assert record.game.log == game.log
    assert record.game.outcome == game.outcome
    checked = terminal("record", "check", path)
    assert checked.code == 0
    assert "draws: passed" in checked.out
    again = terminal("play", "--resume", path)
    assert again.code == 2
    assert "This game is over." in again.err


# On a real terminal


def on_a_terminal(
    arguments: list[str], lines: list[str], data: Path, **told: str
) -> tuple[int, str]:
    """Types lines, each after the prompt for it, and returns what the screen was sent."""
    ours, theirs = pty.openpty()
    playing = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(data) | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"} | told,
        start_new_session=True,
    )
    os.close(theirs)
    seen = b""
    waiting = list(lines)
    end = time.monotonic() + 120
    while time.monotonic() < end:
        ready, _, _ = select.select([ours], [], [], 0.1)
        if ready:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            seen += part
        elif waiting and seen.rstrip(b"\x1b[?2004hl").endswith((b"> ", b". ", b": ")):
            os.write(ours, waiting.pop(0).encode() + b"\r")
            seen += b"<typed>"
        if playing.poll() is not None and not ready:
            break
    os.close(ours)
    playing.kill()
    return playing.wait(), seen.decode(errors="replace")


def test_a_real_terminal(tmp_path: Path) -> None:
    arguments = ["play", "-n", "Anna", "-n", "Bo", "--spirits", "--seed", "3"]
    game = Game(2, spirits=True, seed=3)
    assert game.state.dealt is not None
    first, second = ("Anna", "Bo") if game.state.first == 0 else ("Bo", "Anna")
    keep = game.state.dealt[0]
    group = game.state.groups[0]
    spaces = ["a1", "c1", "e1"]
    placed = [f"{token} {space}" for token, space in zip(group, spaces, strict=True)]
    lines = ["", keep, "t1", *placed, "end", "", "help", "q", "n"]
    code, seen = on_a_terminal(arguments, lines, tmp_path)
    assert code == 0, seen
    screens = seen.split("\x1b[H\x1b[2J\x1b[3J")
    secret = [screen for screen in screens if "keep one of your two" in screen]
    assert all(first in screen or second in screen for screen in secret)
    # Before each look at two spirits stands a screen without anything to see.
    looks = [at for at, screen in enumerate(screens) if "Your spirits: keep one" in screen]
    for at in (looks[0], looks[-2]):
        assert "press Enter when nobody else looks." in screens[at - 1]
    # Who has chosen shows the one that was kept, and the other no more.
    other = game.state.dealt[1]
    assert not any(other in screen for screen in screens[looks[0] + 1 :])
    assert "\x1b[1;38;" in seen
    assert "In a turn, in any order" in screens[-1]
    assert "It is gone." in seen
    assert kept(tmp_path) == []


def test_what_was_asked_about_hidden_spirits_cannot_be_leafed_back_to(tmp_path: Path) -> None:
    game = Game(2, spirits=True, seed=3)
    assert game.state.dealt is not None
    keep, other = game.state.dealt
    lines = ["", f"card {other}", keep, "\x1b[A\x1b[A", "q", ""]
    code, seen = on_a_terminal(["play", "--spirits", "--seed", "3"], lines, tmp_path)
    assert code == 0, seen
    screens = seen.split("\x1b[H\x1b[2J\x1b[3J")
    asked = [at for at, screen in enumerate(screens) if f"{other}, a spirit:" in screen]
    assert len(asked) == 1
    assert not any(other in screen for screen in screens[asked[0] + 1 :])


def test_leaving_with_a_file_that_cannot_be_written_is_not_leaving(tmp_path: Path) -> None:
    saved, nowhere = tmp_path / "game.txt", tmp_path / "none" / "game.txt"
    lines = [f"save {saved}", "t1", "q", str(nowhere), "q", ""]
    code, seen = on_a_terminal(["play", "-p", "1"], lines, tmp_path)
    assert code == 0
    assert "There is no such folder." in seen
    [path] = kept(tmp_path)
    assert "take 1" in path.read_text()
    assert "take 1" not in saved.read_text()


def test_without_colours(tmp_path: Path) -> None:
    code, seen = on_a_terminal(["play", "-p", "1", "--no-color"], ["t1", "q", ""], tmp_path)
    assert code == 0
    assert "\x1b[1" not in seen
    assert "\x1b[38" not in seen
    assert len(kept(tmp_path)) == 1


@pytest.mark.parametrize("told", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_none_are_wanted(tmp_path: Path, told: dict[str, str]) -> None:
    code, seen = on_a_terminal(["play", "-p", "1"], ["t1", "q", ""], tmp_path, **told)
    assert code == 0
    assert "You can: place" in seen
    assert "\x1b[1" not in seen
    assert "\x1b[38" not in seen


@pytest.mark.parametrize("columns", ["0", "1"])
def test_a_terminal_without_a_width(tmp_path: Path, columns: str) -> None:
    code, seen = on_a_terminal(["play", "-p", "1"], ["q", ""], tmp_path, COLUMNS=columns)
    assert code == 0
    assert "You can: take 1 2 3" in seen


GO_ON = "harmonies play --resume last"


@pytest.mark.parametrize("kind", ["xterm", "dumb"])
def test_a_narrow_terminal(tmp_path: Path, kind: str) -> None:
    arguments = ["play", "-p", "2", "--side", "B", "--seed", "3"]
    code, seen = on_a_terminal(
        arguments, ["t1", "help", "q", ""], tmp_path, TERM=kind, COLUMNS="40"
    )
    assert code == 0
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen)
    assert "\\_g4_/" in plain.replace("[g4]", "_g4_")
    assert max(map(len, plain.partition("<typed>help")[0].splitlines())) <= 40
    assert plain.splitlines()[-2:] == ["This game is kept. Go on with:", GO_ON]


def test_a_dumb_terminal_hides_what_others_saw_without_orders_to_it(tmp_path: Path) -> None:
    arguments = ["play", "-p", "2", "--spirits", "--seed", "3"]
    game = Game(2, spirits=True, seed=3)
    assert game.state.dealt is not None
    keep, other = game.state.dealt
    code, seen = on_a_terminal(arguments, ["", keep, "q", ""], tmp_path, TERM="dumb")
    assert code == 0, seen
    assert "\x1b" not in seen.replace("\x1b[?2004", "")
    before, _, after = seen.replace("\r", "").rpartition("\n" * 24)
    assert other in before
    assert other not in after
