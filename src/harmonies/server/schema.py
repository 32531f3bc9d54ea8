"""The database's tables. What they hold is decided elsewhere; migrations/ makes them.

Times are milliseconds since 1970 in UTC. A table's game is its row and its events: nothing of a game
is kept that can be derived from them.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("claimed", String(80), unique=True),  # the name, folded, once it has a password
    Column("password", Text),  # argon2id
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", LargeBinary(32), primary_key=True),  # SHA-256: the cookie cannot be read here
    Column("id", String(24), nullable=False, unique=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("agent", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

api_tokens = Table(
    "api_tokens",
    metadata,
    Column("token", LargeBinary(32), primary_key=True),
    Column("id", String(24), nullable=False, unique=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("status", String(8), nullable=False),  # open, playing, over, closed
    Column("ending", String(12)),  # rules, resigned, agreed, left
    Column("public", Boolean, nullable=False),
    Column("side", String(1), nullable=False),
    Column("players", Integer, nullable=False),
    Column("spirits", Boolean, nullable=False),
    Column("first", Integer),  # NULL until the seed has decided
    Column("first_drawn", Boolean, nullable=False),
    Column("host", ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("code", String(24), nullable=False, unique=True),  # of the invitation link
    Column("secret", LargeBinary(32), nullable=False),
    Column("rematch", String(24)),  # the table where these seats play again
    Column("revision", Integer, nullable=False),  # of this row and its seats
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("touched", BigInteger, nullable=False),
    Index("ix_tables_status_public_created", "status", "public", "created"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, person, computer
    Column("person", ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("former", ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("name", String(40), nullable=False),
    Column("level", String(24)),
    Column("nonce", LargeBinary(64)),
    Column("votes", String(16), nullable=False),  # what its player has asked for: see tables.py
)

events = Table(
    "events",
    metadata,
    # The primary key is what makes two writers agree on what happened next.
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

requests = Table(
    "requests",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("fingerprint", LargeBinary(32), nullable=False, index=True),
    Column("status", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("created", BigInteger, nullable=False, index=True),
)
