"""The core and the oracle score the same boards, and find the same habitats on them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from harmonies import State, _core
from oracle.cards import habitat_of
from oracle.geometry import SPACE_AT, axial, connected_groups
from oracle.habitats import BUILDINGS, rotations
from oracle.landscape import STACKS, score_spirit, without_cubes
from random_boards import STYLES, position_of, random_board, random_cards, with_cubes

DATA = Path(__file__).parent / "data"
CASES: list[dict[str, Any]] = json.loads((DATA / "cases.json").read_text(encoding="utf-8"))
SETTLING: list[dict[str, Any]] = json.loads((DATA / "settling.json").read_text(encoding="utf-8"))
CARDS = [*oracle.ANIMALS, *oracle.SPIRITS]
PARTS = [*_core.CATEGORIES]


def core_score(
    side: str,
    board: dict[str, str],
    cards: dict[str, int],
    spirit: str | None = None,
    settled: bool = False,
) -> dict[str, int]:
    table = _core.Tableau.of_table(side, board, cards, spirit, settled)
    points = table.points()
    by_reason = dict.fromkeys(PARTS, 0)
    for category, worth, *_ in table.reasons():
        by_reason[category] += worth
    assert list(by_reason.values()) == points
    return {**dict(zip(PARTS, points, strict=True)), "total": sum(points)}


def agree_on(side: str, board: dict[str, str], cards: dict[str, int]) -> None:
    expected = oracle.score_board(side, board, cards, None, False)
    assert core_score(side, board, cards) == expected, (side, board, cards)
    stacks = without_cubes(board)
    for spirit in oracle.SPIRITS:
        worth = score_spirit(side, stacks, spirit)
        with_spirit = {**expected, "spirit": worth, "total": expected["total"] + worth}
        assert core_score(side, board, cards, spirit, True) == with_spirit, (board, spirit)
        assert core_score(side, board, cards, spirit, False) == expected


def rivers(side: str, board: dict[str, str]) -> tuple[bool, bool]:
    """Whether water branches on the board, and whether it runs in a circle of more than three."""
    water = {space for space, stack in board.items() if stack == "W"}
    branched = circle = False
    for group in connected_groups(side, water):
        near = {space: oracle.NEIGHBOURS[side][space] & group for space in group}
        branched = branched or any(
            len(others) >= 3 and not any(near[one] & others for one in others)
            for others in near.values()
        )
        # Leaves fall off until what is left is circles; those of three are only a bend.
        rest = set(group)
        while leaves := {space for space in rest if len(near[space] & rest) < 2}:
            rest -= leaves
        circle = circle or len(rest) > 5
    return branched, circle


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("side", ["A", "B"])
def test_random_boards_score_the_same(side: str, style: str) -> None:
    rng = Random(f"{side}{style}")
    branched = circles = 0
    for _ in range(250):
        board = random_board(rng, side, style)
        branches, circle = rivers(side, board)
        branched += branches
        circles += circle
        agree_on(side, with_cubes(rng, board), random_cards(rng))
    if style == "river":
        assert branched > 40
        assert circles > 40


@pytest.mark.long
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("side", ["A", "B"])
def test_very_many_random_boards_score_the_same(side: str, style: str) -> None:
    rng = Random(f"long {side}{style}")
    for _ in range(5_000):
        agree_on(side, with_cubes(rng, random_board(rng, side, style)), random_cards(rng))


@st.composite
def any_table(draw: st.DrawFn) -> tuple[str, dict[str, str], dict[str, int]]:
    """What lies on a table, as far as stacks are stacks: more tokens than the box has, too."""
    side = draw(st.sampled_from("AB"))
    stack = st.sampled_from(sorted(STACKS) + [f"{stack}*" for stack in sorted(STACKS)])
    board = draw(st.dictionaries(st.sampled_from(oracle.SPACES[side]), stack))
    names = draw(st.sets(st.sampled_from(list(oracle.ANIMALS)), max_size=8))
    cards = {name: draw(st.integers(0, len(oracle.ANIMALS[name].points))) for name in sorted(names)}
    return side, board, cards


@settings(max_examples=150, deadline=None)
@given(any_table())
def test_any_table_scores_the_same(table: tuple[str, dict[str, str], dict[str, int]]) -> None:
    agree_on(*table)


@pytest.mark.parametrize("side", ["A", "B"])
def test_every_river_of_a_short_column_scores_the_same(side: str) -> None:
    # Every set of water in the first two columns: all small shapes, at the rim.
    spaces = [space for space in oracle.SPACES[side] if space[0] in "ab"]
    for chosen in range(2 ** len(spaces)):
        board = {space: "W" for bit, space in enumerate(spaces) if chosen >> bit & 1}
        expected = oracle.score_board(side, board, {}, None, False)
        assert core_score(side, board, {})["water"] == expected["water"], board


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_the_core_scores_the_cases(case: dict[str, Any]) -> None:
    spirit = case.get("spirit", {"id": None, "settled": False})
    score = core_score(case["side"], case["board"], case["cards"], spirit["id"], spirit["settled"])
    assert score == case["expected"]


@pytest.mark.parametrize("case", SETTLING, ids=lambda case: str(case["id"]))
def test_the_core_settles_the_cases(case: dict[str, Any]) -> None:
    placed = "".join(step["place"][0] for step in case["steps"] if "place" in step)
    hand = "".join(sorted(placed, key="WMTLFH".index))
    words = position_of(case["side"], case["board"]).split()
    cards = ",".join(f"{card}:0" for card in oracle.ANIMALS if card in case["cards"])
    words[2:] = [cards, "-,WWW,WWW", "-,-,-", "-", "W0M0T0L0F0H0", "1", "1", f"play:1={hand}"]
    state = State.parse(" ".join(words))
    for step in case["steps"]:
        if "place" in step:
            state = state.play(_core.Move.parse(f"place {step['place']}"))
        for card, spaces in step["fits"].items():
            assert sorted(state.fits(0, card)) == spaces
            legal = {str(move) for move in state.legal_moves() if move.card == card}
            assert legal == {f"settle {card} {space}" for space in spaces}
        for settled in step["settle"]:
            state = state.play(_core.Move.parse(f"settle {settled}"))
        for card in step.get("completes", []):
            assert card in state.completed(0)


@pytest.mark.parametrize("side", ["A", "B"])
def test_every_habitat_is_found_in_every_turn_on_every_space(side: str) -> None:
    standing = 0
    for card in CARDS:
        for turn, parts in enumerate(rotations(habitat_of(card))):
            for cube in oracle.SPACES[side]:
                q, r = axial(cube)
                spaces = [SPACE_AT[side].get((q + part.q, r + part.r)) for part in parts]
                building = sorted(BUILDINGS)[turn % 3]
                board = {
                    space: building if part.stack == "H2" else part.stack
                    for space, part in zip(spaces, parts, strict=True)
                    if space is not None
                }
                found = State.parse(position_of(side, board)).fits(0, card)
                assert sorted(found) == sorted(oracle.fits(side, board, card)), (card, board)
                assert (cube in found) == (None not in spaces), (card, cube)
                standing += None not in spaces
    assert standing > 2000


@pytest.mark.parametrize("side", ["A", "B"])
def test_all_habitats_are_found_on_random_boards(side: str) -> None:
    rng = Random(f"habitats {side}")
    found = 0
    for _ in range(120):
        board = random_board(rng, side)
        state = State.parse(position_of(side, board))
        for card in CARDS:
            spaces = state.fits(0, card)
            assert sorted(spaces) == sorted(oracle.fits(side, board, card)), (card, board)
            found += len(spaces)
    assert found > 500
