"""How fast computer players think, beside the yardstick of `bench/core.py`: part of `make bench`.

    python bench/search.py [--json]

How many positions are rated in a second of CPU time, by hand and by the network, and how many of them
each player rates in a turn, on one core.
"""

from __future__ import annotations

import json
import sys
import time
from functools import partial

from harmonies import Game, State, _core
from harmonies.bench import measured, yardstick
from harmonies.players import player
from harmonies.players.networks import network

RUNS = 4
SECONDS = 0.25
PLAYERS = ("greedy", "handmade", "level-6", "level-7")
TURNS = 6

RATED = "positions rated in a second by"
A_TURN = "positions rated in a turn by"
MILLISECONDS = "milliseconds of CPU time for a turn of"
YARDSTICK = "yardstick: rounds of a fixed integer loop in a second"


def game_so_far() -> tuple[list[State], list[State]]:
    """Of a game the positions before each turn, and those in the middle of turns, as they are rated."""
    game = Game(players=2, seed=7)
    chooser = player("handmade:nodes=500", seed=1)
    before, within = [], []
    while not game.over:
        before.append(game.state)
        for move in chooser.choose(game.state).moves:
            if game.state.taken is not None:
                within.append(game.state)
            game.play(move)
    return before, within


def ratings(planner: _core.Planner, states: list[State], rounds: int) -> int:
    return sum(planner.repeat_ratings(state, rounds) for state in states)


def figures() -> dict[str, float]:
    before, within = game_so_far()
    found = {}
    planners = {
        "handmade": _core.Planner("handmade"),
        "the network": _core.Planner("learned", None, network()),
    }
    for name, planner in planners.items():
        rate = measured(partial(ratings, planner, within), RUNS, SECONDS)
        found[f"{RATED} {name}"] = rate.best
    for name in PLAYERS:
        chooser = player(name, seed=1)
        # Turns from the whole of a game, so that wide and narrow ones count alike.
        some = before[:: max(1, len(before) // TURNS)]
        began = time.process_time()
        turns = [chooser.choose(state) for state in some]
        took = time.process_time() - began
        found[f"{A_TURN} {name}"] = sum(turn.nodes for turn in turns) / len(turns)
        found[f"{MILLISECONDS} {name}"] = 1000 * took / len(turns)
    return found | {YARDSTICK: measured(yardstick, RUNS, SECONDS).best}


def main(arguments: list[str]) -> int:
    found = figures()
    if "--json" in arguments:
        print(json.dumps({name: round(value, 2) for name, value in found.items()}, indent=2))
    else:
        for name, value in found.items():
            print(f"{value:15,.1f}  {name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
