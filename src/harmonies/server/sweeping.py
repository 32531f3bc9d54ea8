"""Putting away what nobody needs any more."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import Connection, delete, exists, select

from harmonies.server.database import Database, now
from harmonies.server.idempotency import KEPT_MS
from harmonies.server.problems import Problem
from harmonies.server.schema import api_tokens, people, requests, seats, sessions, tables

log = logging.getLogger(__name__)

EVERY_SECONDS = 3600.0


def sweep(connection: Connection, at: int) -> None:
    """Deletes answers kept for a day, sessions that have ended, and guests who cannot come back."""
    connection.execute(delete(requests).where(requests.c.created < at - KEPT_MS))
    connection.execute(delete(sessions).where(sessions.c.expires <= at))
    has_left = ~exists(select(sessions.c.id).where(sessions.c.person == people.c.id))
    no_token = ~exists(select(api_tokens.c.id).where(api_tokens.c.person == people.c.id))
    no_seat = ~exists(select(seats.c.number).where(seats.c.person == people.c.id))
    no_table = ~exists(select(tables.c.id).where(tables.c.host == people.c.id))
    connection.execute(
        delete(people).where(people.c.password.is_(None), has_left, no_token, no_seat, no_table)
    )


async def sweep_for_ever(database: Database, every: float = EVERY_SECONDS) -> None:
    """Sweeps now and then."""
    while True:
        try:
            await database.write(lambda connection: sweep(connection, now()))
        except Problem as problem:
            log.warning("sweeping failed: %s", problem)
        except Exception:
            log.exception("sweeping failed")
        await asyncio.sleep(every)
