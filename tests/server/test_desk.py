"""The desk: tables come from the database as they are there, and one that cannot come harms no other."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from harmonies.server.database import now
from harmonies.server.people import Change
from harmonies.server.schema import events, seats
from harmonies.server.table_rows import load_table
from server.harness import Served, done, refused
from server.test_computers import persons_turn, room

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

    from harmonies.server.tables import Table

pytestmark = pytest.mark.anyio

LOAD = "harmonies.server.desk.load_table"


async def damage(server: Served, table_id: str) -> None:
    """Has a game's log begin with something that cannot have happened."""
    query = update(events).where(events.c.table == table_id, events.c.number == 0)
    await server.write(lambda connection: connection.execute(query.values(text="end")))
    server.services.desk._forget(table_id)


async def test_a_table_whose_log_is_damaged_says_so(server: Served) -> None:
    ann = await server.guest("Ann")
    made = {"players": 2, "my_seats": 2, "start": True}
    table, other = [done(await ann.post("/api/tables", made), 201)["id"] for _ in range(2)]
    await damage(server, table)
    refused(await ann.get(f"/api/tables/{table}"), 500, "table/damaged")
    move = {"version": 1, "move": "take 1"}
    refused(await ann.post(f"/api/tables/{table}/moves", move), 500, "table/damaged")
    done(await ann.get(f"/api/tables/{other}"))
    done(await ann.ask("DELETE", "/api/me"), 204)


async def test_computers_play_on_when_one_tables_log_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room(tmp_path, start=False) as here:
        damaged, whole = await here.table("random"), await here.table("random")

    def stumble(connection: Connection, table_id: str) -> Table | None:
        if table_id == damaged:
            raise LookupError("something nobody thought of")
        return load_table(connection, table_id)

    async with room(tmp_path, start=False) as here:
        monkeypatch.setattr(LOAD, stumble)
        here.computers.wake(damaged)  # it is the first in line
        await here.computers.start(here.database)
        await here.until(whole, persons_turn)
        await here.desk.change(whole, lambda table: table.resign("ann", None, now()))


async def test_what_changes_while_a_table_is_read_is_not_missed(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await server.guest("Ann")
    table = done(await ann.post("/api/tables", {"players": 2}), 201)["id"]
    desk = server.services.desk
    desk._forget(table)
    has_read, may_go_on = threading.Event(), threading.Event()

    def slowly(connection: Connection, table_id: str) -> Table | None:
        found = load_table(connection, table_id)
        has_read.set()
        assert may_go_on.wait(30)
        return found

    monkeypatch.setattr(LOAD, slowly)
    looking = asyncio.create_task(ann.get(f"/api/tables/{table}"))
    await asyncio.to_thread(has_read.wait, 30)
    await server.write(lambda connection: connection.execute(update(seats).values(name="Zoe")))
    desk.hear_of(Change("deleted", "somebody", tables=(table,)))
    may_go_on.set()
    assert done(await looking)["seats"][0]["name"] == "Zoe"
