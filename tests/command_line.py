"""Running the command line from tests, inside this process or as a program of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from harmonies import Game
from harmonies.cli import run

PROGRAM = [sys.executable, "-m", "harmonies"]


class Said(NamedTuple):
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str


class Terminal:
    """Runs commands in this process, in a data folder of their own, eighty columns wide."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Path
    ) -> None:
        self.data = data
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.setenv("HARMONIES_DATA", str(data))
        monkeypatch.setenv("COLUMNS", "80")

    def __call__(self, *arguments: object, stdin: str | bytes = "") -> Said:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        self._monkeypatch.setattr(
            sys, "stdin", io.TextIOWrapper(io.BytesIO(content), "utf-8", "surrogateescape")
        )
        code = run([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        return Said(code, out, err)


def environment(data: Path) -> dict[str, str]:
    """What a program of its own is told about its surroundings."""
    return {**os.environ, "HARMONIES_DATA": str(data), "COLUMNS": "80", "TERM": "dumb"}


def program(
    *arguments: object, data: Path, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs the program to its end."""
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        text=True,
        env=environment(data),
        timeout=120,
        check=False,
    )


def kept(data: Path) -> list[Path]:
    """The games in progress."""
    return sorted((data / "unfinished").glob("[!.]*"))


def whole_game(players: int, seed: int, *, spirits: bool = False) -> tuple[Game, list[str]]:
    """A game played to its end, and the moves that play it."""
    game = Game(players, spirits=spirits, seed=seed)
    moves: list[str] = []
    while not game.over:
        legal = game.legal_moves()
        move = legal[(7 * len(moves) + seed) % len(legal)]
        moves.append(str(game.play(move)))
    return game, moves
