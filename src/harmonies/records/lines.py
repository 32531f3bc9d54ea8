"""The lines of a record: the syntax of all of them, before the legality of any."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from harmonies.errors import RecordError
from harmonies.game import Replace, is_printable
from harmonies.records.headers import Headers
from harmonies.records.model import FORMAT, VERSION, Cut
from harmonies.records.syntax import (
    Item,
    Word,
    comment_in,
    event_at,
    fault,
    is_open_quote,
    items_of,
    seat_of,
    words_of,
)

_TITLE = re.compile(rf" *{FORMAT.replace(' ', ' +')} +([^ #]+) *(?:#(.*))?")
_TURN = re.compile(r" *(?:[0-9]|deal *:)")
_LABEL = re.compile(r" *(?:([1-9][0-9]{0,3}) +seat +([^ :]+)|deal) *:")
_POINTS = re.compile(r"[0-9]{1,4}")
_RESULT = re.compile(
    r"unfinished|seat [1-4] wins|seat [1-4] resigned(, seat [1-4] wins)?|1 sun|[0-9]{1,2} suns"
    r"|seats [1-4](, [1-4]){0,2} and [1-4] share the win"
)
# What a cut cannot have done to the last line of a record.
_NEVER_BY_A_CUT = {"record/unprintable", "record/header-too-late", "record/after-result"}


class TurnLine(NamedTuple):
    """A line of play. ``number`` and ``seat`` (from 0) are None where the line is called deal."""

    line: int
    number: Word | None
    seat: Word | None
    column: int
    items: list[Item]


class Closing(NamedTuple):
    """What a line behind the game says of it."""

    line: int
    words: list[Word]


@dataclass
class Sheet:
    """A record as it is written. A comment among the lines of play is a str."""

    end: Cut
    headers: Headers = field(default_factory=Headers)
    headers_end: Cut | None = None
    play: list[TurnLine | str] = field(default_factory=list)
    points: Closing | None = None
    result: Closing | None = None
    last_item: Item | None = None  # the one that ends with the text, in the middle of a line
    cut: Cut | None = None


def read_sheet(text: str, *, cut_allowed: bool) -> Sheet:
    """The lines of a record. Where a cut is allowed, one in the last line ends the reading."""
    lines = text.removeprefix("\ufeff").split("\n")
    sheet = Sheet(end=Cut(len(lines), len(lines[-1]) + 1))
    for number, raw in enumerate(lines, 1):
        line = raw.removesuffix("\r").replace("\t", " ")
        may_be_cut = cut_allowed and number == len(lines) and sheet.result is None
        try:
            _check_printable(line, number)
            if number == 1:
                _read_title(sheet, line)
            elif may_be_cut:
                _read_last(sheet, line, number)
            else:
                _read_line(sheet, line, number)
        except RecordError as error:
            begin = _hurt_by_a_cut(error, line) if may_be_cut and number > 1 else None
            if begin is None:
                raise
            sheet.cut = Cut(number, begin + 1)
    if sheet.headers_end is None:
        sheet.headers_end = sheet.end
    return sheet


def _check_printable(line: str, number: int) -> None:
    if is_printable(line):
        return
    column = next(at for at, letter in enumerate(line, 1) if not is_printable(letter))
    message = f"The character U+{ord(line[column - 1]):04X} cannot stand in a record."
    raise fault("unprintable", message, number, column)


def _read_title(sheet: Sheet, line: str) -> None:
    title = _TITLE.fullmatch(line)
    if title is None:
        raise fault("not-a-record", f"A record begins with '{FORMAT} {VERSION}'.", 1, 1)
    if title[1] != str(VERSION):
        message = f"This program reads version {VERSION} of records."
        raise fault("version", message, 1, Word(title[1], title.start(1) + 1))
    if title[2] is not None:
        sheet.play.append(title[2].strip(" "))


def _read_last(sheet: Sheet, line: str, number: int) -> None:
    """Reads a line without an end: what would be right when cut shorter cannot be trusted."""
    keyed = None if _TURN.match(line) else _key_and_value(line)
    if keyed and keyed[0].text != "result":
        if sheet.headers_end is None or keyed[0].text == "points":
            sheet.cut = Cut(number, keyed[0].column)
            return
    _read_line(sheet, line, number)
    turn = sheet.play[-1] if sheet.play else None
    if isinstance(turn, TurnLine) and turn.line == number:
        sheet.last_item = turn.items[-1]
        if isinstance(turn.items[-1].event, Replace) and not line.rstrip(" ").endswith('"'):
            sheet.last_item = None
            sheet.cut = Cut(number, turn.items.pop().column)


def _hurt_by_a_cut(error: RecordError, line: str) -> int | None:
    """Where what a cut at the end of the line has hurt begins; None if it did not do this."""
    if error.fault in _NEVER_BY_A_CUT:
        return None
    label = _LABEL.match(line)
    if label is None:
        return len(line) - len(line.lstrip(" "))
    events = line[label.end() :]
    at = error.column - 1 - label.end()
    if error.fault == "record/bad-name" and is_open_quote(events[at:]):
        return label.end() + event_at(events, at)
    last = event_at(events, len(events))
    return label.end() + last if comment_in(events) == len(events) and at >= last else None


def _read_line(sheet: Sheet, line: str, number: int) -> None:
    if not line.strip(" "):
        return
    if line.lstrip(" ").startswith("#"):
        sheet.play.append(line.lstrip(" ")[1:].strip(" "))
        return
    if sheet.result is not None:
        at = words_of(line)[0]
        raise fault("after-result", "The record has ended with its result.", number, at)
    if _TURN.match(line):
        _read_turn(sheet, line, number)
        return
    keyed = _key_and_value(line)
    if keyed is None:
        message = "A line is a header ('date: ...'), a turn ('5 seat 2: ...') or a comment (# ...)."
        raise fault("bad-line", message, number, words_of(line)[0])
    key, value = keyed
    if key.text in ("points", "result"):
        comment = _read_closing(sheet, key, value, number)
    elif sheet.headers_end is not None:
        message = "Headers stand before the first turn."
        raise fault("header-too-late", message, number, key)
    else:
        comment = sheet.headers.read(key, value, number)
    if comment:
        sheet.play.append(comment.strip(" "))


def _key_and_value(line: str) -> tuple[Word, Word] | None:
    before, colon, after = line.partition(":")
    if not colon or "#" in before:
        return None
    key, value = before.lstrip(" "), after.lstrip(" ")
    return (
        Word(key.rstrip(" "), len(before) - len(key) + 1),
        Word(value.rstrip(" "), len(line) - len(value) + 1),
    )


def _read_turn(sheet: Sheet, line: str, number: int) -> None:
    if sheet.headers_end is None:
        sheet.headers_end = Cut(number, 1)
    label = _LABEL.match(line)
    if label is None:
        message = "A turn begins with its number and its seat, like '12 seat 2:'."
        raise fault("bad-label", message, number, words_of(line)[0])
    turn, seat = None, None
    if label[1] is not None:
        turn = Word(label[1], label.start(1) + 1)
        seat = Word(label[2], label.start(2) + 1)
        seat_of(seat, number)
    entry = TurnLine(number, turn, seat, words_of(line)[0].column, [])
    sheet.play.append(entry)
    items = line[label.end() :]
    end = comment_in(items)
    for item in items_of(items[:end], number, label.end() + 1):
        entry.items.append(item)
    if end < len(items):
        sheet.play.append(items[end + 1 :].strip(" "))


def _read_closing(sheet: Sheet, key: Word, value: Word, line: int) -> str:
    if sheet.headers_end is None:
        sheet.headers_end = Cut(line, 1)
    text, _, comment = value.text.partition("#")
    text = text.rstrip(" ")
    words = words_of(text, value.column)
    if not words:
        message = f"What the '{key.text}' are is missing here."
        raise fault("bad-header", message, line, value.column)
    if key.text == "points":
        if sheet.points is not None:
            raise fault("header-twice", "The points are there before.", line, key.column)
        for word in words:
            if not _POINTS.fullmatch(word.text):
                message = "Points are a number for each seat, with spaces between."
                raise fault("bad-points", message, line, word)
        sheet.points = Closing(line, words)
    else:
        if not _RESULT.fullmatch(" ".join(word.text for word in words)):
            message = (
                "A result is 'seat 2 wins', 'seats 1 and 2 share the win', "
                "'seat 1 resigned, seat 2 wins', '7 suns' or 'unfinished'."
            )
            raise fault("bad-result", message, line, Word(text, value.column))
        sheet.result = Closing(line, words)
    return comment
