"""What a game record holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from harmonies._core import State
from harmonies.errors import BadName, BadRecord, BadSeed
from harmonies.game import is_name
from harmonies.score import solo_suns

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from harmonies.game import Game

FORMAT = "harmonies record"
VERSION = 1

SETUP_KEYS = ("side", "players", "spirits", "first")
PROOF_KEYS = ("seed", "commitment", "secret")
RESERVED = {*SETUP_KEYS, *PROOF_KEYS, "position", "seat", "nonce", "deal", "points", "result"}
FREE_KEY = re.compile(r"[a-z][a-z0-9-]*")


class Note(NamedTuple):
    """A comment. ``version`` is the length of the log where it stands."""

    version: int
    text: str


class Cut(NamedTuple):
    """Where a record breaks off, counted from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class Remark(NamedTuple):
    """Something in a record that does not agree with its game."""

    code: str
    message: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


@dataclass(frozen=True, slots=True)
class FairDeal:
    """What a record says about where its chance came from: see docs/fair-deal.md.

    ``nonces`` holds one for each seat, or none at all.
    """

    commitment: bytes | None = None
    secret: bytes | None = None
    nonces: tuple[bytes, ...] = ()
    seed: bytes | None = None
    first_drawn: bool = False

    def __post_init__(self) -> None:
        for key in PROOF_KEYS:
            value: bytes | None = getattr(self, key)
            if value is not None and len(value) != 32:
                raise BadSeed(f"a {key} has 32 bytes, not {len(value)}")


@dataclass(frozen=True, slots=True)
class Record:
    """A game, and what is written about it.

    >>> from harmonies import Game
    >>> record = Record.from_game(Game(seed=1), names=["Ada"], headers={"date": "2026-05-01"})
    >>> record.names, record.headers, record.result
    (('Ada', None), (('date', '2026-05-01'),), 'unfinished')

    ``cut`` says where a record breaks off that was read only in part, and ``remarks`` what in it
    does not agree with the game.
    """

    game: Game
    names: tuple[str | None, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    deal: FairDeal = FairDeal()
    notes: tuple[Note, ...] = ()
    cut: Cut | None = None
    remarks: tuple[Remark, ...] = ()

    @classmethod
    def from_game(
        cls,
        game: Game,
        *,
        names: Sequence[str | None] = (),
        headers: Mapping[str, str] | Iterable[tuple[str, str]] = (),
        deal: FairDeal | None = None,
        notes: Iterable[Note] = (),
    ) -> Record:
        """A record of a game as it stands now.

        Unless ``deal`` says more, the seed is in it when the game is over, and not before: it would
        tell what is still to be drawn.
        """
        if deal is None:
            deal = FairDeal(seed=game.seed if game.over else None)
        return cls(game.copy(), tuple(names), tuple(dict(headers).items()), deal, tuple(notes))

    def __post_init__(self) -> None:
        players = self.game.start.players
        if len(self.names) > players:
            raise BadRecord(f"{len(self.names)} names for a game of {players}")
        names = self.names + (None,) * (players - len(self.names))
        object.__setattr__(self, "names", names)
        for name in names:
            if name is not None and not is_name(name):
                raise BadName("a player's name is printable text without spaces around it")
        self._check_headers()
        if self.deal.nonces and len(self.deal.nonces) != players:
            raise BadRecord("there is a nonce for each seat, or none at all")
        if self.deal.first_drawn and not has_plain_start(self.game):
            raise BadRecord("who is first is not drawn in a game from a position")
        for note in self.notes:
            if not 0 <= note.version <= self.game.version:
                raise BadRecord(f"a game of {self.game.version} events has no {note.version}")
            if not is_note(note.text):
                raise BadRecord("a comment is one line of printable text without spaces around it")
        object.__setattr__(self, "notes", tuple(sorted(self.notes, key=lambda note: note.version)))

    def _check_headers(self) -> None:
        keys = [key for key, _ in self.headers]
        if len(set(keys)) < len(keys):
            raise BadRecord("a header is there once")
        for key, value in self.headers:
            if key in RESERVED or not FREE_KEY.fullmatch(key):
                raise BadRecord(f"'{key}' is no name for a header")
            if not is_name(value):
                raise BadRecord("a header is printable text without spaces around it")

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat has now."""
        state = self.game.state
        return tuple(state.points(seat) for seat in range(state.players))

    @property
    def result(self) -> str:
        """How the game ended, in words; 'unfinished' while it goes on."""
        return result_of(self.game)


def is_note(text: str) -> bool:
    """Whether a text can be a comment: it may be empty, but for this it is like a name."""
    return not text or is_name(text)


def has_plain_start(game: Game) -> bool:
    """Whether a game began at the beginning, not from a position."""
    start = game.start
    return start == State.start(start.side, start.players, start.spirits, start.first)


def result_of(game: Game) -> str:
    """How a game ended, in words.

    >>> from harmonies import Game
    >>> game = Game(seed=1)
    >>> game.resign(0)
    >>> result_of(game)
    'seat 1 resigned, seat 2 wins'
    """
    outcome = game.outcome
    if outcome is None:
        return "unfinished"
    resigned = "" if outcome.resigned is None else f"seat {outcome.resigned + 1} resigned"
    if game.start.players == 1:
        return resigned or _suns(game)
    seats = [str(seat + 1) for seat in outcome.winners]
    if len(seats) == 1:
        wins = f"seat {seats[0]} wins"
    else:
        wins = f"seats {', '.join(seats[:-1])} and {seats[-1]} share the win"
    return f"{resigned}, {wins}" if resigned else wins


def _suns(game: Game) -> str:
    state = game.state
    suns = solo_suns(state.points(0), state.side, spirits=state.spirits, spirit=state.spirit(0))
    return "1 sun" if suns == 1 else f"{suns} suns"
