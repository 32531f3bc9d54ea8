"""What `harmonies admin` does: backups, looking things up, and closing what is left over."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
import time
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, func, or_, select
from sqlalchemy.exc import DBAPIError

from harmonies.server import checks, schema
from harmonies.server.control import Caretaker, ask_server
from harmonies.server.database import Database, make_engine
from harmonies.server.desk import Desk
from harmonies.server.launch import take_lock
from harmonies.server.lock import holder
from harmonies.server.names import fold
from harmonies.server.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harmonies.server.settings import Settings

MOST_LISTED = 200
NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.ENOSYS}  # on a USB stick, say


def backup(settings: Settings, target: Path) -> int:
    """Copies the database as it is at one moment, and returns the copy's size.

    The server may go on writing. The copy is complete and on disk, or it is not there.
    """
    source = _existing(settings)
    if target.exists():
        raise checks.CannotStart(f"{target} exists. Name a new file; nothing is overwritten.")
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _copy(source, part)
        _rename_to_new(part, target)
    except FileExistsError:
        raise checks.CannotStart(f"{target} exists. Nothing is overwritten.") from None
    except (OSError, sqlite3.Error) as error:
        raise checks.CannotStart(f"{target} could not be written: {_why(error)}.") from None
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(target.parent)
    return target.stat().st_size


def restore(settings: Settings, source: Path) -> Path | None:
    """Puts a backup in the database's place; returns where what was there before is kept."""
    file = _file(settings)
    checks.check_folder(file.parent, make=True)
    with take_lock(settings):
        _check_backup(settings, source)
        part = file.with_name(file.name + ".part")
        part.unlink(missing_ok=True)
        try:
            _copy(source, part)
            kept = _put_aside(file) if file.exists() else None
            part.replace(file)
        except (OSError, sqlite3.Error) as error:
            part.unlink(missing_ok=True)
            raise checks.CannotStart(f"It could not be restored: {_why(error)}.") from None
        _sync_folder(file.parent)
        return kept


def tables(settings: Settings, table_id: str | None, status: str | None) -> list[str]:
    """Tables in lines: id, status, when it was touched, who sits there."""
    query = select(schema.tables).order_by(schema.tables.c.created.desc()).limit(MOST_LISTED)
    if table_id is not None:
        query = query.where(schema.tables.c.id == table_id)
    if status is not None:
        query = query.where(schema.tables.c.status == status)
    with _reading(settings) as connection:
        rows = connection.execute(query).all()
        if table_id is not None and not rows:
            raise checks.CannotStart(f"There is no table {table_id}.")
        return [_table_line(connection, row) for row in rows] or ["There are no tables."]


def people(settings: Settings, wanted: str | None) -> list[str]:
    """People in lines: id, name, since when, how many sessions and seats."""
    people = schema.people
    query = select(people).order_by(people.c.created.desc()).limit(MOST_LISTED)
    if wanted is not None:
        is_named = or_(people.c.name == wanted, people.c.claimed == fold(wanted))
        query = query.where(or_(people.c.id == wanted, is_named))
    with _reading(settings) as connection:
        rows = connection.execute(query).all()
        if wanted is not None and not rows:
            raise checks.CannotStart(f"Nobody is called {wanted}.")
        return [_person_line(connection, row) for row in rows] or ["There is nobody yet."]


def close_table(settings: Settings, table_id: str) -> str:
    """Closes a table, in the server if one runs."""
    status = _have_done(settings, {"do": "close-table", "table": table_id})["status"]
    return f"Table {table_id} is {status}."


def sweep(settings: Settings) -> str:
    """Sweeps, in the server if one runs."""
    closed = _have_done(settings, {"do": "sweep"})["closed"]
    return f"{closed} tables were closed; what had run out was deleted."


def _have_done(settings: Settings, asked: dict[str, Any]) -> dict[str, Any]:
    _existing(settings)
    about = holder(checks.lock_file(settings))
    if about is None:
        with take_lock(settings):
            said = _do_here(settings, asked)
    elif "control" not in about:
        raise checks.CannotStart("The server is just starting or stopping. Try again.")
    else:
        try:
            said = ask_server(about["control"], asked)
        except (OSError, ValueError) as error:
            raise checks.CannotStart(f"The server does not answer: {error}.") from None
    if "problem" in said:
        raise checks.CannotStart(said["problem"])
    return said


