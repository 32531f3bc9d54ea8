"""The oracle itself: the rulebook's examples, stacks, scores and habitats counted by hand."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import oracle
from oracle import Game
from oracle_positions import filled, points, position

DATA = Path(__file__).parent / "data"
CASES: list[dict[str, Any]] = json.loads((DATA / "cases.json").read_text(encoding="utf-8"))
SETTLING: list[dict[str, Any]] = json.loads((DATA / "settling.json").read_text(encoding="utf-8"))


# --- the rulebook's own examples ----------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_case(case: dict[str, Any]) -> None:
    spirit = case.get("spirit", {"id": None, "settled": False})
    score = oracle.score_board(
        case["side"], case["board"], case["cards"], spirit["id"], spirit["settled"]
    )
    assert score == case["expected"]


@pytest.mark.parametrize("case", SETTLING, ids=lambda case: str(case["id"]))
def test_settling(case: dict[str, Any]) -> None:
    placed = "".join(step["place"][0] for step in case["steps"] if "place" in step)
    game = Game.parse(position(setup=f"{case['side']}2", central="-,WMT,WMT,WMT,WMT"))
    seat = game.state.seats[0]
    seat.board, seat.cards = dict(case["board"]), dict(case["cards"])
    game.state.taken = 1
    game.state.hand = "".join(sorted(placed, key="WMTLFH".index))
    assert str(Game.parse(str(game))) == str(game)
    for step in case["steps"]:
        if "place" in step:
            game.play(f"place {step['place']}")
        for card, spaces in step["fits"].items():
            assert oracle.fits(case["side"], seat.board, card) == spaces
            settles = {move for move in game.legal() if move.startswith(f"settle {card} ")}
            assert settles == {f"settle {card} {space}" for space in spaces}
        for settled in step["settle"]:
            game.play(f"settle {settled}")
        for card in step.get("completes", []):
            assert seat.cards[card] == len(oracle.ANIMALS[card].points)
            assert not any(move.startswith(f"settle {card} ") for move in game.legal())
    assert "end" in game.legal()


# --- boards -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "count"), [("A", 23), ("B", 25)])
def test_spaces(side: str, count: int) -> None:
    assert len(oracle.SPACES[side]) == count
    for space, near in oracle.NEIGHBOURS[side].items():
        assert all(space in oracle.NEIGHBOURS[side][other] for other in near)


def test_neighbours_by_hand() -> None:
    a, b = oracle.NEIGHBOURS["A"], oracle.NEIGHBOURS["B"]
    assert a["c3"] == {"c2", "c4", "b2", "b3", "d2", "d3"}
    assert a["b1"] == {"b2", "a1", "a2", "c1", "c2"}
    assert a["d4"] == {"d3", "c4", "c5", "e4", "e5"}
    assert a["a1"] == {"a2", "b1"}
    assert a["a5"] == {"a4", "b4"}
    assert b["g4"] == {"g3", "f3"}
    assert b["f1"] == {"f2", "e1", "e2", "g1", "g2"}


# --- landscapes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "tokens"),
    [
        ("", "WMTLFH"),
        ("W", ""),
        ("F", ""),
        ("L", ""),
        ("TL", ""),
        ("TTL", ""),
        ("M", "MH"),
        ("MM", "M"),
        ("MMM", ""),
        ("T", "TLH"),
        ("TT", "L"),
        ("H", "H"),
        ("TH", ""),
        ("MH", ""),
        ("HH", ""),
        ("M*", ""),
        ("MM*", ""),
    ],
)
def test_what_goes_on_a_stack(stack: str, tokens: str) -> None:
    board = {"c3": stack} if stack else {}
    assert {t for t in "WMTLFH" if oracle.may_place(t, "c3", board)} == set(tokens)


def test_trees_and_trunks() -> None:
    assert points("trees", "A", {"a1": "L", "a2": "TL", "c1": "TTL", "d1": "T", "e1": "TT"}) == 11


def test_mountains_need_a_mountain_beside_them() -> None:
    assert points("mountains", "A", {"a1": "MMM", "c1": "MM"}) == 0
    assert points("mountains", "A", {"a1": "MMM", "a2": "MH"}) == 0
    assert points("mountains", "A", {"a1": "MMM", "a2": "M", "c1": "MM"}) == 8


def test_fields() -> None:
    assert points("fields", "A", {"a1": "F"}) == 0
    assert points("fields", "A", filled("F", "a1 a2 a3 a4 b1")) == 5
    assert points("fields", "A", filled("F", "a1 a2 c1 d1 e5")) == 10


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        ({}, 0),
        ({"c2": "W", "c4": "F"}, 0),
        ({"c2": "W", "c4": "F", "d2": "W", "d3": "F"}, 0),
        ({"c2": "W", "c4": "F", "d2": "TTL"}, 5),  # only the leaf shows
        ({"c2": "W", "c4": "T", "d2": "TT"}, 0),
        ({"c2": "T", "c4": "MMM", "d2": "TL"}, 5),
        ({"c2": "T", "c4": "H", "d2": "F"}, 5),  # a lone house shows red
        ({"c2": "H", "c4": "H", "d2": "F"}, 0),
        ({"b3": "MM", "c4": "F", "a1": "W"}, 0),  # a1 is no neighbour
    ],
)
@pytest.mark.parametrize("building", ["TH", "MH", "HH"])
def test_building(around: dict[str, str], expected: int, building: str) -> None:
    assert points("buildings", "A", {"c3": building, **around}) == expected
    assert points("buildings", "B", {"c3": building, **around}) == expected


def test_buildings_show_red_to_each_other() -> None:
    # c3 sees red, blue, yellow; d3 sees red and yellow (c4) only.
    assert points("buildings", "A", {"c3": "TH", "d3": "MH", "c4": "F", "b2": "W"}) == 5


def test_lone_house_is_no_building() -> None:
    board = {"c3": "H", "c2": "W", "c4": "F", "d2": "L"}
    assert points("buildings", "A", board) == 0
    assert points("spirit", "A", board, spirit="cat") == 0
    assert oracle.fits("A", board, "duck") == []
    assert oracle.fits("A", {**board, "c3": "HH"}, "duck") == ["c2"]
    # and it holds no groups of buildings together
    apart = {"a1": "TH", "a2": "H", "a3": "MH"}
    assert points("spirit", "A", apart, spirit="cat") == 8
    with pytest.raises(ValueError, match="no cube can stand"):
        Game.parse(position("H*,4/4/5/4/5 otter:1", river="-,fish,frog,duck,bee"))


@pytest.mark.parametrize(
    ("spaces", "expected"),
    [
        ("", 0),
        ("a1", 0),
        ("a1 a2", 2),
        ("a1 a2 b1", 2),  # a triangle: any two are neighbours
        ("a1 a2 c1 c2 c3", 5),  # only the best of two
        ("a1 c1 e1", 0),
        ("c2 d2 d3 c4 b3 b2", 8),  # a ring of six: 4 from one to the opposite one
        ("c2 d2 d3 c4 b3 b2 c3", 5),  # the ring with its middle
        ("c2 d2 d3 c4 b3 b2 e2", 11),  # the ring with a tail
        ("c1 c2 c3 b3 a4 d3 e4", 11),  # a star with three arms of two
        ("a1 a2 a3 a4 a5", 11),
        ("a1 a2 a3 a4 a5 b4", 11),  # a side branch that makes nothing longer
        ("a1 b1 c2 d2 e3 e4", 15),
        ("a1 b1 c2 d2 e3 e4 e5", 19),
        ("a5 a4 a3 a2 b1 c1 d1 e2 e3 e4 e5", 35),
    ],
)
def test_river(spaces: str, expected: int) -> None:
    assert points("water", "A", filled("W", spaces)) == expected


@pytest.mark.parametrize(
    ("spaces", "expected"),
    [
        ("", 5),
        ("a1", 5),
        ("d2", 5),
        ("a2 b1", 10),  # a1 alone
        ("g3 f3", 10),  # g4 alone
        ("g3 f3 g4", 5),  # the corner is water as well
        ("a2 b2 c1 c2", 10),  # a1 and b1 on the rim
        ("d1 d2 d3", 10),
        ("d1 d2 d3 a2 b1", 15),
        ("c1 d1 b1 a2 a1", 5),
    ],
)
def test_islands(spaces: str, expected: int) -> None:
    board = filled("W", spaces)
    assert points("water", "B", board) == expected
    # it makes no difference whether land is empty or built on
    land = {space: "TL" for space in oracle.SPACES["B"] if space not in board}
    assert points("water", "B", {**board, **land}) == expected


def test_animal_points() -> None:
    for name, animal in oracle.ANIMALS.items():
        for cubes in range(len(animal.points) + 1):
            expected = animal.points[cubes - 1] if cubes else 0
            assert points("animals", "A", {}, {name: cubes}) == expected
    assert points("animals", "A", {}, {"fish": 4, "bee": 1, "crow": 0}) == 24


HEIGHTS_OF_TREES = {"a1": "L", "c1": "TL", "e1": "TTL", "e5": "TT"}
HEIGHTS_OF_MOUNTAINS = {"a1": "M", "c1": "MM", "e1": "MMM", "e5": "MH"}
SPIRIT_SCORES: list[tuple[str, dict[str, str], int]] = [
    ("lion", filled("F", "a1"), 2),
    ("lion", filled("F", "a1 a2"), 2),
    ("lion", filled("F", "a1 a2 a3"), 10),
    ("lion", filled("F", "a1 a2 a3 a4 a5 c1 e4 e5"), 14),
    ("butterfly", filled("F", "a1 a2 a3 a4 a5 c1 e4 e5"), 15),
    ("deer", HEIGHTS_OF_TREES, 8),
    ("owl", HEIGHTS_OF_TREES, 7),
    ("cat", {"a1": "TH", "a2": "MH", "c1": "HH", "e5": "H"}, 8),
    ("cat", filled("TH", "c2 d2 d3 c4 b3 b2"), 4),
    ("stork", {"a1": "TH", "a2": "MH", "c1": "HH", "e5": "H", "e4": "H"}, 6),
    ("stork", {"a1": "TH", "a2": "H", "a3": "HH"}, 0),
    ("ram", HEIGHTS_OF_MOUNTAINS, 8),
    ("marmot", HEIGHTS_OF_MOUNTAINS, 7),
    ("marmot", filled("M", "a1 a2 a3"), 9),
    ("dragonfly", filled("W", "a1 c1 c2 e1 e2 e3"), 14),
    ("tortoise", filled("W", "a1 c1 c2 e1 e2 e3"), 12),
]


@pytest.mark.parametrize(("spirit", "board", "expected"), SPIRIT_SCORES)
def test_spirit(spirit: str, board: dict[str, str], expected: int) -> None:
    assert points("spirit", "A", board, spirit=spirit) == expected
    assert oracle.score_board("A", board, {}, spirit, spirit_settled=False)["spirit"] == 0


def test_every_spirit_has_a_case() -> None:
    assert {spirit for spirit, _, _ in SPIRIT_SCORES} == set(oracle.SPIRITS)


# --- habitats -----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["c2 c1", "c4 c5", "d2 e2", "d3 e4", "b3 a4", "b2 a2"])
def test_a_line_in_each_direction(line: str) -> None:
    middle, far = line.split()
    assert oracle.fits("A", {"c3": "W", middle: "W", far: "TTL"}, "crocodile") == ["c3"]
    assert oracle.fits("A", {"c3": "W", middle: "W", far: "TL"}, "crocodile") == []
    assert oracle.fits("A", {"c3": "W*", middle: "W", far: "TTL"}, "crocodile") == []
    assert oracle.fits("A", {"c3": "W", middle: "W*", far: "TTL*"}, "crocodile") == ["c3"]


def test_a_bent_line_is_no_line() -> None:
    assert oracle.fits("A", {"c3": "W", "c2": "W", "d1": "TTL"}, "crocodile") == []


def test_heights_are_exact() -> None:
    for stack, expected in (("M", []), ("MM", []), ("MMM", ["a1"])):
        assert oracle.fits("A", {"a1": "W", "a2": stack}, "fish") == expected


def test_a_fork() -> None:
    # Both cards: two spaces of the ring around the cube space.
    ring = ["c2", "d2", "d3", "c4", "b3", "b2"]
    for i, one in enumerate(ring):
        for j, other in enumerate(ring):
            if i < j:
                # ray: S and SE, neighbours in the ring
                fits = oracle.fits("A", {"c3": "W", one: "M", other: "M"}, "ray")
                assert fits == (["c3"] if j - i in (1, 5) else [])
                # penguin: NW and S, with one space between them
                fits = oracle.fits("A", {"c3": "M", one: "W", other: "W"}, "penguin")
                assert fits == (["c3"] if j - i in (2, 4) else [])


def test_a_spirit_habitat() -> None:
    board = {"c3": "F", "c4": "W", "d3": "W", "d4": "F", "b1": "F"}
    assert oracle.fits("A", board, "butterfly") == ["c3", "d4"]


def mirrored(side: str, space: str) -> str:
    columns = "abcde" if side == "A" else "abcdefg"
    return columns[-1 - columns.index(space[0])] + space[1]


@pytest.mark.parametrize("side", ["A", "B"])
def test_mirror_image_fits_and_scores_the_same(side: str) -> None:
    rng = random.Random(7)
    stacks = ["", "W", "F", "M", "MM", "MMM", "L", "TL", "TTL", "TH", "MH", "H", "TT", "W*"]
    for _ in range(60):
        drawn = {space: rng.choice(stacks) for space in oracle.SPACES[side]}
        board = {space: stack for space, stack in drawn.items() if stack}
        mirror = {mirrored(side, space): stack for space, stack in board.items()}
        for card in [*oracle.ANIMALS, *oracle.SPIRITS]:
            fits = {mirrored(side, space) for space in oracle.fits(side, board, card)}
            assert fits == set(oracle.fits(side, mirror, card))
        for spirit in oracle.SPIRITS:
            score = oracle.score_board(side, board, {}, spirit, spirit_settled=True)
            assert score == oracle.score_board(side, mirror, {}, spirit, spirit_settled=True)
