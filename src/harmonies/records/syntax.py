"""The events of a record's lines, read before any rule is asked."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from harmonies._core import MOVES, Move
from harmonies.errors import MoveSyntaxError, RecordError
from harmonies.game import Replace, Resign, Undo, is_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from harmonies.game import Event

_ANIMALS = frozenset(move.card for move in MOVES if move.kind == "draft")
_SPIRITS = frozenset(move.card for move in MOVES if move.kind == "keep")
_PARTS = ("drawn", "turned", "dealt")
_VERBS = (
    "keep, take, place, draft, settle, discard, end, undo, resign, replace, drawn, turned or dealt"
)

_WORD = re.compile(r"[^ ]+")
_GROUP = re.compile(r"[WMTLFH]{3}")
_QUOTED = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_OPEN_QUOTE = re.compile(r'"(?:[^"\\]|\\["\\])*\\?')
_ITEM = re.compile(rf" *(replace +[^ ;>#]+ +{_QUOTED.pattern} *(?=[;>#]|$)|[^;>#]*)")


class Word(NamedTuple):
    """A word and its column, from 1."""

    text: str
    column: int


class Item(NamedTuple):
    """An event of a record, with its place.

    ``event`` is None for a draw, which only a state can read.
    """

    line: int
    column: int
    text: str
    event: Event | None


def fault(code: str, message: str, line: int, at: Word | int) -> RecordError:
    """An error with its place; a word at fault is quoted."""
    column, found = (at, "") if isinstance(at, int) else (at.column, f" Found '{_short(at.text)}'.")
    return RecordError(message + found, code=f"record/{code}", line=line, column=column)


def words_of(text: str, column: int = 1) -> list[Word]:
    """The words of a text that begins at a column."""
    return [Word(found[0], column + found.start()) for found in _WORD.finditer(text)]


def single_spaced(text: str) -> str:
    """The words of a text with one space between them."""
    return " ".join(_WORD.findall(text))


def column_in(text: str, column: int, told: int) -> int:
    """Where in its line something is that an error places in the single-spaced text.

    >>> column_in("drawn   WWX  WWW", column=5, told=9)
    15
    """
    end = 0
    for word in words_of(text, column):
        start, end = end + 1, end + 1 + len(word.text)
        if told <= end:
            return word.column + told - start
    return column + len(text)


def comment_in(text: str) -> int:
    """Where in a turn's line the comment begins; the line's length when it has none."""
    if "#" not in text:
        return len(text)
    at = 0
    while True:
        at = _end_of_item(text, at)
        if at == len(text) or text[at] == "#":
            return at
        at += 1


def items_of(text: str, line: int, column: int) -> Iterator[Item]:
    """The events of a turn's line, behind its label and without its comment."""
    separator = ""
    at = 0
    while True:
        end = _end_of_item(text, at)
        said = text[at:end].lstrip(" ")
        item = item_of(said.rstrip(" "), line, column + end - len(said))
        if separator and (separator == ">") != (item.event is None):
            message = "What was drawn stands behind '>', and every other event behind ';'."
            raise fault("bad-separator", message, line, Word(separator, column + at - 1))
        yield item
        if end == len(text):
            return
        separator = text[end]
        at = end + 1


def event_at(text: str, index: int) -> int:
    """Where in a turn's line, behind its label, the event begins that something belongs to."""
    at = 0
    while (end := _end_of_item(text, at)) < index:
        at = end + 1
    return end - len(text[at:end].lstrip(" "))


def is_open_quote(text: str) -> bool:
    """Whether a text is a name in quotes without its end."""
    return _OPEN_QUOTE.fullmatch(text) is not None


def _end_of_item(text: str, begin: int) -> int:
    found = _ITEM.match(text, begin)
    assert found is not None
    return found.end()


def item_of(text: str, line: int, column: int) -> Item:
    """One event."""
    verb = text.partition(" ")[0]
    if not verb:
        raise fault("missing-event", "A move or another event is missing here.", line, column)
    if verb in _PARTS:
        _check_draw(text, line, column)
        return Item(line, column, text, None)
    if verb in _TABLE_EVENTS:
        return Item(line, column, text, _TABLE_EVENTS[verb](text, line, column))
    try:
        return Item(line, column, text, _move(text))
    except MoveSyntaxError as error:
        if error.fault == "syntax/unknown-verb":
            message = f"An event begins with {_VERBS}."
            raise fault("bad-event", message, line, Word(verb, column)) from error
        at = column + error.column - 1
        raise fault("bad-event", error.message, line, at) from error


@lru_cache(maxsize=2048)
def _move(text: str) -> Move:
    return Move.parse(text)


def _undo(text: str, line: int, column: int) -> Undo:
    if text != "undo":
        message = "Nothing stands behind 'undo'."
        raise fault("bad-event", message, line, words_of(text, column)[1])
    return Undo()


def _resign(text: str, line: int, column: int) -> Resign:
    words = words_of(text, column)
    if len(words) > 2:
        raise fault("bad-event", "The event has ended before this word.", line, words[2])
    return Resign(_seat(words, text, line, column))


def _replace(text: str, line: int, column: int) -> Replace:
    words = words_of(text, column)
    seat = _seat(words, text, line, column)
    if len(words) == 2:
        message = "The name of who sits down is missing here."
        raise fault("bad-event", message, line, column + len(text))
    at = words[2].column
    name = text[at - column :]
    if name.startswith('"'):
        quoted = _QUOTED.fullmatch(name)
        if quoted is None:
            message = r'A name in quotes ends with one; within it, " is written \", and \ is \\.'
            raise fault("bad-name", message, line, at)
        name = re.sub(r"\\(.)", r"\1", quoted[1])
    if not is_name(name):
        raise fault("bad-name", "A name is printable text without spaces around it.", line, at)
    return Replace(seat, name)


def _seat(words: list[Word], text: str, line: int, column: int) -> int:
    if len(words) == 1:
        raise fault("bad-event", "The seat is missing here.", line, column + len(text))
    return seat_of(words[1], line)


def seat_of(word: Word, line: int) -> int:
    """A seat, counted from 0."""
    if word.text not in {"1", "2", "3", "4"}:
        raise fault("unknown-seat", "Seats are numbered 1 to 4.", line, word)
    return int(word.text) - 1


_TABLE_EVENTS: dict[str, Callable[[str, int, int], Event]] = {
    "undo": _undo,
    "resign": _resign,
    "replace": _replace,
}


def _check_draw(text: str, line: int, column: int) -> None:
    parts = iter(_PARTS)
    part = ""
    for word in words_of(text, column):
        if word.text in _PARTS:
            if word.text not in parts:
                message = "A draw is drawn, turned and dealt, as far as needed, in this order."
                raise fault("bad-draw", message, line, word)
            part = word.text
        elif part == "drawn" and not _GROUP.fullmatch(word.text):
            message = "A group is three letters of W, M, T, L, F, H."
            raise fault("bad-draw", message, line, word)
        elif part == "turned" and word.text not in _ANIMALS:
            raise fault("bad-draw", "No animal is called that.", line, word)
        elif part == "dealt" and word.text != "?" and word.text not in _SPIRITS:
            raise fault("bad-draw", "No spirit is called that.", line, word)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
