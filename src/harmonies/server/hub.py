"""Who is listening at which table, and telling them what is new."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict, deque
from typing import TYPE_CHECKING, Protocol, TypeVar

from starlette.websockets import WebSocketDisconnect

from harmonies.server.messages import LiveEvents, LiveTable
from harmonies.server.views import event_texts, table_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from harmonies.server.people import Change
    from harmonies.server.tables import Seat, Table

Key = TypeVar("Key")

MOST_UNSENT = 256
MOST_LEFT = 100_000
RESTARTING, TRY_AGAIN_LATER = 1012, 1013
SIGNED_OUT = 4001  # this and what follows is free for our own use


AT_ONCE = "harmonies.at-once"  # among a connection's extensions: sends a frame, if it can


class Message:
    """Something to be sent, which is put into a frame once for all who are told."""

    __slots__ = ("_frame", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._frame = b""

    def frame(self) -> bytes:
        """A whole text message, as RFC 6455 has it from a server."""
        if not self._frame:
            body = self.text.encode()
            size = len(body)
            if size < 126:
                head = bytes((0x81, size))
            elif size < 1 << 16:
                head = b"\x81\x7e" + size.to_bytes(2, "big")
            else:
                head = b"\x81\x7f" + size.to_bytes(8, "big")
            self._frame = head + body
        return self._frame


class Wire(Protocol):
    """As much of a WebSocket as the hub needs."""

    async def send_text(self, data: str) -> None:
        """Sends a message, waiting while the other side reads slowly."""

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Says goodbye."""


