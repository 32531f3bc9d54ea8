"""The program that thinks for the computer players: `python -m harmonies.server.player_process`.

It says `{"ready": true}`, then reads one request a line and answers each with a line:

    {"id": 7, "level": "level-4", "position": "A2 …", "share": 1.0, "seconds": 3.0}
    {"id": 7, "moves": ["take 2", …, "end"]}        or    {"id": 7, "error": "…"}

The position is what the seat to move may know, so there is nothing here to peek at. The program knows
no tables, opens no file and no socket. It ends when its input does, even in the middle of a thought:
who started it is gone then.
"""

from __future__ import annotations

import ctypes
import json
import os
import queue
import signal
import sys
import threading
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from harmonies import Game, State, players
from harmonies.players import Budget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harmonies.players import Player

NICENESS = 10
PR_SET_PDEATHSIG = 1


def main() -> None:
    """Answers requests until there are no more."""
    answers = _private_output()
    _die_with(os.getppid())
    _stand_back()
    known = warmed_up(players.LEVELS)
    _say(answers, {"ready": True})
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin, lines), name="reader", daemon=True).start()
    while True:
        _say(answers, answer(json.loads(lines.get()), known))


def warmed_up(levels: Iterable[str]) -> dict[str, Player]:
    """Players that have read all they need: the first turn one is asked for costs no more time than
    the others. One that cannot be made says so when it is asked for.
    """
    known: dict[str, Player] = {}
    view = Game(seed=0).state
    for level in levels:
        try:
            player = players.player(level)
            player.choose(view, Budget(nodes=1, milliseconds=1.0))
        except Exception as error:
            print(f"{level} is not there: {type(error).__name__}: {error}", file=sys.stderr)
        else:
            known[level] = player
    return known


def answer(request: dict[str, Any], known: dict[str, Player]) -> dict[str, Any]:
    """The answer to one request. `known` keeps players once they are made."""
    level = request["level"]
    try:
        player = known.get(level) or known.setdefault(level, players.player(level))
        budget = lesser(player.budget, request["share"], request["seconds"])
        turn = player.choose(State.parse(request["position"]), budget)
    except Exception as error:
        return {"id": request["id"], "error": f"{type(error).__name__}: {error}"}
    return {"id": request["id"], "moves": [str(move) for move in turn.moves]}


def lesser(budget: Budget, share: float, seconds: float) -> Budget:
    """A share of what a player would think by itself, and never longer than so many seconds.

    >>> lesser(Budget(nodes=2000), 0.25, 3.0)
    Budget(nodes=500, milliseconds=3000.0)
    """
    nodes = None if budget.nodes is None else max(1, int(budget.nodes * share))
    milliseconds = seconds * 1000
    if budget.milliseconds is not None:
        milliseconds = min(milliseconds, budget.milliseconds * share)
    return Budget(nodes, milliseconds)


def _say(answers: IO[str], answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _private_output() -> IO[str]:
    # Whatever else is printed here must not be taken for an answer.
    private = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return private


def _stand_back() -> None:
    """Lets everything else on the machine go first; if memory is short this goes, not the server."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # they are for the server, which ends this
    os.nice(NICENESS)
    try:
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    except OSError:
        return


def _die_with(parent: int) -> None:
    """Has Linux end this program with its parent, whatever it is doing then."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def _read(requests: IO[str], lines: queue.SimpleQueue[str]) -> None:
    for line in requests:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
