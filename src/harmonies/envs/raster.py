"""The table as an array of red, green and blue, drawn with NumPy alone: for videos of learners."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from harmonies import box
from harmonies.pictures.pen import AMBER, TOKEN_COLOURS, shaded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from harmonies._core import State

RADIUS = 22.0  # of a hex, in pixels
GAP = 14
TOKEN = 13.0
LIFT = 7.0  # how much higher the next token of a stack lies
BAR = 4

PAPER = "#f4efe4"
EMPTY = "#e2d8c3"
EDGE = "#b9ab8f"
CUBE_EDGE = "#3b2a12"
SPIRIT = "#8a5cc2"


class Canvas:
    """Pixels one can draw on; x goes to the right, y down."""

    def __init__(self, width: float, height: float) -> None:
        self.pixels = np.empty((round(height), round(width), 3), np.uint8)
        self.pixels[:] = rgb(PAPER)
        self._y, self._x = np.mgrid[: self.pixels.shape[0], : self.pixels.shape[1]]

    def disc(self, x: float, y: float, radius: float, colour: str, flat: float = 1.0) -> None:
        """A disc, or an ellipse that is only so high."""
        near, window = self._around(x, y, radius)
        inside = (near[1] - x) ** 2 + ((near[0] - y) / flat) ** 2 <= radius**2
        self.pixels[window][inside] = rgb(colour)

    def hexagon(self, x: float, y: float, radius: float, colour: str) -> None:
        """A hexagon that lies on its flat side."""
        near, window = self._around(x, y, radius)
        across, down = abs(near[1] - x), abs(near[0] - y)
        half = radius * sqrt(3) / 2
        inside = (down <= half) & (across * sqrt(3) + down <= radius * sqrt(3))
        self.pixels[window][inside] = rgb(colour)

    def square(self, x: float, y: float, radius: float, colour: str) -> None:
        near, window = self._around(x, y, radius)
        inside = np.maximum(abs(near[1] - x), abs(near[0] - y)) <= radius
        self.pixels[window][inside] = rgb(colour)

    def bar(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        self.pixels[round(y) : round(y + height), round(x) : round(x + width)] = rgb(colour)

    def _around(
        self, x: float, y: float, radius: float
    ) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]], tuple[slice, slice]]:
        """The pixels near a place: where they are, and the part of the picture."""
        rows = slice(max(0, int(y - radius)), int(y + radius) + 2)
        columns = slice(max(0, int(x - radius)), int(x + radius) + 2)
        return (self._y[rows, columns], self._x[rows, columns]), (rows, columns)


def rgb(colour: str) -> tuple[int, int, int]:
    """A colour as three numbers.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def table_rgb(state: State) -> NDArray[np.uint8]:
    """The whole table: rows of pixels of three colours.

    In the middle the groups of tokens and those in hand; for each seat its board, below it its
    cards as strips with the cubes they still hold, and its points as a bar of one pixel each.
    Nothing in it is hidden from anybody.
    """
    columns = box.side(state.side).columns
    width = GAP * 2 + RADIUS * (1.5 * (len(columns) - 1) + 2)
    height = GAP * 2 + RADIUS * sqrt(3) * max(columns) + LIFT * 2
    below = 5 * 14 + GAP
    middle = 3 * GAP + 2 * TOKEN
    canvas = Canvas(max(width * state.players, 420), middle + height + below)
    _draw_middle(canvas, state, middle / 2)
    for seat in range(state.players):
        _draw_board(canvas, state, seat, seat * width + GAP, middle + GAP + 2 * LIFT)
        _draw_cards(canvas, state, seat, seat * width + GAP, middle + height)
    return canvas.pixels


def _draw_middle(canvas: Canvas, state: State, y: float) -> None:
    x = GAP + TOKEN
    for tokens in [*state.groups, state.hand]:
        for number in range(3):
            colour = TOKEN_COLOURS[tokens[number]] if number < len(tokens) else EMPTY
            canvas.disc(x + number * TOKEN * 1.2, y, TOKEN * 0.7, EDGE)
            canvas.disc(x + number * TOKEN * 1.2, y, TOKEN * 0.6, colour)
        x += TOKEN * 5.2


def _draw_board(canvas: Canvas, state: State, seat: int, left: float, top: float) -> None:
    board = state.board(seat)
    spirit = state.spirit_space(seat)
    moves = seat == state.to_move and not state.over
    for column, count in enumerate(box.side(state.side).columns):
        for row in range(count):
            x = left + RADIUS * (1 + 1.5 * column)
            y = top + RADIUS * sqrt(3) * (row + (1 if column % 2 else 0.5))
            canvas.hexagon(x, y, RADIUS, AMBER if moves else EDGE)
            canvas.hexagon(x, y, RADIUS - 2, EMPTY)
            space = box.space_name(column, row)
            _draw_stack(canvas, board.get(space, ""), x, y, space == spirit)


def _draw_stack(canvas: Canvas, stack: str, x: float, y: float, spirit: bool) -> None:
    tokens = stack.rstrip("*")
    for height, letter in enumerate(tokens):
        colour = TOKEN_COLOURS[letter]
        level = y + 4 - height * LIFT
        canvas.disc(x, level + 3, TOKEN, shaded(colour, 0.62), 0.7)
        canvas.disc(x, level, TOKEN, colour, 0.7)
    if stack.endswith("*"):
        level = y - (len(tokens) - 1) * LIFT
        canvas.square(x, level, 6, CUBE_EDGE)
        canvas.square(x, level, 4.5, SPIRIT if spirit else AMBER)


def _draw_cards(canvas: Canvas, state: State, seat: int, left: float, top: float) -> None:
    cards = state.cards(seat)
    complete = state.completed(seat)
    held = [name for name in cards if name not in complete]
    canvas.bar(left, top, state.points(seat), BAR, CUBE_EDGE)
    for row, name in enumerate(held):
        _draw_cubes(canvas, left, top + 16 + row * 14, len(box.cards()[name].points), cards[name])


def _draw_cubes(canvas: Canvas, left: float, y: float, cubes: int, settled: int) -> None:
    for number in range(cubes):
        canvas.square(left + 6 + number * 14, y, 5, CUBE_EDGE)
        canvas.square(left + 6 + number * 14, y, 4, EMPTY if number < settled else AMBER)
