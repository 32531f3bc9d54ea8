"""The oracle itself: draws, spirits, turns and the end of the game."""

from __future__ import annotations

import random
from typing import Any

import pytest

import oracle
from oracle import Game, Needs
from oracle_positions import BAG, BLANK, RIVER, THREE_LEFT, TWO_LEFT, position

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
