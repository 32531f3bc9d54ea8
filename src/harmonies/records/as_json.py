"""A record as JSON, for programs."""

from __future__ import annotations

import json
from json.decoder import JSONDecodeError
from typing import TYPE_CHECKING, Any

from harmonies.errors import RecordError
from harmonies.game import Game, is_name, is_printable
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
from harmonies.records.syntax import Word, fault, item_of
from harmonies.records.writer import event_text

if TYPE_CHECKING:
    from typing import NoReturn

_TITLE = f"{FORMAT} {VERSION}"
_KINDS: dict[str, tuple[type, str]] = {
    "format": (str, "text"),
    "side": (str, "text"),
    "players": (int, "a number"),
    "spirits": (bool, "true or false"),
    "first": (int, "a number"),
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
        whole = json.loads(text)
    except JSONDecodeError as error:
        raise fault("bad-json", f"{error.msg}.", error.lineno, error.colno) from error
    except (ValueError, RecursionError) as error:
        message = "A number is too long here, or something too deep, to be a record."
        raise fault("bad-json", message, 1, 1) from error
    reader = _Reader(whole)
    try:
        return reader.record()
    except RecordError as error:
        line, column = _place_of(text, reader.paths[error.line])
        column += error.column - 1
        raise RecordError(error.message, code=error.fault, line=line, column=column) from error


def _place_of(text: str, path: tuple[str | int, ...]) -> tuple[int, int]:
    """Where in a JSON text something is, behind the quote when it is a string."""
    read = json.JSONDecoder().raw_decode

    def behind(at: int, marks: str) -> int:
        while text[at] in marks:
            at += 1
        return at

    at = behind(0, " \t\r\n")
    for step in path:
        for passed in range(len(text)):
            at = behind(at if passed else at + 1, ", \t\r\n")
            key: object = passed
            if isinstance(step, str):
                key, at = read(text, at)
                at = behind(at, ": \t\r\n")
            if key == step:
                break
            at = read(text, at)[1]
    at += text[at] == '"'
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


class _Reader:
    """Reads a record. Each thing it looks at counts as a line, whose path it remembers."""

    def __init__(self, whole: Any) -> None:
        self.paths: list[tuple[str | int, ...]] = [()]
        if not isinstance(whole, dict):
            self._fail("A record in JSON is an object.")
        self._whole: dict[str, Any] = whole

    def record(self) -> Record:
        for key, value in self._whole.items():
            if key not in _KINDS:
                self._fail(f"A record has no '{key[:40]}'.", key)
            kind, words = _KINDS[key]
            if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
                self._fail(f"'{key}' is {words}.", key)
        if self._whole.get("format") != _TITLE:
            self._fail(f"The 'format' is '{_TITLE}'.", *self._known("format"))
        headers = self._headers()
        start = headers.start(Cut(0, 1))
        replay = Replay(start)
        self._enter_events(replay)
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
        whole = self._whole

        def say(key: str, value: object, *path: str | int) -> None:
            if not isinstance(value, str) or not is_name(value):
                self._fail("Here belongs a line of text.", *path)
            if "#" in value and (key in RESERVED or key.startswith("nonce ")):
                self._fail("A '#' cannot stand here.", *path)
            headers.read(Word(key, 1), Word(value, 1), self._line(*path))

        for key in ("side", "position", *PROOF_KEYS):
            if key in whole:
                say(key, whole[key], key)
        if "players" in whole:
            say("players", str(whole["players"]), "players")
        if "spirits" in whole:
            say("spirits", "yes" if whole["spirits"] else "no", "spirits")
        if "first" in whole:
            drawn = ", drawn" if whole.get("first_drawn") else ""
            say("first", f"{whole['first']}{drawn}", "first")
        for seat, name in enumerate(whole.get("names", ())):
            if name is not None:
                say(f"seat {seat + 1}", name, "names", seat)
        for seat, nonce in enumerate(whole.get("nonces", ())):
            say(f"nonce {seat + 1}", "-" if nonce == "" else nonce, "nonces", seat)
        for key, value in whole.get("headers", {}).items():
            if key in RESERVED or not FREE_KEY.fullmatch(key):
                self._fail("A header's name is small letters, like 'event'.", "headers", key)
            say(key, value, "headers", key)
        return headers

    def _enter_events(self, replay: Replay) -> None:
        events = self._whole.get("events", [])
        positions = self._whole.get("positions")
        if positions is not None and len(positions) != len(events):
            self._fail("There is a position for each event, after it.", "positions")
        for at, event in enumerate(events):
            if not isinstance(event, str) or not is_printable(event):
                self._fail("An event is a line of text.", "events", at)
            replay.enter(item_of(event.strip(" "), self._line("events", at), 1))
            if positions is not None and positions[at] != str(replay.game.state):
                message = f"The position is {replay.game.state}."
                self._fail(message, "positions", at, code="wrong-position")

    def _notes(self, most: int) -> list[Note]:
        notes = []
        for at, note in enumerate(self._whole.get("notes", ())):
            match note:
                case {"version": int(version), "text": str(text)} if len(note) == 2:
                    if type(version) is int and 0 <= version <= most and is_note(text):
                        notes.append(Note(version, text))
                        continue
            message = "A note is a 'version' of the game, from 0, and a line of 'text'."
            self._fail(message, "notes", at)
        return notes

    def _check_end(self, record: Record) -> None:
        points, result = self._whole.get("points"), self._whole.get("result")
        if points is not None and points != list(record.points):
            message = f"The points are {list(record.points)}."
            self._fail(message, "points", code="wrong-points")
        if result is None:
            self._fail("A record ends with its result.", code="no-result")
        if result != record.result:
            self._fail(f"The result is '{record.result}'.", "result", code="wrong-result")

    def _known(self, key: str) -> tuple[str, ...]:
        return (key,) if key in self._whole else ()

    def _line(self, *path: str | int) -> int:
        self.paths.append(path)
        return len(self.paths) - 1

    def _fail(self, message: str, *path: str | int, code: str = "bad-json") -> NoReturn:
        raise fault(code, message, self._line(*path), 1)
