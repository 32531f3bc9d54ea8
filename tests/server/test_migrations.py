"""Databases of every age are brought to the newest schema with all that is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from harmonies.server import migrate, schema
from harmonies.server.database import make_engine

if TYPE_CHECKING:
    from pathlib import Path

# One row of each table as the first revision had it.
FIRST = {
    "people": "VALUES ('p', 'Ada', 'ada', 'argon2', 1)",
    "tables": """(id, status, public, side, players, spirits, first_drawn, host, code, secret,
        revision, created, touched)
        VALUES ('t', 'playing', 1, 'A', 1, 0, 1, 'p', 'code', x'00', 1, 1, 1)""",
    "seats": "VALUES ('t', 0, 'person', 'p', 'Ada', NULL, x'01', 'end')",
    "events": "VALUES ('t', 0, 'take 1', 1)",
    "sessions": "VALUES (x'02', 's', 'p', 'Browser', 1, 1, 2)",
    "api_tokens": "VALUES (x'03', 'a', 'p', 'robot', 1, NULL)",
    "requests": "VALUES ('p', 'key', x'04', 200, '{}', 1)",
}


def test_a_database_of_the_first_revision_keeps_all_it_holds(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'old.db'}")
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        command.upgrade(migrate._config(connection), "0001")
        for table, row in FIRST.items():
            connection.execute(text(f"INSERT INTO {table} {row}"))
        before = {
            table: connection.execute(text(f"SELECT * FROM {table}")).mappings().one()
            for table in FIRST
        }
    migrate.migrate(engine)
    with engine.connect() as connection:
        for table, kept in before.items():
            now_there = connection.execute(text(f"SELECT * FROM {table}")).mappings().one()
            assert kept.items() <= now_there.items(), table
        assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
        assert migrate.revision_of(connection) == migrate.newest()
    engine.dispose()


def test_the_migrations_make_what_the_schema_says(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'new.db'}")
    migrate.migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


def test_a_migration_can_be_taken_back(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'back.db'}")
    migrate.migrate(engine)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        command.downgrade(migrate._config(connection), "0001")
        assert migrate.revision_of(connection) == "0001"
    migrate.migrate(engine)
    engine.dispose()
