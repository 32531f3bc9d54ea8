"""What is observed is what docs/observations.md says, in every state of games worth looking at."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from harmonies import State, _core, box
from harmonies.envs.layout import (
    PLANE_SHAPE,
    PLANES,
    feature_parts,
    features_size,
    table_size,
)
from harmonies.score import score_of
from lively import SETUPS, lively_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "observations.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| ([\d, ]+) \| (\d+)( a seat)? \|", re.MULTILINE)
COLUMNS = (5, 4, 5, 4, 5, 3, 4)
SPACES = [box.space_name(column, row) for column, size in enumerate(COLUMNS) for row in range(size)]
ANIMALS = [name for name, card in box.cards().items() if not card.is_spirit]
SPIRITS = [name for name, card in box.cards().items() if card.is_spirit]
CATEGORIES = ("trees", "mountains", "fields", "buildings", "water", "animals", "spirit")
PHASES = ("deal", "keep", "play", "over")


def ones(names: Sequence[str], chosen: object) -> list[int]:
    assert chosen is None or isinstance(chosen, (list, tuple, set))
    return [int(name in (chosen or ())) for name in names]


def counts(tokens: str) -> list[int]:
    return [tokens.count(letter) for letter in "WMTLFH"]


def card_numbers(state: State, seat: int) -> list[int]:
    cards = state.cards(seat)
    return [1 + cards[name] if name in cards else 0 for name in ANIMALS]


def spirit_numbers(state: State, seat: int) -> list[int]:
    kept = state.spirit(seat)
    return [0 if name != kept else 1 + int(state.spirit_settled(seat)) for name in SPIRITS]


def point_numbers(state: State, seat: int) -> list[int]:
    score = score_of(state, seat)
    return [getattr(score, category) for category in CATEGORIES]


def space_numbers(state: State, seat: int) -> list[int]:
    board, spirit = state.board(seat), state.spirit_space(seat)
    numbers = []
    for space in SPACES:
        stack = board.get(space, "")
        number = PLANES.index(stack.rstrip("*")) if stack else 0
        if stack.endswith("*"):
            number += 32 if space == spirit else 16
        numbers.append(number)
    return numbers


def expected_row(state: State, viewer: int) -> dict[str, list[int]]:
    """What the document says about each part, from what the state tells people."""
    seats = [(viewer + steps) % state.players for steps in range(state.players)]
    looks_at_two = state.to_move == viewer
    groups = [*state.groups, "", ""][:5]
    returned = state.returned(viewer)

    def each(numbers: object) -> list[int]:
        assert callable(numbers)
        return [number for seat in seats for number in numbers(state, seat)]

    return {
        "side": ["AB".index(state.side)],
        "spirits": [int(state.spirits)],
        "phase": [PHASES.index(state.phase)],
        "turn": [state.turn - 1],
        "to_move": [(state.to_move - viewer) % state.players],
        "first": [(state.first - viewer) % state.players],
        "taken": [state.taken or 0],
        "drafted": [int(state.drafted)],
        "discarded": [int(state.discarded)],
        "last_round": [int(state.last_round)],
        "bag": [state.bag[letter] for letter in "WMTLFH"],
        "hand": counts(state.hand),
        "groups": [number for group in groups for number in counts(group)],
        "river": ones(ANIMALS, state.river),
        "pile": ones(ANIMALS, state.pile),
        "dealt": ones(SPIRITS, state.dealt if looks_at_two else None),
        "returned": ones(SPIRITS, returned and [returned]),
        "animals": each(card_numbers),
        "spirit": each(spirit_numbers),
        "points": each(point_numbers),
        "spaces": each(space_numbers),
    }


def expected_planes(
    state: State, seat: int
) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    planes = np.zeros((len(PLANES), *PLANE_SHAPE), np.uint8)
    board, spirit = state.board(seat), state.spirit_space(seat)
    for space in box.side(state.side).spaces:
        column, row = box.column_and_row(space)
        stack = board.get(space, "empty")
        planes[PLANES.index(stack.rstrip("*")), row, column] = 1
        if stack.endswith("*"):
            cube = "spirit's cube" if space == spirit else "animal's cube"
            planes[PLANES.index(cube), row, column] = 1
    return planes


def states(side: str, players: int, spirits: bool) -> Iterator[State]:
    for state, _ in lively_game(Random(players), side, players, spirits):
        yield state


@pytest.mark.parametrize(("side", "players", "spirits"), SETUPS)
def test_every_number_means_what_the_document_says(side: str, players: int, spirits: bool) -> None:
    parts = feature_parts(players)
    seen = set()
    for number, state in enumerate(states(side, players, spirits)):
        for viewer in range(players) if state.phase == "keep" else [number % players]:
            features, planes = _core.observe(state, viewer)
            told = {name: features[part].tolist() for name, part in parts.items()}
            assert told == expected_row(state, viewer)
            seats = [(viewer + steps) % players for steps in range(players)]
            assert np.array_equal(
                planes, np.concatenate([expected_planes(state, seat) for seat in seats])
            )
            seen |= {name for name, numbers in told.items() if any(numbers)}
    usual = set(parts) - {"side", "spirits", "dealt", "returned", "spirit", "discarded"}
    assert usual - {"to_move", "first"} <= seen
    assert not spirits or {"dealt", "returned", "spirit"} <= seen


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_document_says_where_everything_is(players: int) -> None:
    parts = feature_parts(players)
    told = {}
    for name, begins, size, each_seat in ROW.findall(DOCUMENT):
        starts = [int(start) for start in begins.split(",")]
        start = starts[players - 1] if each_seat else starts[0]
        told[name] = slice(start, start + int(size) * (players if each_seat else 1))
    assert told == parts
    assert parts["spaces"].start == table_size(players)
    assert f"{features_size(players)} for" in DOCUMENT or (
        f"{features_size(players)}\nnumbers for" in DOCUMENT
    )


def test_the_document_names_each_plane() -> None:
    assert tuple(re.findall(r"^\| \d+ \| `([^`]+)` \|", DOCUMENT, re.MULTILINE)) == PLANES


def test_the_picture_of_the_planes_is_fresh() -> None:
    path = ROOT / "tools" / "plane_picture.py"
    spec = importlib.util.spec_from_file_location("plane_picture", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.main(["--check"]) == 0
    state = State.parse(module.POSITION)
    planes = _core.observe(state, state.to_move)[1]
    assert planes[: len(PLANES)].any((1, 2)).all(), "the picture leaves a plane empty"
