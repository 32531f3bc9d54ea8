"""Harmonies-Solo-v0 behind Gymnasium's interface, one game and many."""

from __future__ import annotations

import copy
import hashlib
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from harmonies import Game, Move
from harmonies.envs.options import PENALTY, OptionError
from harmonies.envs.solo import ID, SoloEnv
from harmonies.envs.solo_vector import SoloVectorEnv
from harmonies.errors import IllegalMove
from harmonies.records import parse_record, print_record
from harmonies.score import solo_suns

POSITION = "A1 5/4/5/4/5 - WMT,LFF,MTH otter,fish,bear - W22M21T19L18F17H14 1 1 play"


def play_on(env: SoloEnv, rng: np.random.Generator) -> list[float]:
    """Plays legal moves at random to the end; the rewards of all moves."""
    rewards = []
    over = False
    while not over:
        action = rng.choice(np.flatnonzero(env.action_masks()))
        _, reward, over, cut, _ = env.step(action)
        assert not cut
        rewards.append(reward)
    return rewards


def made(**options: Any) -> SoloEnv:
    env = gymnasium.make(ID, **options).unwrapped
    assert isinstance(env, SoloEnv)
    return env


@pytest.mark.parametrize("render_mode", [None, "ansi", "svg", "rgb_array"])
@pytest.mark.parametrize(
    "options",
    [{}, {"observation": "features", "reward": "suns"}, {"spirits": True, "side": "B"}],
)
def test_gymnasiums_own_checker_passes(options: dict[str, Any], render_mode: str | None) -> None:
    check_env(made(render_mode=render_mode, **options))


def test_gymnasium_finds_it_by_the_name_of_its_module() -> None:
    program = f"import gymnasium; gymnasium.make('harmonies.envs.solo:{ID}').reset(seed=1)"
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("side", ["A", "B"])
def test_the_same_seed_gives_the_cores_game(side: str) -> None:
    env = made(side=side, spirits=True)
    game = Game(1, side, spirits=True, seed=42)
    rng = np.random.default_rng(1)
    env.reset(seed=42)
    while not game.over:
        assert env.state == game.state
        move = rng.choice([move.index for move in game.legal_moves()])
        game.play(Move.from_index(int(move)))
        env.step(move)
    assert env.game == game
    env.reset()
    assert env.game.seed == hashlib.sha256(game.seed or b"").digest()


def test_rewards_are_points_growth_or_suns() -> None:
    for reward in ("points", "growth", "suns"):
        env = made(reward=reward)
        env.reset(seed=7)
        rewards = play_on(env, np.random.default_rng(7))
        points = env.state.points(0)
        suns = solo_suns(points, "A", spirits=False, spirit=None)
        assert sum(rewards) == {"points": points, "growth": points, "suns": suns}[reward]
        assert (reward == "growth") == any(rewards[:-1])


def test_an_illegal_action_ends_the_game_with_the_penalty() -> None:
    env = made()
    env.reset(seed=1)
    _, reward, over, _, info = env.step(Move.parse("end").index)
    assert (reward, over) == (PENALTY, True)
    assert not info["action_mask"].any()
    with pytest.raises(ResetNeeded):
        env.step(10)


def test_an_illegal_action_is_an_error_where_that_is_wanted() -> None:
    env = made(illegal="error")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="Take a group"):
        env.step(Move.parse("end").index)
    with pytest.raises(IndexError, match="0 to 1519"):
        env.step(1520)
    with pytest.raises(IndexError, match="0 to 1519"):
        env.step(10**30)
    with pytest.raises(TypeError):
        env.step(10.5)
    assert env.game.version == 1
    env.step(Move.parse("take 1").index)


def test_what_was_returned_does_not_change_later() -> None:
    env = made()
    observation, info = env.reset(seed=1)
    before = {name: array.copy() for name, array in observation.items()}
    mask = info["action_mask"].copy()
    play_on(env, np.random.default_rng(1))
    assert all(np.array_equal(observation[name], before[name]) for name in before)
    assert np.array_equal(info["action_mask"], mask)


def test_a_position_is_set_and_read_as_text() -> None:
    env = made()
    env.reset(seed=4, options={"state": POSITION})
    assert str(env.state) == POSITION
    first = env.step(Move.parse("take 2").index)[0]
    env.set_state(POSITION, seed=4)
    assert np.array_equal(env.step(Move.parse("take 2").index)[0]["table"], first["table"])


def test_a_planner_gets_its_own_futures() -> None:
    env = made(spirits=True)
    env.reset(seed=4)
    seen = env.game
    futures = set()
    for seed in range(10):
        future = env.sampled(seed)
        assert future.state == env.state
        turn = future.state.turn
        rng = np.random.default_rng(5)
        while not future.state.over and future.state.turn == turn:
            future.step(rng.choice(np.flatnonzero(future.action_masks())))
        futures.add(tuple(future.state.groups))
    assert len(futures) > 5
    assert env.game == seen


def test_a_copy_goes_on_by_itself() -> None:
    env = made(observation="features")
    env.reset(seed=4)
    env.step(Move.parse("take 1").index)
    before = str(env.state)
    twin = copy.deepcopy(env)
    seen = [twin.step(twin.draw_action())[0].tobytes() for _ in range(30)]
    assert str(env.state) == before
    assert [env.step(env.draw_action())[0].tobytes() for _ in range(30)] == seen
    assert twin.game == env.game


def test_its_record_opens_as_any_other() -> None:
    env = made(spirits=True)
    env.reset(seed=11)
    play_on(env, np.random.default_rng(2))
    assert parse_record(print_record(env.game)).game == env.game
    env.reset(seed=4, options={"state": POSITION.replace("A1 ", "A1s ")})
    assert parse_record(print_record(env.game)).game == env.game


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 2}, "one player"),
        ({"reward": "rank"}, "none of: 'points', 'growth', 'suns'"),
        ({"render_mode": "human"}, "none of: None, 'ansi', 'svg', 'rgb_array'"),
        ({"shaped": True}, "there is no option 'shaped'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], said: str) -> None:
    for kind in (SoloEnv, SoloVectorEnv):
        with pytest.raises(OptionError, match=said):
            kind(**options)


def test_wrong_options_of_reset_are_refused() -> None:
    with pytest.raises(OptionError, match="There is: 'state'"):
        made().reset(options={"position": POSITION})
    with pytest.raises(OptionError, match="needs the environment's option render_mode"):
        made().render()
