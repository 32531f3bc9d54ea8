"""A game being played: the one object most programs need."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, NamedTuple

from harmonies import _core
from harmonies._core import Dealer, Draw, Move, State
from harmonies.errors import BadArgument, BadName, BadSeed, IllegalEvent
from harmonies.score import Score, Standing, score_of, standings_of

if TYPE_CHECKING:
    from collections.abc import Iterable

SEED_BYTES = 32

# Some scripts and many emoji join letters with these.
_JOINERS = {0x200C: None, 0x200D: None}


class Undo(NamedTuple):
    """The last move of the turn was taken back."""

    def __str__(self) -> str:
        return "undo"


class Resign(NamedTuple):
    """A seat gave up."""

    seat: int

    def __str__(self) -> str:
        return f"resign {self.seat + 1}"


class Replace(NamedTuple):
    """Another player, most often a computer player, sits down in a seat."""

    seat: int
    player: str

    def __str__(self) -> str:
        return f"replace {self.seat + 1} {self.player}"


Event = Move | Draw | Undo | Resign | Replace
"""What a game's log is made of: moves, what chance answered, and what happened to the table."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. ``winners`` are seats from 0; a shared win has several."""

    standings: tuple[Standing, ...]
    winners: tuple[int, ...]
    resigned: int | None = None


def seed_bytes(seed: int | bytes | None) -> bytes:
    """A seed as the 32 bytes that fix a deal: a number in big-endian order, or the bytes themselves.

    >>> seed_bytes(7).hex()[-4:]
    '0007'
    """
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, bytes):
        if len(seed) != SEED_BYTES:
            raise BadSeed(f"a seed of bytes has {SEED_BYTES} of them, not {len(seed)}")
        return seed
    number = index(seed)
    if not 0 <= number < 1 << (8 * SEED_BYTES):
        raise BadSeed("a seed is a number from 0 to 2**256 - 1, or 32 bytes")
    return number.to_bytes(SEED_BYTES, "big")


