"""Many games at once: each is the game of its seed, and nothing of it is lost or mixed up."""

from __future__ import annotations

import copy
import hashlib
from typing import Any

import numpy as np
import pytest

from harmonies import Game, Move, _core
from harmonies.envs.options import OptionError
from harmonies.envs.vector import VectorEnv
from harmonies.errors import BadSeed, IllegalMove, PositionError
from harmonies.records import parse_record, print_record

SETUPS = [
    (players, side, spirits)
    for players in (1, 2, 3, 4)
    for side in ("A", "B")
    for spirits in (False, True)
]
POSITION = "A1 5/4/5/4/5 - WMT,LFF,MTH otter,fish,bear - W22M21T19L18F17H14 1 1 play"


@pytest.mark.parametrize(("players", "side", "spirits"), SETUPS)
def test_each_game_is_the_game_of_its_seed(players: int, side: str, spirits: bool) -> None:
    env = VectorEnv(3, players=players, side=side, spirits=spirits, seed=5, threads=2)
    games = [Game(players, side, spirits=spirits, seed=5 + number) for number in range(3)]
    finished = 0
    while finished < 3:
        actions = env.draw_actions().copy()
        for number, game in enumerate(games):
            assert env.state(number) == game.state
            assert env.to_move[number] == game.state.to_move
            legal = [move.index for move in game.legal_moves()]
            assert sorted(legal) == np.flatnonzero(env.mask[number]).tolist()
            features, planes = _core.observe(game.state, game.state.to_move)
            assert np.array_equal(env.features[number], features)
            assert np.array_equal(env.planes[number], planes)
            game.play(Move.from_index(int(actions[number])))
        env.step(actions)
        for number, game in enumerate(games):
            assert env.ended[number] == game.over
            if not game.over:
                assert env.game(number) == game
                continue
            finished += 1
            assert env.points[number].tolist() == [
                game.score(seat).total for seat in range(players)
            ]
            assert env.game_before(number) == game
            after = hashlib.sha256(game.seed or b"").digest()
            games[number] = Game(players, side, spirits=spirits, seed=after)


def test_drawn_actions_are_uniform_among_the_legal_ones() -> None:
    env = VectorEnv(4000, players=1)
    for number in range(env.games):
        env.set_state(number, POSITION, seed=number)
    legal = np.flatnonzero(env.mask[0])
    counts = np.bincount(env.draw_actions(), minlength=env.mask.shape[1])
    assert counts.sum() == counts[legal].sum()
    expected = env.games / len(legal)
    # Four standard deviations: the seeds are fixed, so this is no matter of luck.
    assert np.abs(counts[legal] - expected).max() < 4 * expected**0.5


def test_a_record_is_written_from_any_game() -> None:
    env = VectorEnv(2, players=2, seed=3)
    while not env.ended[1]:
        env.step(env.draw_actions())
    game = env.game_before(1)
    assert game.over
    assert parse_record(print_record(game)).game == game


def test_a_game_goes_on_from_a_position() -> None:
    env = VectorEnv(2, players=1, seed=3)
    env.set_state(1, POSITION, seed=9)
    assert str(env.state(1)) == POSITION
    game = Game.from_state(POSITION, seed=9)
    for text in ("take 1", "place W a1", "place M a2", "place T a3", "end"):
        env.step([int(np.flatnonzero(env.mask[0])[0]), game.play(text).index])
    assert env.state(1) == game.state
    assert env.game(1) == game


def test_a_sampled_game_is_one_that_its_seat_cannot_tell_from_the_real_one() -> None:
    env = VectorEnv(1, players=2, spirits=True, seed=3)
    for _ in range(40):
        env.step(env.draw_actions())
    state, seat = env.state(0), env.state(0).to_move
    seen, mask = env.features.copy(), env.mask.copy()
    futures = set()
    for seed in range(20):
        env.sample(0, seed)
        assert env.state(0).redacted(seat) == state.redacted(seat)
        assert np.array_equal(env.features, seen)
        assert np.array_equal(env.mask, mask)
        copy = VectorEnv(1, players=2, spirits=True)
        copy.set_state(0, env.state(0), seed)
        while copy.state(0).turn == state.turn:
            copy.step(copy.draw_actions())
        futures.add(tuple(copy.state(0).groups))
    assert len(futures) > 5


def test_a_copy_is_the_same_games_in_memory_of_its_own() -> None:
    env = VectorEnv(40, players=2, spirits=True, seed=3, threads=2)
    for _ in range(250):
        env.step(env.draw_actions())
    twin = copy.deepcopy(env)
    seen, mask = twin.features.copy(), twin.mask.copy()
    told = []
    for one in (env, twin):
        assert np.array_equal(one.features, seen)
        assert np.array_equal(one.mask, mask)
        for _ in range(100):
            one.step(one.draw_actions())
        told.append([str(one.state(number)) for number in range(40)])
    assert told[0] == told[1]
    assert twin.game(7) == env.game(7)
    assert not np.shares_memory(env.mask, twin.mask)


