"""Count the legal move sequences of tests/data/perft.txt.

    python tools/perft.py           compares the file with what the core counts
    python tools/perft.py --write   writes the core's counts into the file
    python tools/perft.py --confirm SECONDS [ID...]
                                    lets the oracle count too, so long at the most for each position
                                    or those named, and writes how deep it has agreed

A new position is added to the file by hand, with its `id` and `pos`; `--write` does the rest. Counts
go down until a turn can be played no longer or there are more sequences than MOST.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from harmonies import State
from oracle import Game
from perft_positions import FILE, OracleCount, OutOfTimeError, PerftPosition, read_file, write_file

MOST = 6_000_000


def counts(text: str) -> Iterator[int]:
    """The core's counts from depth 1 on."""
    state = State.parse(text)
    last = 0
    for depth in range(1, 40):
        count = state.perft(depth)
        if count > MOST or count == last:
            return
        yield count
        last = count


def compare(positions: list[PerftPosition]) -> int:
    wrong = 0
    for position in positions:
        state = State.parse(position.text)
        fresh = [state.perft(depth) for depth in range(1, len(position.counts) + 1)]
        if fresh != position.counts:
            print(f"{position.name}: the core counts {fresh}, the file has {position.counts}")
            wrong += 1
    print(f"{FILE.name}: {len(positions)} positions, {wrong} wrong")
    return 1 if wrong else 0


def write(comment: str, positions: list[PerftPosition]) -> int:
    for position in positions:
        fresh = list(counts(position.text))
        agreed = sum(one == other for one, other in zip(fresh, position.counts, strict=False))
        position.confirmed = min(position.confirmed, agreed)
        position.counts = fresh
    write_file(comment, positions)
    return 0


def confirm(comment: str, positions: list[PerftPosition], seconds: float, names: list[str]) -> int:
    for position in positions:
        if names and position.name not in names:
            continue
        oracle = OracleCount(monotonic() + seconds)
        game = Game.parse(position.text)
        position.confirmed = 0
        for depth, expected in enumerate(position.counts, start=1):
            try:
                count = oracle.perft(game, depth)
            except OutOfTimeError:
                break
            if count != expected:
                print(f"{position.name}: {count} by the oracle at depth {depth}, not {expected}")
                return 1
            position.confirmed = depth
        print(f"{position.name}: confirmed to depth {position.confirmed} of {len(position.counts)}")
        write_file(comment, positions)
    return 0


def main(arguments: list[str]) -> int:
    comment, positions = read_file()
    match arguments:
        case []:
            return compare(positions)
        case ["--write"]:
            return write(comment, positions)
        case ["--confirm", seconds, *names]:
            return confirm(comment, positions, float(seconds), names)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
