"""Boards as they lie on a table, from JSON: the form of tests/data/cases.json.

    {"side": "A", "board": {"a1": "TTL", "b1": "W*"}, "cards": {"otter": 1},
     "spirit": {"id": "lion", "settled": false}}

Only ``side`` has to be there. Every board that can physically stand is read, an unfinished or odd one
too; what cannot stand is refused with its place. docs/command-line.md says more.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from harmonies import box
from harmonies._core import CATEGORIES, stack_exists
from harmonies.errors import BoardError
from harmonies.json_text import Lines, Value, parse, quoted
from harmonies.score import score_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harmonies.score import Score

_KEYS = ("id", "about", "side", "board", "cards", "spirit", "expected")
_MOST_UNCOMPLETED = 4
_CATEGORIES = (*CATEGORIES, "total")


class Oddity(NamedTuple):
    """Something odd about a board that does not keep it from being scored."""

    message: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class TableBoard:
    """A board, the cards beside it with their cubes settled, and what its score should be.

    >>> [board] = read_boards('{"side": "A", "board": {"a1": "W", "a2": "W"}}')
    >>> board.side, board.board, board.score().total
    ('A', {'a1': 'W', 'a2': 'W'}, 2)
    """

    side: str
    board: dict[str, str] = field(default_factory=dict)
    cards: dict[str, int] = field(default_factory=dict)
    spirit: str | None = None
    spirit_settled: bool = False
    name: str | None = None
    about: str | None = None
    expected: dict[str, int] | None = None
    oddities: tuple[Oddity, ...] = ()

    def score(self) -> Score:
        """What it is worth, with the reason for each point."""
        return score_table(
            self.side, self.board, self.cards, self.spirit, spirit_settled=self.spirit_settled
        )

    def differences(self) -> dict[str, tuple[int, int]]:
        """What ``expected`` says otherwise: what it expects and what there is, by category."""
        found = self.score().as_dict()
        wanted = self.expected or {}
        return {key: (wanted[key], found[key]) for key in wanted if wanted[key] != found[key]}


def read_boards(text: str) -> list[TableBoard]:
    """The boards a text holds, one or a list.

    Raises JsonError for what is no JSON and BoardError for what cannot lie on a table, both with
    line and column.

    >>> read_boards('[{"side": "A", "board": {"c3": "TTT"}}]')
    Traceback (most recent call last):
    harmonies.errors.BoardError: line 1, column 32: board 1, board.c3: No stack is built like 'TTT'.
    """
    value = parse(text)
    lines = Lines(text)
    if isinstance(value.content, list):
        return [_Reader(lines, f"board {at}").board(one) for at, one in enumerate(value.content, 1)]
    return [_Reader(lines, "").board(value)]


class _Reader:
    """Reads one board, and knows how to say where something is wrong."""

    def __init__(self, lines: Lines, name: str) -> None:
        self._lines = lines
        self._name = name
        self._oddities: list[Oddity] = []

    def board(self, value: Value) -> TableBoard:
        if not isinstance(value.content, dict):
            message = (
                'A board is an object like {"side": "A", "board": {"a1": "W"}}'
                f"{'' if self._name else ', or a list of them'}, not {value.kind}."
            )
            raise self._error(message, value, "")
        content = value.content
        name = self._word(content.get("id"))
        if name is not None:
            self._name = f"{self._name} ({quoted(name)[1:-1]})" if self._name else ""
        for key in content:
            if key not in _KEYS:
                self._warn(f"{quoted(key)} is not known here and was left out.", value.keys[key])
        side = self._side(value)
        board = self._stacks(content.get("board"), side)
        cards = self._cards(content.get("cards"))
        spirit, settled = self._spirit(content.get("spirit"))
        self._compare_cubes(board, cards, spirit if settled else None, value)
        self._count_cards(cards, spirit is not None and not settled, value)
        return TableBoard(
            side.letter,
            board,
            cards,
            spirit,
            settled,
            name,
            self._word(content.get("about")),
            self._expected(content.get("expected")),
            tuple(self._oddities),
        )

    def _side(self, value: Value) -> box.Side:
        assert isinstance(value.content, dict)
        side = value.content.get("side")
        if side is None:
            raise self._error('"side" is missing: "A" with a river or "B" with islands.', value, "")
        if not isinstance(side.content, str) or side.content not in box.sides():
            raise self._error(f'A side is "A" or "B", not {_shown(side)}.', side, "side")
        return box.side(side.content)

    def _stacks(self, value: Value | None, side: box.Side) -> dict[str, str]:
        stacks: dict[str, str] = {}
        used: Counter[str] = Counter()
        for space, stack in self._entries(value, "board").items():
            path = f"board.{_key(space)}"
            if space not in side.spaces:
                message = (
                    f"Side {side.letter} has no space {quoted(space)}{_near(space, side.spaces)}"
                )
                raise self._error(message, stack, path, value, space)
            if not isinstance(stack.content, str):
                message = f'A stack is a string like "TTL", bottom first, not {_shown(stack)}.'
                raise self._error(message, stack, path)
            self._check_stack(stack.content, stack, path)
            used.update(stack.content.rstrip("*"))
            for letter in stack.content.rstrip("*"):
                most = box.tokens()[letter].count
                if used[letter] > most:
                    message = f"The box holds {most} {letter}, and this is one more."
                    raise self._error(message, stack, path)
            if stack.content:
                stacks[space] = stack.content
        return stacks

    def _check_stack(self, stack: str, value: Value, path: str) -> None:
        tokens = stack.removesuffix("*")
        if re.fullmatch("[WMTLFH]*", tokens):
            # No stack is longer, and the core reads short words only.
            if len(tokens) <= 3 and stack_exists(stack):
                return
            raise self._error(f"No stack is built like {quoted(tokens)}.", value, path)
        if re.fullmatch("[WMTLFHwmtlfh]*", tokens):
            raise self._error(f"Tokens are capital letters, not {quoted(tokens)}.", value, path)
        wrong = next(letter for letter in tokens if letter not in box.LETTERS)
        if wrong == "*":
            raise self._error("A space takes one cube, marked by one * at the end.", value, path)
        raise self._error(f"A token is one of W M T L F H, not {quoted(wrong)}.", value, path)

    def _cards(self, value: Value | None) -> dict[str, int]:
        cards = {}
        for name, cubes in self._entries(value, "cards").items():
            path = f"cards.{_key(name)}"
            card = box.cards().get(name)
            if card is None:
                raise self._error(_no_card(name, spirits=False), cubes, path, value, name)
            if card.is_spirit:
                message = f'{name} is a spirit, and belongs into "spirit".'
                raise self._error(message, cubes, path, value, name)
            count = cubes.content
            if type(count) is not int or not 0 <= count <= card.cubes:
                message = f"{name} comes with {card.cubes} cubes, so 0 to {card.cubes} are settled"
                raise self._error(f"{message}, not {_shown(cubes)}.", cubes, path)
            cards[name] = count
        return cards

    def _spirit(self, value: Value | None) -> tuple[str | None, bool]:
        if value is None or value.content is None:
            return None, False
        if not isinstance(value.content, dict):
            message = (
                f'A spirit is an object like {{"id": "lion", "settled": true}}, not {value.kind}.'
            )
            raise self._error(message, value, "spirit")
        name = value.content.get("id")
        if name is None:
            raise self._error('The "id" of the spirit is missing.', value, "spirit")
        if not isinstance(name.content, str):
            message = f"The name of a spirit is a string, not {_shown(name)}."
            raise self._error(message, name, "spirit.id")
        card = box.cards().get(name.content)
        if card is None:
            raise self._error(_no_card(name.content, spirits=True), name, "spirit.id")
        if not card.is_spirit:
            message = f'{card.name} is an animal, and belongs into "cards".'
            raise self._error(message, name, "spirit.id")
        for key in value.content:
            if key not in {"id", "settled"}:
                self._warn(f"{quoted(key)} is not known here and was left out.", value.keys[key])
        settled = value.content.get("settled")
        if settled is None:
            self._warn(f'"settled" is missing, {card.name} counts as not settled.', value.offset)
            return card.name, False
        if not isinstance(settled.content, bool):
            message = f"Whether the spirit is settled is true or false, not {_shown(settled)}."
            raise self._error(message, settled, "spirit.settled")
        return card.name, settled.content

    def _expected(self, value: Value | None) -> dict[str, int] | None:
        if value is None:
            return None
        expected = {}
        for key, points in self._entries(value, "expected").items():
            if key not in _CATEGORIES:
                assert value is not None
                message = f"No category is called {quoted(key)}, it was left out."
                self._warn(message, value.keys[key])
            elif type(points.content) is not int:
                message = f"Points are a whole number, not {_shown(points)}."
                raise self._error(message, points, f"expected.{key}")
            else:
                expected[key] = points.content
        return expected

    def _compare_cubes(
        self, board: dict[str, str], cards: dict[str, int], spirit: str | None, value: Value
    ) -> None:
        """Warns when the cubes on the board cannot be those that the cards have settled."""
        shown = Counter(_cube_place(stack[:-1]) for stack in board.values() if stack.endswith("*"))
        settled: Counter[str] = Counter()
        for name, cubes in (cards | ({spirit: 1} if spirit else {})).items():
            if cubes:
                settled[box.cards()[name].habitat[0].stack] += cubes
        if shown == settled:
            return
        odd = [kind for kind in shown | settled if shown[kind] != settled[kind]]
        details = ", ".join(
            f"on {_CUBE_PLACES.get(kind, kind)} {shown[kind]} and {settled[kind]}"
            for kind in sorted(odd)
        )
        self._warn(
            f"The board shows {_cubes(shown.total())}, the cards have settled {settled.total()}"
            f" ({details}).",
            value.offset,
        )

    def _count_cards(self, cards: dict[str, int], spirit: bool, value: Value) -> None:
        open_ones = sum(cubes < box.cards()[name].cubes for name, cubes in cards.items()) + spirit
        if open_ones > _MOST_UNCOMPLETED:
            message = (
                f"{open_ones} cards are not completed, and a player holds 4 of them at the most."
            )
            self._warn(message, value.offset)

    def _entries(self, value: Value | None, path: str) -> dict[str, Value]:
        if value is None:
            return {}
        if not isinstance(value.content, dict):
            raise self._error(f"An object is wanted here, not {value.kind}.", value, path)
        return value.content

    @staticmethod
    def _word(value: Value | None) -> str | None:
        if value is None or isinstance(value.content, dict | list | bool | None):
            return None
        return str(value.content)

    def _warn(self, message: str, offset: int) -> None:
        self._oddities.append(Oddity(self._said("", message), *self._lines.place(offset)))

    def _said(self, path: str, message: str) -> str:
        where = ", ".join(part for part in (self._name, path) if part)
        return f"{where}: {message}" if where else message

    def _error(
        self, message: str, value: Value, path: str, around: Value | None = None, key: str = ""
    ) -> BoardError:
        """An error at a value, or at its key in the object around it."""
        offset = around.keys[key] if around else value.offset
        line, column = self._lines.place(offset)
        return BoardError(self._said(path, message), line=line, column=column)


_CUBE_PLACES = {box.BUILDING: "a building", "": "an empty space"}


def _cube_place(stack: str) -> str:
    return box.BUILDING if len(stack) == 2 and stack.endswith("H") else stack


def _cubes(count: int) -> str:
    return "1 cube" if count == 1 else f"{count} cubes"


def _shown(value: Value) -> str:
    if isinstance(value.content, str):
        return quoted(value.content)
    if isinstance(value.content, bool):
        return "true" if value.content else "false"
    if isinstance(value.content, int | float):
        return str(value.content)
    return value.kind


def _key(key: str) -> str:
    return key if key.isascii() and key.isidentifier() and len(key) <= 20 else quoted(key)


def _no_card(name: str, *, spirits: bool) -> str:
    known = [card.name for card in box.cards().values() if card.is_spirit == spirits]
    return f"No {'spirit' if spirits else 'card'} is called {quoted(name)}{_near(name, known)}"


def _near(word: str, known: Iterable[str]) -> str:
    close = get_close_matches(word.lower().replace(" ", "_"), known, 1) if len(word) <= 40 else []
    return f"; perhaps {close[0]}?" if close else "."
