"""Tables as rows, and back."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, insert, or_, select, update

from harmonies.server import schema
from harmonies.server.tables import Seat, Table

_KEPT = (
    "id",
    "status",
    "ending",
    "public",
    "side",
    "players",
    "spirits",
    "first",
    "first_drawn",
    "host",
    "code",
    "secret",
    "rematch",
    "revision",
    "created",
    "started",
    "ended",
    "touched",
)


def table_row(table: Table) -> dict[str, Any]:
    """A table's own row."""
    return {name: getattr(table, name) for name in _KEPT}


def seat_rows(table: Table) -> list[dict[str, Any]]:
    """A row for each of its seats."""
    return [
        {
            "table": table.id,
            "number": seat.number,
            "kind": seat.kind,
            "person": seat.person,
            "former": seat.former,
            "name": seat.name,
            "level": seat.level,
            "nonce": seat.nonce,
            "votes": ",".join(sorted(seat.votes)),
        }
        for seat in table.seats
    ]


def event_rows(table: Table, since: int, at: int) -> list[dict[str, Any]]:
    """The rows of the game's events from a number on."""
    if table.game is None:
        return []
    return [
        {"table": table.id, "number": number, "text": str(event), "at": at}
        for number, event in enumerate(table.game.log[since:], since)
    ]


def add_table(connection: Connection, table: Table) -> None:
    """Keeps a new table."""
    connection.execute(insert(schema.tables), table_row(table))
    connection.execute(insert(schema.seats), seat_rows(table))


def save_table(connection: Connection, row: dict[str, Any], seats: list[dict[str, Any]]) -> None:
    """Keeps what changed about a table and its seats."""
    connection.execute(update(schema.tables).where(schema.tables.c.id == row["id"]), row)
    connection.execute(delete(schema.seats).where(schema.seats.c.table == row["id"]))
    connection.execute(insert(schema.seats), seats)


def tables_of(connection: Connection, person: str) -> list[str]:
    """The tables that somebody sits at and that are not over."""
    sits = select(schema.seats.c.table).where(schema.seats.c.person == person)
    mine = or_(schema.tables.c.id.in_(sits), schema.tables.c.host == person)
    going_on = schema.tables.c.status.in_(["open", "playing"])
    return list(connection.scalars(select(schema.tables.c.id).where(mine, going_on)))


def load_table(connection: Connection, table_id: str) -> Table | None:
    """A table with its game, replayed from its events."""
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).first()
    if row is None:
        return None
    seats = connection.execute(
        select(schema.seats).where(schema.seats.c.table == table_id).order_by(schema.seats.c.number)
    )
    table = Table(
        **{name: getattr(row, name) for name in _KEPT},
        seats=[_seat(seat) for seat in seats],
    )
    if table.started is not None:
        events = connection.execute(
            select(schema.events.c.text, schema.events.c.at)
            .where(schema.events.c.table == table_id)
            .order_by(schema.events.c.number)
        ).all()
        table.resume_game(event.text for event in events)
        # A plain move is kept without touching the table's own row.
        table.touched = max([table.touched, *(event.at for event in events[-1:])])
    return table


def _seat(row: Row[Any]) -> Seat:
    return Seat(
        number=row.number,
        kind=row.kind,
        person=row.person,
        former=row.former,
        name=row.name,
        level=row.level,
        nonce=row.nonce or b"",
        votes=frozenset(filter(None, row.votes.split(","))),
    )
