"""A record as JSON, for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

from harmonies.errors import JsonError, RecordError
from harmonies.game import Game, is_name, is_printable
from harmonies.json_text import Lines, Value, parse
from harmonies.records.headers import Headers
from harmonies.records.model import (
    FORMAT,
    FREE_KEY,
    PROOF_KEYS,
    RESERVED,
    VERSION,
    Cut,
    Note,
    Record,
    has_plain_start,
    is_note,
)
from harmonies.records.reader import Replay, decoded
from harmonies.records.syntax import Item, Word, fault, item_of
from harmonies.records.writer import event_text

if TYPE_CHECKING:
    from typing import NoReturn

_TITLE = f"{FORMAT} {VERSION}"
_KINDS: dict[str, tuple[type, str]] = {
    "format": (str, "text"),
    "side": (str, "text"),
    "players": (int, "a whole number"),
    "spirits": (bool, "true or false"),
    "first": (int, "a whole number"),
    "first_drawn": (bool, "true or false"),
    "position": (str, "text"),
    "names": (list, "a list"),
    "headers": (dict, "an object"),
    "commitment": (str, "text"),
    "secret": (str, "text"),
    "nonces": (list, "a list"),
    "seed": (str, "text"),
    "events": (list, "a list"),
    "positions": (list, "a list"),
    "notes": (list, "a list"),
    "points": (list, "a list"),
    "result": (str, "text"),
}


def to_json(record: Record | Game, *, positions: bool = False) -> str:
    """A record as JSON; on wish with the position after each event.

    >>> print(to_json(Game(players=1, by_hand=True)), end="")
    {
      "format": "harmonies record 1",
      "side": "A",
      "players": 1,
      "spirits": false,
      "first": 1,
      "events": [],
      "result": "unfinished"
    }
    """
    if isinstance(record, Game):
        record = Record.from_game(record)
    game, deal = record.game, record.deal
    whole: dict[str, object] = {"format": _TITLE}
    if has_plain_start(game):
        start = game.start
        whole |= {"side": start.side, "players": start.players, "spirits": start.spirits}
        whole["first"] = start.first + 1
        if deal.first_drawn:
            whole["first_drawn"] = True
    else:
        whole["position"] = str(game.start)
    if any(record.names):
        whole["names"] = list(record.names)
    if record.headers:
        whole["headers"] = dict(record.headers)
    for key in PROOF_KEYS:
        value: bytes | None = getattr(deal, key)
        if value is not None:
            whole[key] = value.hex()
    if deal.nonces:
        whole["nonces"] = [nonce.hex() for nonce in deal.nonces]
    whole["events"] = [event_text(event) for event in game.log]
    if positions:
        whole["positions"] = _positions(game)
    if record.notes:
        whole["notes"] = [note._asdict() for note in record.notes]
    if game.over:
        whole["points"] = list(record.points)
    whole["result"] = record.result
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def _positions(game: Game) -> list[str]:
    replayed = Game.replay(game.start, ())
    positions = []
    for event in game.log:
        replayed.enter(event)
        positions.append(str(replayed.state))
    return positions


def from_json(text: str | bytes) -> Record:
    """The record that a JSON text holds; RecordError, with its place, when it holds none.

    >>> from_json(to_json(Game(seed=1))) == Record.from_game(Game(seed=1))
    True
    """
    text = decoded(text).removeprefix("\ufeff")
    try:
        reader = _Reader(parse(text))
    except JsonError as error:
        raise fault("bad-json", error.message, error.line, error.column) from error
    try:
        return reader.record()
    except RecordError as error:
        value = reader.seen[error.line]
        # What a string says begins behind its quote.
        begin = value.offset + isinstance(value.content, str)
        line, column = Lines(text).place(begin)
        column += error.column - 1
        raise RecordError(error.message, code=error.fault, line=line, column=column) from error


class _Reader:
    """Reads a record. Each value it looks at counts as a line."""

    def __init__(self, whole: Value) -> None:
        self.seen = [whole]
        self._whole = whole
        self._values: dict[str, Value] = {}

    def record(self) -> Record:
        if not isinstance(self._whole.content, dict):
            self._fail("A record in JSON is an object.", self._whole)
        self._values = self._whole.content
        for key, value in self._values.items():
            if key not in _KINDS:
                self._fail(f"A record has no '{key[:40]}'.", value)
            kind, words = _KINDS[key]
            if type(value.content) is not kind:
                self._fail(f"'{key}' is {words}.", value)
        title = self._values.get("format", self._whole)
        if title.content != _TITLE:
            self._fail(f"The 'format' is '{_TITLE}'.", title)
        headers = self._headers()
        items = self._items()
        start = headers.start(Cut(0, 1))
        replay = Replay(start)
        self._enter(items, replay)
        record = Record(
            replay.game,
            headers.names(start.players),
            tuple(headers.free),
            headers.deal(start.players),
            tuple(self._notes(replay.game.version)),
        )
        self._check_end(record)
        return record

    def _headers(self) -> Headers:
        headers = Headers()
        values = self._values

        def say(key: str, said: object, value: Value) -> None:
            if not isinstance(said, str) or not is_name(said):
                self._fail("Here belongs a line of text.", value)
            if "#" in said and (key in RESERVED or key.startswith("nonce ")):
                self._fail("A '#' cannot stand here.", value)
            headers.read(Word(key, 1), Word(said, 1), self._line(value))

        for key in ("side", "position", *PROOF_KEYS):
            if key in values:
                say(key, values[key].content, values[key])
        if players := values.get("players"):
            say("players", str(players.content), players)
        if spirits := values.get("spirits"):
            say("spirits", "yes" if spirits.content else "no", spirits)
        if first := values.get("first"):
            drawn = values.get("first_drawn")
            say("first", f"{first.content}{', drawn' if drawn and drawn.content else ''}", first)
        for seat, name in enumerate(self._list("names"), 1):
            if name.content is not None:
                say(f"seat {seat}", name.content, name)
        for seat, nonce in enumerate(self._list("nonces"), 1):
            say(f"nonce {seat}", nonce.content if nonce.content != "" else "-", nonce)
        if free := values.get("headers"):
            for key, value in cast("dict[str, Value]", free.content).items():
                if key in RESERVED or not FREE_KEY.fullmatch(key):
                    self._fail("A header's name is small letters, like 'event'.", value)
                say(key, value.content, value)
        return headers

    def _items(self) -> list[Item]:
        """The events, all of them read before the first happens."""
        items = []
        for event in self._list("events"):
            said = event.content
            if not isinstance(said, str) or not is_printable(said):
                self._fail("An event is a line of text.", event)
            items.append(item_of(said.strip(" "), self._line(event), 1))
        return items

    def _enter(self, items: list[Item], replay: Replay) -> None:
        positions = self._list("positions")
        if "positions" in self._values and len(positions) != len(items):
            message = "There is a position for each event, after it."
            self._fail(message, self._values["positions"])
        for at, item in enumerate(items):
            replay.enter(item)
            if positions and positions[at].content != str(replay.game.state):
                message = f"The position is {replay.game.state}."
                self._fail(message, positions[at], "wrong-position")

    def _notes(self, most: int) -> list[Note]:
        notes = []
        for value in self._list("notes"):
            if isinstance(value.content, dict) and value.content.keys() == {"version", "text"}:
                version, text = (value.content[key].content for key in ("version", "text"))
                if type(version) is int and 0 <= version <= most:
                    if isinstance(text, str) and is_note(text):
                        notes.append(Note(version, text))
                        continue
            message = "A note is a 'version' of the game, from 0, and a line of 'text'."
            self._fail(message, value)
        return notes

    def _check_end(self, record: Record) -> None:
        if points := self._values.get("points"):
            if [value.content for value in self._list("points")] != list(record.points):
                self._fail(f"The points are {list(record.points)}.", points, "wrong-points")
        result = self._values.get("result")
        if result is None:
            self._fail("A record ends with its result.", self._whole, "no-result")
        if result.content != record.result:
            self._fail(f"The result is '{record.result}'.", result, "wrong-result")

    def _list(self, key: str) -> list[Value]:
        """The values of a list; none where it is missing."""
        value = self._values.get(key)
        return [] if value is None else cast("list[Value]", value.content)

    def _line(self, value: Value) -> int:
        self.seen.append(value)
        return len(self.seen) - 1

    def _fail(self, message: str, value: Value, code: str = "bad-json") -> NoReturn:
        raise fault(code, message, self._line(value), 1)
