"""The computer players' supervisor: who moves next, who thinks about it, and what when nobody does.

Tables wait in one line, each at most once and with one turn at a time, so that a table of three
computer players takes no more than its share. A turn that a worker does not give (it crashed, took
too long, or gave moves that the rules refuse) is asked for again after a pause: twice of the player
that sits there, with less to think about the second time, and from then on of the simplest. Meanwhile the
table waits with a sentence's code that its page shows; nothing else at the table is held up.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from sqlalchemy import Connection, select

from harmonies.players import LAST_RESORT, STAND_IN, lighter
from harmonies.server.metrics import Metrics
from harmonies.server.problems import Problem, StorageProblem
from harmonies.server.schema import seats, tables
from harmonies.server.workers import PROGRAM, Worker, WorkerFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harmonies.server.database import Database
    from harmonies.server.desk import Desk
    from harmonies.server.settings import Settings
    from harmonies.server.tables import Table

log = logging.getLogger(__name__)

OWN_ATTEMPTS = 2
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0
STORAGE_PAUSE = 2.0
LONG_SECONDS = 3.0
WATCH_EVERY = 0.5
WELL_WITHIN = 15.0

BUSY, VERY_BUSY = 4, 16  # tables in line for each worker; each VERY_BUSY is a level less
SLOW, VERY_SLOW = 3.0, 8.0  # seconds that a table has been in line; likewise
BUSY_SHARE = 0.25
SOFT_LIMIT = 0.6  # of the time after which a worker is taken for hung

Waiting = Literal[
    "computer/queued",
    "computer/thinking-long",
    "computer/retrying",
    "computer/unavailable",
    "computer/cannot-save",
]


class Question(NamedTuple):
    """A turn to be chosen."""

    seat: int
    version: int
    level: str
    position: str


@dataclass(slots=True)
class Job:
    """A table where it is, or may be, a computer player's turn."""

    since: float
    in_line: float  # since when
    stage: Literal["queued", "thinking", "resting"] = "queued"
    again: bool = False  # it was woken while somebody was at it
    version: int = -1
    attempts: int = 0  # at this version
    trouble: Waiting | None = None
    told: Waiting | None = None


