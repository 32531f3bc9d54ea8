"""Lists of tables: those that are open to all, and somebody's own."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, Select, func, or_, select

from harmonies.server.messages import SeatSummary, TableList, TableSummary
from harmonies.server.schema import seats, tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harmonies.server.tables import Status


def public_tables(
    connection: Connection,
    person: str | None,
    *,
    status: Status,
    side: str | None = None,
    players: int | None = None,
    spirits: bool | None = None,
    before: int | None = None,
    limit: int = 50,
) -> TableList:
    """Public tables in one status, newest first."""
    query = select(tables).where(tables.c.public, tables.c.status == status)
    if side is not None:
        query = query.where(tables.c.side == side)
    if players is not None:
        query = query.where(tables.c.players == players)
    if spirits is not None:
        query = query.where(tables.c.spirits == spirits)
    return _page(connection, query, person, before, limit)


def own_tables(
    connection: Connection,
    person: str,
    *,
    status: Status | None = None,
    before: int | None = None,
    limit: int = 50,
) -> TableList:
    """The tables somebody sits or sat at, newest first."""
    sits = select(seats.c.table).where(or_(seats.c.person == person, seats.c.former == person))
    query = select(tables).where(tables.c.id.in_(sits))
    if status is not None:
        query = query.where(tables.c.status == status)
    return _page(connection, query, person, before, limit)


def count_open(connection: Connection, person: str) -> int:
    """How many tables somebody has opened whose game has not begun."""
    query = select(func.count()).where(tables.c.host == person, tables.c.status == "open")
    return connection.scalar(query) or 0


def _page(
    connection: Connection,
    query: Select[Any],
    person: str | None,
    before: int | None,
    limit: int,
) -> TableList:
    if before is not None:
        query = query.where(tables.c.created < before)
    newest_first = query.order_by(tables.c.created.desc(), tables.c.id)
    shown = connection.execute(newest_first.limit(limit)).all()
    more = None
    if len(shown) == limit:
        # What was created in the same millisecond is on the same page: the next begins before it.
        more = shown[-1].created
        alike = newest_first.where(tables.c.created == more)
        shown = [*(row for row in shown if row.created > more), *connection.execute(alike)]
        if connection.execute(query.where(tables.c.created < more).limit(1)).first() is None:
            more = None
    by_table: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    of_shown = seats.c.table.in_([row.id for row in shown])
    for seat in connection.execute(select(seats).where(of_shown).order_by(seats.c.number)):
        by_table[seat.table].append(seat)
    return TableList(
        tables=[_summary(row, by_table[row.id], person) for row in shown],
        more=more,
    )


def _summary(row: Row[Any], its_seats: Sequence[Row[Any]], person: str | None) -> TableSummary:
    return TableSummary(
        id=row.id,
        status=row.status,
        ending=row.ending,
        side=row.side,
        players=row.players,
        spirits=row.spirits,
        public=row.public,
        host=person is not None and row.host == person,
        seats=[
            SeatSummary(
                seat=seat.number + 1,
                kind=seat.kind,
                name=seat.name,
                you=person is not None and seat.person == person,
            )
            for seat in its_seats
        ],
        created=row.created,
        started=row.started,
        ended=row.ended,
    )