class Game:
    """A game from its setup on, with the log of all that happened.

    >>> game = Game(players=2, side="A", seed=7)
    >>> game.state.groups
    ['MMF', 'LLH', 'FHH', 'MLF', 'MMH']
    >>> game.play("take 1")
    Move('take 1')
    >>> game.play("place M c3"), game.play("place M c3"), game.play("place F a1")
    (Move('place M c3'), Move('place M c3'), Move('place F a1'))
    >>> game.undo()
    Move('place F a1')
    >>> game.state.board(game.state.to_move)
    {'c3': 'MM'}

    A wrong move says what would be right, and changes nothing:

    >>> game.play("place F c3")
    Traceback (most recent call last):
    harmonies.errors.DoesNotStack: place F c3: That token may not go on what stands there. \
Legal now: place F a1 a2 a3 a4 a5 b1 b2 b3 b4 c1 c2 c4 c5 d1 d2 d3 d4 e1 e2 e3 e4 e5.

    The dealer answers what chance owes by itself, from the seed; without a seed from the system's
    own randomness. With ``by_hand`` the caller does, with :meth:`deal`.
    """

    def __init__(
        self,
        players: int = 2,
        side: str = "A",
        *,
        spirits: bool = False,
        first: int | None = None,
        seed: int | bytes | None = None,
        by_hand: bool = False,
    ) -> None:
        key = seed_bytes(seed)
        if first is None:
            first = _core.seeded_first(key, players)
        self._begin(State.start(side, players, spirits, first), None if by_hand else key)

    @classmethod
    def from_state(
        cls, state: State | str, *, seed: int | bytes | None = None, by_hand: bool = False
    ) -> Game:
        """A game that goes on from any position.

        >>> position = "A1 5/4/5/4/5 - WMT,LFF,MTH otter,fish,bear - W22M21T19L18F17H14 1 1 play"
        >>> Game.from_state(position, seed=1).play("draft otter")
        Move('draft otter')
        """
        game = cls.__new__(cls)
        start = state if isinstance(state, State) else State.parse(state)
        game._begin(start, None if by_hand else seed_bytes(seed))
        return game

    @classmethod
    def replay(
        cls,
        start: State,
        events: Iterable[Event],
        *,
        seed: int | bytes | None = None,
    ) -> Game:
        """The game that a log tells, from its start. A log may end where a draw is due.

        With its seed it can be dealt on, by :meth:`deal_on`; then every draw of the log has to be
        what the seed deals.

        >>> game = Game.replay(State.start(players=1), [], seed=7)
        >>> game.deal_on()
        <Draw drawn MMF LLH FHH turned boar bear kingfisher>
        """
        game = cls.__new__(cls)
        game._begin(start, None if seed is None else seed_bytes(seed), deal=False)
        for event in events:
            game.enter(event)
        return game

    def _begin(self, start: State, seed: bytes | None, *, deal: bool = True) -> None:
        self._start = start
        self._core = _core.Game(start)
        self._log: list[Event] = []
        self._looks: dict[int, int] = {}  # where in the log which seat was dealt its spirits
        self._given_up: set[int] = set()
        self._resigned: int | None = None
        self._seed = seed
        self._dealer = None if seed is None else Dealer.seeded(start, seed)
        if deal:
            self.deal_on()

    def _enter_draw(self, draw: Draw) -> None:
        self._core.deal(draw)
        if draw.deals_spirits:
            self._looks[len(self._log)] = self._core.state.to_move
        self._log.append(draw)

    # What is

    @property
    def start(self) -> State:
        """The state the game began with."""
        return self._start

    @property
    def state(self) -> State:
        """The state now: a value of its own that later moves do not change."""
        return self._core.state

    @property
    def seed(self) -> bytes | None:
        """What fixes the deal; None when draws are made by hand."""
        return self._seed

    @property
    def log(self) -> tuple[Event, ...]:
        """All that happened, in order. It only grows: what was undone is still in it."""
        return tuple(self._log)

    @property
    def version(self) -> int:
        """The length of the log."""
        return len(self._log)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or by resignation."""
        return self._resigned is not None or self._core.over

    @property
    def undoable(self) -> int:
        """How many moves of this turn can be taken back."""
        return 0 if self.over else self._core.undoable

    @property
    def given_up(self) -> tuple[int, ...]:
        """The seats whose players resigned and whom nobody has replaced yet."""
        return tuple(sorted(self._given_up))

    def legal_moves(self) -> list[Move]:
        """All moves the seat to move may play; none while a draw is due and after the end."""
        return [] if self.over else self._core.state.legal_moves()

    def score(self, seat: int) -> Score:
        """What a seat has, with the reason for each point."""
        return score_of(self._core.state, seat)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self.over:
            return None
        standings = standings_of(self._core.state)
        if self._resigned is None:
            winners = tuple(seat.seat for seat in standings if seat.place == 1)
        else:
            winners = tuple(seat.seat for seat in standings if seat.seat != self._resigned)
        return Outcome(standings, winners, self._resigned)

    # What can be done

    def parse(self, text: str) -> Move:
        """The move a text says, if it is legal now.

        Raises MoveSyntaxError for a text that is no move, IllegalMove for one that may not be played.
        """
        move = Move.parse(text)
        self._check_going_on()
        self._core.state.play(move)
        return move

    def play(self, move: Move | str) -> Move:
        """Plays a move, and has chance answer it when that is due.

        Raises IllegalMove, and leaves the game as it is, when the move may not be played.
        """
        if not isinstance(move, Move):
            move = Move.parse(move)
        if self._resigned is not None:
            self._check_going_on()
        self._core.play(move)
        self._log.append(move)
        if self._dealer is not None and self._core.draw_due:
            self.deal_on()
        return move

    def deal(self, draw: Draw | str) -> Draw:
        """Answers for chance, in a game by hand.

        >>> game = Game(players=1, by_hand=True)
        >>> game.state.needs()
        (3, 3, False)
        >>> draw = game.deal("drawn WMT WWW LFF turned otter fish bear")
        >>> game.state.groups
        ['WMT', 'WWW', 'LFF']
        """
        self._check_going_on()
        if not isinstance(draw, Draw):
            draw = self._core.state.parse_draw(draw)
        if self._dealer is not None and self._core.draw_due:
            # A copy, so that a draw which is refused leaves the dealer in step.
            dealer = self._dealer.copy()
            if dealer.draw(self._core.state) != draw:
                raise IllegalEvent(f"{draw}: the seed of this game deals something else")
            self._dealer = dealer
        self._enter_draw(draw)
        return draw

    def deal_on(self) -> Draw | None:
        """Has the dealer answer what is due, and returns that; None where nothing is or no dealer.

        Playing does this by itself. It is for a log that was replayed up to where a draw is due.
        """
        if self._dealer is None or self.over or not self._core.draw_due:
            return None
        draw = self._dealer.draw(self._core.state)
        self._enter_draw(draw)
        return draw

    def undo(self) -> Move:
        """Takes back the last move of the turn and returns it."""
        self._check_going_on()
        self._core.undo()
        taken_back = self._last_standing_move()
        self._log.append(Undo())
        return taken_back

    def resign(self, seat: int) -> None:
        """A seat gives up. With one or two seats the game ends; with more, somebody may replace it."""
        seat = self._seat(seat)
        if seat in self._given_up:
            raise IllegalEvent(f"seat {seat + 1} has resigned before")
        if self._start.players <= 2:
            self._resigned = seat
        else:
            self._given_up.add(seat)
        self._log.append(Resign(seat))

    def replace(self, seat: int, player: str) -> None:
        """Somebody else sits down in a seat."""
        seat = self._seat(seat)
        if not is_name(player):
            raise BadName("a player's name is printable text without spaces around it")
        self._given_up.discard(seat)
        self._log.append(Replace(seat, player))

    def enter(self, event: Event) -> None:
        """Lets happen what a log says happened. Chance is not asked for anything."""
        match event:
            case Move():
                self._check_going_on()
                self._core.play(event)
                self._log.append(event)
            case Draw():
                self.deal(event)
            case Undo():
                self.undo()
            case Resign(seat):
                self.resign(seat)
            case Replace(seat, player):
                self.replace(seat, player)
            case _:
                raise TypeError(f"an event is a Move, Draw, Undo, Resign or Replace, not {event!r}")

    def _check_going_on(self) -> None:
        if self._resigned is not None:
            raise IllegalEvent(f"the game has ended: seat {self._resigned + 1} resigned")

    def _seat(self, seat: int) -> int:
        """A seat to which something happens."""
        number = index(seat)
        if number not in range(self._start.players):
            raise IllegalEvent(f"this game has the seats 1 to {self._start.players}")
        if self.over:
            raise IllegalEvent("the game has ended")
        return number

    def _last_standing_move(self) -> Move:
        undone = 0
        for event in reversed(self._log):
            if isinstance(event, Undo):
                undone += 1
            elif isinstance(event, Move):
                if undone == 0:
                    return event
                undone -= 1
        raise AssertionError("the core took back a move that the log does not hold")

    # Other games from this one

    def copy(self) -> Game:
        """A game of its own with the same past, and the same future if the same moves are played."""
        other = type(self).__new__(type(self))
        other._start = self._start
        other._core = self._core.copy()
        other._log = self._log.copy()
        other._looks = self._looks.copy()
        other._given_up = self._given_up.copy()
        other._resigned = self._resigned
        other._seed = self._seed
        other._dealer = None if self._dealer is None else self._dealer.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Game:
        return self.copy()

    def view(self, *seats: int) -> Game:
        """The game as somebody in these seats may see it: the same log, redacted, replayed.

        A spectator sits in none.

        >>> game = Game(players=2, spirits=True, first=0, seed=1)
        >>> game.view(0).state.dealt, game.view(1).state.dealt
        (('butterfly', 'deer'), None)
        """
        return Game.replay(self._start.redacted(*seats), self.redacted_log(*seats))

    def redacted_log(self, *seats: int, since: int = 0) -> tuple[Event, ...]:
        """The log, from some number on, as somebody in these seats may see it.

        A spectator sits in none.
        """
        if since < 0:
            raise BadArgument("a log is read from its beginning, or from a number above 0")
        self._start.redacted(*seats)  # NoSuchSeat where one is none
        seen = self._log[since:]
        for number, seat in self._looks.items():
            if number >= since and seat not in seats:
                draw = self._log[number]
                assert isinstance(draw, Draw)
                seen[number - since] = draw.redacted()
        return tuple(seen)

    def hides_since(self, number: int) -> bool:
        """Whether the log has something, from a number on, that not everybody may see."""
        return any(hidden >= number for hidden in self._looks)

    def sampled(self, *seats: int, seed: int | bytes | None = None) -> Game:
        """A game that goes on from here as it might for all that those in these seats know.

        What they may not know is drawn anew: the order of bag and pile, and spirits not seen.
        """
        key = seed_bytes(seed)
        seen = self.state.redacted(*seats)
        return Game.from_state(seen.sampled(int.from_bytes(key[:8], "big")), seed=key)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._start == other._start and self._log == other._log

    def __hash__(self) -> int:
        # The start never changes, so a game can be a key while it is played.
        return hash(self._start)

    def __repr__(self) -> str:
        return f"<Game {self.version} events, {self.state}>"

    def _repr_svg_(self) -> str:
        # What a notebook shows of a game. Pictures are loaded where one is wanted, and not before.
        from harmonies.pictures import table_svg

        return table_svg(self.state)

    def __reduce__(self) -> tuple[object, ...]:
        return _replayed, (self._start, self._log, self._seed)


def _replayed(start: State, log: list[Event], seed: bytes | None) -> Game:
    return Game.replay(start, log, seed=seed)


def parse_event(text: str, state: State) -> Event:
    """The event a text says; a draw is read as the answer to what the state needs.

    >>> parse_event("resign 2", State.start())
    Resign(seat=1)
    """
    word, _, rest = text.partition(" ")
    match word:
        case "drawn" | "turned" | "dealt":
            return state.parse_draw(text)
        case "undo" if not rest:
            return Undo()
        case "resign" if _is_seat(rest):
            return Resign(int(rest) - 1)
        case "replace":
            seat, _, player = rest.partition(" ")
            if _is_seat(seat) and player:
                return Replace(int(seat) - 1, player)
    return Move.parse(text)


def is_printable(text: str) -> bool:
    """Whether a text is a line of letters, marks and plain spaces.

    >>> is_printable("Zoë 👩‍🌾"), is_printable("two\\nlines")
    (True, False)
    """
    return text.isprintable() or text.translate(_JOINERS).isprintable()


def is_name(text: str) -> bool:
    """Whether a text can name a player: printable, without spaces around it."""
    return bool(text) and text == text.strip() and is_printable(text)


def _is_seat(text: str) -> bool:
    return text in {"1", "2", "3", "4"}