class Computers:
    """Moves for all computer players of this server."""

    def __init__(
        self,
        desk: Desk,
        settings: Settings,
        metrics: Metrics | None = None,
        program: Sequence[str] = PROGRAM,
    ) -> None:
        self._desk = desk
        self._seconds = settings.player_seconds
        self._metrics = metrics or Metrics()
        self._workers = [Worker(program) for _ in range(settings.player_workers)]
        self._jobs: dict[str, Job] = {}
        self._line: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._down_since: float | None = None

    # What others ask

    def wake(self, table_id: str) -> None:
        """It may be a computer player's turn at this table."""
        job = self._jobs.get(table_id)
        if job is None:
            self._begin(table_id)
        elif job.stage == "thinking":
            job.again = True

    def waiting_for(self, table: Table) -> Waiting | None:
        """What a table waits for, when that takes longer than it should."""
        if table.waits_for_computer() is None:
            return None
        if not self._workers:
            return "computer/unavailable"
        job = self._jobs.get(table.id)
        return None if job is None else job.told

    @property
    def queued(self) -> int:
        """How many tables wait for a worker."""
        return self._line.qsize()

    @property
    def alive(self) -> int:
        """How many workers there are."""
        return sum(worker.pid is not None for worker in self._workers)

    @property
    def pids(self) -> list[int]:
        """The workers' processes."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    @property
    def well(self) -> bool:
        """Whether there are workers, or have just been: one that was lost is soon back."""
        if self.alive or self._down_since is None:
            return True
        return time.monotonic() - self._down_since < WELL_WITHIN

    # From start to stop

    async def start(self, database: Database) -> None:
        """Starts the workers, and wakes every table that waited when the server stopped."""
        for worker in self._workers:
            task = asyncio.create_task(self._work(worker), name="computer player")
            self._tasks.append(task)
        self._tasks.append(asyncio.create_task(self._watch(), name="computer watch"))
        for table_id in await database.read(_with_computers):
            self.wake(table_id)

    async def stop(self) -> None:
        """Ends the workers. Who was thinking will be asked again after the next start."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        self._tasks.clear()
        for worker in self._workers:
            await worker.stop()

    # One worker's life

    async def _work(self, worker: Worker) -> None:
        await self._have_ready(worker)
        while True:
            table_id = await self._next(worker)
            job = self._jobs[table_id]
            job.stage = "thinking"
            try:
                pause = await self._attend(worker, table_id, job)
            except Exception:
                log.exception("a computer player's turn at table %s failed", table_id)
                pause = self._stumble(job)
            self._put_back(table_id, job, pause)
            if pause:
                await self._tell(table_id)
            if worker.pid is None:
                self._metrics.restarts.inc()
                await self._have_ready(worker)

    async def _next(self, worker: Worker) -> str:
        """The first table in line; meanwhile a worker that dies while it idles is replaced."""
        while True:
            first = asyncio.ensure_future(self._line.get())
            gone = asyncio.ensure_future(worker.gone())
            try:
                await asyncio.wait((first, gone), return_when=asyncio.FIRST_COMPLETED)
                if first.done():
                    return first.result()
            finally:
                first.cancel()
                gone.cancel()
            log.error("player worker %s ended while it had nothing to do", worker.last_pid)
            self._metrics.failures.labels("crashed").inc()
            self._metrics.restarts.inc()
            await self._have_ready(worker)

    async def _have_ready(self, worker: Worker) -> None:
        if self._down_since is None:
            self._down_since = time.monotonic()
        pause = FIRST_PAUSE
        while True:
            try:
                await worker.start()
            except WorkerFailed as failed:
                log.error("a player worker cannot be started: %s", failed)
            except Exception:
                log.exception("a player worker cannot be started")
            else:
                self._down_since = None
                return
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _put_back(self, table_id: str, job: Job, pause: float) -> None:
        if pause:
            job.stage = "resting"
            asyncio.get_running_loop().call_later(pause, self._queue, table_id)
        elif job.again:
            self._begin(table_id)
        else:
            del self._jobs[table_id]

    def _begin(self, table_id: str) -> None:
        moment = time.monotonic()
        self._jobs[table_id] = Job(since=moment, in_line=moment)
        self._line.put_nowait(table_id)

    def _queue(self, table_id: str) -> None:
        job = self._jobs[table_id]
        job.stage, job.in_line = "queued", time.monotonic()
        self._line.put_nowait(table_id)

    # One turn

    async def _attend(self, worker: Worker, table_id: str, job: Job) -> float:
        """Plays a turn if one is due; returns how long to wait until this is tried again, or 0."""
        try:
            question = await self._question(table_id)
            if question is None:
                return 0.0
            if question.version != job.version:
                job.version, job.attempts = question.version, 0
            moves = await self._think(worker, question, job)
            job.trouble = None
            was_told, job.told = job.told, None
            await self._desk.play_turn(table_id, question.seat, question.version, moves)
            if was_told is not None:
                await self._tell(table_id)
        except WorkerFailed as failed:
            self._metrics.failures.labels(failed.reason).inc()
            log.warning("table %s, attempt %d: %s", table_id, job.attempts + 1, failed)
            return self._stumble(job)
        except StorageProblem as problem:
            job.trouble = job.told = "computer/cannot-save"
            log.warning("table %s: %s", table_id, problem)
            return STORAGE_PAUSE
        except Problem as problem:
            if problem.code == "player/illegal-move":
                self._metrics.failures.labels("illegal").inc()
                log.error("table %s, attempt %d: %s", table_id, job.attempts + 1, problem.detail)
                await worker.stop()  # whatever is wrong with it, another begins afresh
                return self._stumble(job)
            # The table has changed meanwhile or is gone; look again if it still waits.
            job.again = job.again or problem.code == "play/stale"
        return 0.0

    async def _question(self, table_id: str) -> Question | None:
        async with self._desk.at(table_id) as table:
            seat = table.waits_for_computer()
            if seat is None or table.game is None:
                return None
            view = table.game.state.redacted(seat.number)
            level = seat.level or STAND_IN
            return Question(seat.number, table.version, level, str(view))

    async def _think(self, worker: Worker, question: Question, job: Job) -> list[str]:
        begun = time.monotonic()
        level, share = self._effort(question.level, job.attempts, begun - job.in_line)
        request = {
            "level": level,
            "position": question.position,
            "share": share,
            "seconds": self._seconds * SOFT_LIMIT,
        }
        moves = await worker.ask(request, self._seconds)
        self._metrics.thoughts.labels(level).observe(time.monotonic() - begun)
        return moves

    def _effort(self, level: str, attempts: int, waited: float) -> tuple[str, float]:
        """Which player thinks, with which share of its budget: less when many wait, or wait long.

        Of those who think for seconds a few are as much work as many of those who do not.
        """
        if attempts >= OWN_ATTEMPTS:
            return LAST_RESORT, 1.0
        waiting = self.queued / len(self._workers)
        for _ in range(int(max(waiting / VERY_BUSY, waited / VERY_SLOW))):
            level = lighter(level) or level
        hurried = attempts or waiting >= BUSY or waited >= SLOW
        return level, BUSY_SHARE if hurried else 1.0

    def _stumble(self, job: Job) -> float:
        job.trouble = job.told = "computer/retrying"
        job.attempts += 1
        return min(FIRST_PAUSE * (1 << min(job.attempts - 1, 10)), LONGEST_PAUSE)

    # Telling those who wait

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_EVERY)
            slow = time.monotonic() - LONG_SECONDS
            for table_id, job in list(self._jobs.items()):
                if job.since > slow:
                    continue
                code = self._reason(job)
                if code != job.told:
                    job.told = code
                    await self._tell(table_id)

    def _reason(self, job: Job) -> Waiting:
        if not self.alive:
            return "computer/unavailable"
        if job.trouble is not None:
            return job.trouble
        return "computer/thinking-long" if job.stage == "thinking" else "computer/queued"

    async def _tell(self, table_id: str) -> None:
        if self._desk.audience is None:
            return
        try:
            async with self._desk.at(table_id) as table:
                self._desk.audience.tell(table, table.version, True)
        except Problem as problem:
            log.warning("table %s cannot be told: %s", table_id, problem)
        except Exception:  # nothing at one table may end what serves all
            log.exception("table %s cannot be told", table_id)


def _with_computers(connection: Connection) -> Sequence[str]:
    query = (
        select(tables.c.id)
        .join(seats, seats.c.table == tables.c.id)
        .where(tables.c.status == "playing", seats.c.kind == "computer")
        .distinct()
    )
    return connection.scalars(query).all()
