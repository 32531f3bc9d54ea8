"""How fast the environments are, beside other packages' classic games: `make bench-envs`.

    python bench/envs.py [--json]

All play uniformly random legal actions, with the observation and the mask of legal actions of each
step made and auto-reset on. Rates are steps a second of CPU time, the best of three runs; what
several threads do together is told by the clock, too. A ratio is the figure of the first line of its
table divided by this line's. A package that is not installed is left out and named.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from harmonies.envs import aec
from harmonies.envs.solo import SoloEnv
from harmonies.envs.vector import VectorEnv

if TYPE_CHECKING:
    from collections.abc import Callable

BATCHES = (1, 64, 1024, 4096)
RUNS = 3
SECONDS = 0.4
AIM_VECTOR = 1_000_000  # steps a second by the clock, 1024 games
AIM_SINGLE = 100_000  # steps a second of one environment from Python

GAMES_IN_MEMORY = 4096


class Pace(NamedTuple):
    """Steps in a second of CPU time, and by the clock."""

    cpu: float
    clock: float


def pace(run: Callable[[int], int]) -> Pace:
    """The best of some runs. ``run`` is called with a size and says how many steps it made."""
    run(1)
    size, took = 1, 0.0
    while took < SECONDS / 4:
        size *= 2
        began = time.perf_counter()
        run(size)
        took = time.perf_counter() - began
    size = max(1, int(size * SECONDS / took))
    paces = []
    for _ in range(RUNS):
        clock, cpu = time.perf_counter(), time.process_time()
        steps = run(size)
        paces.append((steps / (time.process_time() - cpu), steps / (time.perf_counter() - clock)))
    return Pace(max(cpu for cpu, _ in paces), max(clock for _, clock in paces))


# Ours


def vector(games: int, observation: str) -> Callable[[int], int]:
    env = VectorEnv(games, players=2, observation=observation, seed=1)

    def run(size: int) -> int:
        for _ in range(size):
            env.step(env.draw_actions())
        return size * games

    return run


def solo() -> Callable[[int], int]:
    env = SoloEnv(observation="features")
    env.reset(seed=1)

    def run(size: int) -> int:
        over = False
        for _ in range(size):
            if over:
                env.reset()
            over = env.step(env.draw_action())[2]
        env.reset()
        return size

    return run


def seats() -> Callable[[int], int]:
    env = aec.env(players=2, observation="features")
    env.reset(seed=1)

    def run(size: int) -> int:
        for _ in range(size):
            over = env.last()[2]
            if over:
                env.reset()
            env.step(env.draw_action())
        return size

    return run


def bytes_of_games(games: int) -> float:
    """How much more memory the process has with so many games that have been played for a while."""
    before = resident()
    env = VectorEnv(games, players=2, observation="features", threads=1, seed=1)
    for _ in range(400):
        env.step(env.draw_actions())
    return (resident() - before) / games


def resident() -> int:
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


# Others'


def pettingzoo(name: str) -> Callable[[int], int]:
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    env.reset(seed=1)
    dice = random.Random(1)

    def run(size: int) -> int:
        for _ in range(size):
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset()
                observation = env.last()[0]
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[int(dice.random() * len(legal))])
        return size

    return run


def openspiel(name: str) -> Callable[[int], int]:
    pyspiel: Any = importlib.import_module("pyspiel")
    for module in ("open_spiel.python.games", "harmonies.envs.openspiel"):
        importlib.import_module(module)
    game = pyspiel.load_game(name)
    dice = random.Random(1)

    def run(size: int) -> int:
        state, steps = game.new_initial_state(), 0
        while steps < size:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                numbers, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(numbers, chances)[0])
            else:
                state.observation_tensor(state.current_player())
                legal = state.legal_actions()
                state.apply_action(legal[int(dice.random() * len(legal))])
                steps += 1
        return steps

    return run


def pgx(name: str, games: int) -> Callable[[int], int]:
    jax: Any = importlib.import_module("jax")
    package: Any = importlib.import_module("pgx")
    auto_reset: Any = importlib.import_module("pgx.experimental").auto_reset
    env = package.make(name)

    def one(state: Any, key: Any) -> Any:
        choose, chance = jax.random.split(key)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(choose, scores)
        return auto_reset(env.step, env.init)(state, action, chance)

    step = jax.jit(jax.vmap(one))
    split = jax.jit(lambda key: jax.random.split(key, games))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(split(key))

    def run(size: int) -> int:
        nonlocal state, key
        for _ in range(size):
            key = jax.random.fold_in(key, 1)
            state = step(state, split(key))
        jax.block_until_ready(state)
        return size * games

    return run


OTHERS_SINGLE: list[tuple[str, Callable[[], Callable[[int], int]]]] = [
    ("PettingZoo connect_four_v3", lambda: pettingzoo("connect_four_v3")),
    ("PettingZoo tictactoe_v3", lambda: pettingzoo("tictactoe_v3")),
    ("PettingZoo go_v5", lambda: pettingzoo("go_v5")),
    ("OpenSpiel connect_four, from Python", lambda: openspiel("connect_four")),
    ("OpenSpiel backgammon, from Python", lambda: openspiel("backgammon")),
    ("OpenSpiel python_tic_tac_toe", lambda: openspiel("python_tic_tac_toe")),
    ("OpenSpiel python_harmonies (this project)", lambda: openspiel("python_harmonies")),
]
PGX_GAMES = ("tic_tac_toe", "connect_four", "2048", "backgammon")


def single_rows() -> list[tuple[str, Pace | str]]:
    rows: list[tuple[str, Pace | str]] = [
        ("Harmonies-Solo-v0 (Gymnasium)", pace(solo())),
        ("harmonies_v0 (PettingZoo), 2 players", pace(seats())),
    ]
    for name, made in OTHERS_SINGLE:
        try:
            rows.append((name, pace(made())))
        except ImportError as error:
            rows.append((name, f"not installed: {error.name or error}"))
    return rows


def vector_rows() -> list[tuple[str, Pace | str]]:
    rows: list[tuple[str, Pace | str]] = [
        ("1024 games, features", pace(vector(1024, "features"))),
    ]
    for observation in ("features", "planes"):
        rows += [
            (f"{games} game{'s' * (games > 1)}, {observation}", pace(vector(games, observation)))
            for games in BATCHES
            if (games, observation) != (1024, "features")
        ]
    for name in PGX_GAMES:
        try:
            rows.append((f"pgx {name}, 1024 games", pace(pgx(name, 1024))))
        except ImportError as error:
            rows.append((f"pgx {name}", f"not installed: {error.name or error}"))
    return rows


def table(title: str, rows: list[tuple[str, Pace | str]]) -> list[str]:
    first = rows[0][1]
    assert isinstance(first, Pace)
    lines = [f"{title:44} {'a CPU second':>14} {'by the clock':>14} {'ratio':>9}"]
    for name, figure in rows:
        if isinstance(figure, str):
            lines.append(f"{name:44} {figure}")
        else:
            ratio = first.cpu / figure.cpu
            lines.append(f"{name:44} {figure.cpu:14,.0f} {figure.clock:14,.0f} {ratio:9.2f}")
    return lines


def main(arguments: list[str]) -> int:
    memory = bytes_of_games(GAMES_IN_MEMORY)
    vectors, singles = vector_rows(), single_rows()
    counted = VectorEnv(1, players=2, observation="features").bytes_per_game
    if "--json" in arguments:
        figures = {
            name: figure if isinstance(figure, str) else figure._asdict()
            for name, figure in vectors + singles
        }
        print(json.dumps({"steps": figures, "bytes_per_game": counted}, indent=1))
        return 0
    threads = VectorEnv(1).threads
    print("\n".join(table(f"Many games, 2 players, {threads} threads", vectors)))
    print()
    print("\n".join(table("One environment from Python", singles)))
    print()
    print(
        f"memory: {counted:,} bytes a game by count, {memory:,.0f} with {GAMES_IN_MEMORY} of them"
    )
    for what, aim, (_, figure) in (
        ("1024 games", AIM_VECTOR, vectors[0]),
        ("one environment", AIM_SINGLE, singles[0]),
    ):
        assert isinstance(figure, Pace)
        reached = "reached" if figure.clock >= aim else "not reached"
        print(f"aim: {aim:,} steps a second by the clock with {what}: {reached}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
