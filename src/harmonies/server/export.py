"""All that is kept about a person, for them to take away."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, Row, Table, or_, select

from harmonies.server.codes import refuse
from harmonies.server.database import now
from harmonies.server.schema import api_tokens, people, requests, seats, sessions, tables

_SECRETS = {"token", "password", "fingerprint", "person", "secret", "claimed"}
_OF_TABLE = ("id", "status", "ending", "public", "side", "players", "spirits", "created", "started")


def everything_about(connection: Connection, person: str) -> dict[str, Any]:
    """Their rows, without what would let others in. Seats count from 1, as in all text."""
    row = connection.execute(select(people).where(people.c.id == person)).first()
    if row is None:
        raise refuse("person/unknown")
    return {
        "exported": now(),
        "person": {**_open(people, row), "claimed": row.claimed is not None},
        "sessions": _rows(connection, sessions, person),
        "tokens": _rows(connection, api_tokens, person),
        "tables": [*_tables(connection, person).values()],
        "requests": [
            row | {"body": json.loads(row["body"]) if row["body"] else None}
            for row in _rows(connection, requests, person)
        ],
    }


def _tables(connection: Connection, person: str) -> dict[str, dict[str, Any]]:
    columns = [tables.c[name] for name in (*_OF_TABLE, "ended", "host")]
    is_or_was = or_(seats.c.person == person, seats.c.former == person)
    held = select(seats.c.table).where(is_or_was)
    query = (
        select(*columns)
        .where((tables.c.host == person) | tables.c.id.in_(held))
        .order_by(tables.c.created, tables.c.id)
    )
    found: dict[str, dict[str, Any]] = {}
    for row in connection.execute(query).mappings():
        found[row["id"]] = {**row, "host": row["host"] == person, "seats": []}
    mine = select(seats).where(is_or_was).order_by(seats.c.table, seats.c.number)
    for seat in connection.execute(mine):
        found[seat.table]["seats"].append(
            {
                "seat": seat.number + 1,
                "name": seat.name,
                "former": seat.former == person,
                "nonce": None if seat.nonce is None else seat.nonce.hex(),
                "votes": [_vote(vote) for vote in seat.votes.split(",") if vote],
            }
        )
    return found


def _vote(vote: str) -> str:
    return f"replace {int(vote) + 1}" if vote.isdecimal() else vote


def _rows(connection: Connection, table: Table, person: str) -> list[dict[str, Any]]:
    query = select(table).where(table.c.person == person).order_by(table.c.created)
    return [_open(table, row) for row in connection.execute(query)]


def _open(table: Table, row: Row[Any]) -> dict[str, Any]:
    return {
        column.name: getattr(row, column.name) for column in table.c if column.name not in _SECRETS
    }
