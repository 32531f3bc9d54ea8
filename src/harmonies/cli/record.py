"""`harmonies record`: recorded games shown, checked and converted."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

from harmonies._core import Draw
from harmonies.cli.failure import (
    FOUND_WRONG,
    OK,
    WRONG_USE,
    Failure,
    read_bytes,
    refuse,
    said_of,
)
from harmonies.cli.show import Screen
from harmonies.errors import RecordError
from harmonies.game import Game, Undo
from harmonies.pictures.pen import Pen
from harmonies.pictures.text_table import name_of, points_word, table_lines
from harmonies.records import from_json, parse_record, print_record, read_record, to_json, turns_of
from harmonies.records.writer import event_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harmonies._core import State
    from harmonies.records import Record, Turn

_INDENT = " " * 6
_VERBS = {"keep", "take", "place", "draft", "settle", "discard", "end"}


def show(file: str, *, turn: int | None, color: bool) -> int:
    """Shows a recorded game, or the table after one of its turns; the exit code."""
    content = read_bytes(file)
    try:
        record = from_json(content) if _is_json(content) else read_record(content)
    except RecordError as error:
        refuse(file, error)
    screen = Screen(color=color)
    if turn is None:
        screen.lines(_story(record, screen))
    else:
        screen.lines(_table_after(record, turn, screen))
    for remark in record.remarks:
        warning = f"warning: {remark.message}"
        print(said_of(file, remark.line, remark.column, warning), file=sys.stderr)
    if record.cut:
        line, column = record.cut
        warning = "warning: The record breaks off here."
        print(said_of(file, line, column, warning), file=sys.stderr)
    return OK


def check(file: str) -> int:
    """Checks a record against the rules, its own headers and its proof; the exit code."""
    from harmonies.fair import verify

    content = read_bytes(file)
    try:
        record = from_json(content) if _is_json(content) else parse_record(content)
    except RecordError as error:
        _tell_if_cut(file, content, FOUND_WRONG)
        refuse(file, error, FOUND_WRONG)
    turns = sum(turn.seat is not None for turn in turns_of(record.game))
    events = record.game.version
    print(f"rules: passed. Every event is legal, {events} of them in {_turns(turns)}.")
    print(f"result: passed. It is as the record says: {record.result}.")
    report = verify(record)
    print(report)
    return FOUND_WRONG if report.failed else OK


def convert(file: str, *, to: str | None, positions: bool) -> int:
    """Writes a record in another form to standard output; the exit code."""
    if to not in {None, "text", "json"}:
        raise Failure(f"A record can be converted to text or json, not {to!r}.")
    content = read_bytes(file)
    as_json = _is_json(content)
    if to is None:
        to = "text" if as_json else "json"
    if positions and to == "text":
        raise Failure("Positions go into json only.")
    try:
        record = from_json(content) if as_json else parse_record(content)
    except RecordError as error:
        _tell_if_cut(file, content, WRONG_USE)
        refuse(file, error)
    print(to_json(record, positions=positions) if to == "json" else print_record(record), end="")
    return OK


def _tell_if_cut(file: str, content: bytes, code: int) -> None:
    """Ends the program when the only thing wrong with a record is that it was cut off."""
    try:
        record = read_record(content)
    except RecordError:
        return
    if record.cut:
        line, column = record.cut
        turns = _turns(sum(turn.seat is not None for turn in turns_of(record.game)))
        message = f"The record breaks off here. All is legal up to there: {turns}."
        raise Failure(said_of(file, line, column, message), code)


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


def _is_json(content: bytes) -> bool:
    return content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def _story(record: Record, screen: Screen) -> Iterator[str]:
    game = record.game
    state = game.state
    pen = Pen(screen.color)
    names = [name or "" for name in record.names]
    kind = "solo" if state.players == 1 else f"{state.players} players"
    spirits = ", with spirits" if state.spirits else ""
    yield pen.bold(f"Side {state.side}, {kind}{spirits}: {record.result}")
    for key, value in record.headers:
        yield f"{key}: {value}"
    notes = list(record.notes)
    replayed = Game.replay(game.start, ())
    for turn in turns_of(game):
        while notes and notes[0].version < turn.version + len(turn.events):
            yield pen.dim(f"# {notes.pop(0).text}")
        for event in turn.events:
            replayed.enter(event)
        yield from _turn_lines(turn, replayed.state, names, screen.width, pen)
    for note in notes:
        yield pen.dim(f"# {note.text}")
    yield ""
    yield from table_lines(
        state,
        width=screen.width,
        color=screen.color,
        names=names,
        resigned=game.over and not state.over,
    )


def _turn_lines(turn: Turn, after: State, names: list[str], width: int, pen: Pen) -> Iterator[str]:
    """A turn: who did what, without what was taken back, the points then, and what was drawn."""
    done: list[str] = []
    taken_back = 0
    drawn: list[str] = []
    for event in turn.events:
        if isinstance(event, Undo):
            # Only moves are taken back, and something else may have happened since the last one.
            done.pop(max(at for at, said in enumerate(done) if said.partition(" ")[0] in _VERBS))
            taken_back += 1
        elif isinstance(event, Draw):
            drawn.append(str(event))
        else:
            done.append(event_text(event))
    if turn.seat is not None:
        who = name_of(after, turn.seat, names)
        undone = f" ({taken_back} taken back)" if taken_back else ""
        if done[-1:] == ["end"]:
            done.pop()
        line = f"{turn.number:2} {who}: {'; '.join(done)}{undone}. {points_word(after.points(turn.seat))}"
        yield from textwrap.wrap(line, width, subsequent_indent=_INDENT)
    for draw in drawn:
        lines = textwrap.wrap(draw, width, initial_indent=_INDENT, subsequent_indent=_INDENT)
        yield from map(pen.dim, lines)


def _table_after(record: Record, number: int, screen: Screen) -> list[str]:
    """The table when a turn has ended; 0 is before the first."""
    turns = list(turns_of(record.game))
    last = max((turn.number or 0 for turn in turns), default=0)
    if not 0 <= number <= last:
        raise Failure(f"This game has the turns 0 to {last}, and no turn {number}.")
    replayed = Game.replay(record.game.start, ())
    for turn in turns:
        if (turn.number or 0) > number:
            break
        for event in turn.events:
            replayed.enter(event)
    names = [name or "" for name in record.names]
    return table_lines(replayed.state, width=screen.width, color=screen.color, names=names)
