"""A run gets stronger, and is the same run however it is interrupted or spread."""

from __future__ import annotations

import json
import random
import shlex
import signal
import subprocess
import time
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from harmonies import _core
from training.small_runs import (
    PROGRAM,
    SMALL,
    environment,
    logs,
    progress,
    train,
    trained,
    what_was_learned,
)

if TYPE_CHECKING:
    from pathlib import Path

FROM_NOTHING = shlex.split(
    "--begin nothing --kinds A2:2,B2:1 --first-games 1200 --games 800 --rounds 3 --nodes 250 "
    "--probes 60 --width 8 --first-steps 120 --steps 120 --final-steps 150 --batch 1024 --measured 60"
)


def test_a_run_from_nothing_gets_much_stronger(tmp_path: Path) -> None:
    trained(tmp_path / "run", "--threads", "2", small=FROM_NOTHING)
    network = (tmp_path / "run" / "network.net").read_bytes()
    said = json.loads(_core.Network(network).provenance)
    assert said == json.loads((tmp_path / "run" / "network.json").read_bytes())
    assert set(said["figures"]["measured"]) == {"A2", "B2"}
    for kind, found in said["figures"]["measured"].items():
        assert found["gain"] > 5 * found["error"], (kind, found)
    # What the file says of itself is true: the same games, counted from their logs.
    for kind, setup in (("A2", (2, "A", False, 1)), ("B2", (2, "B", False, 1))):
        played = _core.self_play(
            _core.Network(network), games=60, seed=(1 << 50) + 1, kinds=[setup], nodes=250,
            width=8, surprises=0, threads=2,
        )  # fmt: skip
        points = [sum(seats) / 2 for *_, seats, _ in _core.log_results(played)]
        assert sum(points) / 60 == pytest.approx(
            said["figures"]["measured"][kind]["after"], abs=0.006
        )


def test_the_same_settings_make_the_same_network_on_more_threads(
    undisturbed: Path, tmp_path: Path
) -> None:
    trained(tmp_path / "run", "--threads", "3")
    assert what_was_learned(tmp_path / "run") == what_was_learned(undisturbed)
    assert logs(undisturbed) != {}


def kill_often(folder: Path, *options: str) -> int:
    """Runs it and kills it at odd moments; how many times that was."""
    chance, kills = random.Random(3), 0
    while kills < 6:
        playing = subprocess.Popen(
            [*PROGRAM, str(folder), *SMALL, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        # Soon after something new stands in the folder, in the middle of what comes next.
        before = standing(folder)
        while standing(folder) == before and playing.poll() is None:
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.3))
        if playing.poll() is not None:
            break
        playing.send_signal(signal.SIGKILL)
        playing.wait()
        kills += 1
    return kills