def test_without_a_seed_the_next_games_are_begun() -> None:
    env = VectorEnv(2, players=2, seed=3)
    env.reset()
    after = [hashlib.sha256(Game(2, seed=seed).seed or b"").digest() for seed in (3, 4)]
    assert [env.game(number) for number in (0, 1)] == [Game(2, seed=seed) for seed in after]
    env.reset_game(1, seed=9)
    env.reset([None, 5])
    assert env.game(0).seed == hashlib.sha256(after[0]).digest()
    assert env.game(1) == Game(2, seed=5)


def test_new_environments_without_a_seed_differ() -> None:
    assert VectorEnv(1).game(0).seed != VectorEnv(1).game(0).seed


def test_numpys_numbers_are_seeds_too() -> None:
    env = VectorEnv(2, players=1, seed=np.int64(7))  # type: ignore[arg-type]
    assert env.game(1) == Game(1, seed=8)
    env.reset(np.array([3, 4]))  # type: ignore[arg-type]
    assert env.game(1) == Game(1, seed=4)
    for wrong in (1.5, -1, "7"):
        with pytest.raises((BadSeed, TypeError, ValueError)):
            env.reset(wrong)  # type: ignore[arg-type]


def test_how_the_last_game_ended_is_kept() -> None:
    env = VectorEnv(1, players=1, seed=3)
    while not env.ended[0]:
        env.step(env.draw_actions())
    assert env.end_before(0) == env.game_before(0).state
    assert env.end_before(0).over


def test_arrays_are_the_cores_own_memory() -> None:
    env = VectorEnv(4, players=1, seed=1)
    before = env.mask.ctypes.data, env.features.ctypes.data
    env.step(env.draw_actions())
    env.reset(2)
    assert (env._batch.mask.ctypes.data, env._batch.features.ctypes.data) == before
    assert not env.mask.flags.owndata


def test_arrays_outlive_their_games() -> None:
    mask = VectorEnv(4, players=1, seed=1).mask
    assert mask.sum() > 0


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    env = VectorEnv(3, players=1, seed=1)
    actions = env.draw_actions().copy()
    actions[2] = Move.parse("end").index
    with pytest.raises(IllegalMove, match="Take a group") as caught:
        env.step(actions)
    assert caught.value.__notes__ == ["in game 2 of 3; nothing was played in any of them"]
    assert [env.game(number).version for number in range(3)] == [1, 1, 1]
    actions[2] = 1520
    with pytest.raises(IndexError, match="0 to 1519"):
        env.step(actions)


def test_an_illegal_action_can_end_its_game() -> None:
    env = VectorEnv(2, players=2, first=0, illegal="end", penalty=-7, seed=1)
    actions = env.draw_actions().copy()
    actions[0] = -5
    env.step(actions)
    assert env.ended.tolist() == [True, False]
    assert env.rewards[0].tolist() == [-7, 0]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 5}, "players=5 is none of: 1, 2, 3, 4"),
        ({"players": True}, "players=True is none of: 1, 2, 3, 4"),
        ({"side": "C"}, "side='C' is none of: 'A', 'B'"),
        ({"spirits": 1}, "spirits=1 is none of: False, True"),
        ({"first": 2}, "first=2 is none of: None, 0, 1"),
        ({"reward": "suns"}, "reward='suns' is none of: 'points', 'growth', 'rank'"),
        ({"observation": "rgb"}, "observation='rgb' is none of: 'planes', 'features'"),
        ({"illegal": "skip"}, "illegal='skip' is none of: 'error', 'end'"),
        ({"penalty": 1}, "penalty=1 is not a number from -1000000 to 0"),
        ({"penalty": -float("inf")}, "penalty=-inf is not"),
        ({"penalty": None}, "penalty=None is not"),
        ({"players": np.array([1, 2])}, "is none of: 1, 2, 3, 4"),
        ({"penalty": float("nan")}, "penalty=nan is not"),
        ({"restart": "later"}, "restart='later' is none of: 'same-step', 'next-step', 'never'"),
        ({"threads": 0}, "threads=0 is not a number from 1 to 256"),
        ({"colour": "red"}, "there is no option 'colour'. There are: players, side, spirits"),
    ],
)
def test_a_wrong_option_is_refused_with_the_right_ones(options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError) as caught:
        VectorEnv(2, **options)
    assert said in str(caught.value)


@pytest.mark.parametrize("games", [0, -1, 1.5, True, 1 << 21])
def test_a_wrong_number_of_games_is_refused(games: int) -> None:
    with pytest.raises(OptionError, match="games="):
        VectorEnv(games)


def test_wrong_actions_are_refused() -> None:
    env = VectorEnv(2, players=1, seed=1)
    with pytest.raises(ValueError, match="2 actions, not 3"):
        env.step([10, 10, 10])
    with pytest.raises(TypeError, match="whole numbers"):
        env.step([0.5, 1.0])
    with pytest.raises(ValueError, match="one number for each game"):
        env.step(np.zeros((2, 1), np.int64))


def test_a_wrong_position_or_game_is_refused() -> None:
    env = VectorEnv(2, players=1, seed=1)
    with pytest.raises(PositionError):
        env.set_state(0, "A1 nonsense")
    with pytest.raises(ValueError, match="another kind of game"):
        env.set_state(0, str(Game(players=2, seed=1).state))
    with pytest.raises(IndexError, match="no game 2"):
        env.state(2)
    with pytest.raises(ValueError, match="2 games need 2 seeds"):
        env.reset([1, 2, 3])
