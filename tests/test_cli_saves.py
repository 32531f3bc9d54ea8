"""Games on disk: nothing that was answered is lost, and nothing else is written over."""

from __future__ import annotations

import errno
import os
import re
import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest

from command_line import PROGRAM, Terminal, environment, kept, program, whole_game
from harmonies import Game, Move
from harmonies.cli.play import saves
from harmonies.records import Record, parse_record, print_record, read_record


@pytest.fixture
def terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Terminal:
    return Terminal(monkeypatch, capsys, tmp_path / "data")


def moves_kept(data: Path) -> int:
    """How many moves there are on disk of the game in progress."""
    found = kept(data)
    events = read_record(found[0].read_text()).game.log if found else ()
    return sum(isinstance(event, Move) for event in events)


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
    until = time.monotonic() + 60
    while moves_kept(tmp_path) < half and time.monotonic() < until:
        time.sleep(0.02)
    [path] = kept(tmp_path)
    other = program("play", "--resume", path, data=tmp_path)
    assert other.stderr == f"{path}: This game is open in another terminal.\n"
    playing.kill()
    playing.communicate(timeout=60)
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
    out, err = playing.communicate(timeout=60)
    assert (playing.returncode, err) == (130, "")
    assert out.endswith("This game is kept. Go on with: harmonies play --resume last\n")
    done = program("play", "--resume", "last", data=tmp_path, stdin="undo\n")
    assert "Taken back: take 1" in done.stdout


# Saving and going on


@pytest.mark.parametrize("name", ["~nobody-is-called-that/game.txt", "a\0b", "~\0"])
def test_a_name_that_no_file_can_have(terminal: Terminal, name: str) -> None:
    said = terminal("play", "-p", "1", stdin=f"save {name}\nt1\n")
    assert said.code == 1
    assert re.fullmatch("line 1: .*No file can (be called|have this) .*\n", said.err)
    assert "Still to place" in said.out


def test_without_a_home(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HARMONIES_DATA")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lambda: Path("~nobody-is-called-that").expanduser())
    said = terminal("play", "-p", "1")
    assert said == (2, "", "You have no home here: say in HARMONIES_DATA where to keep games.\n")


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
        f"line 2: {tmp_path} is no file that a game could be saved in.",
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


@pytest.mark.parametrize("seeded", [True, False])
@pytest.mark.parametrize("behind", ["\ndeal: ", "; end > "])
def test_a_record_cut_before_a_draw_goes_on(
    terminal: Terminal, tmp_path: Path, behind: str, seeded: bool
) -> None:
    game, moves = whole_game(1, 5)
    text = print_record(Record.from_game(game))
    if not seeded:
        text = text.replace(text[text.index("\nseed:") : text.index("\n\ndeal:")], "")
    path = tmp_path / "game.txt"
    path.write_text(text[: text.index(behind) + len(behind)])
    rest = moves if "deal" in behind else moves[moves.index("end") + 1 :]
    said = terminal("play", "--resume", path, stdin="\n".join(rest) if seeded else "take 2\n")
    assert (said.code, said.err) == (0, "")
    if seeded:
        [over] = (tmp_path / "data" / "games").iterdir()
        assert parse_record(over.read_text()).game == game


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


def test_a_power_cut_brings_no_older_file_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    synced: list[str] = []
    real = os.fsync

    def sync(opened: int) -> None:
        there = path.read_text() if path.exists() else ""
        is_folder = stat.S_ISDIR(os.fstat(opened).st_mode)
        synced.append(f"folder with '{there}'" if is_folder else f"file beside '{there}'")
        real(opened)

    monkeypatch.setattr(os, "fsync", sync)
    saves.write_text(path, "after")
    assert synced == ["file beside ''", "folder with 'after'"]


def test_a_file_stays_what_it_was_when_a_game_is_saved_in_it(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        saves.write_text(tmp_path / "new.txt", "a game")
    finally:
        os.umask(before)
    assert (tmp_path / "new.txt").stat().st_mode & 0o777 == 0o640
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    saves.write_text(real, "before")
    real.chmod(0o604)
    link.symlink_to(real)
    saves.write_text(link, "after")
    assert link.is_symlink()
    assert real.read_text() == "after"
    assert real.stat().st_mode & 0o777 == 0o604


def test_only_files_are_written(terminal: Terminal, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (pipe, tmp_path):
        said = terminal("play", "-p", 1, "--seed", 3, stdin=f"save {place}\n")
        assert said.err == f"line 1: {place} is no file that a game could be saved in.\n"
    assert pipe.is_fifo()


def test_kept_games_are_nobody_elses_business(terminal: Terminal) -> None:
    terminal("play", "-p", 2, "--spirits", "--seed", 3)
    assert (terminal.data / "unfinished").stat().st_mode & 0o777 == 0o700
