"""The headers of a record, from text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from harmonies._core import State
from harmonies.errors import PositionError
from harmonies.records.model import FREE_KEY, PROOF_KEYS, RESERVED, SETUP_KEYS, FairDeal
from harmonies.records.syntax import Word, column_in, fault, single_spaced

if TYPE_CHECKING:
    from harmonies.records.model import Cut

_NUMBERED = re.compile(r"(seat|nonce) +([^ ]+)")
_FORMS = {
    "side": (re.compile(r"[AB]"), "A side is A or B."),
    "players": (re.compile(r"[1-4]"), "A game has 1 to 4 players."),
    "spirits": (re.compile(r"yes|no"), "With spirits, or without: yes or no."),
    "first": (re.compile(r"[1-4](?:, *drawn)?"), "Who is first is a seat, like 1 or '1, drawn'."),
    **dict.fromkeys(
        PROOF_KEYS, (re.compile(r"[0-9a-fA-F]{64}"), "Here belong 64 hexadecimal digits.")
    ),
}
_NONCE = re.compile(r"-|(?:[0-9a-fA-F]{2})+")


@dataclass
class Headers:
    """What the headers say, each with the place of its value."""

    said: dict[str, str] = field(default_factory=dict)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    free: list[tuple[str, str]] = field(default_factory=list)
    position: State | None = None

    def read(self, key: Word, value: Word, line: int) -> str:
        """Takes in one header and returns the comment behind it."""
        numbered = _NUMBERED.fullmatch(key.text)
        name = " ".join(numbered.groups()) if numbered else key.text
        if name in self.places:
            raise fault("header-twice", f"The header '{name}' is there before.", line, key.column)
        if numbered and numbered[2] not in {"1", "2", "3", "4"}:
            at = Word(numbered[2], key.column + numbered.start(2))
            raise fault("unknown-seat", "Seats are numbered 1 to 4.", line, at)
        if not numbered and name not in _FORMS and name != "position":
            self._check_free(key, line)
        text, comment = value.text, ""
        if name in _FORMS or name == "position" or name.startswith("nonce "):
            text, _, comment = text.partition("#")
            text = text.rstrip(" ")
        if not text:
            raise fault("bad-header", f"What '{name}' is, is missing here.", line, value.column)
        self._check(name, Word(text, value.column), line)
        self.said[name] = text
        self.places[name] = line, value.column
        if not numbered and name not in RESERVED:
            self.free.append((name, text))
        return comment

    def _check_free(self, key: Word, line: int) -> None:
        if key.text in RESERVED or not FREE_KEY.fullmatch(key.text):
            message = "A header's name is small letters, like 'event', or 'seat 1', before a colon."
            raise fault("bad-header", message, line, key)

    def _check(self, name: str, value: Word, line: int) -> None:
        if name == "position":
            self._read_position(value, line)
        elif name in PROOF_KEYS and not _FORMS[name][0].fullmatch(value.text):
            raise fault("bad-hex", _FORMS[name][1], line, value)
        elif name in _FORMS and not _FORMS[name][0].fullmatch(value.text):
            raise fault("bad-header", _FORMS[name][1], line, value)
        elif name.startswith("nonce ") and not _NONCE.fullmatch(value.text):
            message = "A nonce is pairs of hexadecimal digits, or - for none."
            raise fault("bad-hex", message, line, value)

    def _read_position(self, value: Word, line: int) -> None:
        try:
            self.position = State.parse(single_spaced(value.text))
        except PositionError as error:
            at = column_in(value.text, value.column, error.column)
            raise fault("bad-position", error.message, line, at) from error

    def start(self, end: Cut, *, cut: bool = False) -> State:
        """The state the game begins with; ``end`` is where the headers end, or are cut off."""
        given = [key for key in SETUP_KEYS if key in self.said]
        if self.position is not None:
            if given:
                message = f"A position says itself what '{given[0]}' is."
                raise fault("header-conflict", message, *self.places[given[0]])
            start = self.position
        else:
            for key in SETUP_KEYS:
                if key not in self.said:
                    message = f"A record says '{key}' before its first turn, or a 'position'."
                    raise fault("missing-header", message, end.line, end.column)
            players, first = int(self.said["players"]), int(self.said["first"][0])
            self._check_seat("first", first, players)
            start = State.start(
                self.said["side"], players, self.said["spirits"] == "yes", first - 1
            )
        self._check_seats(start.players)
        if not cut:
            self._check_nonces(start.players)
        return start

    def _check_seats(self, players: int) -> None:
        for name in self.said:
            kind, _, seat = name.partition(" ")
            if kind in ("seat", "nonce"):
                self._check_seat(name, int(seat), players)

    def _check_nonces(self, players: int) -> None:
        nonces = [seat for seat in range(1, players + 1) if f"nonce {seat}" in self.said]
        for missing in range(1, players + 1):
            if nonces and missing not in nonces:
                message = f"There is a nonce for each seat, - for none, but no 'nonce {missing}'."
                raise fault("missing-header", message, *self.places[f"nonce {nonces[0]}"])

    def _check_seat(self, name: str, seat: int, players: int) -> None:
        if seat > players:
            message = f"This game has no seat {seat}."
            raise fault("unknown-seat", message, *self.places[name])

    def names(self, players: int) -> tuple[str | None, ...]:
        """Who sits in each seat."""
        return tuple(self.said.get(f"seat {seat}") for seat in range(1, players + 1))

    def deal(self, players: int) -> FairDeal:
        """Where chance came from. Nonces that a cut has left incomplete prove nothing."""
        proof = {key: bytes.fromhex(self.said[key]) for key in PROOF_KEYS if key in self.said}
        nonces = [self.said.get(f"nonce {seat}", "") for seat in range(1, players + 1)]
        return FairDeal(
            commitment=proof.get("commitment"),
            secret=proof.get("secret"),
            nonces=tuple(bytes.fromhex(nonce.strip("-")) for nonce in nonces if all(nonces)),
            seed=proof.get("seed"),
            first_drawn="drawn" in self.said.get("first", ""),
        )
