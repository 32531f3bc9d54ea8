"""harmonies_v0 behind PettingZoo's interface."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from harmonies import Game, Move
from harmonies.envs import aec as harmonies_v0
from harmonies.envs.options import OptionError
from harmonies.errors import IllegalMove
from harmonies.records import parse_record, print_record

with warnings.catch_warnings():
    # Where pygame is installed PettingZoo's checker imports a game of its own in an old way.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

# PettingZoo knows its own games with masks by name and warns of all others.
MASKED = ("Observation space for each agent probably should be", "Observation is not a NumPy array")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("observation", ["planes", "features"])
def test_pettingzoos_own_checker_passes(players: int, observation: str) -> None:
    env = harmonies_v0.env(
        players=players,
        spirits=players % 2 == 0,
        side="AB"[players % 2],
        observation=observation,
    )
    with warnings.catch_warnings():
        for message in MASKED:
            warnings.filterwarnings("ignore", message)
        api_test(env, num_cycles=200)


def test_pettingzoos_test_of_seeds_passes() -> None:
    seed_test(lambda **options: harmonies_v0.env(spirits=True, **options), num_cycles=200)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_same_seed_gives_the_cores_game(players: int) -> None:
    env = harmonies_v0.env(players=players, side="B", spirits=True)
    env.reset(seed=3)
    game = Game(players, "B", spirits=True, seed=3)
    rng = np.random.default_rng(players)
    while not game.over:
        assert env.position == game.state
        assert env.agent_selection == f"seat_{game.state.to_move + 1}"
        legal = sorted(move.index for move in game.legal_moves())
        seen = env.observe(env.agent_selection)
        assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        move = rng.choice(legal)
        env.step(move)
        game.play(Move.from_index(int(move)))
    assert env.game == game
    assert parse_record(print_record(env.game)).game == game
    assert all(env.terminations.values())


def test_the_reward_is_the_rank_unless_another_is_chosen() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({}, "rank"),
        ({"reward": "points"}, "points"),
        ({"reward": "growth"}, "points"),
    ]
    for options, expected in cases:
        env = harmonies_v0.env(players=3, **options)
        env.reset(seed=8)
        rng = np.random.default_rng(8)
        sums = dict.fromkeys(env.agents, 0.0)
        while not all(env.terminations.values()):
            env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
            for seat, reward in env.rewards.items():
                sums[seat] += reward
        if expected == "points":
            assert list(sums.values()) == [env.position.points(seat) for seat in range(3)]
            continue
        outcome = env.game.outcome
        assert outcome is not None
        assert sum(sums.values()) == 0
        best = max(sums, key=lambda seat: sums[seat])
        assert int(best[-1]) - 1 in outcome.winners


def test_only_the_seat_to_move_has_actions() -> None:
    env = harmonies_v0.env(players=2)
    env.reset(seed=1)
    (other,) = (seat for seat in env.agents if seat != env.agent_selection)
    assert env.observe(env.agent_selection)["action_mask"].any()
    assert not env.observe(other)["action_mask"].any()


def test_seats_see_their_own_spirits_and_nobody_elses() -> None:
    def seen(state: Any, seat: str) -> list[bytes]:
        env.set_position(state, seed=1)
        return [array.tobytes() for array in env.observe(seat).values()]

    env = harmonies_v0.env(players=2, spirits=True, first=0)
    env.reset(seed=1)
    state = env.position
    others = [state.redacted().sampled(seed) for seed in range(40)]
    assert len({other.dealt for other in others}) > 10
    for other in others:
        assert seen(other, "seat_2") == seen(state, "seat_2")
        if other.dealt != state.dealt:
            assert seen(other, "seat_1") != seen(state, "seat_1")


def test_an_illegal_action_raises_or_ends_the_game_for_all() -> None:
    env = harmonies_v0.env(players=2)
    env.reset(seed=1)
    with pytest.raises(IllegalMove):
        env.step(Move.parse("end").index)
    env = harmonies_v0.env(players=2, illegal="end", penalty=-1)
    env.reset(seed=1)
    seat = env.agent_selection
    env.step(Move.parse("end").index)
    assert all(env.terminations.values())
    assert env.rewards == {one: (-1 if one == seat else 0) for one in env.agents}


def test_nothing_can_be_done_before_the_game_has_begun_or_when_it_is_over() -> None:
    env = harmonies_v0.env("ansi", players=2)
    for ask in (lambda: env.step(10), lambda: env.observe("seat_1"), env.render):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            ask()
    env.reset(seed=1)
    for _ in env.agent_iter():
        over = env.terminations[env.agent_selection]
        env.step(None if over else env.draw_action())
    with pytest.raises(ResetNeeded):
        env.step(10)


def test_a_copy_goes_on_by_itself() -> None:
    env = harmonies_v0.env(players=2, spirits=True)
    env.reset(seed=4)
    before = str(env.position)
    twin = copy.deepcopy(env)
    moves = []
    for _ in range(60):
        moves.append(twin.draw_action())
        twin.step(moves[-1])
    assert str(env.position) == before
    for move in moves:
        assert env.draw_action() == move
        env.step(move)
    assert env.game == twin.game
    assert env.agent_selection == twin.agent_selection


def test_a_planner_gets_its_own_futures() -> None:
    env = harmonies_v0.env(players=2, spirits=True)
    env.reset(seed=1)
    env.step(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])
    seat = env.position.to_move
    for seed in range(5):
        future = env.sampled(seed)
        assert future.position.redacted(seat) == env.position.redacted(seat)
        assert future.agent_selection == env.agent_selection


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_it_is_drawn_in_each_mode(mode: Any, players: int) -> None:
    env = harmonies_v0.env(mode, players=players, side="AB"[players % 2])
    env.reset(seed=1)
    before = env.render()
    for _ in range(60):
        env.step(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])
    after = env.render()
    if mode == "rgb_array":
        assert before.dtype == np.uint8
        assert before.shape == after.shape
        assert before.shape[2] == 3
    else:
        assert before.startswith("<svg") == (mode == "svg")
    assert np.any(before != after)


def test_wrong_options_are_refused() -> None:
    with pytest.raises(OptionError, match="none of: 'points', 'growth', 'rank'"):
        harmonies_v0.env(reward="suns")
    with pytest.raises(OptionError, match="there is no option 'sides'"):
        harmonies_v0.env(sides="A")
    with pytest.raises(OptionError, match="needs the environment's option render_mode"):
        harmonies_v0.env().render()
