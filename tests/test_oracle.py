"""The oracle itself, held against the rulebook's examples and against cases counted by hand."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import oracle
from oracle import Game, Needs

DATA = Path(__file__).parent / "data"
CASES: list[dict[str, Any]] = json.loads((DATA / "cases.json").read_text(encoding="utf-8"))
SETTLING: list[dict[str, Any]] = json.loads((DATA / "settling.json").read_text(encoding="utf-8"))

EMPTY = {"A": "5/4/5/4/5", "B": "4/3/4/3/4/3/4"}
BLANK = EMPTY["A"]
GROUPS = "WMT,WMT,WMT,WMT,WMT"
RIVER = "otter,fish,frog,duck,bee"
BAG = "W10M10T10L10F10H10"


def points(
    part: str,
    side: str,
    board: dict[str, str],
    cards: dict[str, int] | None = None,
    spirit: str | None = None,
) -> int:
    return oracle.score_board(side, board, cards or {}, spirit, spirit is not None)[part]


def filled(stack: str, spaces: str) -> dict[str, str]:
    """The same stack on each of the spaces."""
    return dict.fromkeys(spaces.split(), stack)


def position(
    *seats: str,
    setup: str = "A2",
    central: str = GROUPS,
    river: str = RIVER,
    gone: str = "-",
    bag: str = BAG,
    first: int = 1,
    turn: int = 1,
    doing: str = "play",
) -> str:
    """A position text; seats that are not given have an empty board and no cards."""
    missing = int(setup[1]) - len(seats)
    words = [*seats, *[f"{EMPTY[setup[0]]} -"] * missing]
    return f"{setup} {' '.join(words)} {central} {river} {gone} {bag} {first} {turn} {doing}"


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


# --- draws --------------------------------------------------------------------------------------


def test_first_draw() -> None:
    game = Game.new("A", 2, spirits=True)
    assert str(game) == (
        "A2s 5/4/5/4/5 - 5/4/5/4/5 - -,-,-,-,- -,-,-,-,- - W23M23T21L19F19H15 1 1 deal"
    )
    assert game.needs() == Needs(groups=5, cards=5, spirits=True)
    assert game.legal() == set()
    # Letters of a group and spirits of a pair may come in any order; they are kept sorted.
    game.deal("drawn WMT TLF HHM FFW TTL turned otter fish frog duck bee dealt owl lion")
    assert str(game) == (
        "A2s 5/4/5/4/5 lion|owl 5/4/5/4/5 - WMT,TLF,MHH,WFF,TTL otter,fish,frog,duck,bee - "
        "W21M21T17L17F16H13 1 1 keep"
    )
    assert game.needs() == Needs()
    assert game.legal() == {"keep lion", "keep owl"}


def test_first_draw_solo() -> None:
    game = Game.new("B", 1, spirits=False)
    assert game.needs() == Needs(groups=3, cards=3, spirits=False)
    game.deal("drawn WMT WWW WWW turned otter fish frog")
    assert str(game) == (
        "B1 4/3/4/3/4/3/4 - WMT,WWW,WWW otter,fish,frog - W16M22T20L19F19H15 1 1 play"
    )
    takes = {"take 1", "take 2", "take 3"}
    assert game.legal() == takes | {"draft otter", "draft fish", "draft frog"}


@pytest.mark.parametrize(
    "draw",
    [
        "",
        "drawn MTL turned bee",
        "drawn MTL dealt lion owl",
        "turned bee dealt lion owl",
        "turned bee drawn MTL dealt lion owl",
        "drawn MTL turned bee dealt lion",
        "drawn MTL turned bee dealt lion owl cat",
        "drawn MTL MTL turned bee dealt lion owl",
        "drawn MT turned bee dealt lion owl",
        "drawn MTX turned bee dealt lion owl",
        "drawn - turned bee dealt lion owl",
        "drawn WWM turned bee dealt lion owl",  # one W in the bag
        "drawn MTL turned bee bear dealt lion owl",
        "drawn MTL turned fish dealt lion owl",  # in the river
        "drawn MTL turned otter dealt lion owl",  # in a hand
        "drawn MTL turned lion dealt cat owl",
        "drawn MTL turned bee dealt lion lion",
        "drawn MTL turned bee dealt lion ?",
        "drawn MTL turned bee dealt lion bee",
        "drawn MTL turned bee dealt lion deer",  # kept by seat 1
        "drawn MTL turned bee dealt lion ram",  # given back by seat 1
        " drawn MTL turned bee dealt lion owl",
    ],
)
def test_wrong_draw(draw: str) -> None:
    text = position(
        f"{BLANK} otter:0,deer:0,~ram",
        setup="A2s",
        central="WMT,-,WMT,WMT,WMT",
        river="fish,frog,-,duck,bat",
        bag="W1M10T10L10F10H10",
        turn=2,
        doing="deal",
    )
    game = Game.parse(text)
    with pytest.raises(ValueError):  # noqa: PT011
        game.deal(draw)
    assert str(game) == text
    game.deal("drawn WMT turned bee dealt lion owl")
    assert str(game).split()[4:7] == ["lion|owl", "WMT,WMT,WMT,WMT,WMT", "fish,frog,bee,duck,bat"]
    with pytest.raises(ValueError, match="no draw"):
        game.deal("drawn WMT turned bee dealt lion owl")


def test_refill_goes_to_the_same_slots() -> None:
    game = Game.parse(position())
    for move in ("take 3", "draft frog", "place W a1", "place M a2", "place T a3", "end"):
        game.play(move)
    words = str(game).split()
    assert words[5:7] == ["WMT,WMT,-,WMT,WMT", "otter,fish,-,duck,bee"]
    assert words[-2:] == ["2", "deal"]
    assert game.needs() == Needs(groups=1, cards=1)
    game.deal("drawn FFH turned bat")
    assert str(game).split()[5:7] == ["WMT,WMT,FFH,WMT,WMT", "otter,fish,bat,duck,bee"]
    assert game.legal() >= {"take 1", "take 2", "take 3", "take 4", "take 5", "draft bat"}


def test_short_pile_fills_the_first_gaps() -> None:
    gone = ",".join(card for card in oracle.ANIMALS if card not in ("otter", "bee", "bat"))
    text = position(
        central="-,WMT,WMT,WMT,WMT", river="-,otter,-,-,-", gone=gone, turn=2, doing="deal"
    )
    game = Game.parse(text)
    assert game.needs() == Needs(groups=1, cards=2)
    game.deal("drawn WMT turned bat bee")
    assert str(game).split()[6] == "bat,otter,bee,-,-"


def test_nothing_to_draw_goes_straight_on() -> None:
    # Neither tokens nor cards are left: the last round is called, and seat 2 moves at once.
    gone = ",".join(oracle.ANIMALS)
    game = Game.parse(
        position(
            central="-,WMT,WMT,WMT,WMT",
            river="-,-,-,-,-",
            gone=gone,
            bag="W0M0T1L0F1H0",
            doing="play:1=",
        )
    )
    game.play("end")
    assert str(game).split()[-2:] == ["2", "play!"]
    assert game.legal() == {"take 2", "take 3", "take 4", "take 5"}


# --- spirits ------------------------------------------------------------------------------------


def test_keep() -> None:
    seats = (f"{BLANK} lion|owl",)
    game = Game.parse(position(*seats, setup="A2s", doing="keep"))
    assert game.legal() == {"keep lion", "keep owl"}
    game.play("keep owl")
    assert str(game) == position(f"{BLANK} owl:0,~lion", setup="A2s")
    assert "draft bee" in game.legal()
    assert not any(move.startswith("keep") for move in game.legal())


def test_keep_from_a_hidden_pair() -> None:
    seats = (f"{BLANK} lion:0,~cat", f"{BLANK} deer:0", f"{BLANK} ?|?")
    game = Game.parse(position(*seats, setup="A4s", turn=3, doing="keep"))
    out = {"lion", "cat", "deer"}
    assert game.legal() == {f"keep {spirit}" for spirit in oracle.SPIRITS if spirit not in out}
    game.play("keep ram")
    assert str(game).split()[6] == "ram:0"


def test_hidden_deal() -> None:
    game = Game.new("B", 1, spirits=True)
    game.deal("drawn WMT TLF MHH turned otter fish frog dealt ? ?")
    assert str(game).split()[2] == "?|?"
    assert len(game.legal()) == 10


def test_spirits_are_dealt_as_the_first_turn_begins() -> None:
    record = oracle.random_game(random.Random(3), "A", 3, spirits=True, first=2)
    dealt = [" dealt " in draw for draw in record.draws()]
    assert dealt[:3] == [True, True, True]
    assert not any(dealt[3:])


def test_settling_a_spirit() -> None:
    text = position(
        "1,TT,L,2/TTL*,L,2/5/4/5 kingfisher:1,owl:0,~lion",
        f"{BLANK} ram:0,~deer",
        setup="A2s",
        central="-,WMT,WMT,WMT,WMT",
        turn=3,
        doing="play:1=L",
    )
    game = Game.parse(text)
    assert not any(move.startswith("settle") for move in game.legal())
    game.play("place L a2")  # b1 bears a cube already
    assert {move for move in game.legal() if "owl" in move} == {"settle owl a2"}
    game.play("settle owl a2")
    assert str(game).split()[1:3] == ["1,TTL*,L,2/TTL*,L,2/5/4/5", "kingfisher:1,owl:1@a2,~lion"]
    assert str(Game.parse(str(game))) == str(game)
    assert not any(move.startswith("settle owl") for move in game.legal())
    # trees 1 + 7 + 7 + 1, kingfisher 5, owl 3 + 3 + 1 + 1; a river of nothing
    assert game.scores()[0] == {
        "trees": 16,
        "mountains": 0,
        "fields": 0,
        "buildings": 0,
        "water": 0,
        "animals": 5,
        "spirit": 8,
        "total": 29,
    }


# --- turns --------------------------------------------------------------------------------------


def test_a_turn_move_by_move() -> None:
    game = Game.parse(position("L,4/4/5/4/5 -"))
    drafts = {f"draft {card}" for card in RIVER.split(",")}
    takes = {f"take {number}" for number in range(1, 6)}
    assert game.legal() == takes | drafts
    game.play("draft frog")
    assert str(game).split()[-1] == "play+draft"
    assert game.legal() == takes
    game.play("take 2")
    empty = [space for space in oracle.SPACES["A"] if space != "a1"]
    assert game.legal() == {f"place {token} {space}" for token in "WMT" for space in empty}
    game.play("place W b1")
    assert str(game).split()[-1] == "play:2=MT+draft"
    assert "settle frog b1" in game.legal()
    game.play("settle frog b1")
    game.play("place M c1")
    assert "end" not in game.legal()
    game.play("place T d1")
    assert game.legal() == {"end"}
    before = str(game)
    for wrong in ("take 1", "draft bee", "settle frog b1", "place T a3", "end ", "discard bee", ""):
        with pytest.raises(ValueError, match="not a legal move"):
            game.play(wrong)
    assert str(game) == before
    copy = game.copy()
    copy.play("end")
    assert str(game) == before
    assert str(copy) != before


def test_a_card_may_be_drafted_after_the_third_token() -> None:
    game = Game.parse(position(central="-,WMT,WMT,WMT,WMT", doing="play:1="))
    assert game.legal() == {"end"} | {f"draft {card}" for card in RIVER.split(",")}


@pytest.mark.parametrize(
    ("cards", "setup", "may_draft"),
    [
        ("crocodile:0,ray:0,gecko:0", "A2", True),
        ("crocodile:0,ray:0,gecko:0,mouse:0", "A2", False),
        ("crocodile:3,ray:0,gecko:0,mouse:0", "A2", True),
        ("crocodile:0,ray:0,gecko:0,owl:0", "A2s", False),
        ("crocodile:0,ray:0,gecko:0,owl:1", "A2s", True),
    ],
)
def test_four_uncompleted_cards(cards: str, setup: str, may_draft: bool) -> None:
    cubes = sum(int(entry.split(":")[1]) for entry in cards.split(","))
    column = [*["W*"] * cubes, str(5 - cubes)]
    seats = [f"{','.join(column)}/4/5/4/5 {cards}", f"{BLANK} -"]
    if setup == "A2s":
        seats[1] = f"{BLANK} ram:0"
    game = Game.parse(position(*seats, setup=setup, turn=3))
    assert ("draft bee" in game.legal()) == may_draft


def test_completing_a_card_makes_room() -> None:
    seat = "W*,3,W*/4/2,W,M,1/2,M,1/5 crocodile:0,ray:2,gecko:0,mouse:0"
    game = Game.parse(position(seat))
    assert {move for move in game.legal() if "take" not in move} == {"settle ray c3"}
    game.play("settle ray c3")
    assert "ray:3" in str(game)
    assert "draft bee" in game.legal()


def test_solo_discard() -> None:
    start = position(
        setup="A1", central="WMT,WMT,WMT", river="otter,fish,frog", bag=BAG, doing="play"
    )
    game = Game.parse(start)
    for move in ("take 1", "place W a1", "place M a2"):
        assert not any(other.startswith("discard") for other in game.legal())
        game.play(move)
    assert not any(other.startswith("discard") for other in game.legal())
    game.play("place T a3")
    discards = {"discard otter", "discard fish", "discard frog"}
    drafts = {"draft otter", "draft fish", "draft frog"}
    assert game.legal() == discards | drafts | {"end"}
    drafting = game.copy()
    drafting.play("draft frog")
    assert drafting.legal() == {"end"}
    game.play("discard fish")
    assert game.legal() == {"end"}
    assert str(game).split()[3:6] == ["-,WMT,WMT", "otter,-,frog", "fish"]
    assert str(game).split()[-1] == "play:1=+discard"
    game.play("end")
    assert str(game) == "A1 W,M,T,2/4/5/4/5 - -,-,- otter,-,frog fish W10M10T10L10F10H10 1 2 deal"
    assert game.needs() == Needs(groups=3, cards=1)


def test_settling_after_a_discard() -> None:
    game = Game.parse(
        position(
            "W,L,3/4/5/4/5 frog:0",
            setup="A1",
            central="-,WMT,WMT",
            river="otter,-,bee",
            gone="fish",
            doing="play:1=+discard",
        )
    )
    assert game.legal() == {"settle frog a1", "end"}


# --- the end ------------------------------------------------------------------------------------

TWO_LEFT = "T,T,T,T,T/T,T,T,T/T,T,T,T,T/T,T,T,T/T,T,T,2"
THREE_LEFT = "T,T,T,T,T/T,T,T,T/T,T,T,T,T/T,T,T,T/T,T,3"


def ended(seat: str, **words: Any) -> Game:
    """The position after the end of a turn of the seat to move (the first one)."""
    return ended_at(position(f"{seat} -", central="-,LFH,LFH,LFH,LFH", doing="play:1=", **words))


def ended_at(text: str) -> Game:
    game = Game.parse(text)
    game.play("end")
    return game


def test_two_empty_spaces_call_the_last_round() -> None:
    bag = "W10M10T0L5F5H5"
    assert str(ended(THREE_LEFT, setup="A3", bag=bag)).endswith(" 1 2 deal")
    game = ended(TWO_LEFT, setup="A3", bag=bag)
    assert str(game).endswith(" 1 2 deal!")
    for turn in (2, 3):
        game.deal("drawn LFH")  # refills go on until the round is complete
        assert str(game).endswith(f" 1 {turn} play!")
        for move in ("take 1", "place L a1", "place F a2", "place H a3"):
            game.play(move)
        assert not game.over
        game.play("end")
    assert game.over
    assert str(game).endswith(
        " -,LFH,LFH,LFH,LFH otter,fish,frog,duck,bee - W10M10T0L3F3H3 1 4 over!"
    )
    assert game.legal() == set()
    assert game.needs() == Needs()


def test_round_of_another_first_player() -> None:
    # Seat 3 of 3 is the first player, so seat 2 ends the round.
    bag = "W10M10T0L5F5H5"
    seats = (f"{BLANK} -", f"{TWO_LEFT} -")
    text = position(
        *seats,
        setup="A3",
        central="-,LFH,LFH,LFH,LFH",
        bag=bag,
        first=3,
        turn=6,
        doing="play:1=",
    )
    game = Game.parse(text)
    assert game.state.mover_number() == 2
    game.play("end")
    assert game.over


def test_bag_that_cannot_fill() -> None:
    game = ended(BLANK, bag="W2M0T0L0F0H0", river="otter,fish,frog,duck,-")
    assert str(game).endswith(" -,LFH,LFH,LFH,LFH otter,fish,frog,duck,- - W2M0T0L0F0H0 1 2 deal!")
    assert game.needs() == Needs(groups=0, cards=1)  # cards are turned up all the same
    game.deal("turned bee")
    assert game.legal() >= {"take 2", "take 3", "take 4", "take 5"}
    assert "take 1" not in game.legal()
    assert str(ended(BLANK, bag="W3M0T0L0F0H0")).endswith(" 1 2 deal")


def test_all_or_none_of_the_groups_are_filled() -> None:
    text = position(central="-,-,LFH,LFH,LFH", bag="W5M0T0L0F0H0", doing="play:1=")
    assert str(ended_at(text)).endswith(" 1 2 play!")
    text = text.replace("W5", "W6")
    assert ended_at(text).needs() == Needs(groups=2)


def test_turn_36() -> None:
    # By hand: the bag is empty at the end of turn 35, and turn 36 ends the game.
    game = Game.parse(
        position(turn=35, central="-,LFH,LFH,LFH,LFH", bag="W1M1T1L0F0H0", doing="play:1=")
    )
    game.play("end")
    game.deal("drawn WMT")
    for move in ("take 1", "place W a1", "place M a2", "place T a3", "end"):
        game.play(move)
    assert str(game).endswith(" 1 37 over!")


def stacking_move(game: Game) -> str:
    """A move that makes a game last: no cards, and no new space if another one can be had."""
    board = game.state.mover().board

    def cost(move: str) -> tuple[int, str]:
        words = move.split()
        if words[0] == "take":
            return sum(token in "WF" for token in game.state.central[int(words[1]) - 1]), move
        if words[0] == "place":
            return 0 if words[2] in board else 1, move
        return (9 if words[0] in ("draft", "discard", "settle") else 0), move

    return min(game.legal(), key=cost)


@pytest.mark.parametrize(("players", "last_turn", "left_in_bag"), [(4, 36, 0), (1, 13, 3)])
@pytest.mark.parametrize("side", ["A", "B"])
def test_the_bag_ends_a_long_game(
    side: str, players: int, last_turn: int, left_in_bag: int
) -> None:
    turns = 0
    for seed in range(20):
        game = Game.new(side, players, spirits=False)
        box = oracle.Box(random.Random(seed))
        while not game.over:
            if game.needs() != Needs():
                game.deal(box.draw(game))
            else:
                game.play(stacking_move(game))
        turns = game.state.turn - 1
        assert turns <= last_turn
        if turns == last_turn:
            assert sum(game.state.bag.values()) == left_in_bag
            return
    raise AssertionError(f"no game reached turn {last_turn}")


def test_solo_turn_13() -> None:
    # Turn 12 ends with 12 tokens in the bag, turn 13 with 3.
    text = position(
        setup="B1",
        central="-,LFH,LFH",
        river="otter,fish,frog",
        bag="W12M0T0L0F0H0",
        turn=12,
        doing="play:3=",
    ).replace("-,LFH,LFH", "LFH,LFH,-")
    game = ended_at(text)
    assert str(game).endswith(" -,-,- otter,fish,frog - W12M0T0L0F0H0 1 13 deal")
    game.deal("drawn WWW WWW WWW")
    for move in ("take 2", "place W a1", "place W a2", "place W a3", "draft frog", "end"):
        game.play(move)
    assert str(game).endswith(" frog:0 -,-,- otter,fish,- - W3M0T0L0F0H0 1 14 over!")
    short = ended_at(text.replace("W12", "W8"))
    assert str(short).endswith(" 1 13 over!")


def test_solo_ends_at_once_with_two_empty_spaces() -> None:
    text = position(
        f"{TWO_LEFT} -",
        setup="A1",
        central="-,LFH,LFH",
        river="otter,fish,frog",
        bag="W9M0T0L0F0H0",
        doing="play:1=",
    )
    assert str(ended_at(text)).endswith(" -,-,- otter,fish,frog - W9M0T0L0F0H0 1 2 over!")


# --- results ------------------------------------------------------------------------------------


def over(*seats: str, setup: str) -> Game:
    return Game.parse(position(*seats, setup=setup, turn=41, doing="over!"))


def test_ranks() -> None:
    five_with_a_cube = "MMM*,4/4/5/4/5 eagle:1"
    five = "F,F,3/4/5/4/5 -"
    three = "2,L,L,L/4/5/4/5 -"
    game = over(five, five_with_a_cube, five, three, setup="A4")
    assert [score["total"] for score in game.scores()] == [5, 5, 5, 3]
    assert game.ranks() == [2, 1, 2, 4]
    assert over(setup="B3").ranks() == [1, 1, 1]
    assert over(three, five, setup="A2").ranks() == [2, 1]
    assert over(five, three, three, setup="A3").ranks() == [1, 2, 2]


def test_the_spirit_cube_breaks_a_tie() -> None:
    game = over("L,L,3/4/5/4/5 owl:0,~cat", "F*,4/4/5/4/5 lion:1@a1,~ram", setup="A2s")
    assert [score["total"] for score in game.scores()] == [2, 2]
    assert game.ranks() == [2, 1]


@pytest.mark.parametrize(
    ("total", "suns"),
    [
        (0, 0),
        (39, 0),
        (40, 1),
        (69, 1),
        (70, 2),
        (89, 2),
        (90, 3),
        (109, 3),
        (110, 4),
        (129, 4),
        (130, 5),
        (139, 5),
        (140, 6),
        (149, 6),
        (150, 7),
        (159, 7),
        (160, 8),
        (250, 8),
    ],
)
def test_suns(total: int, suns: int) -> None:
    assert oracle.solo_suns("A", total, with_spirits=False, spirit=None) == suns + 3
    assert oracle.solo_suns("B", total, with_spirits=False, spirit=None) == suns + 2
    for groups in ("lion", "butterfly", "cat", "stork", "dragonfly"):
        assert oracle.solo_suns("A", total, with_spirits=True, spirit=groups) == suns + 2
    for landscapes in ("deer", "owl", "ram", "marmot", "tortoise"):
        assert oracle.solo_suns("B", total, with_spirits=True, spirit=landscapes) == suns


def test_suns_of_a_position() -> None:
    words: dict[str, Any] = {
        "central": "-,-,-",
        "river": "otter,fish,frog",
        "turn": 9,
        "doing": "over!",
    }
    assert Game.parse(position(setup="A1", **words)).suns() == 3
    settled_or_not = ["5/4/5/4/5 lion:0,~owl", "F*,4/4/5/4/5 lion:1,~owl"]
    for seat in settled_or_not:
        assert Game.parse(position(seat, setup="A1s", **words)).suns() == 2
    with pytest.raises(ValueError, match="solo"):
        Game.parse(position()).suns()


# --- perft --------------------------------------------------------------------------------------


def perfts(text: str, deepest: int) -> list[int]:
    return [oracle.perft(Game.parse(text), depth) for depth in range(deepest + 1)]


def test_perft_by_hand() -> None:
    # W onto a1 or a2, which settles nothing; at any time the bee may be drafted.
    board = "2,T,T,T/T,T,T,T/T,T,T,T,T/T,T,T,T/T,T,T,T,T"
    text = position(
        f"{board} -",
        central="-,LFH,LFH,LFH,LFH",
        river="-,-,bee,-,-",
        bag="W9M0T0L0F0H0",
        doing="play:1=W",
    )
    # 1: place a1, place a2, draft. 2: place + draft, place + end (2 each), draft + place (2).
    # 3: place + draft + end (2), place + end (2, as before), draft + place + end (2).
    assert perfts(text, 5) == [1, 3, 6, 6, 6, 6]
    waiting = Game.new("A", 2, spirits=False)
    assert [oracle.perft(waiting, depth) for depth in (0, 1)] == [1, 0]


def test_perft_solo_with_settling() -> None:
    # All is placed; the frog fits on a1 alone; a fish can be drafted or discarded.
    text = position(
        "W,L,3/4/5/4/5 frog:0",
        setup="A1",
        central="-,LFH,LFH",
        river="fish,-,-",
        doing="play:1=",
    )
    # 1: settle, draft, discard, end
    # 2: end; settle + (draft, discard, end); draft + (settle, end); discard + (settle, end)
    # 3: end; settle + end; draft + end; discard + end;
    #    settle + draft + end, settle + discard + end, draft + settle + end, discard + settle + end
    assert perfts(text, 4) == [1, 4, 8, 8, 8]


def test_perft_of_a_choice() -> None:
    text = position(f"{BLANK} lion|owl", setup="A2s", river="-,-,-,-,-", doing="keep")
    # 2 spirits; then 5 groups; then one of 3 tokens on one of 23 spaces.
    assert perfts(text, 3) == [1, 2, 10, 690]


# --- what is refused ----------------------------------------------------------------------------

FULL = "T,T,T,T,T/T,T,T,T/T,T,T,T,T/T,T,T,T/T,T,T,W,W"
LEAN = "W5M5T0L5F5H5"
LFH = "LFH,LFH,LFH,LFH,LFH"
FOUR = "crocodile:0,ray:0,gecko:0,mouse:0"

ACCEPTED = [
    position(),
    position(bag="W18M18T16L19F19H15"),
    position(turn=2, doing="deal"),
    position(f"{BLANK} {FOUR}"),
    position(f"{BLANK} gecko:0,mouse:0,peacock:0,owl:0", f"{BLANK} ram:0", setup="A2s", turn=3),
    position("TL*,W*,3/4/5/4/5 crocodile:2"),
    position("TL*,W*,3/4/5/4/5 crocodile:1,owl:1", f"{BLANK} ram:0", setup="A2s", turn=3),
    position(f"{THREE_LEFT} -", central=LFH, bag=LEAN),
    position(f"{TWO_LEFT} -", central="-" + LFH[3:], bag=LEAN, doing="play:1=MM"),
    position(f"{FULL} -", central="-" + LFH[3:], bag=LEAN, doing="play:1="),
    position(f"{FULL} -", central=LFH, bag=LEAN, turn=2, doing="play!"),
    position(f"{FULL} -", central=LFH, bag=LEAN, turn=3, doing="over!"),
    position(setup="A4", central="-,WMT,WMT,WMT,WMT"),
    position(setup="A4", central="-,-,WMT,WMT,WMT", doing="play:1="),
    position(setup="A4", central="-,-,-,WMT,WMT", turn=7),
    position(setup="A4", central="-,-,WMT,WMT,WMT", doing="deal"),
    position(central="-,WMT,WMT,WMT,WMT", doing="play:1=MT+draft"),
    position(gone="fennec,ladybird", river="otter,-,-,-,-"),
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(text: str) -> None:
    assert str(Game.parse(text)) == text


REFUSED = [
    # words that cannot be read
    ("", "the setup"),
    (position() + " ", "words are due"),
    (position().replace(" ", "  ", 1), "words are due"),
    (position().replace("A2", "C2"), "the setup"),
    (position().replace("A2", "A5"), "the setup"),
    (position().replace("A2", "A3"), "words are due"),
    (position("5/4/5/4 -"), "5 columns"),
    (position("5/4/5/4/4 -"), "column 5"),
    (position("5/4/5/4/6 -"), "column 5"),
    (position("W,W,W,W,W,W/4/5/4/5 -"), "column 1"),
    (position("2,3/4/5/4/5 -"), "empty spaces"),
    (position("0,W,4/4/5/4/5 -"), "empty spaces"),
    (position("TTT,4/4/5/4/5 -"), "no stack"),
    (position("LT,4/4/5/4/5 -"), "no stack"),
    (position("*,4/4/5/4/5 -"), "no stack"),
    (position("W**,4/4/5/4/5 -"), "no stack"),
    (position(",4/4/5/4/5 -"), "no stack"),
    (position(f"{BLANK} fennec"), "fennec"),
    (position(f"{BLANK} fennec:4"), "the cubes"),
    (position(f"{BLANK} fennec:-1"), "not a number"),
    (position(f"{BLANK} unicorn:0"), "unicorn"),
    (position(f"{BLANK} mouse:0,crocodile:0"), "it is written"),
    (position(f"{BLANK} owl:0,mouse:0", f"{BLANK} ram:0", setup="A2s", turn=3), "mouse:0"),
    (position(f"{BLANK} owl:2", f"{BLANK} ram:0", setup="A2s", turn=3), "owl:2"),
    (position(f"{BLANK} owl:0@a1", f"{BLANK} ram:0", setup="A2s", turn=3), "owl:0@a1"),
    (position(f"{BLANK} owl|lion", setup="A2s", doing="keep"), "in the order"),
    (position(f"{BLANK} owl|?", setup="A2s", doing="keep"), "cannot read"),
    (position(central="WMT,WMT,WMT,WMT"), "5 places"),
    (position(central="WMT,WMT,WMT,WMT,WM"), "three letters"),
    (position(central="WMT,WMT,WMT,WMT,TMW"), "three letters"),
    (position(river="otter,fish,frog,duck"), "5 places"),
    (position(river="otter,fish,frog,duck,lion"), "no animal"),
    (position(gone="ray,crocodile"), "it is written"),
    (position(bag="W18M18T16L19F19"), "the bag"),
    (position(bag="W01M18T16L19F19H15"), "not a number"),
    (position(first=3), "first seat"),
    (position(first=0), "first seat"),
    (position(turn=0), "first turn"),
    (position(doing="wait"), "what happens next"),
    (position(doing="deal+draft"), "nothing is taken"),
    (position(doing="play!+draft"), "what happens next"),
    (position(doing="play+draft+discard"), "what happens next"),
    (position(doing="over"), "over without"),
    (position(central="-,WMT,WMT,WMT,WMT", doing="play:1=TM"), "in the order"),
    (position(doing="play:1="), "the one taken"),
    (position(doing="play+discard"), "discard"),
    # tokens
    (position(bag="W19M18T16L19F19H15"), "24 tokens W"),
    (position("W*,4/4/5/4/5 otter:1", river="-,-,-,-,-", bag="W18M18T16L19F19H15"), "24 tokens W"),
    (position(central="-,WMT,WMT,WMT,WMT", bag="W18M18T16L19F19H15", doing="play:1=H"), "16 tok"),
    # a card in two places
    (position(f"{BLANK} otter:0"), "two places"),
    (position(f"{BLANK} ray:0,ray:0"), "two places"),
    (position(f"{BLANK} ray:0", f"{BLANK} ray:0"), "two places"),
    (position(gone="otter"), "two places"),
    (position(river="otter,otter,-,-,-"), "two places"),
    (position(gone="ray,ray"), "it is written"),
    (position(f"{BLANK} lion:0", f"{BLANK} owl:0,~lion", setup="A2s", turn=3), "two places"),
    (position(f"{BLANK} lion|lion", setup="A2s", doing="keep"), "two places"),
    # more than 4 uncompleted cards
    (position(f"{BLANK} {FOUR},peacock:0"), "more than 4"),
    (position(f"{BLANK} {FOUR},owl:0", f"{BLANK} ram:0", setup="A2s", turn=3), "more than 4"),
    (position(f"{BLANK} {FOUR},lion|owl", setup="A2s", doing="keep"), "more than 4"),
    (position(BLANK + " lion|owl", f"{BLANK} {FOUR}", setup="A2s", doing="keep"), "more than 4"),
    # cubes
    (position("T*,4/4/5/4/5 crocodile:1"), "no cube can stand"),
    (position("TT*,4/4/5/4/5 crocodile:1"), "no cube can stand"),
    (position("H*,4/4/5/4/5 crocodile:1"), "no cube can stand"),
    (position("W,4/4/5/4/5 crocodile:1"), "cubes on the board"),
    (position("W*,4/4/5/4/5 crocodile:0"), "cubes on the board"),
    (position("W*,4/4/5/4/5 owl:1@b1", f"{BLANK} ram:0", setup="A2s", turn=3), "no cube on b1"),
    (position("W*,4/4/5/4/5 owl:1@b5", f"{BLANK} ram:0", setup="A2s", turn=3), "no space b5"),
    # spirits
    (position(f"{BLANK} owl:0"), "a spirit kept"),
    (position(f"{BLANK} ~owl"), "cannot read"),
    (position(f"{BLANK} lion|owl", doing="keep"), "choose from"),
    (position(doing="keep"), "keep without"),
    (position(f"{BLANK} owl:0", setup="A2s", turn=3), "a spirit kept"),
    (position(f"{BLANK} lion|owl", setup="A2s"), "a spirit kept"),
    (position(f"{BLANK} lion|owl", setup="A2s", doing="deal"), "choose from"),
    # no room for tokens
    (position(f"{TWO_LEFT} -", central=LFH, bag=LEAN), "seat 1: no room"),
    (position(f"{TWO_LEFT} -", central=LFH, bag=LEAN, turn=2), "seat 1: no room"),
    (position(f"{TWO_LEFT} -", central=LFH, bag=LEAN, doing="deal!"), "seat 1: no room"),
    (position(f"{FULL} -", central="-" + LFH[3:], bag=LEAN, doing="play:1=L"), "seat 1: no room"),
    (position(f"{FULL} -", central=LFH, bag=LEAN, first=2, doing="play!"), "seat 1: no room"),
    # no group for a turn
    (position(setup="A4", central="-,-,WMT,WMT,WMT"), "3 groups for 4"),
    (position(setup="A4", central="-,-,-,WMT,WMT", doing="play:1="), "2 groups for 3"),
    (position(central="-,-,-,-,-", bag="W9M0T0L0F0H0", doing="deal"), "0 groups for 2"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        Game.parse(text)


# --- random games -------------------------------------------------------------------------------


def tokens_in_play(game: Game) -> int:
    s = game.state
    stacks = [stack.removesuffix("*") for seat in s.seats for stack in seat.board.values()]
    return sum(s.bag.values()) + len("".join([s.hand, *s.central, *stacks]))


@pytest.mark.parametrize("spirits", [False, True])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("side", ["A", "B"])
def test_random_games(side: str, players: int, spirits: bool) -> None:
    for seed in range(2):
        rng = random.Random(f"{side}{players}{spirits}{seed}")
        first = rng.randrange(players) + 1
        record = oracle.random_game(rng, side, players, spirits, first)
        for step in record.steps:
            game = Game.parse(step.position)
            assert str(game) == step.position
            assert (game.needs() != Needs()) == (step.kind == "deal")
            solo_losses = 6 * (game.state.turn - 1) if players == 1 else 0
            assert tokens_in_play(game) == 120 - solo_losses
            if not game.state.last_round:
                for number in range(1, players + 1):
                    if game.state.taken is None or number != game.state.mover_number():
                        assert game.state.empty_spaces(number) >= 3
        final = record.final
        assert str(Game.parse(str(final))) == str(final)
        assert final.over
        assert (final.state.turn - 1) % players == 0
        assert final.ranks().count(1) >= 1
        assert [score["total"] for score in final.scores()] == [
            sum(value for part, value in score.items() if part != "total")
            for score in final.scores()
        ]


def test_record_replays() -> None:
    record = oracle.random_game(random.Random(5), "B", 2, spirits=True)
    game = Game.new("B", 2, spirits=True)
    for step in record.steps:
        assert str(game) == step.position
        if step.kind == "deal":
            game.deal(step.text)
        else:
            game.play(step.text)
    assert str(game) == str(record.final)
    assert len(record.moves()) + len(record.draws()) == len(record.steps)
    again = oracle.random_game(random.Random(5), "B", 2, spirits=True)
    assert again.steps == record.steps


def test_hidden_spirits_change_nothing_but_the_spirits() -> None:
    record = oracle.random_game(random.Random(11), "A", 2, spirits=True)
    game = Game.new("A", 2, spirits=True)
    for step in record.steps:
        if step.kind == "deal":
            head, dealt, _ = step.text.partition(" dealt ")
            game.deal(f"{head} dealt ? ?" if dealt else head)
        else:
            assert step.text in game.legal()
            game.play(step.text)
        assert str(Game.parse(str(game))) == str(game)
    assert game.scores() == record.final.scores()
