"""What could keep a server from starting, each said in a sentence that helps."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import sqlite3
import tempfile
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from harmonies.server import migrate
from harmonies.server.database import make_engine
from harmonies.server.problems import storage_problem
from harmonies.server.settings import Settings

ROOM_NEEDED = 8 << 20
ROOM_WISHED = 200 << 20
PROBE = b"\0" * 65536
SQLITE_HEADER = b"SQLite format 3\0"


class CannotStart(Exception):
    """The server cannot run like this; the sentence says why and what to do."""


def database_file(settings: Settings) -> Path | None:
    """The file of an embedded database."""
    if not settings.embedded:
        return None
    return Path(str(make_url(settings.database).database)).absolute()


def lock_file(settings: Settings) -> Path:
    """The file whose lock says that a server runs: beside the database, or in the data folder."""
    file = database_file(settings)
    if file is None:
        return settings.data / "server.lock"
    return file.with_name(file.name + ".lock")


def check_folder(folder: Path, *, make: bool) -> None:
    """The data folder can be written; with `make` it is there afterwards."""
    try:
        if make:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        there = folder
        while not there.exists():
            there = there.parent
        if not there.is_dir():
            raise CannotStart(f"{there} is a file, not a folder. Choose another with --data.")
        with tempfile.TemporaryFile(dir=there) as probe:
            probe.write(PROBE)
            probe.flush()
            os.fsync(probe.fileno())
    except NotADirectoryError:
        raise CannotStart(f"{folder} lies below a file. Choose another with --data.") from None
    except FileExistsError:
        raise CannotStart(
            f"{folder} is a file, not a folder. Choose another with --data."
        ) from None
    except OSError as error:
        raise CannotStart(_cannot_write(folder, error)) from None


def check_room(folder: Path) -> str | None:
    """There is room on the disk; a sentence if there is little."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    free = shutil.disk_usage(there).free
    if free < ROOM_NEEDED:
        raise CannotStart(
            f"The disk of {folder} is full: {_megabytes(free)} are left, and a server needs "
            f"{_megabytes(ROOM_NEEDED)} to begin with. Make room, or choose another with --data."
        )
    if free < ROOM_WISHED:
        return f"There is little room on the disk of {folder}: {_megabytes(free)}."
    return None


def check_database(settings: Settings, *, deep: bool) -> str:
    """The database can be used by this program; says in a few words what is there.

    With `deep` all of it is read.
    """
    file = database_file(settings)
    if file is not None:
        if not file.exists() or not file.stat().st_size:
            return "new"
        _check_is_sqlite(file)
    engine = make_engine(settings.database)
    try:
        with engine.connect().execution_options(writes=True) as connection:
            if file is not None and deep:
                _check_whole(connection.exec_driver_sql("PRAGMA quick_check(5)").scalars().all())
            revision = migrate.revision_of(connection)
            if file is not None:
                # A transaction may begin even on a file that cannot be written; this writes.
                connection.exec_driver_sql("PRAGMA user_version = 1")
            connection.rollback()
    except DBAPIError as error:
        raise CannotStart(_sentence(settings, error)) from None
    finally:
        engine.dispose()
    if not migrate.is_known(revision):
        raise CannotStart(
            f"The database is from a newer version of this program (its schema is {revision}, the "
            f"newest known here {migrate.newest()}). Install that version; nothing was changed."
        )
    return "current" if revision == migrate.newest() else "to be migrated"


def bring_up_to_date(settings: Settings) -> None:
    """Migrates the database."""
    engine = make_engine(settings.database)
    try:
        migrate.migrate(engine)
    except DBAPIError as error:
        raise CannotStart(_sentence(settings, error)) from None
    finally:
        engine.dispose()


def listen(settings: Settings) -> socket.socket:
    """The socket that people reach the server at."""
    try:
        found = socket.getaddrinfo(
            settings.host or None, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except OSError:
        raise CannotStart(f"There is no address called {settings.host}: see --host.") from None
    # A name may stand for several; IPv4 is what every device in a house speaks.
    family, kind, protocol, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise CannotStart(_cannot_listen(settings, error)) from None
    return listener


def _cannot_listen(settings: Settings, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"Another program uses port {settings.port}. Choose another with --port, "
                "or 0 for any that is free."
            )
        case errno.EACCES:
            return f"Port {settings.port} is reserved for the system. Choose one from 1024 on."
        case errno.EADDRNOTAVAIL:
            return f"This machine does not have the address {settings.host}: see --host."
    return f"Cannot listen at {settings.host}, port {settings.port}: {error.strerror}."


def _cannot_write(folder: Path, error: OSError) -> str:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return f"The disk of {folder} is full. Make room, or choose another with --data."
        case errno.EROFS:
            return f"{folder} is on a disk that is read-only. Choose another with --data."
        case errno.EACCES | errno.EPERM:
            return f"You may not write to {folder}. Choose another with --data."
    return f"{folder} cannot be used: {error.strerror}. Choose another with --data."


def _check_is_sqlite(file: Path) -> None:
    try:
        with file.open("rb") as opened:
            header = opened.read(len(SQLITE_HEADER))
    except OSError as error:
        raise CannotStart(f"{file} cannot be read: {error.strerror}.") from None
    if header != SQLITE_HEADER:
        raise CannotStart(f"{file} is no database. {RESTORE}")


def _check_whole(found: object) -> None:
    if found != ["ok"]:
        raise CannotStart(f"The database is damaged. {RESTORE}")


RESTORE = "Restore a backup with `harmonies admin restore`, or move the file away to begin afresh."


def _sentence(settings: Settings, error: DBAPIError) -> str:
    place = database_file(settings) or "the database"
    original = error.orig
    if isinstance(original, sqlite3.DatabaseError):
        if type(original) is sqlite3.DatabaseError:
            return f"{place} is damaged: {original}. {RESTORE}"
        problem = storage_problem(error)
        if problem.code == "storage/full":
            return f"The disk of {place} is full. Make room and start again."
        if problem.code == "storage/read-only":
            return f"{place} is read-only. Make it writable, or choose another folder with --data."
        if problem.code == "storage/busy":
            return f"Another program holds {place}. Close it and start again."
    return f"{place} cannot be used: {original}."


def _megabytes(count: int) -> str:
    return f"{count / (1 << 20):.0f} MB"
