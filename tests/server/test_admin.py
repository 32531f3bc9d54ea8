"""Backups that are whole, restoring them, looking things up, and closing what is forgotten."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from harmonies.server import admin
from harmonies.server.checks import CannotStart, lock_file
from harmonies.server.closing import close_forgotten
from harmonies.server.command import admin as commands
from harmonies.server.database import Database, make_engine, now
from harmonies.server.lock import Lock
from harmonies.server.schema import events, tables
from harmonies.server.table_rows import load_table
from server.harness import done, serving, settings_for
from server.test_computers import room

if TYPE_CHECKING:
    from pathlib import Path

    from harmonies.server.tables import Table
    from server.harness import Served

pytestmark = pytest.mark.anyio

DAY = 24 * 3600 * 1000


async def tables_in(folder: Path, ids: list[str]) -> list[Table | None]:
    """Tables of a database that no server runs on, replayed with their seeds."""
    database = Database(make_engine(settings_for(folder).database))
    try:
        return await database.read(
            lambda connection: [load_table(connection, table_id) for table_id in ids]
        )
    finally:
        await asyncio.to_thread(database.close)


async def test_a_backup_made_while_moves_are_played_is_whole_and_can_be_restored(
    tmp_path: Path,
) -> None:
    live = settings_for(tmp_path / "live")
    live.data.mkdir()
    async with room(live.data, workers=2) as here:
        ids = [await here.table("random", "random", people=0) for _ in range(4)]
        while not here.moves:
            await asyncio.sleep(0.01)
        for number in range(5):
            await asyncio.to_thread(admin.backup, live, tmp_path / f"{number}.db")
        moves = here.moves
        for table_id in ids:
            await here.until(table_id, lambda table: table.status == "over")
        assert here.moves > moves, "it was not played while the backups were made"
        logs = {}
        for table_id in ids:
            async with here.desk.at(table_id) as table:
                assert table.game is not None
                logs[table_id] = table.game.log
    for number in range(5):
        other = settings_for(tmp_path / f"restored {number}")
        assert admin.restore(other, tmp_path / f"{number}.db") is None
        for restored in await tables_in(other.data, ids):
            assert restored is not None
            assert restored.game is not None
            log = restored.game.log
            assert log == logs[restored.id][: len(log)]


async def test_restoring_keeps_what_was_there(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    async with room(tmp_path) as here:
        early = await here.table("random")
        await here.until(early, lambda table: table.waits_for_computer() is None)
        admin.backup(settings, tmp_path / "backup")
        late = await here.table("random")
    kept = admin.restore(settings, tmp_path / "backup")
    assert kept is not None
    assert (await tables_in(tmp_path, [early, late]))[1] is None
    (tmp_path / "harmonies.db").unlink()
    kept.rename(tmp_path / "harmonies.db")
    assert None not in await tables_in(tmp_path, [early, late])
    assert not list(tmp_path.glob("*.probe*"))
    assert not list(tmp_path.glob("*.part*"))


async def test_a_damaged_database_is_kept_when_a_backup_takes_its_place(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    async with room(tmp_path) as here:
        table = await here.table("random")
        admin.backup(settings, tmp_path / "backup")
    (tmp_path / "harmonies.db").write_bytes(b"no database")
    kept = admin.restore(settings, tmp_path / "backup")
    assert kept is not None
    assert kept.read_bytes() == b"no database"
    assert None not in await tables_in(tmp_path, [table])


async def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    async with room(tmp_path):
        (tmp_path / "there").write_text("mine")
        with pytest.raises(CannotStart, match="othing is overwritten"):
            admin.backup(settings_for(tmp_path), tmp_path / "there")
        assert (tmp_path / "there").read_text() == "mine"
        with pytest.raises(
            CannotStart, match=r"could not be written: No such file or directory\.$"
        ):
            admin.backup(settings_for(tmp_path), tmp_path / "no folder" / "file")


async def test_a_disk_that_knows_no_links_takes_backups_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    settings = settings_for(tmp_path)
    async with room(tmp_path) as here:
        table = await here.table("random")
        monkeypatch.setattr(os, "link", refuse)
        admin.backup(settings, tmp_path / "backup")
        with pytest.raises(CannotStart, match="othing is overwritten"):
            admin.backup(settings, tmp_path / "backup")
    before = (tmp_path / "harmonies.db").read_bytes()
    kept = admin.restore(settings, tmp_path / "backup")
    assert kept is not None
    assert kept.read_bytes() == before
    assert None not in await tables_in(tmp_path, [table])
    assert not list(tmp_path.glob("*.part"))


async def test_a_backup_is_one_file_for_its_owner_only(tmp_path: Path) -> None:
    async with room(tmp_path):
        admin.backup(settings_for(tmp_path), tmp_path / "backup")
    assert (tmp_path / "backup").stat().st_mode & 0o077 == 0
    connection = sqlite3.connect(tmp_path / "backup")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    connection.close()
    assert sorted(path.name for path in tmp_path.glob("backup*")) == ["backup"]


async def test_nothing_is_restored_over_a_running_server_or_from_what_is_no_backup(
    tmp_path: Path,
) -> None:
    settings = settings_for(tmp_path)
    async with room(tmp_path) as here:
        table = await here.table("random")
        admin.backup(settings, tmp_path / "backup")
    with Lock(lock_file(settings)), pytest.raises(CannotStart, match="runs on this data"):
        admin.restore(settings, tmp_path / "backup")
    newer = tmp_path / "newer"
    newer.write_bytes((tmp_path / "backup").read_bytes())
    connection = sqlite3.connect(newer)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    (tmp_path / "letter").write_text("Dear server")
    (tmp_path / "empty").write_text("")
    for wrong in ("nowhere", "letter", "empty", "newer"):
        with pytest.raises(CannotStart):
            admin.restore(settings, tmp_path / wrong)
    assert None not in await tables_in(tmp_path, [table])
    assert not list(tmp_path.glob("*.probe*"))


async def test_people_and_tables_are_found(server: Served, tmp_path: Path) -> None:
    ada = await server.guest("Ada Lovelace")
    table = done(await ada.post("/api/tables", {"players": 2, "computers": ["random"]}), 201)["id"]
    settings = settings_for(tmp_path)
    (line,) = admin.people(settings, "Ada Lovelace")
    person = line.split()[0]
    assert "guest" in line
    assert admin.people(settings, person) == [line]
    (found,) = admin.tables(settings, table, None)
    assert found.startswith(f"{table}  open")
    assert found.endswith("Ada Lovelace, computer random")
    assert admin.tables(settings, None, "playing") == ["There are no tables."]
    with pytest.raises(CannotStart, match="Nobody is called Bob"):
        admin.people(settings, "Bob")
    with pytest.raises(CannotStart, match="There is no table nowhere"):
        admin.tables(settings, "nowhere", None)
    assert ada.http.cookies
    assert all(value not in found + line for value in ada.http.cookies.values())


async def test_without_a_server_tables_are_closed_all_the_same(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    async with room(tmp_path) as here:
        table = await here.table(people=2)
    said = await asyncio.to_thread(admin.close_table, settings, table)
    assert said == f"Table {table} is over."
    (kept,) = await tables_in(tmp_path, [table])
    assert kept is not None
    assert kept.ending == "left"


def test_the_commands_say_sentences_and_exit_codes(tmp_path: Path) -> None:
    run = CliRunner().invoke
    missing = run(commands, ["tables", "--data", str(tmp_path)])
    assert missing.exit_code == 1
    assert missing.stderr.startswith(f"There is no database at {tmp_path}")
    for command in (
        ["backup", str(tmp_path / "file")],
        ["people"],
        ["sweep"],
        ["close-table", "x"],
    ):
        assert run(commands, [*command, "--data", str(tmp_path)]).exit_code == 1


async def grow_old(server: Served, table_id: str, touched: int) -> None:
    """Has a table look as if nobody had been there since."""
    row = tables.update().where(tables.c.id == table_id).values(touched=touched)
    log = events.update().where(events.c.table == table_id).values(at=touched)
    await server.write(lambda connection: connection.execute(row))
    await server.write(lambda connection: connection.execute(log))
    server.services.desk._forget(table_id)


async def test_tables_nobody_comes_to_are_closed_and_no_others(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada = await server.guest()
        ids = {}
        for name, body in {
            "open": {"players": 2},
            "playing": {"players": 2, "my_seats": 2, "start": True},
        }.items():
            for age in ("old", "new"):
                ids[name, age] = done(await ada.post("/api/tables", body), 201)["id"]
        ages = {"open": 2 * DAY, "playing": 40 * DAY}
        for (name, age), table_id in ids.items():
            if age == "old":
                await grow_old(server, table_id, now() - ages[name])
        services = server.services
        assert await close_forgotten(services.desk, services.database, services.settings) == 2
        assert await close_forgotten(services.desk, services.database, services.settings) == 0
        found = {key: done(await ada.get(f"/api/tables/{id_}")) for key, id_ in ids.items()}
        assert found["open", "old"]["status"] == "closed"
        assert (found["playing", "old"]["status"], found["playing", "old"]["ending"]) == (
            "over",
            "left",
        )
        assert found["open", "new"]["status"] == "open"
        assert found["playing", "new"]["status"] == "playing"
