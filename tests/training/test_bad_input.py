"""What is wrong is said in a sentence, and nothing that was there is lost."""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from training.small_runs import (
    PROGRAM,
    SMALL,
    environment,
    train,
    train_apart,
    trained,
    what_was_learned,
)

if TYPE_CHECKING:
    from pathlib import Path


def refusal(folder: Path, *options: object, small: list[str] | tuple[()] = ()) -> str:
    """The one line that the program ends with."""
    said = train(folder, *options, small=small)
    assert said.code == 2, said
    (line,) = said.err.splitlines()
    return line


@pytest.fixture
def copied(undisturbed: Path, tmp_path: Path) -> Path:
    """The small run as it was when one round was missing."""
    folder = tmp_path / "run"
    shutil.copytree(undisturbed, folder)
    for gone in ("network.json", "checkpoints/0002.ckpt"):
        (folder / gone).unlink()
    return folder


def test_a_damaged_checkpoint_is_named_and_can_be_done_without(
    undisturbed: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(undisturbed, folder)
    (folder / "network.json").unlink()
    last = folder / "checkpoints" / "0002.ckpt"
    content = bytearray(last.read_bytes())
    content[len(content) // 2] ^= 1
    last.write_bytes(content)
    said = refusal(folder)
    assert "0002.ckpt is damaged" in said
    assert last.read_bytes() == content
    last.unlink()
    trained(folder, small=())
    assert what_was_learned(folder) == what_was_learned(undisturbed)


@pytest.mark.parametrize("content", [b"", b"HARMCKPT", b"something else"])
def test_what_is_no_checkpoint_is_refused(copied: Path, content: bytes) -> None:
    (copied / "checkpoints" / "0002.ckpt").write_bytes(content)
    assert "0002.ckpt is damaged" in refusal(copied)


def test_damaged_logs_are_refused(copied: Path) -> None:
    log = copied / "logs" / "round-0001.log"
    whole = log.read_bytes()
    for damaged in (whole[:-1], whole[:10], b"x" + whole[1:], whole[:-1] + bytes([whole[-1] ^ 1])):
        log.write_bytes(damaged)
        assert "round-0001.log does not hold whole logs" in refusal(copied)
    log.unlink()
    assert "round-0001.log could not be read: No such file" in refusal(copied)


def test_a_foreign_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear aunt")
    assert "holds something else than a training run" in refusal(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]
    assert "letters.txt" in refusal(tmp_path / "letters.txt")


def test_settings_of_another_program_are_refused(copied: Path) -> None:
    settings = copied / "settings.json"
    good = json.loads(settings.read_bytes())
    for change, said in (
        ({"form": 7}, "of another version"),
        ({"encoding": 1}, "sees other things"),
        ({"told": [{"from": 0, "settings": {"games": "many"}}]}, "not the settings"),
        ({"told": 3}, "damaged"),
    ):
        settings.write_text(json.dumps(good | change))
        assert said in refusal(copied)
    settings.write_bytes(b"{")
    assert "damaged" in refusal(copied)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--kinds", "A5"], "not 'A5'"),
        (["--kinds", "A2:0"], "not 'A2:0'"),
        (["--kinds", "A2,A2:3"], "stands twice"),
        (["--lambda", "1.5"], "--lambda is from 0 to 1"),
        (["--games", "0"], "--games is from 1"),
        (["--begin", "luck"], "not 'luck'"),
        (["--begin", "logs"], "needs --logs"),
        (["--device", "abacus"], "not 'abacus'"),
        (["--device", "cuda"], "finds no GPU"),
        (["--logs", "nowhere.log"], "nowhere.log could not be read"),
    ],
)
def test_wrong_use_is_told(
    tmp_path: Path, options: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert said in refusal(tmp_path / "run", *options)


def test_two_programs_do_not_train_in_one_folder(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first = subprocess.Popen(
        [*PROGRAM, str(folder), *SMALL, "--first-games", "100000"], env=environment()
    )
    try:
        while not (folder / "settings.json").exists():
            assert first.poll() is None
        assert "Another program is training" in refusal(folder)
    finally:
        first.kill()
        first.wait()


def test_a_full_disk_is_told_and_nothing_is_lost(undisturbed: Path, tmp_path: Path) -> None:
    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    folder = tmp_path / "run"
    said = train_apart(folder, preexec_fn=little_room)
    assert said.code == 2
    (line,) = said.err.splitlines()
    assert "0000.ckpt could not be written: File too large" in line
    assert not list(folder.rglob("*.unfinished"))
    trained(folder, small=())
    assert what_was_learned(folder) == what_was_learned(undisturbed)


@pytest.mark.parametrize("package", ["torch", "numpy"])
def test_missing_packages_are_named(tmp_path: Path, package: str) -> None:
    program = (
        "import importlib.util as util\n"
        "whole = util.find_spec\n"
        f"util.find_spec = lambda name, *a: None if name == {package!r} else whole(name, *a)\n"
        "from harmonies.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "train", str(tmp_path / "run")],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == (
        f"Training needs numpy and torch; missing here: {package}. "
        "Install them with: pip install 'harmonies[train]'\n"
    )
    assert not (tmp_path / "run").exists()
