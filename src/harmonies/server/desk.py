"""The desk: brings tables from the database, lets one thing at a time happen at each, and tells
everybody who watches only when it is on disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from sqlalchemy import Connection, insert

from harmonies import Move
from harmonies.errors import HarmoniesError, IllegalMove, MoveSyntaxError, Refused
from harmonies.server import schema
from harmonies.server.codes import refuse
from harmonies.server.database import Append, Database, VersionTaken, now
from harmonies.server.problems import Problem
from harmonies.server.table_rows import (
    add_table,
    event_rows,
    load_table,
    save_table,
    seat_rows,
    table_row,
    tables_of,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from harmonies.server.people import Change
    from harmonies.server.tables import Table

log = logging.getLogger(__name__)

Result = TypeVar("Result")
Also = Callable[[Connection, int], None]
"""What else is to be kept with a move, given the log's new length."""

MOST_CACHED = 10_000


class Audience(Protocol):
    """Who hears of what happened at a table."""

    def tell(self, table: Table, since: int, revised: bool) -> None:
        """Events from a number on are new; the table itself is when ``revised``."""


class Computers(Protocol):
    """Who moves for the computer players."""

    def wake(self, table_id: str) -> None:
        """It may be a computer player's turn at this table."""


@dataclass(slots=True)
class Place:
    """A table in memory, and the turnstile before it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    waiting: int = 0
    outdated: int = 0  # how often what was read has turned out to be old


class Desk:
    """All tables of this server."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._places: OrderedDict[str, Place] = OrderedDict()
        self.audience: Audience | None = None
        self.computers: Computers | None = None
        self.played: Callable[[str, int], None] = lambda _by, _moves: None
        self._renaming: set[asyncio.Task[None]] = set()

    async def open(self, table: Table, also: Callable[[Connection], None] | None = None) -> None:
        """Keeps a new table; it may have begun."""
        events = event_rows(table, 0, table.touched)

        def keep(connection: Connection) -> None:
            add_table(connection, table)
            if events:
                connection.execute(insert(schema.events), events)
            if also is not None:
                also(connection)

        await self._database.write(keep)
        if self.computers is not None and table.waits_for_computer() is not None:
            self.computers.wake(table.id)

    @property
    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._places)

    @asynccontextmanager
    async def at(self, table_id: str) -> AsyncIterator[Table]:
        """A table, with nobody else at it meanwhile. For looking, not for changing."""
        place = self._places.get(table_id)
        if place is None:
            place = self._places[table_id] = Place()
        self._places.move_to_end(table_id)
        place.waiting += 1
        try:
            async with place.lock:
                if place.table is None:
                    place.table = await self._load(table_id, place)
                yield place.table
        finally:
            place.waiting -= 1
            if place.table is None and not place.waiting:
                self._places.pop(table_id, None)
            self._forget_some()

    async def change(
        self,
        table_id: str,
        action: Callable[[Table], Result],
        also: Callable[[Connection, Result], None] | None = None,
    ) -> Result:
        """Lets something happen at a table. It has happened when this returns, and not before."""
        async with self.at(table_id) as table:
            since, revision = table.version, table.revision
            try:
                result = action(table)
            except BaseException as error:
                # A refusal comes before any change; should one not have, what is kept is right.
                unchanged = (table.version, table.revision) == (since, revision)
                if not isinstance(error, Problem) or not unchanged:
                    self._forget(table_id)
                raise
            table.touched = now()
            try:
                await self._keep(table, since, revision, result, also)
            except BaseException:
                self._forget(table_id)
                raise
            if self.audience is not None:
                self.audience.tell(table, since, table.revision != revision)
            if self.computers is not None and table.waits_for_computer() is not None:
                self.computers.wake(table_id)
            return result

    async def play(
        self,
        table_id: str,
        person: str,
        version: int,
        move: str,
        also: Also | None = None,
        invited: bool = False,
    ) -> int:
        """A person's move; returns the log's new length. ``invited``: they watch the table already."""

        def action(table: Table) -> int:
            game = table.turn_of(person, version, invited)
            try:
                game.play(move)
            except MoveSyntaxError as error:
                raise Problem(
                    422, error.fault, error.message, column=error.column, version=game.version
                ) from error
            except IllegalMove as error:
                raise Problem(
                    422,
                    error.code,
                    error.sentence,
                    version=game.version,
                    legal=[str(legal) for legal in error.legal],
                ) from error
            table.is_back(person)
            table.finish_if_over(now())
            return game.version

        version = await self.change(table_id, action, also)
        self.played("person", 1)
        return version

    async def undo(
        self,
        table_id: str,
        person: str,
        version: int,
        also: Also | None = None,
        invited: bool = False,
    ) -> int:
        """Takes a person's last move back; returns the log's new length."""

        def action(table: Table) -> int:
            game = table.turn_of(person, version, invited)
            table.check_may_undo()
            try:
                game.undo()
            except Refused as error:
                raise Problem(409, error.code, error.sentence, version=game.version) from error
            return game.version

        return await self.change(table_id, action, also)

    async def play_turn(self, table_id: str, seat: int, version: int, moves: list[str]) -> int:
        """A computer player's whole turn, all of it or nothing."""

        def action(table: Table) -> int:
            game = table.running()
            if game.version != version or game.state.to_move != seat:
                raise refuse("play/stale", "The game has moved on.", version=game.version)
            trial = game.copy()
            try:
                for move in moves:
                    trial.play(Move.parse(move))
            except (Refused, MoveSyntaxError) as error:
                raise refuse(
                    "player/illegal-move", f"{table.seats[seat].level}: {error}"
                ) from error
            table.game = trial
            table.finish_if_over(now())
            return trial.version

        length = await self.change(table_id, action)
        self.played("computer", len(moves))
        return length

    async def see_off(self, person: str) -> None:
        """Somebody goes for good: they get up from open tables and resign where they play."""
        for table_id in await self._database.read(lambda connection: tables_of(connection, person)):
            with suppress(Problem):
                await self.change(table_id, lambda table: table.see_off(person, now()))

    def hear_of(self, change: Change) -> None:
        """Something about a person changed rows of tables, so those are to be read again."""
        for table_id in change.tables:
            self._forget(table_id)
        if change.kind == "renamed":
            renaming = asyncio.create_task(self._rename(change.person, change.name))
            self._renaming.add(renaming)
            renaming.add_done_callback(self._renaming.discard)

    async def _rename(self, person: str, name: str) -> None:
        """Shows a person's new name where they sit and the game is not over."""
        with suppress(Problem):
            for table_id in await self._database.read(
                lambda connection: tables_of(connection, person)
            ):
                await self.change(table_id, lambda table: table.rename(person, name))

    async def _load(self, table_id: str, place: Place) -> Table:
        while True:
            outdated = place.outdated
            try:
                table = await self._database.read(
                    lambda connection: load_table(connection, table_id)
                )
            except HarmoniesError as error:
                log.error("table %s cannot be replayed: %s", table_id, error)
                raise refuse("table/damaged") from error
            if table is None:
                raise refuse("table/not-found")
            if place.outdated == outdated:  # else its rows have changed while they were read
                return table

    async def _keep(
        self,
        table: Table,
        since: int,
        revision: int,
        result: Result,
        also: Callable[[Connection, Result], None] | None,
    ) -> None:
        rows = event_rows(table, since, table.touched)
        work = None
        if table.revision != revision or also is not None or not rows:
            work = _saving(table, result, also)
        try:
            await self._database.append(Append(rows, work))
        except VersionTaken:
            raise refuse(
                "play/stale", "Something else happened at this table first. Look again."
            ) from None

    def _forget(self, table_id: str) -> None:
        place = self._places.get(table_id)
        if place is not None:
            place.table = None
            place.outdated += 1

    def _forget_some(self) -> None:
        while len(self._places) > MOST_CACHED:
            oldest = next(iter(self._places))
            if self._places[oldest].waiting:
                self._places.move_to_end(oldest)
                return
            del self._places[oldest]


def _saving(
    table: Table, result: Result, also: Callable[[Connection, Result], None] | None
) -> Callable[[Connection], None]:
    # Rows are made now: the writer's thread must not look at a table that may be changing.
    row, seats = table_row(table), seat_rows(table)

    def save(connection: Connection) -> None:
        save_table(connection, row, seats)
        if also is not None:
            also(connection, result)

    return save
