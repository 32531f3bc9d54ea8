"""The network that comes with the package, and files that are none."""

from __future__ import annotations

import json
import pickle
import time
from pathlib import Path

import pytest

from harmonies import Game, _core
from harmonies.players import BadSkill, Budget, play_out, player
from harmonies.players.networks import SHIPPED, BadNetwork, network, provenance


def test_the_shipped_network_says_how_it_was_made() -> None:
    told = provenance()
    assert {"version", "command", "seed", "games", "figures"} <= set(told)
    assert told["games"] > 0
    assert json.loads(network().provenance) == told


def test_the_shipped_network_is_small_and_read_at_once() -> None:
    content = SHIPPED.read_bytes()
    assert len(content) <= 2_000_000
    took = []
    for _ in range(5):
        began = time.process_time()
        _core.Network(content)
        took.append(time.process_time() - began)
    assert min(took) < 0.05


def test_it_is_read_once_for_all_players() -> None:
    assert network() is network()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("side", "AB")
@pytest.mark.parametrize("spirits", [False, True])
def test_it_plays_every_kind_of_game_and_scores(players: int, side: str, spirits: bool) -> None:
    game = Game(players=players, side=side, spirits=spirits, seed=5)
    play_out(game, [player("level-6:nodes=400", seed=seat) for seat in range(players)])
    points = [game.score(seat).total for seat in range(players)]
    assert min(points) > 35


def test_a_copy_of_the_file_plays_the_same_turns(tmp_path: Path) -> None:
    copy = tmp_path / "copy.net"
    copy.write_bytes(SHIPPED.read_bytes())
    state = Game(players=2, seed=3).state
    budget = Budget(nodes=3000)
    shipped = player("level-6").choose(state, budget)
    assert player(f"level-6:network={copy}").choose(state, budget) == shipped


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda content: content[:0], "network/not-a-network"),
        (lambda content: b"hello" + content[5:], "network/not-a-network"),
        (lambda content: content[:20], "network/cut-off"),
        (lambda content: content[:-1], "network/cut-off"),
        (lambda content: content + b"\0", "network/too-long"),
        (lambda content: content[:8] + b"\2" + content[9:], "network/other-version"),
        (lambda content: content[:12] + b"\2" + content[13:], "network/other-encoding"),
        (lambda content: content[:50_000] + b"\xff" * 9 + content[50_009:], "network/damaged"),
    ],
)
def test_a_file_that_is_no_network_is_refused_with_its_reason(
    tmp_path: Path, change: object, fault: str
) -> None:
    path = tmp_path / "bad.net"
    assert callable(change)
    path.write_bytes(change(SHIPPED.read_bytes()))
    with pytest.raises(BadNetwork) as caught:
        player(f"level-7:network={path}")
    assert caught.value.fault == fault
    assert str(path) in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadNetwork, match="cannot be read") as caught:
        player("level-6:network=/nowhere/a.net")
    assert caught.value.fault == "network/unreadable"


def test_only_the_learned_evaluation_takes_a_network() -> None:
    with pytest.raises(BadSkill, match="network"):
        player("handmade:network=some.net")
    with pytest.raises(ValueError, match="network"):
        _core.Planner("learned")
