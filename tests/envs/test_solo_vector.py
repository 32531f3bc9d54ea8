"""Harmonies-Solo-v0 behind Gymnasium's interface for many games at once."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import (
    DictInfoToList,
    FlattenObservation,
    NormalizeReward,
    RecordEpisodeStatistics,
)

from harmonies import Game
from harmonies.envs.options import OptionError
from harmonies.envs.solo import ID, SoloEnv
from harmonies.envs.solo_vector import SoloVectorEnv


def assert_same(ours: Any, theirs: Any) -> None:
    """That both tell the same, arrays within dicts and arrays of objects included."""
    if isinstance(theirs, dict):
        assert set(ours) == set(theirs)
        for name in theirs:
            assert_same(ours[name], theirs[name])
    elif isinstance(theirs, tuple) or (isinstance(theirs, np.ndarray) and theirs.dtype == object):
        for one, other in zip(ours, theirs, strict=True):
            assert_same(one, other)
    else:
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("observation", ["planes", "features"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_it_tells_what_gymnasiums_own_vector_of_single_games_tells(
    mode: AutoresetMode, observation: str
) -> None:
    options: dict[str, Any] = {"reward": "growth", "observation": observation, "spirits": True}
    envs = SoloVectorEnv(4, autoreset_mode=mode, **options)
    plain = SyncVectorEnv([lambda: SoloEnv(**options)] * 4, autoreset_mode=mode)
    assert envs.single_observation_space == plain.single_observation_space
    assert envs.observation_space == plain.observation_space
    assert envs.action_space == plain.action_space
    assert envs.metadata["autoreset_mode"] == plain.metadata["autoreset_mode"]
    assert_same(envs.reset(seed=20), plain.reset(seed=20))
    games = 0
    for _ in range(300):
        actions = envs.draw_actions()
        ours, theirs = envs.step(actions), plain.step(actions)
        assert_same(ours, theirs)
        ended = theirs[2].copy()
        games += int(ended.sum())
        if mode is AutoresetMode.DISABLED and ended.any():
            observations, infos = envs.reset(options={"reset_mask": ended})
            expected = plain.reset(options={"reset_mask": ended})
            assert_same(observations, expected[0])
            assert np.array_equal(infos["_action_mask"], ended)
            assert_same(infos["action_mask"][ended], expected[1]["action_mask"][ended])
    assert games > 8


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_points_of_a_game_are_told_when_it_ends(mode: AutoresetMode) -> None:
    envs = SoloVectorEnv(3, autoreset_mode=mode, reward="points")
    envs.reset(seed=2)
    told = 0
    while told < 3:
        _, rewards, ended, _, infos = envs.step(envs.draw_actions())
        last = infos.get("final_info", {}) if mode is AutoresetMode.SAME_STEP else infos
        assert ended.any() == ("points" in last)
        if not ended.any():
            continue
        told += int(ended.sum())
        assert np.array_equal(last["_points"], ended)
        assert last["points"][rewards > 0].tolist() == rewards[rewards > 0].tolist()
        assert not last["points"][~ended].any()


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_gymnasiums_wrappers_work_on_it(mode: AutoresetMode) -> None:
    def made() -> SoloVectorEnv:
        return SoloVectorEnv(4, autoreset_mode=mode, reward="growth")

    # Those that change observations go with Gymnasium's usual mode alone.
    changed: Any = FlattenObservation if mode is AutoresetMode.NEXT_STEP else lambda envs: envs

    envs: Any = RecordEpisodeStatistics(made())
    envs.reset(seed=1)
    games = 0
    while games < 8:
        _, _, ended, _, infos = envs.step(envs.unwrapped.draw_actions())
        if not ended.any():
            continue
        games += int(ended.sum())
        last = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
        assert infos["episode"]["r"][ended].tolist() == last["points"][ended].tolist()
    listed: Any = DictInfoToList(made())
    _, told = listed.reset(seed=1)
    assert [one["action_mask"].shape for one in told] == [(1520,)] * 4
    flat: Any = changed(NormalizeReward(made()))
    assert flat.reset(seed=1)[0] in flat.observation_space
    assert flat.step(flat.unwrapped.draw_actions())[0] in flat.observation_space


def test_without_a_seed_the_next_games_are_begun() -> None:
    def told() -> list[str]:
        envs = SoloVectorEnv(3)
        envs.reset(seed=5)
        envs.reset()
        envs.reset(options={"reset_mask": np.array([False, True, False])})
        envs.reset(seed=[None, None, 7])
        return [str(envs.games.state(number)) for number in range(3)]

    once = told()
    assert once == told()
    assert once[2] == str(Game(1, seed=7).state)
    assert len(set(once)) == 3


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
        ({"num_envs": 0}, "num_envs=0 is not a number from 1 to"),
        ({"autoreset_mode": "later"}, "autoreset_mode='later' is none of: 'NextStep', 'SameStep'"),
        ({"players": 2}, "one player"),
        ({"threads": -1}, "threads=-1 is not a number from 1 to 256"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        SoloVectorEnv(**options)


@pytest.mark.parametrize("mask", [None, [True], np.array([1, 0]), np.array([[True, False]])])
def test_a_wrong_choice_of_games_to_begin_is_refused(mask: Any) -> None:
    envs = SoloVectorEnv(2)
    envs.reset(seed=1)
    with pytest.raises(OptionError, match="true or false for each of 2 games"):
        envs.reset(options={"reset_mask": mask})
    with pytest.raises(OptionError, match="There is: 'reset_mask'"):
        envs.reset(options={"mask": None})
