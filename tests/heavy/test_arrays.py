"""PyTorch and JAX read the arrays of many games by DLPack, in the core's own memory."""

from __future__ import annotations

import jax
import numpy as np
import pytest
import torch

from harmonies.envs.vector import VectorEnv

NAMES = ("mask", "features", "planes", "to_move", "rewards", "ended", "points")


@pytest.fixture
def games() -> VectorEnv:
    return VectorEnv(64, players=2, spirits=True, seed=1)


@pytest.mark.parametrize("name", NAMES)
def test_pytorch_sees_each_step_without_a_copy(games: VectorEnv, name: str) -> None:
    array = getattr(games, name)
    tensor = torch.from_dlpack(array)
    assert tensor.data_ptr() == array.ctypes.data
    something = False
    for _ in range(400):
        games.step(games.draw_actions())
        assert np.array_equal(tensor.numpy(), array)
        something = something or bool(array.any())
    assert something


@pytest.mark.parametrize("name", NAMES)
def test_jax_takes_the_memory_as_it_is(games: VectorEnv, name: str) -> None:
    array = getattr(games, name)
    for _ in range(40):
        games.step(games.draw_actions())
        taken = jax.dlpack.from_dlpack(array, copy=False)
        assert taken.unsafe_buffer_pointer() == array.ctypes.data
        assert taken.dtype == array.dtype
        assert np.array_equal(np.asarray(taken), array)
        del taken


def test_actions_of_a_tensor_are_played_as_they_are(games: VectorEnv) -> None:
    other = VectorEnv(64, players=2, spirits=True, seed=1)
    for _ in range(50):
        actions = games.draw_actions()
        tensor = torch.from_dlpack(actions).clone()
        games.step(actions)
        other.step(tensor.numpy())
    assert np.array_equal(games.features, other.features)


def test_an_array_taken_over_outlives_its_games() -> None:
    tensor = torch.from_dlpack(VectorEnv(4, players=1, seed=1).mask)
    assert int(tensor.sum()) > 0
