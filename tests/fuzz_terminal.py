"""Types anything into games in the terminal: lines are done or refused, and the game stays kept.

    python tests/fuzz_terminal.py [SECONDS [SEED]]

Seconds and seed may also come from FUZZ_SECONDS and FUZZ_SEED. The first input that ends the program
otherwise is printed, and the exit code is 1.
"""

from __future__ import annotations

import io
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from fuzzing import seconds_and_seed
from harmonies import MOVES
from harmonies.cli import run
from harmonies.records import parse_record

WORDS = (
    "keep", "take", "place", "draft", "settle", "discard", "end", "undo", "score", "table", "card",
    "save", "help", "k", "t", "p", "d", "s", "x", "e", "b", "u", "sc", "m", "w", "l", "f", "h", "1", "2",
    "5", "a1", "c3", "g4", "c9", "otter", "fennec", "fen", "lion", "M", "F", ",", "\0", "\x1b[2J", "é", "???",
    "9" * 30, "-1", "~", "~nobody", "/dev/null/x", ".", "..", "''", '"', "\ud800", "quit",
)  # fmt: skip
PROGRESS = (
    "t1",
    "t2",
    "t3",
    "m {}",
    "w {}",
    "l {}",
    "t {}",
    "f {}",
    "h {}",
    "{}",
    "d {}",
    "e",
    "u",
)
CARDS = sorted({move.card for move in MOVES if move.card})


def lines(choice: random.Random) -> Iterator[str]:
    """What somebody types: much that leads on, some moves, and anything."""
    for _ in range(choice.randint(5, 120)):
        match choice.randrange(10):
            case 0 | 1 | 2:
                yield " ".join(choice.choice(WORDS) for _ in range(choice.randint(0, 4)))
            case 3:
                yield str(choice.choice(MOVES))
            case 4:
                yield "".join(chr(choice.randrange(1, 0x250)) for _ in range(choice.randint(0, 30)))
            case 5:
                yield f"d {choice.choice(CARDS)[:3]}"
            case _:
                space = choice.choice("abcdefg") + choice.choice("12345")
                yield choice.choice(PROGRESS).format(space)


def play(choice: random.Random, folder: Path, typed: str) -> None:
    """A game, new or gone on with, and what of it is kept afterwards."""
    os.environ["COLUMNS"] = str(choice.choice([0, 20, 40, 55, 80, 200]))
    players = choice.randint(1, 4)
    arguments = ["play", "--players", str(players), "--side", choice.choice("AB")]
    arguments += ["--seed", str(choice.randrange(100)), *choice.choice([[], ["--spirits"]])]
    if list(folder.glob("unfinished/*.txt")) and choice.random() < 0.3:
        arguments = ["play", "--resume", "last"]
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode("utf-8", "replace")), "utf-8")
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        code = run(arguments)
    assert code in (0, 1), f"the exit code is {code}"
    kept = sorted(folder.glob("*/*.txt"))
    assert kept, "nothing is kept"
    for path in kept:
        parse_record(path.read_bytes())
    if len(kept) > 5:
        for path in kept:
            path.unlink()


def main(seconds: float, seed: int) -> int:
    choice = random.Random(seed)
    began = time.monotonic()
    games = 0
    with tempfile.TemporaryDirectory() as name:
        data = Path(name) / "data"
        os.environ["HARMONIES_DATA"] = str(data)
        (Path(name) / "here").mkdir()
        os.chdir(Path(name) / "here")  # where `save` may write what it likes
        while time.monotonic() - began < seconds:
            typed = "\n".join(lines(choice))
            games += 1
            try:
                play(choice, data, typed)
            except BaseException:
                traceback.print_exc()
                print(f"failed: game {games}, seed {seed}, typed {typed!r}")
                return 1
        os.chdir("/")
    print(f"{games} games, seed {seed}, {time.monotonic() - began:.0f} s")
    print("no failures")
    return 0


if __name__ == "__main__":
    sys.exit(main(*seconds_and_seed()))
