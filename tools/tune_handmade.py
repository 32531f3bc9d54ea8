"""Find the weights of the player `handmade` by self-play.

    python tools/tune_handmade.py            tries changes, prints how it goes, writes nothing
    python tools/tune_handmade.py --write    writes core/search/handmade_weights.cpp as it goes

A coordinate search: weights that belong together are made larger or smaller together, and what is
better on the same deals by more than its standard error is kept. What counts is the average of
self-play plus half the lead over `greedy`. Each sweep has new deals. Their seeds begin with
TUNING_SEED: nothing else may use them, and strength is measured on others.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import os
import random
import statistics
import time
from pathlib import Path
from typing import NamedTuple

from harmonies import Game, _core
from harmonies.players import Budget, Skill, play_out, player
from harmonies.players.planned import PlannedPlayer

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = ROOT / "core" / "search" / "handmade_weights.cpp"
TUNING_SEED = 1 << 40
EARLY, LATE = 0, 1
SMALL = 20  # thousandths of a point; weights below it change by steps instead of factors
STEP = 100
FACTOR = 1.5
SHARE = 20  # games a task plays

NAMES = tuple(name for name, _, _ in _core.handmade_weights())


class Knob(NamedTuple):
    """Weights that are turned together, and the games in which that shows."""

    features: str
    when: int
    side: str = "A"
    spirits: bool = False


KNOBS = (
    Knob("one", EARLY),
    Knob("space", EARLY),
    Knob("space", LATE),
    Knob("animal_here animal_near animal_far animal_farther animal_none", EARLY),
    Knob("animal_near animal_far", LATE),
    Knob("animal_near", EARLY),
    Knob("animal_far animal_farther", EARLY),
    Knob("animal_none", EARLY),
    Knob("more_near more_far", EARLY),
    Knob("more_near more_far", LATE),
    Knob("offer offer_other", EARLY),
    Knob("offer offer_other", LATE),
    Knob("held_two", EARLY),
    Knob("held_three held_four", EARLY),
    Knob("held_four", LATE),
    Knob("trunk trunks", EARLY),
    Knob("trunk trunks", LATE),
    Knob("house site", EARLY),
    Knob("open_m open_mm lonely", EARLY),
    Knob("open_m open_mm lonely", LATE),
    Knob("lone_field", EARLY),
    Knob("field_room", EARLY),
    Knob("colours_two colours_few", EARLY),
    Knob("colours_two colours_few", LATE),
    Knob("water", EARLY),
    Knob("waters", EARLY),
    Knob("river_next river_length", EARLY),
    Knob("river_next", LATE),
    Knob("dam", EARLY, "B"),
    Knob("dams", EARLY, "B"),
    Knob("dam_ends", EARLY, "B"),
    Knob("spirit_here spirit_near spirit_far spirit_none", EARLY, spirits=True),
    Knob("spirit_none", EARLY, spirits=True),
    Knob("spirit_worth", EARLY, spirits=True),
    Knob("spirit_scores", EARLY, spirits=True),
)


def turned(weights: list[int], knob: Knob, up: bool) -> list[int]:
    changed = list(weights)
    for name in knob.features.split():
        i = 2 * NAMES.index(name) + knob.when
        if abs(changed[i]) < SMALL:
            changed[i] += STEP if up else -STEP
        else:
            changed[i] = round(changed[i] * (FACTOR if up else 1 / FACTOR))
    return changed


def play(
    weights: list[int], first_seed: int, games: int, nodes: int, side: str, spirits: bool
) -> list[float]:
    """What each deal was worth; every third is played against greedy too."""
    tuned = PlannedPlayer("tuned", Skill("handmade", nodes), weights=weights)
    greedy = player("greedy", seed=1)
    results = []
    for seed in range(first_seed, first_seed + games):
        deal = Game(2, side, spirits=spirits, seed=seed)
        game = play_out(deal.copy(), [tuned, tuned], Budget(nodes=nodes))
        result = (game.state.points(0) + game.state.points(1)) / 2
        if seed % 3 == 0:
            seat = seed // 3 % 2
            players = [tuned, greedy] if seat == 0 else [greedy, tuned]
            game = play_out(deal, players, Budget(nodes=nodes))
            result += 1.5 * (game.state.points(seat) - game.state.points(1 - seat))
        results.append(result)
    return results


class Arena:
    """Plays many games at once and remembers what was played."""

    def __init__(self, pool: concurrent.futures.Executor, games: int, nodes: int) -> None:
        self.seed = TUNING_SEED
        self._pool = pool
        self._games = games
        self._nodes = nodes
        self._known: dict[tuple[object, ...], list[float]] = {}

    def results(self, weights: list[int], knob: Knob) -> list[float]:
        key = (tuple(weights), self.seed, knob.side, knob.spirits)
        if key not in self._known:
            tasks = [
                self._pool.submit(play, weights, first, SHARE, self._nodes, knob.side, knob.spirits)
                for first in range(self.seed, self.seed + self._games, SHARE)
            ]
            self._known[key] = [result for task in tasks for result in task.result()]
        return self._known[key]


def source(weights: list[int]) -> str:
    lines = [
        "// Written by tools/tune_handmade.py, from self-play: docs/players.md says how.",
        '#include "harmonies/search/handmade.hpp"',
        "",
        "namespace harmonies {",
        "",
        "// clang-format off",
        "const std::array<const char*, kFeatures> kHandmadeNames = {",
        *(f'    "{name}",' for name in NAMES),
        "};",
        "",
        "// Early in the game, and at its end.",
        "const HandmadeWeights kHandmadeWeights = {",
    ]
    for number, name in enumerate(NAMES):
        lines.append(f"    {weights[2 * number]}, {weights[2 * number + 1]},  // {name}")
    lines += ["};", "// clang-format on", "", "}  // namespace harmonies", ""]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--games", type=int, default=300, help="for each comparison")
    parser.add_argument("--nodes", type=int, default=1200, help="for each turn")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--first-sweep", type=int, default=0, help="begin with other deals")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()

    weights = [weight for _, *pair in _core.handmade_weights() for weight in pair]
    until = time.monotonic() + 60 * options.minutes
    dice = random.Random(options.first_sweep)
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        arena = Arena(pool, options.games, options.nodes)
        arena.seed += options.first_sweep * options.games
        while time.monotonic() < until:
            for knob in KNOBS:
                for up in dice.sample((True, False), 2):
                    changed = turned(weights, knob, up)
                    pairs = zip(
                        arena.results(changed, knob), arena.results(weights, knob), strict=True
                    )
                    gains = [after - before for after, before in pairs]
                    gain = statistics.mean(gains)
                    error = statistics.stdev(gains) / len(gains) ** 0.5
                    better = gain > error
                    print(
                        f"{knob.features} {'late' if knob.when else 'early'}"
                        f" {'up' if up else 'down'}: {gain:+.2f} ± {error:.2f}"
                        f"{' kept' if better else ''}",
                        flush=True,
                    )
                    if better:
                        weights = changed
                        if options.write:
                            WEIGHTS.write_text(source(weights), encoding="utf-8")
                        break
                if time.monotonic() >= until:
                    break
            arena.seed += options.games
    print(weights)


if __name__ == "__main__":
    main()