def test_a_killed_run_goes_on_to_the_same_network(undisturbed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert kill_often(folder) >= 3
    # Nothing but the folder has to be named.
    trained(folder, small=())
    assert what_was_learned(folder) == what_was_learned(undisturbed)
    assert not list(folder.rglob("*.unfinished"))


SIDE_BY_SIDE = ("--ahead", "1", "--rounds", "4")


def test_playing_and_learning_side_by_side_is_one_run_whatever_happens(
    undisturbed: Path, tmp_path: Path
) -> None:
    trained(tmp_path / "whole", *SIDE_BY_SIDE)
    assert kill_often(tmp_path / "killed", *SIDE_BY_SIDE) >= 3
    trained(tmp_path / "killed", small=())
    assert what_was_learned(tmp_path / "killed") == what_was_learned(tmp_path / "whole")
    # From the second round on games are played by the network of the round before the last.
    beside, alternating = logs(tmp_path / "whole"), logs(undisturbed)
    assert beside["round-0001.log"] == alternating["round-0001.log"]
    assert beside["round-0002.log"] != alternating["round-0002.log"]


def test_side_by_side_it_ends_soon_when_interrupted_and_can_be_told_otherwise(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "run"
    many = ("--ahead", "1", "--rounds", "2", "--games", "100000")
    with subprocess.Popen(
        [*PROGRAM, str(folder), *SMALL, *many, "--nodes", "1000"],
        stderr=subprocess.PIPE, text=True, env=environment(),
    ) as playing:  # fmt: skip
        while not (folder / "logs" / "begin.log").exists():
            time.sleep(0.01)
        time.sleep(1)
        playing.send_signal(signal.SIGINT)
        began = time.monotonic()
        _, said = playing.communicate(timeout=60)
    assert playing.returncode == 130, said
    assert time.monotonic() - began < 10
    trained(folder, "--games", 40, "--ahead", 0, "--measured", 0, small=())
    assert [line["games"] for line in progress(folder)] == [120, 40, 40]


def test_what_is_told_anew_forgets_what_was_told_for_later_rounds(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    trained(folder, "--measured", 0)
    trained(folder, "--rounds", 3, "--games", 30, small=())
    (folder / "checkpoints" / "0003.ckpt").unlink()
    (folder / "checkpoints" / "0002.ckpt").unlink()
    trained(folder, "--games", 20, small=())
    assert [line["games"] for line in progress(folder)] == [120, 60, 20, 20]
    told = json.loads((folder / "settings.json").read_bytes())["told"]
    assert [(part["from"], part["settings"]["games"]) for part in told] == [(0, 60), (2, 20)]


def test_a_run_that_looks_ahead_plays_other_games(tmp_path: Path) -> None:
    short = ("--kinds", "A2", "--nodes", 8100, "--first-games", 8, "--games", 4, "--rounds", 1)
    for name, candidates in (("near", 1), ("far", 3)):
        trained(tmp_path / name, *short, "--candidates", candidates, "--measured", 0)
    near, far = logs(tmp_path / "near"), logs(tmp_path / "far")
    assert near["begin.log"] == far["begin.log"]
    assert near["round-0001.log"] != far["round-0001.log"]


def test_guests_points_are_not_the_players(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    trained(folder, "--guests", 1000, "--rounds", 0, "--measured", 0, "--kinds", "A3")
    played = _core.log_results(_core.logs_in((folder / "logs" / "begin.log").read_bytes()))
    own = [
        next(points[seat] for seat in range(3) if seat not in guests)
        for *_, points, guests in played
    ]
    assert all(len(guests) == 2 for *_, guests in played)
    (line,) = progress(folder)
    assert line["points"] == pytest.approx(sum(own) / len(own), abs=0.001)
    best = [max(points[seat] for seat in guests) for *_, points, guests in played]
    lead = sum(of - other for of, other in zip(own, best, strict=True)) / len(own)
    assert line["guests"] == {"games": 120, "lead": pytest.approx(lead, abs=0.006)}


def standing(folder: Path) -> set[tuple[str, int]]:
    try:
        return {(path.name, path.stat().st_mtime_ns) for path in folder.rglob("*.*")}
    except FileNotFoundError:
        return set()


def test_it_ends_soon_when_interrupted_and_goes_on(undisturbed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    playing = subprocess.Popen(
        [*PROGRAM, str(folder), *SMALL], stderr=subprocess.PIPE, text=True, env=environment()
    )
    while not (folder / "logs" / "begin.log").exists():
        time.sleep(0.01)
    playing.send_signal(signal.SIGINT)
    _, said = playing.communicate(timeout=60)
    assert playing.returncode == 130
    assert said.splitlines()[-1] == "Interrupted. The same command goes on from the last round."
    trained(folder)
    assert what_was_learned(folder) == what_was_learned(undisturbed)


def test_a_finished_run_goes_on_when_it_is_told_more_rounds(
    undisturbed: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    trained(folder, "--rounds", 1)
    assert "has done its 1 rounds" in trained(folder, small=())
    trained(folder, "--rounds", 2, "--measured", 8, small=())
    assert logs(folder) == logs(undisturbed)
    told = json.loads((folder / "settings.json").read_bytes())["told"]
    assert [(part["from"], part["settings"]["rounds"]) for part in told] == [(0, 1), (2, 2)]


def test_what_is_told_anew_counts_from_the_next_round_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    trained(folder, "--rounds", 1)
    trained(folder, "--rounds", 2, "--games", 30, "--lambda", "0.9", small=())
    assert [line["games"] for line in progress(folder)] == [120, 60, 30]
    refused = train(folder, "--seed", 9, small=())
    assert refused.code == 2
    assert "was begun with seed 1" in refused.err


def test_progress_is_told_where_nobody_watches(undisturbed: Path, tmp_path: Path) -> None:
    said = trained(tmp_path / "run").splitlines()
    assert [line.split(":")[0] for line in said[:3]] == ["round 0", "round 1", "round 2"]
    assert "120 games of nothing" in said[0]
    assert "60 games of network" in said[1]
    lines = progress(undisturbed)
    assert [line["round"] for line in lines] == [0, 1, 2]
    assert lines[0]["kinds"].keys() == {"A2", "B1s"}


def test_the_curves_are_a_picture(undisturbed: Path) -> None:
    picture = ElementTree.parse(undisturbed / "curves.svg").getroot()
    lines = picture.findall(".//{http://www.w3.org/2000/svg}polyline")
    assert [len(line.attrib["points"].split()) for line in lines] == [3, 3, 3]
