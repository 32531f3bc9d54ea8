"""Closing the tables to which nobody comes any more."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy import Connection, exists, or_, select

from harmonies.server.database import now
from harmonies.server.problems import Problem
from harmonies.server.schema import events, tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harmonies.server.database import Database
    from harmonies.server.desk import Desk
    from harmonies.server.settings import Settings
    from harmonies.server.tables import Table

log = logging.getLogger(__name__)

EVERY_SECONDS = 3600.0


class SomebodyCame(Problem):
    """The table is not forgotten after all."""

    def __init__(self) -> None:
        super().__init__(409, "table/not-forgotten", "Somebody is at this table.")


async def close_forgotten(desk: Desk, database: Database, settings: Settings) -> int:
    """Closes them, as if somebody said politely that it is late; returns how many there were."""
    closed = 0
    moment = now()
    open_before = moment - int(settings.close_open_after * 1000)
    playing_before = moment - int(settings.close_playing_after * 1000)

    def forgotten(connection: Connection) -> Sequence[str]:
        is_open, is_playing = tables.c.status == "open", tables.c.status == "playing"
        # A move is kept without touching the table's own row.
        moved = exists().where(events.c.table == tables.c.id, events.c.at >= playing_before)
        query = select(tables.c.id).where(
            or_(
                is_open & (tables.c.touched < open_before),
                is_playing & (tables.c.touched < playing_before) & ~moved,
            )
        )
        return connection.scalars(query).all()

    def close(table: Table) -> None:
        before = {"open": open_before, "playing": playing_before}.get(table.status, 0)
        if table.touched >= before:
            raise SomebodyCame
        table.close(moment)

    for table_id in await database.read(forgotten):
        try:
            await desk.change(table_id, close)
        except SomebodyCame:
            continue  # since the tables were listed
        except Problem as problem:
            log.warning("table %s was not closed: %s", table_id, problem)
        else:
            closed += 1
    return closed


async def close_for_ever(
    desk: Desk, database: Database, settings: Settings, every: float = EVERY_SECONDS
) -> None:
    """Closes forgotten tables now and then."""
    while True:
        try:
            closed = await close_forgotten(desk, database, settings)
            if closed:
                log.info("closed %d tables that nobody came to any more", closed)
        except Problem as problem:
            log.warning("forgotten tables were not closed: %s", problem)
        except Exception:
            log.exception("forgotten tables were not closed")
        await asyncio.sleep(every)
