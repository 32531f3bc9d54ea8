"""A game in the terminal: what is typed, what is shown, and that nothing is lost."""

from __future__ import annotations

import errno
import os
import pty
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

from command_line import PROGRAM, Terminal, environment, program, whole_game
from harmonies import Game, Move, State
from harmonies.cli.play import saves
from harmonies.cli.play.screen import HELP
from harmonies.cli.play.words import Command, Puzzled, understood
from harmonies.records import Record, parse_record, print_record, read_record


@pytest.fixture
def terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Terminal:
    return Terminal(monkeypatch, capsys, tmp_path / "data")


def kept(data: Path) -> list[Path]:
    return sorted((data / "unfinished").glob("[!.]*"))


def moves_kept(data: Path) -> int:
    """How many moves there are on disk of the game in progress."""
    found = kept(data)
    events = read_record(found[0].read_text()).game.log if found else ()
    return sum(isinstance(event, Move) for event in events)


# What is typed

TAKING = State.parse(
    "A1s 5/4/1,M,F,2/4/5 meerkat:0,otter:0,lion:0 WMT,LFF,MTH fish,bear,bee"
    " - W22M20T19L18F16H14 1 2 play"
)
PLACING = TAKING.play(Move.parse("take 1"))
ONE_KIND = State.parse(str(PLACING).replace("play:1=WMT", "play:1=W"))

TYPED = [
    (TAKING, "take 2", "take 2"),
    (TAKING, "  TAKE   2 ", "take 2"),
    (TAKING, "t2", "take 2"),
    (TAKING, "2", "take 2"),
    (TAKING, "draft bear", "draft bear"),
    (TAKING, "d bea", "draft bear"),
    (TAKING, "fish", "draft fish"),
    (TAKING, "fi", "draft fish"),
    (TAKING, "draft otter", "draft otter"),
    (TAKING, "settle meerkat c2", "settle meerkat c2"),
    (TAKING, "s mee", "settle meerkat c2"),
    (TAKING, "meerkat c2", "settle meerkat c2"),
    (TAKING, "meer", "settle meerkat c2"),
    (TAKING, "keep lion", "keep lion"),
    (TAKING, "discard bear", "discard bear"),
    (TAKING, "x bear", "discard bear"),
    (TAKING, "end", "end"),
    (TAKING, "e", "end"),
    (PLACING, "place M c3", "place M c3"),
    (PLACING, "p m c2", "place M c2"),
    (PLACING, "m c2", "place M c2"),
    (PLACING, "MC2", "place M c2"),
    (PLACING, "t a1", "place T a1"),
    (PLACING, "h a1", "place H a1"),
    (PLACING, "c2", "place M c2"),
    (ONE_KIND, "a1", "place W a1"),
]


@pytest.mark.parametrize(("state", "line", "move"), TYPED)
def test_moves_in_full_and_in_short(state: State, line: str, move: str) -> None:
    assert understood(line, state) == Move.parse(move)


@pytest.mark.parametrize(
    ("line", "command"),
    [("undo", "undo"), ("U", "undo"), ("sc", "score"), ("b", "table"), ("?", "help"),
     ("q", "quit"), ("exit", "quit"), ("card", "card")],
)  # fmt: skip
def test_commands(line: str, command: str) -> None:
    assert understood(line, TAKING) == Command(command)


def test_a_command_keeps_the_letters_of_its_file() -> None:
    assert understood("save  My Game.txt", TAKING) == Command("save", "My Game.txt")


