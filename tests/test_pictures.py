"""Pictures of boards and tables: text that is compared, and SVG that is well formed."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from command_line import whole_game
from harmonies import Game, State, box
from harmonies.pictures import board_svg, board_text, table_svg, table_text
from harmonies.pictures.pen import Pen, width
from harmonies.pictures.text_board import board_lines
from harmonies.pictures.text_table import turn_lines
from harmonies.pictures.words import habitat_words, spirit_rule

ROOT = Path(__file__).resolve().parent.parent

TABLE = State.parse(
    "A2s TTL*,MMM,F,W,HH*/4/TL,4/1,M*,2/5 bear:0,bat:1,koala:1,cat:1@a5"
    " 5/4/2,W,2/4/5 fish:0 -,WMT,LFF,MTH,WTF otter,-,duck,bee,crow"
    " - W19M16T14L15F15H12 1 3 play:1=MT"
)

GOLDEN_BOARD = r"""
 ______        ______        ______
/ TTL* \______/  TL  \______/      \
\__a1__/      \__c1__/      \__e1__/
/ MMM  \__b1__/      \_[d1]_/      \
\__a2__/      \__c2__/  M*  \__e2__/
/  F   \__b2__/      \__d2__/      \
\__a3__/      \_[c3]_/      \__e3__/
/  W   \__b3__/      \__d3__/      \
\__a4__/      \__c4__/      \__e4__/
/  HH* \__b4__/      \__d4__/      \
\__a5__/      \__c5__/      \__e5__/
"""

GOLDEN_SIDE_B = r"""
 ______        ______        ______        ______
/  W*  \______/      \______/      \______/      \
\__a1__/      \__c1__/      \__e1__/      \__g1__/
/      \__b1__/      \__d1__/      \__f1__/      \
\__a2__/      \__c2__/      \__e2__/      \__g2__/
/      \__b2__/      \__d2__/      \__f2__/      \
\__a3__/      \__c3__/      \__e3__/      \__g3__/
/      \__b3__/      \__d3__/      \__f3__/ TTL  \
\__a4__/      \__c4__/      \__e4__/      \__g4__/
"""

GOLDEN_NARROW = r"""
 ____      ____      ____      ____
/ W* \____/    \____/    \____/    \
\_a1_/    \_c1_/    \_e1_/    \_g1_/
/    \_b1_/    \_d1_/    \_f1_/    \
\_a2_/    \_c2_/    \_e2_/    \_g2_/
/    \[b2]/    \_d2_/    \_f2_/    \
\_a3_/    \_c3_/    \_e3_/    \_g3_/
/    \_b3_/    \_d3_/    \_f3_/TTL*\
\_a4_/    \_c4_/    \_e4_/    \_g4_/
"""

GOLDEN_TABLE = r"""
Side A, turn 3. Anna: place M T

Groups  1 ---  2 WMT  3 LFF  4 MTH  5 WTF
Bag     W19 M16 T14 L15 F15 H12

Cards   face up, 24 in the pile
otter W* L L line      5 10 16
duck  W* by ?H         2 4 8 13
bee   F F F around TL* 8 18
crow  ?H F* ?H bend    4 9

Anna: 20 points (to play)             Seat 2: 0 points
 ______        ______        ______    ______        ______        ______
/ TTL* \______/  TL  \______/      \  /      \______/      \______/      \
\__a1__/      \__c1__/      \__e1__/  \__a1__/      \__c1__/      \__e1__/
/ MMM  \__b1__/      \__d1__/      \  /      \__b1__/      \__d1__/      \
\__a2__/      \__c2__/  M*  \__e2__/  \__a2__/      \__c2__/      \__e2__/
/  F   \__b2__/      \__d2__/      \  /      \__b2__/  W   \__d2__/      \
\__a3__/      \__c3__/      \__e3__/  \__a3__/      \__c3__/      \__e3__/
/  W   \__b3__/      \__d3__/      \  /      \__b3__/      \__d3__/      \
\__a4__/      \__c4__/      \__e4__/  \__a4__/      \__c4__/      \__e4__/
/  HH* \__b4__/      \__d4__/      \  /      \__b4__/      \__d4__/      \
\__a5__/      \__c5__/      \__e5__/  \__a5__/      \__c5__/      \__e5__/
trees 10, mountains 0, fields 0       trees 0, mountains 0, fields 0
buildings 0, water 0, animals 6       buildings 0, water 0, animals 0
spirit 4                              spirit 0
bear  L* MM MM triangle 5 11          fish W* by MMM 3 6 10 16
koala TL* by L          [3] 6 10 15
bat   M* by TTL         [3] 6 10 15
cat  ?H* L ?H line  settled
  4 for each group of buildings
