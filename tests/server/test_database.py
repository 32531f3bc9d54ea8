"""The one writer: durable before it answers, in groups, and each write stands or falls alone."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Connection, text

from harmonies.server.database import Append, Database, VersionTaken, make_engine
from harmonies.server.migrate import migrate
from harmonies.server.problems import StorageProblem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.anyio

FULL = 2


@pytest.fixture
async def database(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Database]:  # noqa: ARG001
    engine = make_engine(f"sqlite:///{tmp_path / 'games.db'}")
    migrate(engine)
    database = Database(engine)

    def tables(connection: Connection) -> None:
        for name in ("one", "two"):
            connection.execute(
                text(
                    "INSERT INTO tables (id, status, public, side, players, spirits, first_drawn, "
                    "code, secret, revision, created, touched) "
                    "VALUES (:name, 'open', 1, 'A', 1, 0, 0, :name, x'00', 0, 1, 1)"
                ),
                {"name": name},
            )

    await database.write(tables)
    yield database
    await asyncio.to_thread(database.close)


def row(table: str, number: int) -> dict[str, Any]:
    return {"table": table, "number": number, "text": "take 1", "at": 1}


async def logs(database: Database) -> list[tuple[str, int]]:
    query = text('SELECT "table", number FROM events ORDER BY 1, 2')
    return await database.read(
        lambda connection: [(found[0], found[1]) for found in connection.execute(query)]
    )


async def test_a_power_cut_loses_nothing_that_was_answered(database: Database) -> None:
    """SQLite waits for the disk at each commit, on the writer's connection and on all others."""

    def durable(connection: Connection) -> tuple[str, int, int]:
        mode, sync, keys = (
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        )
        return mode, sync, keys

    assert await database.write(durable) == ("wal", FULL, 1)
    found = await asyncio.gather(*(database.read(durable) for _ in range(8)))
    assert set(found) == {("wal", FULL, 1)}


async def test_writes_that_wait_share_a_transaction(database: Database) -> None:
    before = database.groups
    await asyncio.gather(*(database.append(Append([row("one", n)])) for n in range(100)))
    assert await logs(database) == [("one", n) for n in range(100)]
    assert database.groups - before < 50


async def test_one_late_event_keeps_no_others_back(database: Database) -> None:
    await database.append(Append([row("one", 0)]))
    done = await asyncio.gather(
        database.append(Append([row("two", 0)])),
        database.append(Append([row("one", 0)])),
        database.append(Append([row("two", 1)])),
        database.write(lambda _connection: "written"),
        database.append(Append([row("one", 1), row("one", 0)])),
        return_exceptions=True,
    )
    assert [type(answer) for answer in done] == [
        type(None),
        VersionTaken,
        type(None),
        str,
        VersionTaken,
    ]
    assert await logs(database) == [("one", 0), ("two", 0), ("two", 1)]


async def test_a_write_that_fails_takes_its_events_with_it(database: Database) -> None:
    def fail(_connection: Connection) -> None:
        raise LookupError("not like that")

    done = await asyncio.gather(
        database.append(Append([row("one", 0)], fail)),
        database.append(Append([row("two", 0)])),
        return_exceptions=True,
    )
    assert isinstance(done[0], LookupError)
    assert await logs(database) == [("two", 0)]


async def test_the_writer_goes_on_after_the_database_failed_it(database: Database) -> None:
    def broken(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT * FROM nowhere")

    with pytest.raises(StorageProblem):
        await database.write(broken)
    await database.append(Append([row("one", 0)]))
    assert await logs(database) == [("one", 0)]