PUZZLING = [
    (TAKING, "foo", "'foo' is no move. Type help for all you can do."),
    (TAKING, "b3", "There is no token to place now."),
    (TAKING, "take", "Which group? 1, 2, 3."),
    (TAKING, "draft", "Draft what? bear, bee, fish."),
    (TAKING, "draft be", "Which one? bear, bee."),
    (TAKING, "draft oter", "No card is called 'oter'. Perhaps otter?"),
    (TAKING, "settle", "Settle what? meerkat."),
    (TAKING, "settle otter", "The habitat of otter does not stand on your board yet."),
    (TAKING, "settle fish", "You do not hold fish."),
    (TAKING, "discard", "There is nothing to discard now."),
    (TAKING, "\x1b[2J", "'\\x1b[2j' is no move. Type help for all you can do."),
    (PLACING, "a1", "Which token? M a1 or T a1 or W a1."),
    (PLACING, "m", "Where? M can go on the marked spaces."),
    (PLACING, "place", "Place what where? Say for example: place M a1."),
    (PLACING, "c3", "None of W M T can go on c3."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "line", "message"), PUZZLING)
def test_what_cannot_be_understood(state: State, line: str, message: str) -> None:
    with pytest.raises(Puzzled) as caught:
        understood(line, state)
    assert str(caught.value) == message


def test_spaces_to_choose_from_are_marked() -> None:
    with pytest.raises(Puzzled) as caught:
        understood("m", PLACING)
    assert "c2" in caught.value.marks
    assert "c3" not in caught.value.marks


# What is shown


def test_help_fits_a_small_terminal() -> None:
    lines = HELP.splitlines()
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 79


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
    assert said.err == "line 3: Whose score? 1, 2, anna, bo.\n"


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


