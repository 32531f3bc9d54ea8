"""The command line: scores, records, counts, and how each of them ends."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

from command_line import PROGRAM, Terminal, environment, program, whole_game
from harmonies import Game, __version__
from harmonies.records import FairDeal, Record, print_record

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "data" / "cases.json"
POSITION = "A1 5/4/5/4/5 - WMT,LFF,MTH otter,fish,bear - W22M21T19L18F17H14 1 1 play"


@pytest.fixture
def terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Terminal:
    return Terminal(monkeypatch, capsys, tmp_path / "data")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game, _ = whole_game(2, 7, spirits=True)
    path = tmp_path / "game.txt"
    path.write_text(print_record(Record.from_game(game, names=["Anna", "Bo"])))
    return path


# Scores


def test_every_known_board_as_json(terminal: Terminal) -> None:
    said = terminal("score", "--json", CASES)
    assert said.code == 0
    assert said.err == ""
    expected = [case["expected"] for case in json.loads(CASES.read_text())]
    assert json.loads(said.out) == expected
    assert [list(one) for one in json.loads(said.out)] == [list(one) for one in expected]


def test_one_board_is_a_list_of_one(terminal: Terminal) -> None:
    said = terminal("score", "--json", "-", stdin='{"side": "B"}')
    assert [one["total"] for one in json.loads(said.out)] == [5]


def test_a_board_with_all_its_reasons(terminal: Terminal) -> None:
    said = terminal("score", CASES)
    first = said.out.split("\n\n")[0]
    assert first.startswith("rulebook-side-a-116, side A: 116 points\n")
    assert "buildings   10    5  building on c2 with 3 colours around it" in first
    assert "                  0  mountain of height 2 on e5, next to no other mountain" in first
    assert first.endswith("total      116")
    assert max(map(len, said.out.splitlines())) <= 80


def test_a_wrong_expectation_is_told(terminal: Terminal) -> None:
    text = '[{"side": "A"}, {"id": "mine", "side": "A", "expected": {"water": 2, "total": 0}}]'
    for options in ([], ["--json"]):
        said = terminal("score", *options, "-", stdin=text)
        assert (said.code, said.err) == (1, "<stdin>: mine: water 0, expected 2\n")


def test_oddities_are_warnings(terminal: Terminal) -> None:
    said = terminal("score", "--json", "-", stdin='\n{"side": "A",\n "cards": {"otter": 1}}')
    assert said.code == 0
    assert json.loads(said.out)[0]["animals"] == 5
    assert said.err == (
        "<stdin>:2:1: warning: The board shows 0 cubes, the cards have settled 1 (on W 0 and 1).\n"
    )


def test_what_cannot_lie_on_a_table(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "boards.json"
    path.write_text('[{"side": "A"},\n {"side": "A", "board": {"c3": "TTT"}}]')
    said = terminal("score", "--json", path)
    assert said == (2, "", f"{path}:2:32: board 2, board.c3: No stack is built like 'TTT'.\n")


@pytest.mark.parametrize("name", ["\\u001b[31mred", "[bold]loud", "\\ud800", "two\\nlines"])
def test_names_do_nothing_to_the_terminal(terminal: Terminal, name: str) -> None:
    text = f'{{"side": "A", "id": "{name}", "about": "{name}", "expected": {{"total": 1}}}}'
    said = terminal("score", "-", stdin=text)
    assert said.code == 1
    assert "\x1b" not in said.out + said.err
    assert said.out.splitlines()[0].endswith(", side A: 0 points")
    assert len(said.err.splitlines()) == 1


# Files that cannot be read


@pytest.mark.parametrize("command", [["score"], ["record", "show"], ["record", "check"]])
def test_unreadable_files(terminal: Terminal, tmp_path: Path, command: list[str]) -> None:
    missing = tmp_path / "missing"
    assert terminal(*command, missing) == (2, "", f"{missing}: There is no such file.\n")
    said = terminal(*command, tmp_path)
    assert said == (2, "", f"{tmp_path}: This is a directory, a file is wanted.\n")
    latin = tmp_path / "latin"
    latin.write_bytes(b"one\ntw\xf6")
    said = terminal(*command, latin)
    assert (said.out, said.err) == ("", f"{latin}:2:3: The text is not UTF-8.\n")
    assert terminal(*command, "\0").code == 2
    assert terminal(*command, "/dev/zero") == (2, "", "/dev/zero: This is larger than 64 MiB.\n")


def test_a_file_that_may_not_be_opened(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert terminal("score", "x") == (2, "", "x: You may not open this file.\n")


# Records


def test_a_record_is_shown(terminal: Terminal, record: Path) -> None:
    said = terminal("record", "show", record)
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0].startswith("Side A, 2 players, with spirits: seat ")
    assert lines[1].startswith("      drawn ")
    assert any(line.startswith((" 1 Anna: keep ", " 1 Bo: keep ")) for line in lines)
    assert "Anna: " in said.out.split("\n\n")[-1]


def test_nobody_is_to_play_in_a_game_that_was_given_up(terminal: Terminal) -> None:
    game = Game(2, seed=1)
    game.play("take 1")
    game.replace(0, "Ada; or not")
    game.resign(1)
    said = terminal("record", "show", "-", stdin=print_record(game))
    assert ': take 1; replace 1 "Ada; or not"; resign 2. 0 points' in said.out
    assert "\nSide A, the game ended in turn 1\n" in said.out
    assert "to play" not in said.out
    assert ": place" not in said.out


def test_the_table_after_a_turn(terminal: Terminal, record: Path) -> None:
    said = terminal("record", "show", record, "--turn", 3)
    assert said.out.startswith("Side A, turn 4. ")
    said = terminal("record", "show", record, "--turn", 99)
    assert said.code == 2
    assert said.err.startswith("This game has the turns 0 to ")


def test_a_cut_record_is_shown_as_far_as_it_goes(terminal: Terminal, record: Path) -> None:
    text = record.read_text()
    record.write_text(text[: len(text) // 2])
    said = terminal("record", "show", record)
    assert said.code == 0
    assert "unfinished" in said.out
    assert said.err.endswith(": warning: The record breaks off here.\n")
    for command, code in (("check", 1), ("convert", 2)):
        told = terminal("record", command, record)
        assert (told.code, told.out) == (code, "")
        assert "The record breaks off here. All is legal up to there: " in told.err
        place = said.err.partition(": warning")[0]
        assert told.err.startswith(place)


def test_a_fair_record_is_checked(terminal: Terminal, tmp_path: Path) -> None:
    from harmonies.fair import commitment, fair_seed

    secret, nonces = bytes(range(32)), (b"Ada's", b"Grace's")
    game = Game(seed=fair_seed(secret, nonces))
    deal = FairDeal(commitment(secret), secret, nonces, first_drawn=True)
    path = tmp_path / "fair.txt"
    path.write_text(print_record(Record.from_game(game, deal=deal)))
    said = terminal("record", "check", path)
    assert said.code == 0
    assert [line.split(".")[0] for line in said.out.splitlines()] == [
        "rules: passed",
        "result: passed",
        "commitment: passed",
        "seed: passed",
        "first seat: passed",
        "draws: passed",
    ]
    path.write_text(path.read_text().replace("commitment: ", "commitment: 0")[:-1])
    assert terminal("record", "check", path).code == 1


def test_an_illegal_move_has_its_place(terminal: Terminal, record: Path) -> None:
    lines = record.read_text().splitlines()
    number, line = next((at, line) for at, line in enumerate(lines, 1) if "take " in line)
    lines[number - 1] = line.replace("take ", "take 4; take ", 1)
    record.write_text("\n".join(lines))
    said = terminal("record", "check", record)
    column = line.index("take ") + len("take 4; ") + 1
    assert said.code == 1
    assert said.err.startswith(f"{record}:{number}:{column}: take ")
    assert "You have taken a group in this turn." in said.err
    assert terminal("record", "show", record).code == 2


def test_records_are_converted_there_and_back(terminal: Terminal, record: Path) -> None:
    as_json = terminal("record", "convert", record)
    assert as_json == terminal("record", "convert", record, "--to", "json")
    assert json.loads(as_json.out)["names"] == ["Anna", "Bo"]
    back = terminal("record", "convert", "-", "--to", "text", stdin=as_json.out)
    assert back.out == record.read_text()
    longer = terminal("record", "convert", record, "--positions")
    assert len(json.loads(longer.out)["positions"]) == len(json.loads(as_json.out)["events"])
    assert terminal("record", "check", "-", stdin=longer.out).code == 0
    assert terminal("record", "convert", record, "--to", "xml").code == 2
    assert terminal("record", "convert", record, "--to", "text", "--positions").code == 2


# Counts


def test_perft(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal("perft", POSITION, 2) == (0, "202\n", "")
    path = tmp_path / "position.txt"
    path.write_text(f"\n  {POSITION}\n")
    assert terminal("perft", f"@{path}", 0).out == "1\n"
    divided = terminal("perft", "-", 2, "--divide", stdin=POSITION).out.splitlines()
    assert divided[0] == "take 1: 72"
    assert divided[-1] == "total: 202"
    assert sum(int(line.split(": ")[1]) for line in divided[:-1]) == 202


def test_a_wrong_position_has_its_place(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(f"\n  {POSITION.replace('otter', 'oter')}\n")
    said = terminal("perft", f"@{path}", 1)
    assert said == (2, "", f"{path}:2:30: No card is called that. Found 'oter,fish,bear'.\n")
    assert terminal("perft", "A1", 1).err.startswith("<position>:1:")
    assert terminal("perft", "-", 1).code == 2


def test_bench(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    from harmonies import bench

    monkeypatch.setattr(bench, "SECONDS", 0.004)
    monkeypatch.setattr(bench, "RUNS", 2)
    rates = json.loads(terminal("bench", "--json").out)
    assert {
        "random_games_per_second",
        "python_moves_per_second",
        "yardstick_rounds_per_second",
        *bench.OPERATIONS.values(),
    } <= set(rates)
    assert all(rate >= 0 for rate in rates.values())
    assert "random games, 2 players, side A" in terminal("bench").out
    with_oracle = bench.as_json(
        bench.bench(oracle=lambda size: len([sum(range(9999)) for _ in range(size)]))
    )
    assert with_oracle["random_games_per_oracle_game"] > 0


# Help, and ends of all kinds


@pytest.mark.parametrize(
    "command",
    [[], ["play"], ["score"], ["record"], ["record", "show"], ["record", "check"],
     ["record", "convert"], ["perft"], ["bench"], ["advise"], ["arena"], ["train"], ["serve"], ["admin"]],
)  # fmt: skip
def test_help_teaches(terminal: Terminal, command: list[str]) -> None:
    said = terminal(*command, "--help")
    assert said.code == 0
    assert "Exit codes: 0 all is well" in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    options = said.out.split("─ Options ")[1]
    assert not re.search("<[a-z]", options), "a type of Python where words belong"
    if command and command not in (["record"], ["admin"]):
        assert f"harmonies {' '.join(command)}" in said.out.split("Example")[1]


def test_the_version(terminal: Terminal) -> None:
    assert terminal("--version") == (0, f"harmonies {__version__}\n", "")


@pytest.mark.parametrize(
    "arguments",
    [["nothing"], ["score"], ["perft", POSITION], ["perft", POSITION, "x"], ["play", "-p", "5"],
     ["play", "--side", "C"], ["play", "--seed", "-1"], ["play", "--seed", "9" * 90],
     ["play", "-p", "1", "-n", "a", "-n", "b"], ["play", "-n", " "], ["play", "--resume", "none"],
     ["play", "--resume", "last", "--seed", "1"]],
)  # fmt: skip
def test_wrong_use(terminal: Terminal, arguments: list[str]) -> None:
    said = terminal(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err


def test_a_reader_that_has_seen_enough(tmp_path: Path) -> None:
    command = f"{' '.join(PROGRAM)} score {CASES} | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        check=True,
    )
    assert done.stdout.splitlines()[0] == "rulebook-side-a-116, side A: 116 points"
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [*PROGRAM, "score", "--json", CASES],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(tmp_path),
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, "harmonies: No space left on device.\n")


@pytest.mark.parametrize(("closed", "code"), [(">&-", 0), ("<&- 2>&-", 2)])
def test_closed_input_and_output(tmp_path: Path, closed: str, code: int) -> None:
    command = f"{' '.join(PROGRAM)} score --json - {closed} < {CASES} {closed}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        check=False,
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def wait_until_idle(pid: int) -> None:
    """Until a process has used no processor time for a while: then it waits for its input."""
    before, since, until = -1, time.monotonic(), time.monotonic() + 60
    while time.monotonic() - since < 0.5:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        used = int(fields[11]) + int(fields[12])
        if used != before or used == 0 or fields[0] == "R":
            before, since = used, time.monotonic()
        assert time.monotonic() < until
        time.sleep(0.05)


def test_an_interruption(tmp_path: Path) -> None:
    waiting = subprocess.Popen(
        [*PROGRAM, "perft", "-", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )
    wait_until_idle(waiting.pid)
    os.kill(waiting.pid, signal.SIGINT)
    _, err = waiting.communicate(timeout=60)
    assert waiting.returncode == 130
    assert err == b""


def test_the_documented_examples(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files are what stands in blocks after `With this in`, commands what stands behind a $."""
    text = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for file in re.finditer(r"With this in `([\w.]+)`:\n\n```\w+\n(.*?)```", text, re.DOTALL):
        Path(file[1]).write_text(file[2])
    sessions = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    commands = [command for session in sessions for command in session.split("$ harmonies ")[1:]]
    assert len(commands) == 8
    for command in commands:
        line, _, expected = command.partition("\n")
        arguments, _, stdin = line.partition(" < ")
        said = terminal(*shlex.split(arguments), stdin=Path(stdin).read_text() if stdin else "")
        assert said.err == ""
        same = doctest.OutputChecker().check_output(expected, said.out, doctest.ELLIPSIS)
        assert same, said.out


def test_as_a_module(tmp_path: Path) -> None:
    assert program("--version", data=tmp_path).stdout == f"harmonies {__version__}\n"
