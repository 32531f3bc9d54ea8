"""A whole table in SVG: the middle, and each seat with its board and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harmonies import box
from harmonies.pictures import svg_cards
from harmonies.pictures.pen import TOKEN_COLOURS
from harmonies.pictures.svg_board import BoardPicture
from harmonies.pictures.svg_pieces import (
    animal_cube,
    cylinder,
    flat_symbol,
    moved,
    spirit_cube,
)
from harmonies.pictures.svg_sheet import panel, words
from harmonies.pictures.text_table import name_of, points_word
from harmonies.score import score_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harmonies._core import State

_GAP = 16.0
_PLATE = 58.0
_ROOM_FOR_BAG = 276.0
_ROOM_FOR_POINTS = 104.0
_WIDEST_LETTER = 11.0
_HEAD = 38.0
_FOOT = 44.0

_SIGNS = {"trees": "L", "mountains": "M", "fields": "F", "buildings": "H", "water": "W"}


def middle(state: State) -> tuple[str, float, float]:
    """The central board and the face-up cards, with their width and height."""
    plates = max(len(state.groups) * _PLATE, _ROOM_FOR_BAG) + 24
    plate = (plates - 24) / len(state.groups)
    parts = [panel(0, 0, plates, svg_cards.HEIGHT)]
    for index, group in enumerate(state.groups):
        parts.append(moved(12 + (index + 0.5) * plate, 44, _plate(index + 1, group)))
    step = (plates - 24) / len(state.bag)
    for index, (letter, count) in enumerate(state.bag.items()):
        x = 12 + (index + 0.5) * step
        parts.append(moved(x - step * 0.18, 92, cylinder(letter, symbol=False), 0.24))
        parts.append(words(round(x, 1), 93, str(count), 10, "hm-soft"))
    x = plates
    for name in state.river:
        x += 10
        if name:
            parts.append(moved(x, 0, svg_cards.card_picture(box.cards()[name])))
        x += svg_cards.WIDTH
    return "".join(parts), x, svg_cards.HEIGHT


def _plate(number: int, group: str) -> str:
    """Three tokens on a plate, two behind and one in front."""
    places = ((-12, -4), (12, -4), (0, 10))
    tokens = [
        moved(x, y, cylinder(letter), 0.42) for (x, y), letter in zip(places, group, strict=False)
    ]
    return (
        '<ellipse class="hm-space" rx="27" ry="19" cy="1"/>'
        f"{''.join(tokens)}{words(0, 33, str(number), 10, 'hm-soft hm-middle')}"
    )


def seat_picture(state: State, seat: int, title: str) -> tuple[str, float, float]:
    """A seat with its board, its cards and its points, with its width and height."""
    spirit_space = state.spirit_space(seat)
    board = BoardPicture(state.side, state.board(seat), spirit_space)
    width = board.width + svg_cards.WIDTH + 3 * _GAP
    height = max(_HEAD + board.height + _FOOT, 4 * (svg_cards.HEIGHT + 8) - 8 + 2 * _GAP)
    score = score_of(state, seat)
    cards = state.cards(seat)
    complete = {name: box.cards()[name].points[-1] for name in state.completed(seat)}
    spirit = state.spirit(seat)
    if spirit and state.spirit_settled(seat):
        complete[spirit] = score.spirit
    elif spirit:
        cards[spirit] = 0
    parts = [
        panel(0, 0, width, height),
        words(_GAP, 30, _fitting(title, board.width), 16, "hm-ink hm-bold"),
        words(_GAP + board.width, 30, points_word(score.total), 16, "hm-ink hm-bold hm-end"),
        moved(_GAP, _HEAD + (height - _HEAD - _FOOT - board.height) / 2, board.content),
        moved(_GAP, height - 39, _points(score.by_category(), state.spirits)),
        svg_cards.complete_lines(_GAP, height - 13, complete),
    ]
    if seat == state.to_move and not state.over:
        parts.append(moved(6, 24, '<circle class="hm-turn" r="3.5"/>'))
    held = [name for name in cards if name not in complete]
    for index, name in enumerate(held):
        y = _GAP + index * (svg_cards.HEIGHT + 8)
        picture = svg_cards.card_picture(box.cards()[name], cards[name])
        parts.append(moved(width - _GAP - svg_cards.WIDTH, y, picture))
    return "".join(parts), width, height


def _fitting(title: str, width: float) -> str:
    """As much of a name as goes beside the points."""
    most = int((width - _ROOM_FOR_POINTS) / _WIDEST_LETTER)
    return title if len(title) <= most else f"{title[: most - 1].rstrip()}…"


def _points(points: dict[str, int], spirits: bool) -> str:
    """The points by category, each with its sign."""
    parts = []
    x = 8.0
    for category, count in points.items():
        if category == "spirit" and not spirits:
            continue
        if category in _SIGNS:
            letter = _SIGNS[category]
            sign = moved(x, 4, flat_symbol(letter, TOKEN_COLOURS[letter]), 0.5)
        else:
            sign = moved(x, 9, spirit_cube() if category == "spirit" else animal_cube(), 0.6)
        parts.append(f"<g><title>{category}</title>{sign}")
        parts.append(words(x + 12, 9, str(count), 13) + "</g>")
        x += 50
    return "".join(parts)


def table_picture(state: State, names: Sequence[str] | None = None) -> tuple[str, float, float]:
    """The whole table, with its width and height."""
    seats = [
        seat_picture(state, seat, name_of(state, seat, names)) for seat in range(state.players)
    ]
    shared, shared_width, shared_height = middle(state)
    columns = min(2, state.players)
    _, seat_width, seat_height = seats[0]
    width = max(columns * seat_width + (columns - 1) * _GAP, shared_width)
    between = (width - columns * seat_width) / (columns - 1) if columns > 1 else 0
    parts = [moved((width - shared_width) / 2, 0, shared)]
    top = shared_height + _GAP
    for index, (content, _, _) in enumerate(seats):
        row, column = divmod(index, columns)
        alone = index == state.players - 1 and column == 0
        x = (width - seat_width) / 2 if alone else column * (seat_width + between)
        parts.append(moved(x, top + row * (seat_height + _GAP), content))
    rows = -(-state.players // columns)
    return "".join(parts), width, top + rows * (seat_height + _GAP) - _GAP
