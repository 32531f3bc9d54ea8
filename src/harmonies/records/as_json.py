"""A record as JSON, for programs."""

from __future__ import annotations

import json
from json.decoder import JSONDecodeError, scanstring
from typing import TYPE_CHECKING, Any, NoReturn

from harmonies.errors import RecordError
from harmonies.game import Game, is_name, is_printable
from harmonies.records.headers import Headers
from harmonies.records.model import FORMAT, PROOF_KEYS, VERSION, Cut, Note, Record, has_plain_start
from harmonies.records.reader import Replay, decoded
from harmonies.records.syntax import Word, fault, item_of
from harmonies.records.writer import event_text

if TYPE_CHECKING:
    from collections.abc import Mapping

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


def from_json(text: str | bytes) -> Record:
    """The record that a JSON text holds; RecordError, with its place, when it holds none.

    >>> from_json(to_json(Game(seed=1))) == Record.from_game(Game(seed=1))
    True
    """
    text = decoded(text).removeprefix("\\ufeff")
    try:
        whole = json.loads(text)
    except JSONDecodeError as error:
        raise fault("bad-json", f"{error.msg}.", error.lineno, error.colno) from error
    except (ValueError, RecursionError) as error:
        raise fault("bad-json", "This JSON is too deep, or a number in it too long.", 1, 1) from error
    return _Reader(text, whole).record()


class _Reader:
    """Reads a record and can say where in the text a thing stands."""

    def __init__(self, text: str, whole: Any) -> None:
        self._text = text
        if not isinstance(whole, dict):
            raise fault("bad-json", "A record in JSON is an object.", 1, 1)
        self._whole: Mapping[str, Any] = whole

    def record(self) -> Record:
        whole = self._whole
        for key, value in whole.items():
            if key not in _KINDS:
                self._fail(f"A record has no '{key[:40]}'.", key)
            kind, words = _KINDS[key]
            if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
                self._fail(f"'{key}' is {words}.", key)
        if whole.get("format") != _TITLE:
            self._fail(f"The format is '{_TITLE}'.", "format")
        headers = self._headers()
        try:
            start = headers.start(Cut(1, 1))
        except RecordError as error:
            raise self._placed(error, *self._cause(error)) from error
        replay = Replay(start)
        positions = whole.get("positions", [None] * len(self._events()))
        if len(positions) != len(self._events()):
            self._fail("There is a position after each event.", "positions")
        for at, (event, position) in enumerate(zip(self._events(), positions, strict=True)):
            self._enter(replay, at, event)
            if position is not None and position != str(replay.game.state):
                self._fail(f"The position is {replay.game.state}.", "positions", at, "wrong-position")
        return self._finished(replay, headers)

    def _events(self) -> list[Any]:
        events: list[Any] = self._whole.get("events", [])
        return events

    def _enter(self, replay: Replay, at: int, event: Any) -> None:
        if not isinstance(event, str) or not is_printable(event):
            self._fail("An event is a line of text.", "events", at)
        try:
            replay.enter(item_of(event.strip(" "), 1, 1))
        except RecordError as error:
            raise self._placed(error, "events", at) from error
