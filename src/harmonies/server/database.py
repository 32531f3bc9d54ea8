"""The database: one writer that commits in groups, and readers beside it."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, insert
from sqlalchemy.exc import DBAPIError, IntegrityError

from harmonies.server import schema
from harmonies.server.problems import storage_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Result = TypeVar("Result")

MOST_IN_GROUP = 512
BUSY_SECONDS = 5.0
READERS = 4


def now() -> int:
    """Milliseconds since 1970 in UTC."""
    return time.time_ns() // 1_000_000


def make_engine(url: str) -> Engine:
    """An engine that loses nothing it has committed, not even in a power cut."""
    # What is kept does not belong in error messages: they end up in logs.
    engine = create_engine(url, pool_size=READERS + 1, hide_parameters=True)
    if engine.dialect.name != "sqlite":
        return engine

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        # SQLAlchemy says when a transaction begins; the driver's own idea of it would be in the way.
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute(f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


class VersionTaken(Exception):
    """Another event has that number already: whoever wrote it was first."""


@dataclass(frozen=True, slots=True)
class Append:
    """Events to add to a table's log, and what else becomes true with them."""

    rows: Sequence[dict[str, Any]]
    also: Callable[[Connection], None] | None = None


@dataclass(slots=True)
class _Task:
    work: Append | Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    value: Any = None
    error: BaseException | None = None


class Database:
    """Runs all writes in one thread, as many in one transaction as are waiting, and answers them
    only when the transaction is durable. Each write stands or falls alone.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._insert = _Insert(engine)
        self._line: Connection | None = None  # the writer's own
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self.groups = 0
        self.writes = 0
        self.on_commit: Callable[[int, float], None] = lambda _writes, _seconds: None
        self._writer.start()

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Runs in the next transaction; returns what it returned when that is on disk."""
        result: Result = await self._submit(work)
        return result

    async def append(self, append: Append) -> None:
        """Adds events to a log; VersionTaken when another was faster."""
        await self._submit(append)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Runs beside the writer, on what is committed."""

        def run() -> Result:
            with self.engine.connect() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except DBAPIError as error:
            raise storage_problem(error) from error

    def close(self) -> None:
        """Finishes what was begun."""
        self._tasks.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    @property
    def waiting(self) -> int:
        """How many writes wait for their turn."""
        return self._tasks.qsize()

    async def _submit(self, work: Append | Callable[[Connection], Any]) -> Any:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._tasks.put(_Task(work, loop, future))
        # A caller that goes away does not take its write with it: it may be half committed.
        return await asyncio.shield(future)

    def _write(self) -> None:
        last = False
        while not last:
            task = self._tasks.get()
            group: list[_Task] = []
            while task is not None:
                group.append(task)
                if len(group) >= MOST_IN_GROUP or self._tasks.empty():
                    break
                task = self._tasks.get()
            last = task is None
            if group:
                self._commit(group)
        self._hang_up()

    def _commit(self, group: list[_Task]) -> None:
        begun = time.perf_counter()
        try:
            self._keep(group)
        except BaseException as error:
            self._hang_up()  # whatever has happened to this connection, the next one is new
            for task in group:
                task.error = task.error or error
        self.groups += 1
        self.writes += len(group)
        self.on_commit(len(group), time.perf_counter() - begun)
        # One call wakes the loop for the whole group.
        by_loop: defaultdict[asyncio.AbstractEventLoop, list[_Task]] = defaultdict(list)
        for task in group:
            by_loop[task.loop].append(task)
        for loop, tasks in by_loop.items():
            with suppress(RuntimeError):  # a loop that is closed has nobody left to tell
                loop.call_soon_threadsafe(_answer_all, tasks)

    def _keep(self, group: list[_Task]) -> None:
        if self._line is None:
            self._line = self.engine.connect().execution_options(writes=True)
        rows: list[dict[str, Any]] = []
        others: list[_Task] = []
        for task in group:
            if isinstance(task.work, Append) and task.work.also is None:
                rows += task.work.rows
            else:
                others.append(task)
        try:
            with self._line.begin():
                self._insert.run(self._line, rows)
                for task in others:
                    self._run_alone(self._line, task)
        except VersionTaken:
            with self._line.begin():  # one of them is late: find it by running each alone
                for task in group:
                    self._run_alone(self._line, task)

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            with suppress(DBAPIError):
                line.invalidate()
                line.close()

    def _run_alone(self, connection: Connection, task: _Task) -> None:
        try:
            with connection.begin_nested():
                task.value = self._perform(connection, task.work)
        except VersionTaken as error:
            task.error = error
        except IntegrityError as error:
            task.error = VersionTaken() if isinstance(task.work, Append) else error
        except DBAPIError:
            raise
        except Exception as error:
            task.error = error

    def _perform(self, connection: Connection, work: Append | Callable[[Connection], Any]) -> Any:
        if not isinstance(work, Append):
            return work(connection)
        self._insert.run(connection, work.rows)
        if work.also is not None:
            work.also(connection)
        return None


class _Insert:
    """Adding rows to the log, worded once: it happens at every move."""

    def __init__(self, engine: Engine) -> None:
        compiled = insert(schema.events).compile(dialect=engine.dialect)
        self._text = str(compiled)
        self._order = compiled.positiontup

    def run(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Adds them; VersionTaken when one of the numbers is."""
        if not rows:
            return
        given: Any = list(rows)
        if self._order is not None:
            given = [tuple(row[name] for name in self._order) for row in rows]
        try:
            connection.exec_driver_sql(self._text, given)
        except IntegrityError as error:
            raise VersionTaken from error


def _answer_all(tasks: list[_Task]) -> None:
    for task in tasks:
        if task.future.done():
            continue
        if task.error is None:
            task.future.set_result(task.value)
        elif isinstance(task.error, DBAPIError) and not isinstance(task.error, IntegrityError):
            task.future.set_exception(storage_problem(task.error))
        else:
            task.future.set_exception(task.error)
