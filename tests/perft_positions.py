"""The positions of perft.txt: how many sequences of moves there are within the rest of a turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import oracle

FILE = Path(__file__).parent / "data" / "perft.txt"


@dataclass
class PerftPosition:
    name: str
    text: str
    counts: list[int] = field(default_factory=list)  # counts[d - 1] at depth d
    confirmed: int = 0  # the oracle has counted the same up to this depth

    def __str__(self) -> str:
        lines = [f"id {self.name}", f"pos {self.text}"]
        lines += [f"perft {depth} {count}" for depth, count in enumerate(self.counts, start=1)]
        return "\n".join([*lines, f"confirmed {self.confirmed}", ""])


def read_file() -> tuple[str, list[PerftPosition]]:
    """The comment at the head of the file, and the positions."""
    text = FILE.read_text(encoding="utf-8")
    comment = [line for line in text.splitlines() if line.startswith("#")]
    positions: list[PerftPosition] = []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            positions.append(PerftPosition(rest, ""))
        elif word == "pos":
            positions[-1].text = rest
        elif word == "perft":
            depth, count = map(int, rest.split())
            assert depth == len(positions[-1].counts) + 1, line
            positions[-1].counts.append(count)
        elif word == "confirmed":
            positions[-1].confirmed = int(rest)
        else:
            assert not line or word.startswith("#"), line
    return "\n".join(comment), positions


def write_file(comment: str, positions: list[PerftPosition]) -> None:
    FILE.write_text("\n".join([comment, "", *map(str, positions)]), encoding="utf-8")


class OutOfTimeError(Exception):
    pass


class OracleCount:
    """Perft by the oracle's rules. A position that is reached twice is counted once."""

    def __init__(self, deadline: float = float("inf")) -> None:
        self._deadline = deadline
        self._known: dict[tuple[str, int], int] = {}

    def perft(self, game: oracle.Game, depth: int) -> int:
        key = (str(game), depth)
        if key not in self._known:
            if monotonic() > self._deadline:
                raise OutOfTimeError
            self._known[key] = self._count(game, depth)
        return self._known[key]

    def _count(self, game: oracle.Game, depth: int) -> int:
        moves = game.legal()
        if depth == 1:
            return len(moves)
        count = 0
        for move in moves:
            if move == "end":
                count += 1
                continue
            after = game.copy()
            after.play(move)
            count += self.perft(after, depth - 1)
        return count