def test_a_killed_game_goes_on(tmp_path: Path) -> None:
    game, moves = whole_game(2, 5, spirits=True)
    half = len(moves) // 2
    playing = subprocess.Popen(
        [*PROGRAM, "play", "--seed", "5", "--spirits"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env=environment(tmp_path),
    )
    assert playing.stdin is not None
    playing.stdin.write("\n".join(moves[:half]) + "\n")
    playing.stdin.flush()
    until = time.monotonic() + 20
    while moves_kept(tmp_path) < half and time.monotonic() < until:
        time.sleep(0.02)
    [path] = kept(tmp_path)
    other = program("play", "--resume", path, data=tmp_path)
    assert other.stderr == f"{path}: This game is open in another terminal.\n"
    playing.kill()
    playing.wait(10)
    rest = "\n".join(moves[half:])
    done = program("play", "--resume", "last", data=tmp_path, stdin=rest)
    assert (done.returncode, done.stderr) == (0, "")
    [path] = (tmp_path / "games").iterdir()
    assert parse_record(path.read_text()).game.log == game.log


def test_an_interrupted_game_goes_on(tmp_path: Path) -> None:
    playing = subprocess.Popen(
        [*PROGRAM, "play", "-p", "1", "--seed", "5"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
    )
    assert playing.stdin is not None
    assert playing.stdout is not None
    playing.stdin.write("t1\n")
    playing.stdin.flush()
    while playing.stdout.readline() != "take 1\n":
        pass
    os.kill(playing.pid, signal.SIGINT)
    out, err = playing.communicate(timeout=10)
    assert (playing.returncode, err) == (130, "")
    assert out.endswith("This game is kept. Go on with: harmonies play --resume last\n")
    done = program("play", "--resume", "last", data=tmp_path, stdin="undo\n")
    assert "Taken back: take 1" in done.stdout


# Saving and going on


def test_saved_and_gone_on_with(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = f"save\nt1\nsave {path}\nundo\nsave\nt2\n"
    said = terminal("play", "-n", "Anna", "-n", "Bo", "--seed", 8, stdin=typed)
    assert said.err == "line 1: Into which file? Say for example: save game.txt.\n"
    assert f"Saved. Go on later with: harmonies play --resume {path}" in said.out
    record = parse_record(path.read_text())
    assert record.names == ("Anna", "Bo")
    assert [str(event) for event in record.game.log[1:]] == ["take 1", "undo"]
    said = terminal("play", "--resume", path, stdin="t3\n")
    assert said.code == 0
    assert "Still to place: " in said.out
    assert parse_record(path.read_text()) == record
    newest = max(kept(terminal.data), key=lambda one: one.stat().st_mtime_ns)
    assert [str(event) for event in read_record(newest.read_text()).game.log[1:]] == [
        "take 1",
        "undo",
        "take 3",
    ]


def test_other_files_are_left_alone(terminal: Terminal, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("my thesis")
    typed = f"save {precious}\nsave {tmp_path}\nsave {tmp_path}/no/such\nsave {tmp_path}/new.txt\n"
    said = terminal("play", "-p", 1, stdin=typed)
    assert precious.read_text() == "my thesis"
    assert said.err.splitlines() == [
        f"line 1: {precious} holds something else. Choose another name.",
        f"line 2: {tmp_path} cannot be written: This is a directory, a file is wanted.",
        f"line 3: {tmp_path}/no/such cannot be written: There is no such folder.",
    ]
    assert parse_record((tmp_path / "new.txt").read_text()).result == "unfinished"


def test_a_record_without_its_seed_goes_on(terminal: Terminal, tmp_path: Path) -> None:
    game, _ = whole_game(2, 5)
    replayed = Game.replay(game.start, game.log[:20])
    path = tmp_path / "game.txt"
    path.write_text(print_record(Record.from_game(replayed)))
    assert "seed" not in path.read_text()
    state = replayed.state
    said = terminal("play", "--resume", path, stdin=f"{state.legal_moves()[0]}\n")
    assert (said.code, said.err) == (0, "")


def test_a_cut_record_goes_on(terminal: Terminal, tmp_path: Path) -> None:
    game, _ = whole_game(2, 5)
    text = print_record(Record.from_game(game))
    path = tmp_path / "game.txt"
    path.write_text(text[: len(text) // 2])
    said = terminal("play", "--resume", path)
    assert said.code == 0
    assert "The file breaks off at line " in said.out


def test_hidden_spirits_cannot_be_chosen_from(terminal: Terminal, tmp_path: Path) -> None:
    game = Game(players=2, spirits=True, seed=1).view()
    path = tmp_path / "game.txt"
    path.write_text(print_record(Record.from_game(game)))
    said = terminal("play", "--resume", path)
    assert said.code == 2
    assert "The two spirits to choose from are not in it" in said.err


def test_nothing_to_go_on_with(terminal: Terminal) -> None:
    said = terminal("play", "--resume", "last")
    assert said == (2, "", "There is no interrupted game to go on with.\n")


def test_a_game_that_cannot_be_kept(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = saves.write_text
    full = [False, True, True, False]

    def write(path: Path, text: str) -> None:
        if full and full.pop(0):
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, text)

    monkeypatch.setattr(saves, "write_text", write)
    said = terminal("play", "-p", 1, "--seed", 3, stdin=f"t1\nw a1\nt a2\nsave {tmp_path}/x\n")
    assert said.out.count("This game is not kept: No space left on device.") == 1
    assert said.out.count("This game is kept again.") == 1
    assert said.code == 0


def test_nowhere_to_keep_a_game(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARMONIES_DATA", "/dev/null/data")
    game, moves = whole_game(1, 3)
    said = terminal("play", "-p", 1, "--seed", 3, stdin="\n".join(moves))
    assert said.code == 0
    assert said.out.count("This game is not kept: ") == 1
    assert f"\n{game.state.points(0)} point" in said.out
    assert "The record of this game could not be kept: " in said.out


def test_writing_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    saves.write_text(path, "before")

    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        saves.write_text(path, "after")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


# On a real terminal


def on_a_terminal(arguments: list[str], lines: list[str], data: Path) -> tuple[int, str]:
    """Types lines, each after the prompt for it, and returns what the screen was sent."""
    ours, theirs = pty.openpty()
    playing = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**environment(data), "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
        start_new_session=True,
    )
    os.close(theirs)
    seen = b""
    waiting = list(lines)
    end = time.monotonic() + 30
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


def test_without_colours(tmp_path: Path) -> None:
    code, seen = on_a_terminal(["play", "-p", "1", "--no-color"], ["t1", "q", ""], tmp_path)
    assert code == 0
    assert "\x1b[1" not in seen
    assert "\x1b[38" not in seen
    assert len(kept(tmp_path)) == 1
