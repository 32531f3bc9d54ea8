"""The self-play program beside Python: the same games, and what is wrong in a sentence."""

from __future__ import annotations

import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from harmonies import _core
from training.small_runs import SMALL, progress, train, trained, what_was_learned

PROGRAM = Path(__file__).parents[2] / "build" / "programs" / "harmonies-self-play"


def play(*options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *map(str, options)], capture_output=True, text=True, check=False, timeout=300
    )


def logs_of(path: Path) -> bytes:
    return _core.logs_in(path.read_bytes())


def test_it_plays_the_same_games(undisturbed: Path, tmp_path: Path) -> None:
    network = undisturbed / "network.net"
    out = tmp_path / "games.log"
    for name, held in (("handmade", None), (network, _core.Network(network.read_bytes()))):
        options = ["--network", name, "--games", 30, "--seed", 9, "--nodes", 120, "--width", 8]
        options += [
            "--kinds",
            "A2:3,B3s:2",
            "--surprises",
            100,
            "--probes",
            60,
            "--threads",
            2,
            "--out",
            out,
        ]
        done = play(*options)
        assert done.returncode == 0, done.stderr
        assert done.stderr.splitlines()[-1] == "30 of 30 games"
        assert logs_of(out) == _core.self_play(
            held, games=30, seed=9, kinds=[(2, "A", False, 3), (3, "B", True, 2)], nodes=120,
            width=8, surprises=100, probe_nodes=60, threads=1,
        )  # fmt: skip


def test_a_batch_can_be_played_in_parts_and_learned_from(tmp_path: Path) -> None:
    small = ["--nodes", 100, "--width", 4, "--seed", 3]
    for first, games, name in ((0, 80, "all"), (0, 30, "one"), (30, 50, "two")):
        done = play(*small, "--first", first, "--games", games, "--out", tmp_path / f"{name}.log")
        assert done.returncode == 0
    one, two = tmp_path / "one.log", tmp_path / "two.log"
    assert logs_of(one) + logs_of(two) == logs_of(tmp_path / "all.log")
    rounds = SMALL[2:]  # without --begin
    for folder, files in (("parts", [one, two]), ("whole", [tmp_path / "all.log"])):
        options = [option for file in files for option in ("--logs", file)]
        trained(tmp_path / folder, *options, small=rounds)
    assert what_was_learned(tmp_path / "parts") == what_was_learned(tmp_path / "whole")
    assert progress(tmp_path / "parts")[0]["player"] == "logs"
    assert progress(tmp_path / "parts")[0]["games"] == 80


def test_logs_without_games_are_told(tmp_path: Path) -> None:
    empty = tmp_path / "empty.log"
    empty.write_bytes(_core.log_file(b""))
    said = train(tmp_path / "run", "--logs", empty, small=SMALL[2:])
    assert said.code == 2
    assert "There is nothing to learn from" in said.err.splitlines()[-1]


def test_interrupted_it_writes_the_games_there_are(tmp_path: Path) -> None:
    out = tmp_path / "games.log"
    options = ["--games", "1000000", "--nodes", "100", "--width", "4", "--out", str(out)]
    with subprocess.Popen([PROGRAM, *options], stderr=subprocess.PIPE, text=True) as playing:
        time.sleep(0.5)
        playing.send_signal(signal.SIGINT)
        _, said = playing.communicate(timeout=60)
    assert playing.returncode == 130
    assert said.splitlines()[-1].startswith(f"Interrupted: {out} holds ")
    _core.log_results(logs_of(out))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "--out FILE is missing"),
        (["--out"], "Something is missing behind --out"),
        (["--games", "many"], "--games is a number from 1 to"),
        (["--games", "0"], "--games is a number from 1 to"),
        (["--kinds", "C2"], "not 'C2'"),
        (["--kinds", ""], "not ''"),
        (["--speed", "9"], "There is no option '--speed'"),
        (["--out", "nowhere/x", "--network", "missing.net"], "missing.net: No such file"),
        (["--out", "nowhere/x"], "nowhere/x: No such file"),
        (["--out", "nowhere/x", "--network", "/"], "/: Is a directory"),
    ],
)
def test_wrong_use_is_told(options: list[str], said: str) -> None:
    done = play(*options)
    assert done.returncode == 2
    assert said in done.stderr.splitlines()[-1]


def test_a_damaged_network_is_refused(undisturbed: Path, tmp_path: Path) -> None:
    network = tmp_path / "damaged.net"
    shutil.copy(undisturbed / "network.net", network)
    content = bytearray(network.read_bytes())
    content[5_000] ^= 1
    network.write_bytes(content)
    done = play("--network", network, "--out", tmp_path / "out.log")
    assert done.returncode == 2
    assert "is not a network for this program (network/damaged)" in done.stderr


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    out = tmp_path / "games.log"
    options = ["--games", "200", "--nodes", "9", "--width", "1", "--out", str(out)]
    done = subprocess.run(
        [PROGRAM, *options], stderr=subprocess.PIPE, text=True, check=False, preexec_fn=little_room
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"harmonies-self-play: {out}: File too large."
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_log_is_not_learned_from(tmp_path: Path) -> None:
    other = tmp_path / "other.log"
    for content in (b"", b"something else", _core.log_file(b"no games")[:-1]):
        other.write_bytes(content)
        said = train(tmp_path / "run", "--logs", other, small=SMALL[2:])
        assert said.code == 2
        assert "other.log does not hold whole logs of games" in said.err