"""


def test_a_board_as_text() -> None:
    assert board_text(TABLE, 0, marks=["d1", "c3"]) == GOLDEN_BOARD.strip("\n")


def test_the_other_side_as_text() -> None:
    bag = "W21M23T19L18F19H15"
    bag = _less(bag, "WFFMMMLLH")
    board = "W*,3/3/4/3/4/3/3,TTL"
    position = f"B1 {board} duck:1 WFF,MMM,LLH bee,crow,bear - {bag} 1 3 play"
    assert board_text(State.parse(position), 0) == GOLDEN_SIDE_B.strip("\n")


def test_a_board_that_would_be_too_wide_is_drawn_narrower() -> None:
    board = {"a1": "W*", "g4": "TTL*"}
    lines = board_lines("B", board, marks=["b2"], width=49)
    assert "\n".join(lines) == GOLDEN_NARROW.strip("\n")
    assert max(map(len, board_lines("B", board, width=50))) == 50


def _less(bag: str, tokens: str) -> str:
    counts = {
        letter: int(bag[at + 1 : at + 3]) for at, letter in enumerate(bag) if letter.isalpha()
    }
    return "".join(f"{letter}{count - tokens.count(letter)}" for letter, count in counts.items())


def test_a_table_as_text() -> None:
    assert table_text(TABLE, names=["Anna"]) == GOLDEN_TABLE.strip("\n")


def test_the_end_is_told_with_the_turn_it_came_after() -> None:
    game, moves = whole_game(2, 5)
    [first, *_] = table_text(game.state).splitlines()
    assert first == f"Side A, the game is over after turn {moves.count('end')}"


@pytest.mark.parametrize("columns", [40, 60, 80, 120, 200])
def test_colour_changes_no_letter(columns: int) -> None:
    plain = table_text(TABLE, width=columns)
    coloured = table_text(TABLE, width=columns, color=True)
    assert [width(line) for line in coloured.splitlines()] == [
        len(line) for line in plain.splitlines()
    ]
    assert max(map(len, plain.splitlines())) <= columns


@pytest.mark.parametrize("columns", [39, 44, 52, 60, 79, 99, 150])
def test_what_a_player_sees_fits_on_the_screen(columns: int) -> None:
    names = ["Maximiliane Montgomery", "Bo", "Philippa", "Zoë"]
    for state in states():
        for color in (False, True):
            lines = turn_lines(state, width=columns, color=color, names=names)
            assert max(map(width, lines)) <= columns
            plain = "\n".join(plainly(lines))
            assert all(space in plain for space in box.side(state.side).spaces)
            assert all(
                f"{number} {group or '---'}" in plain
                for number, group in enumerate(state.groups, 1)
            )


def plainly(lines: list[str]) -> list[str]:
    return [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]


def test_every_card_in_words() -> None:
    for card in box.cards().values():
        words = habitat_words(card)
        assert words.count("*") == 1
        assert len(words) <= 18
        assert all(place.stack in words.replace("?H", "H2") for place in card.habitat)
        if card.is_spirit:
            assert str(card.rows[0].points) in spirit_rule(card)
    assert len({habitat_words(card) for card in box.cards().values()}) == len(box.cards())


def test_a_pen_without_colour_writes_plainly() -> None:
    pen = Pen(False)
    assert pen.bold("a") + pen.dim("b") + pen.stack("TL*") == "abTL*"


def states() -> list[State]:
    found = [TABLE]
    for players, side in ((1, "A"), (2, "B"), (3, "A"), (4, "B")):
        game = Game(players, side, spirits=True, seed=players)
        while not game.over:
            found.append(game.state)
            game.play(game.legal_moves()[len(found) % len(game.legal_moves())])
        found.append(game.state)
    return found[::7]


def test_svg_is_well_formed() -> None:
    for state in states():
        root = ElementTree.fromstring(table_svg(state, names=["<Anna> & Bo"] * state.players))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        position = root.find("{http://www.w3.org/2000/svg}desc")
        assert position is not None
        assert State.parse(position.text or "") == state.redacted()
        for seat in range(state.players):
            board = ElementTree.fromstring(board_svg(state, seat))
            titles = [title.text for title in board.iter("{http://www.w3.org/2000/svg}title")][1:]
            shown = {f"{space} {stack}" for space, stack in state.board(seat).items()}
            assert set(titles) == shown


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_long_name_leaves_room_for_the_points(side: str) -> None:
    state = Game(players=2, side=side, seed=1).state
    picture = table_svg(
        state, names=["Maximiliane Montgomery-Featherstonehaugh", "Maximilian Grey"]
    )
    shown = re.findall(r"<text[^>]*>(Max[^<]*)</text>", picture)
    assert shown[0].startswith("Maximiliane Montg")
    assert shown[0].endswith("…")
    assert len(shown[0]) <= {"A": 22, "B": 34}[side]
    assert shown[1] == "Maximilian Grey"


def test_svg_tells_nothing_hidden() -> None:
    game = Game(players=2, spirits=True, seed=1, first=0)
    assert game.state.dealt is not None
    picture = table_svg(game.state)
    assert not any(spirit in picture for spirit in game.state.dealt)


def test_a_notebook_shows_a_game() -> None:
    game = Game(seed=1)
    assert game._repr_svg_() == table_svg(game.state)


def test_the_picture_of_the_readme_is_fresh() -> None:
    spec = importlib.util.spec_from_file_location("picture", ROOT / "tools" / "picture.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.is_fresh(), "run python tools/picture.py"
