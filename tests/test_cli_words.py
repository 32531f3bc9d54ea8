"""What players type, in full and in short."""

from __future__ import annotations

import pytest

from harmonies import Move, State
from harmonies.cli.play.words import Command, Puzzled, understood

TABLE = (
    "A1s 5/4/1,M,F,2/4/5 meerkat:0,otter:0,lion:0 {},LFF,MTH fish,bear,bee"
    " - W22M20T19L18F16H14 1 2 play{}"
)
TAKING = TABLE.format("WMT", "")
PLACING = TABLE.format("-", ":1=WMT")
ONE_KIND = TABLE.format("-", ":1=W").replace("5/4/", "T,4/4/").replace("2/4/5", "2/4/M,4")

TYPED = [
    (TAKING, "take 2", "take 2"),
    (TAKING, "  TAKE   2 ", "take 2"),
    (TAKING, "t2", "take 2"),
    (TAKING, "2", "take 2"),
    (TAKING, "draft bear", "draft bear"),
    (TAKING, "d bea", "draft bear"),
    (TAKING, "fish", "draft fish"),
    (TAKING, "fi", "draft fish"),
    (TAKING, "draft otter", "draft otter"),
    (TAKING, "settle meerkat c2", "settle meerkat c2"),
    (TAKING, "s mee", "settle meerkat c2"),
    (TAKING, "meerkat c2", "settle meerkat c2"),
    (TAKING, "meer", "settle meerkat c2"),
    (TAKING, "keep lion", "keep lion"),
    (TAKING, "discard bear", "discard bear"),
    (TAKING, "x bear", "discard bear"),
    (TAKING, "end", "end"),
    (TAKING, "e", "end"),
    (PLACING, "place M c3", "place M c3"),
    (PLACING, "p m c2", "place M c2"),
    (PLACING, "m c2", "place M c2"),
    (PLACING, "MC2", "place M c2"),
    (PLACING, "t a1", "place T a1"),
    (PLACING, "h a1", "place H a1"),
    (PLACING, "c2", "place M c2"),
    (ONE_KIND, "a2", "place W a2"),
]


@pytest.mark.parametrize(("position", "line", "move"), TYPED)
def test_moves_in_full_and_in_short(position: str, line: str, move: str) -> None:
    assert understood(line, State.parse(position)) == Move.parse(move)


@pytest.mark.parametrize(
    ("line", "command"),
    [("undo", "undo"), ("U", "undo"), ("sc", "score"), ("b", "table"), ("?", "help"),
     ("q", "quit"), ("exit", "quit"), ("card", "card")],
)  # fmt: skip
def test_commands(line: str, command: str) -> None:
    assert understood(line, State.parse(TAKING)) == Command(command)


def test_a_command_keeps_the_letters_of_its_file() -> None:
    assert understood("save  My Game.txt", State.parse(TAKING)) == Command("save", "My Game.txt")


PUZZLING = [
    (TAKING, "foo", "'foo' is no move. Type help for all you can do."),
    (TAKING, "b3", "There is no token to place now."),
    (TAKING, "take", "Which group? 1, 2, 3."),
    (TAKING, "draft", "Draft what? bear, bee, fish."),
    (TAKING, "draft be", "Which one? bear, bee."),
    (TAKING, "draft oter", "No card is called 'oter'. Perhaps otter?"),
    (TAKING, "settle", "Settle what? meerkat."),
    (TAKING, "settle otter", "The habitat of otter does not stand on your board yet."),
    (TAKING, "settle fish", "You do not hold fish."),
    (TAKING, "discard", "There is nothing to discard now."),
    (TAKING, "\x1b[2J", "'\\x1b[2j' is no move. Type help for all you can do."),
    (PLACING, "a1", "Which token? M a1 or T a1 or W a1."),
    (PLACING, "m", "Where? M can go on the marked spaces."),
    (PLACING, "place", "Place what where? Say for example: place M a1."),
    (PLACING, "c3", "None of W M T can go on c3."),
    (PLACING, "wm", "'wm' is no move. Type help for all you can do."),
    (PLACING, ",", "'' is no move. Type help for all you can do."),
    (PLACING, "h", "There is no H to place now."),
    (TAKING, "m", "There is no M to place now."),
    (TAKING, "t", "Which group? 1, 2, 3."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "line", "message"), PUZZLING)
def test_what_cannot_be_understood(position: str, line: str, message: str) -> None:
    state = State.parse(position)
    with pytest.raises(Puzzled) as caught:
        understood(line, state)
    assert str(caught.value) == message


def test_spaces_to_choose_from_are_marked() -> None:
    state = State.parse(PLACING)
    with pytest.raises(Puzzled) as caught:
        understood("m", state)
    assert "c2" in caught.value.marks
    assert "c3" not in caught.value.marks
