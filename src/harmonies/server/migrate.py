"""Bringing a database to the newest schema. Run at every start; does nothing when there is nothing to do."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

MIGRATIONS = Path(__file__).parent / "migrations"


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


@cache
def newest() -> str | None:
    """The newest revision this program knows."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def current(engine: Engine) -> str | None:
    """The revision the database is at; None for an empty one."""
    with engine.connect() as connection:
        return revision_of(connection)


def revision_of(connection: Connection) -> str | None:
    """The same, where there is a connection already."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(revision: str | None) -> bool:
    """Whether this program knows a revision: a newer program's is not."""
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    return revision is None or revision in known


def migrate(engine: Engine) -> None:
    """Brings the database to the newest revision."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        command.upgrade(_config(connection), "head")
