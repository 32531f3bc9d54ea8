"""A table: who sits where, and the game they play.

What may happen is decided here; nothing is kept, sent or awaited. Every method either does all it says
or refuses and does nothing.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from harmonies import _core
from harmonies._core import Draw, State
from harmonies.game import Game, Undo, parse_event
from harmonies.players import STAND_IN
from harmonies.server.codes import refuse

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_UNDONE = 200  # in a turn

Status = Literal["open", "playing", "over", "closed"]
Ending = Literal["rules", "resigned", "agreed", "left"]
Kind = Literal["open", "person", "computer"]


def short_id() -> str:
    """An id that nobody can guess, short enough for a link."""
    return secrets.token_urlsafe(12)


@dataclass(slots=True)
class Seat:
    """One seat of a table.

    ``former`` is the person who played here before a computer player took over, or at the table of
    which this is a rematch: they may look on, and an open seat is theirs to come back to.
    ``votes`` are what its player has asked for: ``end``, or the number of a seat to be replaced.
    The ``nonce`` is what its player threw in for the deal, and empty where nobody did: if the server
    chose one, it could choose the deal.
    """

    number: int
    kind: Kind = "open"
    person: str | None = None
    former: str | None = None
    name: str = ""
    level: str | None = None
    nonce: bytes = b""
    votes: frozenset[str] = frozenset()

    def clear(self) -> None:
        """Nobody sits here any more."""
        self.kind, self.person, self.name, self.level = "open", None, "", None
        self.former = None
        self.nonce, self.votes = b"", frozenset()

    def seat_computer(self, level: str) -> None:
        """A computer player sits down."""
        self.kind, self.person, self.name, self.level = "computer", None, level, level
        self.votes = frozenset()


@dataclass(slots=True)
class Table:
    """A table with its seats and, once it has begun, its game."""

    id: str
    side: str
    players: int
    spirits: bool
    first: int | None
    first_drawn: bool
    public: bool
    host: str | None
    created: int
    touched: int
    status: Status = "open"
    ending: Ending | None = None
    code: str = field(default_factory=short_id)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    rematch: str | None = None
    revision: int = 0
    started: int | None = None
    ended: int | None = None
    seats: list[Seat] = field(default_factory=list)
    game: Game | None = None

    # Who is who

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """The seats a person holds, from 0; several at a hot seat."""
        if person is None:
            return ()
        return tuple(seat.number for seat in self.seats if seat.person == person)

    def sat_here(self, person: str | None) -> bool:
        """Whether somebody played here before, or at the table of which this is a rematch."""
        return person is not None and any(seat.former == person for seat in self.seats)

    def is_of(self, person: str | None) -> bool:
        """Whether it is somebody's own table: they sit here, or opened it."""
        return person is not None and (person == self.host or bool(self.seats_of(person)))

    def may_watch(self, person: str | None, code: str | None) -> bool:
        """Whether somebody may look at this table at all."""
        return self.public or self.is_of(person) or self.sat_here(person) or code == self.code

    @property
    def version(self) -> int:
        """The length of the game's log."""
        return 0 if self.game is None else self.game.version

    @property
    def commitment(self) -> str:
        """What the server promised before anybody sat down: the secret's SHA-256."""
        return hashlib.sha256(self.secret).hexdigest()

    def seed(self) -> bytes:
        """What the secret and the seats' nonces make together."""
        return _core.fair_seed(self.secret, [seat.nonce for seat in self.seats])

    def waits_for_computer(self) -> Seat | None:
        """The computer player whose move it is."""
        if self.status != "playing" or self.game is None or self.game.over:
            return None
        seat = self.seats[self.game.state.to_move]
        return seat if seat.kind == "computer" else None

    # Before the game

    def sit(self, person: str, name: str, number: int | None, nonce: bytes) -> Seat:
        """A person takes an open seat: their former one if they do not mind which, or the first."""
        self._check_open()
        free = [seat for seat in self.seats if seat.kind == "open"]
        if not free:
            raise refuse("table/full")
        free.sort(key=lambda seat: (seat.former != person, seat.former is not None))
        chosen = free[0] if number is None else self._seat(number)
        if chosen.kind != "open":
            raise refuse("seat/taken", f"Seat {chosen.number + 1} is taken. Choose another.")
        chosen.kind, chosen.person, chosen.name, chosen.nonce = "person", person, name, nonce
        chosen.former = None
        self._changed()
        return chosen

    def seat_computer(self, by: str, number: int, level: str) -> Seat:
        """The host gives an open seat to a computer player."""
        self._check_open()
        self._check_host(by)
        seat = self._seat(number)
        if seat.kind == "person":
            raise refuse("seat/taken", f"{seat.name} sits there.")
        seat.seat_computer(level)
        self._changed()
        return seat

    def leave(self, person: str) -> None:
        """A person gets up before the game. The host's place goes to the next who sits there."""
        self._check_open()
        mine = self.seats_of(person)
        if not mine and person != self.host:
            raise refuse("seat/none", "You do not sit at this table.")
        for number in mine:
            self.seats[number].clear()
        if person == self.host:
            others = [seat.person for seat in self.seats if seat.person is not None]
            self.host = others[0] if others else None
            if self.host is None:
                self.status = "closed"
        self._changed()

    def send_away(self, by: str, number: int) -> None:
        """The host frees a seat before the game."""
        self._check_open()
        self._check_host(by)
        seat = self._seat(number)
        if seat.kind == "open":
            raise refuse("seat/empty")
        seat.clear()
        self._changed()

    def start(self, by: str, at: int) -> None:
        """The host begins the game; from here on its chance is fixed."""
        self._check_open()
        self._check_host(by)
        if any(seat.kind == "open" for seat in self.seats):
            raise refuse("table/not-full")
        self.begin_game()
        self.status, self.started = "playing", at
        self._changed()

    def begin_game(self) -> None:
        """Sets up the game that the seats' nonces and the secret fix."""
        seed = self.seed()
        self.game = Game(self.players, self.side, spirits=self.spirits, first=self.first, seed=seed)
        self.first = self.game.start.first

    def resume_game(self, log: Iterable[str]) -> None:
        """The game as its log tells it; each draw has to be what the seed deals."""
        start = State.start(self.side, self.players, self.spirits, self.first or 0)
        self.game = Game.replay(start, (), seed=self.seed())
        for text in log:
            self.game.enter(parse_event(text, self.game.state))

    # In the game

    def seats_playing(self, person: str) -> tuple[int, ...]:
        """The seats a person plays for in the running game."""
        self.running()
        mine = self.seats_of(person)
        if not mine:
            raise refuse("seat/none", "You do not sit at this table.")
        return mine

    def turn_of(self, person: str, version: int, invited: bool = False) -> Game:
        """The game, if the person knows all of it and it is their turn."""
        if not invited and not self.may_watch(person, None):
            raise refuse("table/not-found")
        mine = self.seats_playing(person)
        game = self.running()
        if not 0 <= version <= game.version:
            raise refuse("play/unknown-version", version=game.version)
        if version < game.version:
            missed = game.redacted_log(*mine, since=version)
            raise refuse(
                "play/stale", version=game.version, events=[str(event) for event in missed]
            )
        if game.state.to_move not in mine:
            name = self.seats[game.state.to_move].name
            raise refuse("play/not-your-turn", f"It is {name}'s turn.", version=game.version)
        return game

    def check_may_undo(self) -> None:
        """Refuses to take back without end: the log keeps all of it."""
        undone = 0
        for event in reversed(self.running().log):
            if isinstance(event, Draw) or str(event) == "end":
                return
            undone += isinstance(event, Undo)
            if undone >= MOST_UNDONE:
                raise refuse("undo/too-often", version=self.version)

    def running(self) -> Game:
        """The game, if it is being played."""
        if self.game is None:
            raise refuse("table/not-started")
        if self.status != "playing":
            raise refuse("table/over")
        return self.game

    def resign(self, person: str, number: int | None, at: int) -> None:
        """A person gives a seat up.

        With one or two seats that ends the game; with more a computer player goes on.
        """
        game = self.running()
        mine = self.seats_playing(person)
        seat = mine[0] if number is None else number
        if seat not in mine:
            raise refuse("seat/not-yours")
        game.resign(seat)
        if not game.over:
            self._substitute(seat)
            self._end_if_agreed(at)
        self._finish_if_over(at, "resigned")
        self._changed()

    def vote_end(self, person: str, agree: bool, at: int) -> None:
        """The people who play agree to stop, all of them."""
        for number in self.seats_playing(person):
            seat = self.seats[number]
            seat.votes = seat.votes | {"end"} if agree else seat.votes - {"end"}
        self._end_if_agreed(at)
        self._changed()

    def vote_replace(self, person: str, number: int, absent: bool, at: int) -> None:
        """The others have a computer player take over for somebody who has long been away."""
        mine = self.seats_playing(person)
        gone = self._seat(number)
        if gone.kind != "person" or gone.person == person:
            raise refuse("seat/not-replaceable")
        if not absent:
            raise refuse("seat/present", f"{gone.name} has not been away long enough.")
        for mine_number in mine:
            self.seats[mine_number].votes |= {str(number)}
        others = {
            seat.person
            for seat in self.seats
            if seat.kind == "person" and seat.person != gone.person
        }
        asked = {seat.person for seat in self.seats if str(number) in seat.votes}
        if others <= asked:
            self._substitute(number)
            self._end_if_agreed(at)
        self._changed()

    def is_missed(self, person: str | None) -> bool:
        """Whether somebody has asked that this person be replaced."""
        votes = frozenset[str]().union(*(seat.votes for seat in self.seats))
        return bool(votes) and any(str(number) in votes for number in self.seats_of(person))

    def is_back(self, person: str) -> None:
        """A person is here again: what the others said of their absence counts no more."""
        if self.is_missed(person):
            mine = {str(number) for number in self.seats_of(person)}
            for seat in self.seats:
                seat.votes -= mine
            self._changed()

    def finish_if_over(self, at: int) -> bool:
        """Notes the end of the game when the last move was it."""
        return self._finish_if_over(at, "rules")

    def rename(self, person: str, name: str) -> None:
        """A person is called something else from now on."""
        for number in self.seats_of(person):
            self.seats[number].name = name
        self._changed()

    def see_off(self, person: str, at: int) -> None:
        """A person goes for good."""
        if self.status == "open":
            self.leave(person)
        for number in self.seats_of(person):
            if self.status == "playing":
                self.resign(person, number, at)

    def lead_to(self, rematch: str) -> None:
        """Where these seats play again."""
        self.rematch = rematch
        self._changed()

    def close(self, at: int) -> None:
        """Nobody has come here for long."""
        if self.status == "playing":
            self.status, self.ending, self.ended = "over", "left", at
        elif self.status == "open":
            self.status = "closed"
        self._changed()

    # Helpers

    def _substitute(self, number: int) -> None:
        self.running().replace(number, STAND_IN)
        seat = self.seats[number]
        seat.former = seat.person
        seat.seat_computer(STAND_IN)
        for other in self.seats:
            other.votes -= {str(number)}

    def _end_if_agreed(self, at: int) -> None:
        playing = [seat for seat in self.seats if seat.kind == "person"]
        if playing and all("end" in seat.votes for seat in playing):
            self.status, self.ending, self.ended = "over", "agreed", at

    def _finish_if_over(self, at: int, ending: Ending) -> bool:
        if self.game is None or not self.game.over:
            return False
        self.status, self.ending, self.ended = "over", ending, at
        self._changed()
        return True

    def _changed(self) -> None:
        self.revision += 1

    def _check_open(self) -> None:
        if self.status != "open":
            raise refuse("table/started")

    def _check_host(self, person: str) -> None:
        if person != self.host:
            raise refuse("table/not-host")

    def _seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise refuse("seat/not-found")
        return self.seats[number]


def open_table(
    *,
    host: str,
    side: str,
    players: int,
    spirits: bool,
    first: int | None,
    public: bool,
    at: int,
) -> Table:
    """A new table with open seats."""
    return Table(
        id=short_id(),
        side=side,
        players=players,
        spirits=spirits,
        first=first,
        first_drawn=first is None,
        public=public,
        host=host,
        created=at,
        touched=at,
        seats=[Seat(number) for number in range(players)],
    )


def rematch_of(table: Table, by: str, name: str, at: int) -> Table:
    """The same seats again: theirs are kept for the people, who come and sit down by themselves."""
    if table.status != "over":
        raise refuse("table/not-over")
    if not table.seats_of(by) and not table.sat_here(by):
        raise refuse("seat/none")
    again = open_table(
        host=by,
        side=table.side,
        players=table.players,
        spirits=table.spirits,
        first=None,
        public=table.public,
        at=at,
    )
    for seat in again.seats:
        before = table.seats[seat.number]
        player = before.person or before.former
        if player == by:
            seat.kind, seat.person, seat.name = "person", by, name
        elif player is not None:
            seat.former = player
        elif before.kind == "computer" and before.level is not None:
            seat.seat_computer(before.level)
    return again
