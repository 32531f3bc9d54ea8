"""The ways somebody gets in: browsers they are signed in with, and tokens for their programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, func, insert, select, update

from harmonies.server.codes import refuse
from harmonies.server.credentials import (
    TOKEN_PREFIX,
    Credentials,
    Known,
    digest,
    new_id,
    new_secret,
)
from harmonies.server.database import Database, now
from harmonies.server.schema import api_tokens, sessions

if TYPE_CHECKING:
    from collections.abc import Callable

DAY_MS = 24 * 3600 * 1000
MOST_TOKENS = 20
LONGEST_AGENT = 200


@dataclass(frozen=True, slots=True)
class Session:
    """A browser somebody is signed in with."""

    id: str
    agent: str
    created: int
    seen: int
    expires: int


@dataclass(frozen=True, slots=True)
class Token:
    """What a program shows instead of a session."""

    id: str
    label: str
    created: int
    seen: int | None


class Access:
    """Sessions and tokens. A method's ``also`` runs in its transaction."""

    def __init__(
        self,
        database: Database,
        credentials: Credentials,
        session_days: int,
        ended: Callable[[str], None],
    ) -> None:
        self._database = database
        self._credentials = credentials
        self._lifetime = session_days * DAY_MS
        self._ended = ended

    def add_session(self, connection: Connection, person: str, agent: str) -> str:
        """Lets a browser in; the secret is for its cookie, and kept nowhere."""
        secret, at = new_secret(), now()
        row = {
            "token": digest(secret),
            "id": new_id(),
            "person": person,
            "agent": "".join(filter(str.isprintable, agent))[:LONGEST_AGENT],
            "created": at,
            "seen": at,
            "expires": at + self._lifetime,
        }
        connection.execute(insert(sessions), row)
        return secret

    async def sessions(self, person: str) -> list[Session]:
        """All browsers somebody is signed in with, the last used first."""
        query = (
            select(*(sessions.c[name] for name in Session.__slots__))
            .where(sessions.c.person == person, sessions.c.expires > now())
            .order_by(sessions.c.seen.desc(), sessions.c.id)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Session(*row) for row in rows]

    async def renew(self, known: Known) -> bool:
        """Lets a session last longer when half its time is over; whether it did."""
        if known.expires is None or known.expires - now() > self._lifetime // 2:
            return False
        query = update(sessions).where(sessions.c.id == known.session)
        later = query.values(expires=now() + self._lifetime)
        await self._database.write(lambda connection: connection.execute(later).rowcount)
        self._credentials.forget(known.person.id)
        return True

    async def end_session(
        self, person: str, session: str, also: Callable[[Connection], None] | None = None
    ) -> None:
        """Signs one browser out."""
        query = delete(sessions).where(sessions.c.id == session, sessions.c.person == person)

        def write(connection: Connection) -> None:
            if not connection.execute(query).rowcount:
                raise refuse("session/not-found")
            if also is not None:
                also(connection)

        await self._database.write(write)
        self._ended(person)

    async def end_others(
        self, known: Known, also: Callable[[Connection], None] | None = None
    ) -> None:
        """Signs all browsers out but this one."""

        def write(connection: Connection) -> None:
            end_other_sessions(connection, known)
            if also is not None:
                also(connection)

        await self._database.write(write)
        self._ended(known.person.id)

    async def tokens(self, person: str) -> list[Token]:
        """All tokens somebody has made, the newest first."""
        query = (
            select(*(api_tokens.c[name] for name in Token.__slots__))
            .where(api_tokens.c.person == person)
            .order_by(api_tokens.c.created.desc(), api_tokens.c.id)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Token(*row) for row in rows]

    async def make_token(
        self,
        person: str,
        label: str,
        also: Callable[[Connection], None] | None = None,
    ) -> tuple[Token, str]:
        """A new token for a program, and its secret, which is kept nowhere."""
        token = Token(new_id(), label, now(), None)
        secret = TOKEN_PREFIX + new_secret()
        count = select(func.count()).where(api_tokens.c.person == person)
        row = {
            "token": digest(secret),
            "id": token.id,
            "person": person,
            "label": label,
            "created": token.created,
        }

        def write(connection: Connection) -> None:
            if (connection.scalar(count) or 0) >= MOST_TOKENS:
                raise refuse("token/too-many")
            connection.execute(insert(api_tokens), row)
            if also is not None:
                also(connection)

        await self._database.write(write)
        return token, secret

    async def end_token(
        self, person: str, token: str, also: Callable[[Connection], None] | None = None
    ) -> None:
        """Makes a token worthless."""
        query = delete(api_tokens).where(api_tokens.c.id == token, api_tokens.c.person == person)

        def write(connection: Connection) -> None:
            if not connection.execute(query).rowcount:
                raise refuse("token/not-found")
            if also is not None:
                also(connection)

        await self._database.write(write)
        self._ended(person)


def end_other_sessions(connection: Connection, known: Known) -> None:
    """Signs all browsers out but the one somebody is known by."""
    connection.execute(
        delete(sessions).where(
            sessions.c.person == known.person.id, sessions.c.id != (known.session or "")
        )
    )
