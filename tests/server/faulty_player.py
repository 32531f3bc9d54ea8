"""A player's program with players that fail, each in its own way; HARMONIES_FAULTS counts the times.

Started like the real one, of which it is the rest.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from harmonies import Move, State, players
from harmonies.players import Budget, Cancel, PlayerKind, Turn
from harmonies.players.random_player import RandomPlayer
from harmonies.server import player_process

if TYPE_CHECKING:
    from collections.abc import Callable

PLACE = Path(os.environ["HARMONIES_FAULTS"])


class Faulty:
    """Fails as often as is written in its file, then plays like `random`."""

    budget = Budget(nodes=1)

    def __init__(self, name: str) -> None:
        self.name = name
        self._rest = RandomPlayer(1)

    def choose(
        self, view: State, budget: Budget | None = None, cancel: Cancel | None = None
    ) -> Turn:
        left = PLACE / self.name
        times = int(left.read_text()) if left.exists() else 0
        if times:
            left.write_text(str(times - 1))
            self.fail()
            return Turn((Move.parse("take 1"), Move.parse("end")))
        return self._rest.choose(view, budget, cancel)

    def fail(self) -> None:
        match self.name:
            case "dies":
                os.kill(os.getpid(), signal.SIGKILL)
            case "hangs":
                time.sleep(600)
            case "babbles":
                os.write(int(os.environ["ANSWERS"]), b"what?\n")
            case "raises":
                raise ValueError("I do not know")


def maker(name: str) -> Callable[[int | None], Faulty]:
    """What makes a faulty player."""
    return lambda _seed: Faulty(name)


def main() -> None:
    """The real program, with other players."""
    for name in ("dies", "hangs", "cheats", "babbles", "raises"):
        players.PLAYERS[name] = PlayerKind(name, "", maker(name), name)
    output = os.dup(1)
    os.set_inheritable(output, True)
    os.environ["ANSWERS"] = str(output)
    sys.argv = ["player_process"]
    player_process.main()


if __name__ == "__main__":
    main()
