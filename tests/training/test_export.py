"""What was learned in fractions is what the core computes in whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

from harmonies import Game, _core
from harmonies.players import player
from harmonies.training.learner import Learner, Teacher
from harmonies.training.model import (
    HIDDEN,
    ROWS,
    STAGES,
    WIDTH,
    DevicePositions,
    Network,
    ProcessorPositions,
)
from harmonies.training.network_file import HEAD, SUM_UNIT, WEIGHT_UNIT

if TYPE_CHECKING:
    from pathlib import Path

    from harmonies import State

KINDS = [(2, "A", False, 2), (3, "B", True, 1), (1, "A", True, 1)]


def logs_of(network: bytes | None, games: int, seed: int = 4) -> bytes:
    return _core.self_play(
        None if network is None else _core.Network(network), games=games, seed=seed, kinds=KINDS,
        nodes=150, width=8, surprises=0, threads=1,
    )  # fmt: skip


@pytest.fixture(scope="module")
def learner() -> Learner:
    """One that has learned a little, so that its weights are no longer like each other."""
    torch.set_num_threads(1)
    learner = Learner(3, torch.device("cpu"))
    taught = Teacher(1, torch.device("cpu")).lesson(logs_of(None, 150), 1.0)
    learner.learn(taught, 40, 6, 512, lambda _: 0.003, 0.5, (1,), lambda *_: None)
    learner.examine(taught, (2,))
    return learner


def test_the_core_says_what_the_network_says(learner: Learner) -> None:
    network = learner.network_file({})
    planner = _core.Planner("learned", network=_core.Network(network))
    rated = []
    for players, side, spirits in ((2, "A", False), (4, "B", True), (1, "A", True)):
        game = Game(players, side=side, spirits=spirits, seed=5)
        mover = player("handmade:nodes=100", seed=1)
        while not game.over:
            for move in mover.choose(game.state.redacted(game.state.to_move)).moves:
                if str(move) == "end":
                    rated.append((game.state, planner.rate(game.state) / 1000))
                game.play(move)
    assert len(rated) > 60
    said = said_by_pytorch(learner, [state for state, _ in rated])
    points = [state.points(state.to_move) for state, _ in rated]
    errors = [
        abs(value - now - more) for (_, value), now, more in zip(rated, points, said, strict=True)
    ]
    # A weight's last digit is a 512th or a 1024th; a hundred and thirty rows are summed up.
    assert max(errors) < 0.6, max(errors)
    assert float(np.mean(errors)) < 0.15


def said_by_pytorch(learner: Learner, states: list[State]) -> list[float]:
    encoded = [_core.encode(state) for state in states]
    rows = np.array([row for rows, _ in encoded for row in rows], "uint16")
    offsets = np.cumsum([0, *(len(rows) for rows, _ in encoded)])[:-1].astype("int64")
    stages = np.array([stage for _, stage in encoded], "uint8")
    with torch.no_grad():
        positions = ProcessorPositions(rows, offsets, stages, _core.FirstLayer(1))
        return learner.average(positions, np.arange(len(states))).tolist()  # type: ignore[no-any-return]


def test_weights_are_written_to_the_last_digit(learner: Learner) -> None:
    file = learner.network_file({"a": 1})
    at = HEAD.size + len(b'{"a": 1}')
    rows = np.frombuffer(file, "<i2", ROWS * WIDTH, at).reshape(ROWS, WIDTH) / SUM_UNIT
    weights = learner.average.weights(learner.spread)
    assert np.abs(rows - weights["rows"]).max() <= 0.5 / SUM_UNIT + 1e-6
    at += 2 * ROWS * WIDTH
    for stage in range(STAGES):
        hidden = np.frombuffer(file, "<i2", HIDDEN * WIDTH, at).reshape(HIDDEN, WIDTH)
        error = np.abs(hidden / WEIGHT_UNIT - weights["hidden"][stage]).max()
        assert error <= 0.5 / WEIGHT_UNIT + 1e-6
        at += 2 * HIDDEN * WIDTH + 4 * HIDDEN + 2 * HIDDEN + 4
    spread = np.frombuffer(file, "<i4", STAGES, at) / 1000
    assert np.abs(spread - learner.spread).max() <= 0.0005
    assert len(file) == at + 4 * STAGES
    assert (rows[0] == 0).all()
    assert np.abs(rows).max() > 0.02


def test_what_was_written_in_whole_numbers_stays_as_it_is(learner: Learner) -> None:
    """Weights that are whole numbers already come back exactly, and so do values."""
    rounded = Network()
    with torch.no_grad():
        for name, unit in (("hidden", WEIGHT_UNIT), ("out", WEIGHT_UNIT)):
            values = getattr(learner.average, name)
            getattr(rounded, name).copy_((values * unit).round() / unit)
        rounded.rows.copy_((learner.average.table() * SUM_UNIT).round() / SUM_UNIT)
        rounded.shared.zero_()
        # Biases have digits to spare.
        rounded.hidden_bias.copy_(learner.average.hidden_bias)
        rounded.out_bias.copy_(learner.average.out_bias)
    once = learner.network_file({})
    learner_again = Learner(1, torch.device("cpu"))
    learner_again.average, learner_again.spread = rounded, learner.spread
    assert learner_again.network_file({}) == once


def test_the_way_on_a_gpu_gives_the_same_sums_and_gradients(learner: Learner) -> None:
    rows, offsets, stages, *_ = _core.samples(logs_of(None, 6), 1.0, 1)
    chosen = np.arange(3, len(offsets), 2)
    found = []
    for positions in (
        ProcessorPositions(rows, offsets, stages, _core.FirstLayer(2)),
        DevicePositions.of(rows, offsets, stages, torch.device("cpu")),
    ):
        learner.network.zero_grad()
        said = learner.network(positions, chosen)
        said.square().mean().backward()
        gradient = learner.network.rows.grad
        assert gradient is not None
        found.append((said.detach(), gradient.clone()))
    torch.testing.assert_close(found[0][0], found[1][0], rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(found[0][1], found[1][1], rtol=1e-3, atol=1e-4)


def test_a_file_that_was_changed_is_refused(undisturbed: Path) -> None:
    file = (undisturbed / "network.net").read_bytes()
    assert len(file) < 2_000_000
    for at in (30, len(file) // 2, len(file) - 1):
        changed = bytearray(file)
        changed[at] ^= 1
        with pytest.raises(ValueError, match="network/damaged"):
            _core.Network(bytes(changed))