def _do_here(settings: Settings, asked: dict[str, Any]) -> dict[str, Any]:
    checks.check_database(settings, deep=False)
    checks.bring_up_to_date(settings)
    database = Database(make_engine(settings.database))
    try:
        return asyncio.run(Caretaker(Desk(database), database, settings).do(asked))
    except Problem as problem:
        return {"problem": problem.detail}
    finally:
        database.close()


def _file(settings: Settings) -> Path:
    file = checks.database_file(settings)
    if file is None:
        raise checks.CannotStart("This is for the embedded database; PostgreSQL has pg_dump.")
    return file


def _existing(settings: Settings) -> Path:
    file = checks.database_file(settings)
    if file is not None and not file.exists():
        raise checks.CannotStart(f"There is no database at {file}: see --data.")
    return file or _file(settings)


def _copy(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as original,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        copy.execute("PRAGMA synchronous=FULL")
        original.backup(copy)  # all in one step: one moment, however much is being written
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
    with target.open("rb") as written:
        os.fsync(written.fileno())


def _check_backup(settings: Settings, source: Path) -> None:
    if not source.is_file():
        raise checks.CannotStart(f"There is no file {source}.")
    # A copy is looked at, so that nothing is written beside the backup itself.
    probe = _file(settings).with_name(f"{_file(settings).name}.probe")
    try:
        _copy(source, probe)
        with closing(sqlite3.connect(probe)) as copy:
            named = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
            if copy.execute(named).fetchone() is None:
                raise checks.CannotStart(f"{source} is no backup of a server's database.")
        like_it = settings.model_copy(update={"database_url": f"sqlite:///{probe}"})
        checks.check_database(like_it, deep=True)
    except sqlite3.Error as error:
        raise checks.CannotStart(f"{source} is no backup that can be read: {error}.") from None
    finally:
        for path in probe.parent.glob(probe.name + "*"):
            path.unlink()


def _put_aside(file: Path) -> Path:
    kept = file.with_name(f"{file.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
    try:
        with closing(sqlite3.connect(file)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        pass  # it is damaged: it is kept as it is, with its log
    for ending in ("-wal", "-shm"):
        log = file.with_name(file.name + ending)
        if log.exists():
            log.rename(kept.with_name(kept.name + ending))
    try:
        os.link(file, kept)  # the place itself is never empty
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        shutil.copy2(file, kept)
        with kept.open("rb") as written:
            os.fsync(written.fileno())
    return kept


def _rename_to_new(part: Path, target: Path) -> None:
    """Gives a file its name, unless somebody else was faster: then FileExistsError."""
    try:
        os.link(part, target)  # which, unlike renaming, overwrites nothing
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        part.replace(target)


def _why(error: OSError | sqlite3.Error) -> str:
    return getattr(error, "strerror", None) or str(error)


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def _reading(settings: Settings) -> Iterator[Connection]:
    _existing(settings) if settings.embedded else None
    engine = make_engine(settings.database)
    try:
        with engine.connect() as connection:
            yield connection
    except DBAPIError as error:
        raise checks.CannotStart(f"The database cannot be read: {error.orig}.") from None
    finally:
        engine.dispose()


def _table_line(connection: Connection, row: Row[Any]) -> str:
    seats, events = schema.seats, schema.events
    sitting = connection.execute(
        select(seats).where(seats.c.table == row.id).order_by(seats.c.number)
    )
    names = ", ".join(_seat_words(seat) for seat in sitting)
    count, last = connection.execute(
        select(func.count(), func.max(events.c.at)).where(events.c.table == row.id)
    ).one()
    touched = _time(max(row.touched, last or 0))
    ending = f" ({row.ending})" if row.ending else ""
    return f"{row.id}  {row.status}{ending}  {touched}  {count} events  {names}"


def _seat_words(seat: Row[Any]) -> str:
    words = {"open": "open", "computer": f"computer {seat.level}"}
    return words.get(seat.kind) or str(seat.name)


def _person_line(connection: Connection, row: Row[Any]) -> str:
    of_person = schema.sessions.c.person == row.id
    sessions = connection.scalar(select(func.count()).select_from(schema.sessions).where(of_person))
    seats = connection.scalar(
        select(func.count()).select_from(schema.seats).where(schema.seats.c.person == row.id)
    )
    kind = "claimed" if row.claimed else "guest"
    since = _time(row.created)
    return f"{row.id}  {row.name}  {kind}  since {since}  {sessions} sessions  {seats} seats"


def _time(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M}"
