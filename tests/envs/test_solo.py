"""Harmonies-Solo-v0 behind Gymnasium's interface, one game and many."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

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


def test_its_record_opens_as_any_other() -> None:
    env = made(spirits=True)
    env.reset(seed=11)
    play_on(env, np.random.default_rng(2))
    assert parse_record(print_record(env.game)).game == env.game


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_many_games_are_those_of_single_environments(mode: AutoresetMode) -> None:
    envs = SoloVectorEnv(4, autoreset_mode=mode, reward="growth", observation="features")
    singles = [made(reward="growth", observation="features") for _ in range(4)]
    observations, infos = envs.reset(seed=20)
    for number, single in enumerate(singles):
        assert np.array_equal(observations[number], single.reset(seed=20 + number)[0])
    ended_before = np.zeros(4, bool)
    for _ in range(250):
        actions = envs.draw_actions()
        observations, rewards, ended, cut, infos = envs.step(actions)
        assert not cut.any()
        for number, single in enumerate(singles):
            if ended_before[number]:
                if mode is AutoresetMode.DISABLED:
                    assert ended[number]
                    continue
                observation, _ = single.reset()
                ended_before[number] = False
                assert rewards[number] == 0
                assert not ended[number]
            else:
                observation, reward, over, _, _ = single.step(actions[number])
                assert (rewards[number], ended[number]) == (reward, over)
                ended_before[number] = over
                if over and mode is AutoresetMode.SAME_STEP:
                    assert np.array_equal(infos["final_obs"][number], observation)
                    assert infos["points"][number] == single.state.points(0)
                    observation, _ = single.reset()
                    ended_before[number] = False
            assert np.array_equal(observations[number], observation)
            assert np.array_equal(infos["action_mask"][number] == 1, single.action_masks())


def test_make_vec_gives_the_cores_threads() -> None:
    envs = gymnasium.make_vec(ID, num_envs=3, spirits=True)
    assert isinstance(envs.unwrapped, SoloVectorEnv)
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space
    assert infos["action_mask"].shape == (3, 1520)
    envs.close()


def test_some_of_many_games_are_begun_anew() -> None:
    envs = SoloVectorEnv(3)
    envs.reset(seed=5)
    envs.step(envs.draw_actions())
    states = [envs.games.state(number) for number in range(3)]
    envs.reset(seed=9, options={"reset_mask": np.array([False, True, False])})
    assert [envs.games.state(number) == states[number] for number in range(3)] == [
        True,
        False,
        True,
    ]
    assert envs.games.state(1) == Game(1, seed=10).state


def test_without_copies_the_memory_is_the_cores() -> None:
    envs = SoloVectorEnv(3, copy=False, observation="features")
    observations, infos = envs.reset(seed=5)
    assert np.shares_memory(observations, envs.games.features)
    assert np.shares_memory(infos["action_mask"], envs.games.mask)


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
    with pytest.raises(OptionError, match="There is: 'reset_mask'"):
        SoloVectorEnv(2).reset(options={"mask": None})
    with pytest.raises(OptionError, match="needs the environment's option render_mode"):
        made().render()
