"""The oracle itself: ranks, perft, what it refuses, and random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

import oracle
from oracle import Game, Needs
from oracle_positions import BLANK, THREE_LEFT, TWO_LEFT, position

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
