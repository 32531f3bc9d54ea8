"""Whom a session or a token belongs to: looked up once, then known for a minute."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select, update

from harmonies.server.database import Database, now
from harmonies.server.problems import Problem
from harmonies.server.schema import api_tokens, people, sessions

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

MOST_CACHED = 10_000
CACHED_SECONDS = 60.0  # also how often `seen` is written, and how long another node may not know
TOKEN_PREFIX = "harmonies_"
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here."""

    id: str
    name: str
    claimed: bool
    created: int


@dataclass(frozen=True, slots=True)
class Known:
    """A person, and how we know: by a browser's session or by a program's token."""

    person: Person
    session: str | None = None
    token: str | None = None
    expires: int | None = None
    seen: int | None = None


@dataclass(slots=True)
class _Entry:
    known: Known
    until: float


def new_secret() -> str:
    """256 random bits, as text."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_hex(10)


def digest(secret: str) -> bytes:
    """What the database knows of a secret. It is random, so nothing slower is needed."""
    return hashlib.sha256(secret.encode()).digest()


class Credentials:
    """Looks up sessions and tokens."""

    def __init__(
        self,
        database: Database,
        *,
        most: int = MOST_CACHED,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._most = most
        self._clock = clock
        self._entries: OrderedDict[bytes, _Entry] = OrderedDict()
        self._of_person: dict[str, set[bytes]] = {}
        self._forgotten = 0
        self._noting: set[asyncio.Task[None]] = set()
        self.lookups = 0

    def __len__(self) -> int:
        return len(self._entries)

    async def session(self, secret: str) -> Known | None:
        """Whose session this is."""
        if not _SECRET.fullmatch(secret):
            return None
        return await self._find(digest(secret), _find_session)

    async def token(self, secret: str) -> Known | None:
        """Whose token this is."""
        if not _SECRET.fullmatch(secret.removeprefix(TOKEN_PREFIX)):
            return None
        return await self._find(digest(secret), _find_token)

    def forget(self, person: str) -> None:
        """Something about a person has changed: ask the database the next time."""
        self._forgotten += 1
        for key in self._of_person.pop(person, ()):
            self._entries.pop(key, None)

    async def close(self) -> None:
        """Waits for what is still being noted."""
        await asyncio.gather(*self._noting)

    async def _find(
        self, key: bytes, find: Callable[[Connection, bytes], Known | None]
    ) -> Known | None:
        entry = self._entries.get(key)
        if entry is not None and self._clock() < entry.until:
            self._entries.move_to_end(key)
            return _unexpired(entry.known)
        forgotten = self._forgotten
        self.lookups += 1
        known = await self._database.read(lambda connection: find(connection, key))
        known = _unexpired(known)
        if known is None:
            self._drop(key)
            return None
        if known.seen is None or now() - known.seen >= CACHED_SECONDS * 1000:
            self._note_seen(known)
        # What was read before something changed may be true no longer.
        if forgotten == self._forgotten:
            self._keep(key, known)
        return known

    def _keep(self, key: bytes, known: Known) -> None:
        self._entries[key] = _Entry(known, self._clock() + CACHED_SECONDS)
        self._entries.move_to_end(key)
        self._of_person.setdefault(known.person.id, set()).add(key)
        while len(self._entries) > self._most:
            self._drop(next(iter(self._entries)))

    def _drop(self, key: bytes) -> None:
        entry = self._entries.pop(key, None)
        if entry is None:
            return
        keys = self._of_person.get(entry.known.person.id, set())
        keys.discard(key)
        if not keys:
            self._of_person.pop(entry.known.person.id, None)

    def _note_seen(self, known: Known) -> None:
        task = asyncio.create_task(self._write_seen(known))
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def _write_seen(self, known: Known) -> None:
        at = now()

        def write(connection: Connection) -> None:
            if known.session is not None:
                query = update(sessions).where(sessions.c.id == known.session)
            else:
                query = update(api_tokens).where(api_tokens.c.id == known.token)
            connection.execute(query.values(seen=at))

        try:
            await self._database.write(write)
        except Problem as problem:  # nobody has to wait, or be refused, for this
            log.warning("could not note that a session was used: %s", problem)


def _unexpired(known: Known | None) -> Known | None:
    if known is not None and known.expires is not None and known.expires <= now():
        return None
    return known


_PERSON = (people.c.id, people.c.name, people.c.claimed, people.c.created)


def _find_session(connection: Connection, key: bytes) -> Known | None:
    row = connection.execute(
        select(sessions.c.id, sessions.c.expires, sessions.c.seen, *_PERSON)
        .join_from(sessions, people)
        .where(sessions.c.token == key)
    ).first()
    if row is None:
        return None
    session, expires, seen, *person = row
    return Known(_person(*person), session=session, expires=expires, seen=seen)


def _find_token(connection: Connection, key: bytes) -> Known | None:
    row = connection.execute(
        select(api_tokens.c.id, api_tokens.c.seen, *_PERSON)
        .join_from(api_tokens, people)
        .where(api_tokens.c.token == key)
    ).first()
    if row is None:
        return None
    token, seen, *person = row
    return Known(_person(*person), token=token, seen=seen)


def _person(person: str, name: str, claimed: str | None, created: int) -> Person:
    return Person(person, name, claimed is not None, created)
