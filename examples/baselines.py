"""What a random policy and the computer players reach in the environments: the table to be beaten.

    python examples/baselines.py --games 300 --players level-1 greedy handmade

Average points of a seat with the standard error over deals, in self-play where there are several.
The random policy is the core's own, in VectorEnv; players choose turns from what their seat may know
and play them through the PettingZoo environment. The deals are those of `harmonies arena`.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from harmonies.envs import harmonies_v0
from harmonies.envs.vector import VectorEnv
from harmonies.players import player

FIRST_SEED = 1 << 32
KINDS: dict[str, dict[str, Any]] = {
    "solo, side A": {"players": 1},
    "solo, side B": {"players": 1, "side": "B"},
    "2 players, side A": {"players": 2},
    "4 players, side B, spirits": {"players": 4, "side": "B", "spirits": True},
}


def of_random_policy(kind: dict[str, Any], games: int) -> list[float]:
    """For each deal the average points of its seats."""
    env = VectorEnv(games, restart="never", observation="features", seed=FIRST_SEED, **kind)
    while not env.ended.all():
        env.step(env.draw_actions())
    means: list[float] = env.points.mean(1).tolist()
    return means


def of_player(name: str, kind: dict[str, Any], games: int) -> list[float]:
    """For each deal the average points of its seats, all played by one computer player."""
    env = harmonies_v0.env(observation="features", **kind)
    chooser = player(name, seed=1)
    means = []
    for deal in range(games):
        env.reset(seed=FIRST_SEED + deal)
        while not env.position.over:
            view = env.position.redacted(env.position.to_move)
            for move in chooser.choose(view).moves:
                env.step(move.index)
        means.append(float(np.mean([env.position.points(seat) for seat in range(kind["players"])])))
    return means


def told(means: list[float]) -> str:
    error = np.std(means, ddof=1) / len(means) ** 0.5
    return f"{np.mean(means):.1f} ± {error:.1f}"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="deals of each kind (100)")
    parser.add_argument("--players", nargs="*", default=["level-1", "greedy", "handmade"])
    options = parser.parse_args(arguments)
    if options.games < 2:
        parser.error("an average with its error needs 2 games or more")
    print(" | ".join(["| game", "random policy", *options.players]) + " |")
    print("| --- " * (2 + len(options.players)) + "|")
    for title, kind in KINDS.items():
        figures = [of_random_policy(kind, options.games)]
        figures += [of_player(name, kind, options.games) for name in options.players]
        print(" | ".join([f"| {title}", *map(told, figures)]) + " |", flush=True)


if __name__ == "__main__":
    main()
