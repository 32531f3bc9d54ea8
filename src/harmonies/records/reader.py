"""A record from text: its syntax first, then its game, event by event."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from harmonies._core import Draw, Move
from harmonies.errors import (
    IllegalDraw,
    IllegalMove,
    IllegalUndo,
    NotationError,
    RecordError,
    Refused,
)
from harmonies.game import Game
from harmonies.records.lines import TurnLine, read_sheet
from harmonies.records.model import Cut, Note, Record, Remark, result_of
from harmonies.records.syntax import Item, column_in, fault, single_spaced, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harmonies._core import State
    from harmonies.records.lines import Closing, Sheet

# Which word of a move is at fault, where it is not the first.
_SECOND = {
    "move/spirit-not-dealt",
    "move/no-such-group",
    "move/group-empty",
    "move/token-not-in-hand",
    "move/card-not-face-up",
    "move/card-not-held",
    "move/card-completed",
}
_LAST = {
    "move/not-on-board",
    "move/space-locked",
    "move/does-not-stack",
    "move/habitat-missing",
    "move/space-taken",
}


def parse_record(text: str | bytes) -> Record:
    """The record that a text holds, whole and right in every word.

    Raises RecordError, with line and column, for everything else: a text that cannot be read, an
    event that the rules refuse, points or a result that are not those of the game.
    """
    record = _read(decoded(text), cut_allowed=False)
    for remark in record.remarks:
        message, line, column = remark.message, remark.line, remark.column
        raise RecordError(message, code=remark.code, line=line, column=column)
    return record


def read_record(text: str | bytes) -> Record:
    """A record as far as it goes.

    One that was cut off is read up to there, and ``cut`` says where; points or a result that do
    not agree with the game are ``remarks``. What is wrong before the cut raises RecordError.

    >>> text = "harmonies record 1\\nside: A\\nplayers: 2\\nspirits: no\\nfirst: 1\\nseat 1: Ad"
    >>> record = read_record(text)
    >>> record.names, str(record.cut)
    ((None, None), 'line 6, column 1')
    """
    return _read(decoded(text, cut_allowed=True), cut_allowed=True)


def decoded(text: str | bytes, *, cut_allowed: bool = False) -> str:
    """A text from UTF-8, as far as it goes where a cut is allowed."""
    if isinstance(text, str):
        return text
    try:
        return str(text, "utf-8")
    except UnicodeDecodeError as error:
        before = str(text[: error.start], "utf-8")
        # A cut can leave a part of a letter at the end.
        if cut_allowed and error.reason == "unexpected end of data":
            return before
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise fault("not-utf-8", "The text is not UTF-8.", line, column) from error


def _read(text: str, *, cut_allowed: bool) -> Record:
    sheet = read_sheet(text, cut_allowed=cut_allowed)
    end = sheet.headers_end
    assert end is not None
    start = sheet.headers.start(end, cut=cut_allowed and end == sheet.end)
    replay = Replay(start)
    cut = sheet.cut
    for line in sheet.play:
        if isinstance(line, str):
            replay.notes.append(Note(replay.game.version, line))
            continue
        try:
            replay.enter_line(line)
        except RecordError as error:
            if not _is_cut_draw(error, line, sheet):
                raise
            cut = Cut(error.line, line.items[-1].column)
    if sheet.result is None and cut is None:
        cut = sheet.end
        if not cut_allowed:
            message = "A record ends with its result, 'result: unfinished' where the game goes on."
            raise fault("no-result", message, cut.line, cut.column)
    headers = sheet.headers
    record = Record(
        replay.game,
        headers.names(start.players),
        tuple(headers.free),
        headers.deal(start.players),
        tuple(replay.notes),
    )
    remarks = tuple(_remarks(record, sheet))
    if sheet.result is not None and sheet.result.line == sheet.end.line and cut_allowed:
        if record.result.startswith(f"{_said(sheet.result)},"):
            cut, remarks = Cut(sheet.result.line, 1), remarks[:-1]
    return replace(record, cut=cut, remarks=remarks)


def _is_cut_draw(error: RecordError, line: TurnLine, sheet: Sheet) -> bool:
    return (
        sheet.last_item is not None
        and line.items[-1] is sheet.last_item
        and isinstance(error.__cause__, NotationError)
        and error.__cause__.fault == "text/missing-word"
        and error.column > sheet.last_item.column
    )


def _remarks(record: Record, sheet: Sheet) -> Iterator[Remark]:
    if sheet.points is not None:
        points = [str(number) for number in record.points]
        words = sheet.points.words
        for said, right in zip(words, points, strict=False):
            if int(said.text) != int(right):
                message = f"The points are {' '.join(points)}. Found '{said.text}'."
                yield Remark("record/wrong-points", message, sheet.points.line, said.column)
                break
        else:
            if len(words) != len(points):
                message = f"The points are {' '.join(points)}, one number for each seat."
                at = words[min(len(words), len(points) + 1) - 1].column
                yield Remark("record/wrong-points", message, sheet.points.line, at)
    if sheet.result is not None:
        if _said(sheet.result) != record.result:
            message = f"The result is '{record.result}'. Found '{_said(sheet.result)}'."
            column = sheet.result.words[0].column
            yield Remark("record/wrong-result", message, sheet.result.line, column)


def _said(closing: Closing) -> str:
    return " ".join(word.text for word in closing.words)


class Replay:
    """A game that is entered line by line, and event by event."""

    def __init__(self, start: State) -> None:
        self.game = Game.replay(start, ())
        self.notes: list[Note] = []
        self._label: tuple[int, int] | None = None
        self._closed = False

    def enter_line(self, line: TurnLine) -> None:
        """Lets happen what a line says, after a look at its label."""
        self._check_label(line)
        for item in line.items:
            if self._closed:
                message = "The turn has ended, so what follows stands in a line of its own."
                raise fault("turn-has-ended", message, item.line, item.column)
            self.enter(item)

    def _check_label(self, line: TurnLine) -> None:
        if self.game.over:
            message = f"The game has ended before this: {result_of(self.game)}."
            raise fault("game-over", message, line.line, line.column)
        state = self.game.state
        label = None
        if line.number is not None and line.seat is not None:
            label = int(line.number.text), int(line.seat.text) - 1
        if state.phase == "deal":
            if label != self._label:
                message = f"First comes what was drawn: {_due(state)}."
                raise fault("draw-missing", message, line.line, line.column)
            return
        self._closed = False
        self._label = state.turn, state.to_move
        if line.number is None or line.seat is None:
            message = f"Nothing is to be drawn here: it is {_turn(state)}."
            raise fault("wrong-turn", message, line.line, line.column)
        if line.number.text != str(state.turn):
            raise fault("wrong-turn", f"This is {_turn(state)}.", line.line, line.number)
        if line.seat.text != str(state.to_move + 1):
            raise fault("wrong-seat", f"This is {_turn(state)}.", line.line, line.seat)

    def enter(self, item: Item) -> None:
        """Lets one event happen."""
        event = self._draw(item) if item.event is None else item.event
        try:
            self.game.enter(event)
        except IllegalMove as error:
            words = words_of(item.text, item.column)
            at = words[1] if error.code in _SECOND else words[-1 if error.code in _LAST else 0]
            raise fault("illegal-move", str(error), item.line, at.column) from error
        except Refused as error:
            raise fault(_code(error), _sentence(error), item.line, item.column) from error
        if isinstance(event, Draw) or (isinstance(event, Move) and event.kind == "end"):
            self._closed = self.game.state.phase != "deal"

    def _draw(self, item: Item) -> Draw:
        state = self.game.state
        try:
            return state.parse_draw(single_spaced(item.text))
        except NotationError as error:
            column = column_in(item.text, item.column, error.column)
            message = error.message
            if state.phase == "deal":
                message += f" Due now: {_due(state)}."
            raise fault("illegal-draw", message, item.line, column) from error


def _code(error: Refused) -> str:
    if isinstance(error, IllegalDraw):
        return "illegal-draw"
    return "illegal-undo" if isinstance(error, IllegalUndo) else "illegal-event"


def _sentence(error: Refused) -> str:
    sentence = str(error)
    sentence = sentence[0].upper() + sentence[1:]
    return sentence if sentence.endswith(".") else f"{sentence}."


def _turn(state: State) -> str:
    return f"turn {state.turn}, and seat {state.to_move + 1} is to move"


def _due(state: State) -> str:
    """What chance is to answer, in words.

    >>> from harmonies import State
    >>> _due(State.start(players=1))
    'drawn and 3 groups, turned and 3 cards'
    """
    groups, cards, spirits = state.needs()
    parts = []
    if groups:
        parts.append(f"drawn and {groups} group{'s' if groups > 1 else ''}")
    if cards:
        parts.append(f"turned and {cards} card{'s' if cards > 1 else ''}")
    if spirits:
        parts.append("dealt and 2 spirits")
    return ", ".join(parts)
