"""What the routes work with: made once when the server starts, and put away when it stops."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from harmonies.server.closing import close_for_ever
from harmonies.server.computers import Computers
from harmonies.server.database import Database, make_engine
from harmonies.server.desk import Desk
from harmonies.server.hub import Hub
from harmonies.server.idempotency import Requests
from harmonies.server.limits import Buckets, too_many
from harmonies.server.live import tell_of_absent_for_ever
from harmonies.server.metrics import Metrics, watch
from harmonies.server.migrate import migrate
from harmonies.server.people import People
from harmonies.server.settings import Settings
from harmonies.server.sweeping import sweep_for_ever

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ABSENT_EVERY = 1.0  # how often it is looked who has been away for long


@dataclass(slots=True)
class Services:
    """One server's parts."""

    settings: Settings
    database: Database
    people: People
    requests: Requests
    desk: Desk
    hub: Hub
    computers: Computers
    metrics: Metrics
    pace: Buckets = field(init=False)

    def __post_init__(self) -> None:
        self.pace = Buckets(self.settings.requests_per_minute)

    def check_pace(self, person: str) -> None:
        """Counts a person's request; has them wait when there were too many."""
        wait = self.pace.take(person)
        if wait:
            raise too_many(wait)


@asynccontextmanager
async def open_services(
    settings: Settings, metrics: Metrics | None = None
) -> AsyncIterator[Services]:
    """Brings the database to the newest schema and starts what runs beside the routes."""
    async with AsyncExitStack() as stack:
        if settings.embedded and settings.database_url is None:
            settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        engine = make_engine(settings.database)
        stack.callback(engine.dispose)
        await asyncio.to_thread(migrate, engine)
        database = Database(engine)
        stack.push_async_callback(asyncio.to_thread, database.close)
        people = People(database, settings)
        stack.push_async_callback(people.close)
        desk, hub = Desk(database), Hub(settings.absent_after)
        desk.audience = hub
        metrics = metrics or Metrics()
        computers = Computers(desk, settings, metrics)
        desk.computers, hub.waiting_for = computers, computers.waiting_for
        stack.push_async_callback(computers.stop)
        watch(metrics, database, desk, hub, computers)
        stack.callback(hub.dismiss_all)
        people.leaving.append(desk.see_off)
        people.listeners += [desk.hear_of, hub.hear_of]
        requests = Requests(database)
        services = Services(settings, database, people, requests, desk, hub, computers, metrics)
        await computers.start(database)
        closing = asyncio.create_task(close_for_ever(desk, database, settings), name="closing")
        stack.push_async_callback(_end, closing)
        watching = asyncio.create_task(
            tell_of_absent_for_ever(desk, hub, ABSENT_EVERY),
            name="watching",
        )
        stack.push_async_callback(_end, watching)
        sweeping = asyncio.create_task(sweep_for_ever(database), name="sweeping")
        stack.push_async_callback(_end, sweeping)
        yield services


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def services(connection: HTTPConnection) -> Services:
    """The dependency: what this server works with."""
    found: Services = connection.app.state.services
    return found


ServicesDep = Annotated[Services, Depends(services)]
