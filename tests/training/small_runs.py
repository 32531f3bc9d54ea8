"""Training runs so small that a test can wait for them."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Any, NamedTuple

from harmonies.cli import run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PROGRAM = [sys.executable, "-m", "harmonies", "train"]

# A few seconds.
SMALL = shlex.split(
    "--begin nothing --kinds A2:3,B1s:1 --first-games 120 --games 60 --rounds 2 --nodes 120 "
    "--probes 40 --width 8 --first-steps 12 --steps 12 --final-steps 12 --batch 256 --window 2 --measured 8"
)


class Said(NamedTuple):
    """How a run ended and what it wrote."""

    code: int
    out: str
    err: str


def environment() -> dict[str, str]:
    return {**os.environ, "COLUMNS": "100", "TERM": "dumb", "OMP_NUM_THREADS": "1"}


def train(folder: Path, *options: object, small: Sequence[str] = SMALL) -> Said:
    """Runs it to its end, in this process: importing PyTorch takes longer than the run."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(["train", str(folder), *small, *map(str, options)])
    return Said(code, out.getvalue(), err.getvalue())


def train_apart(folder: Path, *options: object, small: Sequence[str] = SMALL, **more: Any) -> Said:
    """The same as a program of its own."""
    done = subprocess.run(
        [*PROGRAM, str(folder), *small, *map(str, options)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
        **{"env": environment()} | more,
    )
    return Said(done.returncode, done.stdout, done.stderr)


def trained(folder: Path, *options: object, small: Sequence[str] = SMALL) -> str:
    """A run where nothing may go wrong; what it said."""
    said = train(folder, *options, small=small)
    assert said.code == 0, said.err
    return said.out


def logs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "logs").iterdir()}


def progress(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "progress.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def what_was_learned(folder: Path) -> tuple[bytes, list[dict[str, Any]], dict[str, bytes]]:
    """All of a run that has to be the same when it is repeated: all but the time it took."""
    figures = [{**line, "seconds": None} for line in progress(folder)]
    return (folder / "network.net").read_bytes(), figures, logs(folder)
