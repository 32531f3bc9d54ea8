"""A whole table as text: what everybody may take, and what each seat has."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from harmonies import box
from harmonies.pictures.pen import AMBER, Pen, Style, beside, filled, flowed, padded, widest
from harmonies.pictures.text_board import board_lines
from harmonies.pictures.words import habitat_words, ladder, spirit_rule
from harmonies.score import score_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from harmonies._core import State
    from harmonies.box import Card

WIDTH = 80

_EMPTY_GROUP = "---"
_GAP = 3
_HEAD = 8


def table_lines(
    state: State,
    *,
    width: int = WIDTH,
    color: bool = False,
    names: Sequence[str] | None = None,
    resigned: bool = False,
) -> list[str]:
    """The lines of a whole table: what lies in the middle, and all boards with their cards.

    A state does not know that its game has ended because a seat ``resigned``.
    """
    pen = Pen(color)
    shared = [*central_lines(state, pen, width), "", *river_lines(state, pen)]
    seats = [
        seat_lines(
            state,
            seat,
            pen,
            name_of(state, seat, names),
            color=color,
            width=width,
            to_play=seat == state.to_move and not (state.over or resigned),
        )
        for seat in range(state.players)
    ]
    stands = f"Side {state.side}, the game ended in turn {state.turn}"
    head = stands if resigned else status(state, names)
    blocks = [_bold_lines(head, pen, width), shared, flowed(seats, width, gap=2)]
    return [line for block in blocks for line in (*block, "")][:-1]


def name_of(state: State, seat: int, names: Sequence[str] | None) -> str:
    """What a seat is called."""
    if names and seat < len(names) and names[seat]:
        return names[seat]
    return "You" if state.players == 1 else f"Seat {seat + 1}"


def status(state: State, names: Sequence[str] | None = None) -> str:
    """One line about where the game stands and what is expected of whom."""
    if state.over:
        return f"Side {state.side}, the game is over after turn {state.turn - 1}"
    last = ", last round" if state.last_round else ""
    head = f"Side {state.side}, turn {state.turn}{last}"
    who = name_of(state, state.to_move, names)
    return f"{head}. {who}: {_expected(state)}"


def _bold_lines(text: str, pen: Pen, width: int) -> list[str]:
    return [pen.bold(line) for line in textwrap.wrap(text, width)]


def _expected(state: State) -> str:
    if state.phase == "deal":
        return "first something is drawn"
    if state.phase == "keep":
        return "keep one of your two spirits"
    if state.taken is None:
        return "take three tokens"
    if state.hand:
        return f"place {' '.join(state.hand)}"
    return "end the turn when you are done"


def central_lines(state: State, pen: Pen, width: int = WIDTH) -> list[str]:
    """The central board, and what the bag and the pile still hold."""
    heads = [pen.bold("Groups") + "  ", *[" " * _HEAD] * (len(state.groups) - 1)]
    groups = filled(_groups(state, pen), width - _HEAD)
    bag = " ".join(f"{pen.stack(letter)}{count}" for letter, count in state.bag.items())
    return [*map(str.__add__, heads, groups), pen.bold("Bag") + "     " + bag]


def _groups(state: State, pen: Pen) -> list[str]:
    return [
        f"{number} {pen.stack(group) if group else pen.dim(_EMPTY_GROUP)}"
        for number, group in enumerate(state.groups, 1)
    ]


def river_lines(state: State, pen: Pen) -> list[str]:
    """The face-up cards."""
    pile = f"{len(state.pile)} in the pile" if state.pile else "the pile is empty"
    lines = [pen.bold("Cards") + pen.dim(f"   face up, {pile}")]
    found = [box.cards()[name] for name in state.river if name]
    lines += _card_rows([(card, 0) for card in found], pen)
    return lines


def seat_lines(
    state: State,
    seat: int,
    pen: Pen,
    name: str,
    *,
    color: bool,
    width: int,
    to_play: bool = False,
) -> list[str]:
    """A seat: its board, what it is worth by category, its cards."""
    mark = " (to play)" if to_play else ""
    title = pen.bold(f"{name}: {points_word(state.points(seat))}") + pen.dim(mark)
    board = board_lines(state.side, state.board(seat), color=color, width=width)
    return [title, *board, *score_lines(state, seat, pen), *held_lines(state, seat, pen)]


def points_word(points: int) -> str:
    """
    >>> points_word(1), points_word(34)
    ('1 point', '34 points')
    """
    return "1 point" if points == 1 else f"{points} points"


def score_lines(state: State, seat: int, pen: Pen) -> list[str]:
    """The points of a seat by category, three to a line."""
    words = _points_by_category(state, seat, pen)
    return [", ".join(words[start : start + 3]) for start in range(0, len(words), 3)]


def _points_by_category(state: State, seat: int, pen: Pen) -> list[str]:
    points = score_of(state, seat).by_category()
    if not state.spirits:
        del points["spirit"]
    return [f"{category} {pen.bold(str(count))}" for category, count in points.items()]


def held_lines(state: State, seat: int, pen: Pen, width: int = 38) -> list[str]:
    """The cards of a seat: those it still works on, and those that are complete."""
    complete = state.completed(seat)
    held = {name: cubes for name, cubes in state.cards(seat).items() if name not in complete}
    lines = _card_rows([(box.cards()[name], cubes) for name, cubes in held.items()], pen)
    if complete:
        words = ", ".join(f"{name} {box.cards()[name].points[-1]}" for name in complete)
        lines += textwrap.wrap(f"complete: {words}", width, subsequent_indent="  ")
    spirit = state.spirit(seat)
    if spirit:
        settled = "settled" if state.spirit_settled(seat) else "not settled"
        lines += spirit_lines(box.cards()[spirit], pen, settled, width)
    return lines


def spirit_lines(card: Card, pen: Pen, note: str = "", width: int = 38) -> list[str]:
    """A spirit: its habitat and its rule."""
    head = f"{pen(card.name, Style(AMBER))}  {habitat_words(card, pen)}"
    rule = textwrap.wrap(spirit_rule(card), width, initial_indent="  ", subsequent_indent="  ")
    return [f"{head}  {note}".rstrip(), *rule]


def _card_rows(cards: Collection[tuple[Card, int]], pen: Pen) -> list[str]:
    """A line for each card, in columns."""
    habitats = [habitat_words(card, pen) for card, _ in cards]
    name_width = max((len(card.name) for card, _ in cards), default=0)
    habitat_width = widest(habitats)
    return [
        f"{card.name:{name_width}} {padded(habitat, habitat_width)} {ladder(card, settled, pen)}"
        for (card, settled), habitat in zip(cards, habitats, strict=True)
    ]


def turn_lines(
    state: State,
    *,
    width: int = WIDTH,
    color: bool = False,
    names: Sequence[str] | None = None,
    marks: Collection[str] = (),
) -> list[str]:
    """The table as the seat to move needs it: its own board largest, everything else beside it."""
    pen = Pen(color)
    seat = state.to_move
    title = f"{name_of(state, seat, names)}: {points_word(state.points(seat))}"
    board = board_lines(state.side, state.board(seat), color=color, marks=marks)
    middle = [*central_lines(state, pen), *river_lines(state, pen)]
    columns = [[pen.bold(title), *board], [*middle, *_own_cards(state, seat, pen)]]
    below: list[str] = []
    if sum(map(widest, columns)) + _GAP > width:
        columns, below = _narrow(state, pen, title, width, marks)
    others = (*range(seat + 1, state.players), *range(seat))
    unseen = []
    for other in others:
        name = name_of(state, other, names)
        block = seat_lines(state, other, pen, name, color=color, width=width)
        if not below and sum(map(widest, columns)) + len(columns) * _GAP + widest(block) <= width:
            columns.append(block)
        else:
            unseen.append(f"{name} {state.points(other)}")
    others_are_seen = len(columns) > 2
    if others_are_seen:
        columns[0] += score_lines(state, seat, pen)
    lines = [*_bold_lines(status(state, names), pen, width), *beside(*columns, gap=_GAP), *below]
    if not others_are_seen:
        lines += filled(_points_by_category(state, seat, pen), width, ", ")
    if unseen:
        unseen[0] = pen.dim("Others: ") + unseen[0]
        lines += filled(unseen, width, ", ")
    return lines


def _narrow(
    state: State, pen: Pen, title: str, width: int, marks: Collection[str]
) -> tuple[list[list[str]], list[str]]:
    """The board of the seat to move, with the groups beside it where they fit, and what is below."""
    seat = state.to_move
    groups = [pen.bold("Groups"), *_groups(state, pen)]
    room = width - _GAP - widest(groups)
    board = board_lines(state.side, state.board(seat), color=pen.color, marks=marks, width=room)
    columns = [[*_bold_lines(title, pen, room), *board], groups]
    middle = central_lines(state, pen, width)
    if widest(board) > room:
        del columns[1]
    else:
        middle = middle[-1:]
    mine = _own_cards(state, seat, pen)
    below = [block for block in ([*middle, *river_lines(state, pen)], mine) if block]
    return columns, flowed(below, width, gap=2)


def _own_cards(state: State, seat: int, pen: Pen) -> list[str]:
    """The cards of the seat to move, and the spirits it is to choose from."""
    lines = held_lines(state, seat, pen)
    if lines:
        lines.insert(0, pen.bold("Yours"))
    if state.phase == "keep" and state.dealt:
        lines.append(pen.bold("Your spirits: keep one"))
        for name in state.dealt:
            lines += spirit_lines(box.cards()[name], pen)
    return lines