class Listener:
    """One live connection. What it is to be sent waits in a queue, so that who reads slowly keeps
    nobody else waiting; who reads too slowly is sent away, and comes back for what it missed.
    """

    __slots__ = ("_at_once", "_sending", "_unsent", "_wire", "gone", "person", "table", "visitor")

    def __init__(
        self,
        wire: Wire,
        table: str,
        person: str | None,
        visitor: str,
        at_once: Callable[[bytes], bool] | None = None,
    ) -> None:
        self._wire = wire
        self._at_once = at_once
        self._unsent: deque[str] = deque()
        self._sending: asyncio.Task[None] | None = None
        self.table = table
        self.person = person
        self.visitor = visitor  # who its connections are counted for: a person, or an address
        self.gone = False

    def send(self, message: Message) -> None:
        """Sends a message, or puts it behind those that wait."""
        if self.gone:
            return
        if self._sending is None and self._at_once is not None and self._at_once(message.frame()):
            return
        if len(self._unsent) >= MOST_UNSENT:
            self.dismiss()
            return
        self._unsent.append(message.text)
        if self._sending is None:
            # Only while there is something to send: an idle connection has no task of its own.
            self._sending = asyncio.create_task(self._send_all())

    def dismiss(self, code: int = TRY_AGAIN_LATER, reason: str = "too slow") -> None:
        """Ends the connection without waiting for the other side."""
        if self.gone:
            return
        self.gone = True
        self._unsent.clear()
        if self._sending is not None:
            self._sending.cancel()
        self._sending = asyncio.create_task(self._say_goodbye(code, reason))

    async def _send_all(self) -> None:
        try:
            while self._unsent:
                await self._wire.send_text(self._unsent.popleft())
        except (RuntimeError, OSError, WebSocketDisconnect):
            self.gone = True  # the connection is closed already
        finally:
            if not self.gone:
                self._sending = None

    async def _say_goodbye(self, code: int, reason: str) -> None:
        try:
            await asyncio.wait_for(self._wire.close(code, reason), 5)
        except (RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
            return


class Hub:
    """All live connections of this server."""

    def __init__(self, absent_after: float) -> None:
        self._absent_after = absent_after
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._sockets_of: Counter[str] = Counter()
        self._here: Counter[tuple[str, str]] = Counter()  # connections of a person to a table
        self._left: dict[tuple[str, str], float] = {}  # when somebody was last at a table
        self._missing: set[tuple[str, str]] = set()  # who is not here, and not yet absent
        self._started = time.monotonic()
        self.waiting_for: Callable[[Table], str | None] = lambda _table: None
        self.refused: Callable[[str], None] = lambda _code: None

    @property
    def sockets(self) -> int:
        """How many connections there are."""
        return sum(map(len, self._listeners.values()))

    def sockets_of(self, visitor: str) -> int:
        """How many connections one person has, or one address where nobody is known."""
        return self._sockets_of[visitor]

    def add(self, listener: Listener, table: Table) -> None:
        """Somebody listens at a table from now on."""
        person = listener.person
        newcomer = person is not None and not self.is_here(table.id, person)
        self._listeners[table.id].add(listener)
        self._sockets_of[listener.visitor] += 1
        if person is not None:
            self._here[table.id, person] += 1
        people = (seat.person for seat in table.seats if seat.person is not None)
        for other in people:
            if not self.is_here(table.id, other) and not self._is_long_gone(table.id, other):
                self._missing.add((table.id, other))
        if newcomer and table.seats_of(person):
            self._tell_table(table, but=listener)

    def remove(self, listener: Listener) -> None:
        """Somebody does not listen any more."""
        listeners = self._listeners[listener.table]
        listeners.discard(listener)
        listener.gone = True
        if not listeners:
            del self._listeners[listener.table]
        _count_down(self._sockets_of, listener.visitor)
        if listener.person is not None:
            _count_down(self._here, (listener.table, listener.person))
            if not self.is_here(listener.table, listener.person):
                self._note_leaving(listener.table, listener.person)

    def saw(self, table: Table, person: str | None) -> None:
        """Somebody who sits at a table has asked something: not all programs keep a connection."""
        if person is not None and table.seats_of(person):
            self._note_leaving(table.id, person)

    def _note_leaving(self, table_id: str, person: str) -> None:
        self._left.pop((table_id, person), None)
        self._left[table_id, person] = time.monotonic()
        self._missing.add((table_id, person))
        if len(self._left) > MOST_LEFT:
            # Who left first counts as away since the server started, which is longer still.
            del self._left[next(iter(self._left))]

    def is_here(self, table_id: str, person: str) -> bool:
        """Whether somebody has a connection to a table."""
        return (table_id, person) in self._here

    def is_absent(self, table_id: str, seat: Seat) -> bool:
        """Whether the person of a seat has been away for long."""
        if seat.person is None:
            return seat.kind == "person"  # they deleted their account
        if self.is_here(table_id, seat.person):
            return False
        return self._is_long_gone(table_id, seat.person)

    def _is_long_gone(self, table_id: str, person: str) -> bool:
        since = self._left.get((table_id, person), self._started)
        return time.monotonic() - since >= self._absent_after

    def take_absent(self) -> set[str]:
        """The tables from which somebody has by now been away for long; each is named once."""
        # Where nobody listens nobody is told; who comes there later sees it.
        unheard = {key for key in self._missing if key[0] not in self._listeners}
        absent = {key for key in self._missing - unheard if self._is_long_gone(*key)}
        self._missing -= unheard | absent
        return {table for table, person in absent if not self.is_here(table, person)}

    def tell(self, table: Table, since: int, revised: bool) -> None:
        """Tells all who listen what is new: the log from a number on, and the table if it changed."""
        listeners = self._listeners.get(table.id)
        if not listeners:
            return
        if table.game is not None and table.version > since:
            # Most moves hide nothing from anybody, and are put into words once for all.
            secret = table.game.hides_since(since)
            messages: dict[tuple[int, ...], Message] = {}
            for listener in listeners:
                seats = table.seats_of(listener.person) if secret else ()
                if seats not in messages:
                    messages[seats] = self.events_message(table, listener.person, since)
                listener.send(messages[seats])
        if revised:
            self._tell_table(table)

    def hear_of(self, change: Change) -> None:
        """Somebody signed out or is gone: who still may, connects again."""
        if change.kind != "renamed":
            for listeners in list(self._listeners.values()):
                for listener in list(listeners):
                    if listener.person == change.person:
                        listener.dismiss(SIGNED_OUT, "say again who you are")

    def dismiss_all(self) -> None:
        """The server stops."""
        for listeners in list(self._listeners.values()):
            for listener in list(listeners):
                listener.dismiss(RESTARTING, "the server stops")

    def events_message(self, table: Table, person: str | None, since: int) -> Message:
        """The log from a number on, as a message."""
        told = LiveEvents(
            type="events",
            first=since,
            events=event_texts(table, person, since),
            version=table.version,
        )
        return Message(told.model_dump_json())

    def table_message(self, table: Table, person: str | None) -> Message:
        """The table, as a message."""
        view = table_view(
            table,
            person,
            here=lambda other: self.is_here(table.id, other),
            absent=lambda seat: self.is_absent(table.id, seat),
            waiting=self.waiting_for(table),
        )
        return Message(LiveTable(type="table", table=view).model_dump_json())

    def _tell_table(self, table: Table, but: Listener | None = None) -> None:
        messages: dict[str | None, Message] = {}
        for listener in self._listeners.get(table.id, ()):
            if listener is but:
                continue
            # All who neither sit here nor opened the table see the same.
            viewer = listener.person if table.is_of(listener.person) else None
            if viewer not in messages:
                messages[viewer] = self.table_message(table, viewer)
            listener.send(messages[viewer])


def _count_down(counter: Counter[Key], key: Key) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
