"""The people who play: guests with a name, and names with a password."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import Connection, Row, delete, insert, or_, select, union, update
from sqlalchemy.exc import IntegrityError

from harmonies.server.access import Access, end_other_sessions
from harmonies.server.codes import refuse
from harmonies.server.credentials import Credentials, Known, Person, new_id
from harmonies.server.database import Database, now
from harmonies.server.export import everything_about
from harmonies.server.idempotency import Answer, Stamp, who_asked, write_down
from harmonies.server.limits import Buckets, address_key, too_many
from harmonies.server.names import clean_name, fold
from harmonies.server.passwords import Passwords
from harmonies.server.schema import people, seats, sessions, tables

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from harmonies.server.settings import Settings

NEUTRAL_NAME = "Player"


@dataclass(frozen=True, slots=True)
class Change:
    """Something about a person that others have to hear of; it is on disk.

    ``ended``: sessions or tokens were, so whoever is connected has to show again who they are.
    ``tables`` are those whose rows have changed.
    """

    kind: Literal["renamed", "ended", "deleted"]
    person: str
    name: str = ""
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who has just come in, and the secret for their cookie."""

    person: Person
    secret: str


class People:
    """Everybody this server knows.

    Before somebody is deleted each of ``leaving`` is awaited with their id, while they still sit
    where they sit; ``listeners`` hear of what has changed. A method's ``also`` runs in its
    transaction.
    """

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._passwords = Passwords()
        self._newcomers = Buckets(settings.guests_per_minute)
        self._attempts_from = Buckets(settings.sign_ins_per_minute)
        self._attempts_at = Buckets(settings.sign_ins_per_minute)
        self.credentials = Credentials(database)
        self.access = Access(database, self.credentials, settings.session_days, self._ended)
        self.leaving: list[Callable[[str], Awaitable[None]]] = []
        self.listeners: list[Callable[[Change], None]] = []

    async def close(self) -> None:
        """Waits for what was begun."""
        await self.credentials.close()
        self._passwords.close()

    # Coming and going

    async def arrive(
        self, name: str, *, agent: str = "", address: str = "", stamp: Stamp | None = None
    ) -> Arrival:
        """A guest comes in under a name; by the same request again, as the same guest."""
        name = clean_name(name)
        _check_pace(self._newcomers, address_key(address))
        person = Person(new_id(), name, False, now())

        def write(connection: Connection) -> Arrival:
            before = None if stamp is None else who_asked(connection, stamp)
            if before is not None:
                row = _row(connection, before)
                same = Person(row.id, row.name, row.claimed is not None, row.created)
                return Arrival(same, self.access.add_session(connection, row.id, agent))
            _check_free(connection, name, person.id)
            values = {"id": person.id, "name": name, "created": person.created}
            connection.execute(insert(people), values)
            if stamp is not None:
                write_down(connection, replace(stamp, person=person.id), Answer(201))
            return Arrival(person, self.access.add_session(connection, person.id, agent))

        return await self._database.write(write)

    async def sign_in(
        self,
        name: str,
        password: str,
        *,
        agent: str = "",
        address: str = "",
        instead_of: Known | None = None,
    ) -> Arrival:
        """Somebody who has claimed their name comes in; the browser's session before that ends."""
        folded = fold(name)
        self._count_attempt(address, folded)
        query = select(people).where(people.c.claimed == folded)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        kept: str | None = None if row is None else row.password
        if not await self._passwords.fits(kept, password) or row is None or kept is None:
            raise refuse("person/wrong-password")
        fresh = await self._passwords.hash(password) if self._passwords.is_dated(kept) else kept

        def write(connection: Connection) -> Arrival:
            # It may have been changed, or all deleted, while the password was checked.
            again = _row(connection, row.id)
            if again.password != kept:
                raise refuse("person/wrong-password")
            if fresh != kept:
                _update(connection, row.id, {"password": fresh})
            if instead_of is not None and instead_of.session is not None:
                connection.execute(delete(sessions).where(sessions.c.id == instead_of.session))
            person = Person(row.id, again.name, True, again.created)
            return Arrival(person, self.access.add_session(connection, row.id, agent))

        arrival = await self._database.write(write)
        if instead_of is not None and instead_of.session is not None:
            self._ended(instead_of.person.id)
        return arrival

    async def sign_out(self, known: Known | None) -> None:
        """The session that somebody came with ends; it may have ended before."""
        if known is None or known.session is None:
            return
        query = delete(sessions).where(sessions.c.id == known.session)
        await self._database.write(lambda connection: connection.execute(query).rowcount)
        self._ended(known.person.id)

    async def export(self, person: str) -> dict[str, Any]:
        """All that is kept about somebody, but for what would let others in."""
        return await self._database.read(lambda connection: everything_about(connection, person))

    async def delete(self, person: str) -> None:
        """Forgets somebody. Games stay whole: their seats keep number and nonce, not the name."""
        for leave in self.leaving:
            await leave(person)

        def write(connection: Connection) -> tuple[str, ...]:
            touched = union(
                select(seats.c.table).where(
                    or_(seats.c.person == person, seats.c.former == person)
                ),
                select(tables.c.id).where(tables.c.host == person),
            )
            where = tuple(connection.scalars(touched))
            connection.execute(
                update(seats)
                .where(seats.c.person == person)
                .values(person=None, name=NEUTRAL_NAME, votes="")
            )
            for table in where:
                bumped = update(tables).where(tables.c.id == table)
                connection.execute(bumped.values(revision=tables.c.revision + 1))
            connection.execute(delete(people).where(people.c.id == person))
            return where

        where = await self._database.write(write)
        self.credentials.forget(person)
        self._tell(Change("deleted", person, NEUTRAL_NAME, where))

    # A name of one's own

    async def rename(
        self,
        person: Person,
        name: str,
        also: Callable[[Connection, Person], None] | None = None,
    ) -> Person:
        """Gives a person another name."""
        name = clean_name(name)

        def write(connection: Connection) -> Person:
            row = _row(connection, person.id)
            _check_free(connection, name, person.id)
            claimed = row.claimed is not None
            _update(connection, row.id, {"name": name, "claimed": fold(name) if claimed else None})
            renamed = replace(person, name=name, claimed=claimed)
            if also is not None:
                also(connection, renamed)
            return renamed

        renamed = await self._write_name(write)
        self.credentials.forget(person.id)
        self._tell(Change("renamed", person.id, name))
        return renamed

    async def claim(
        self,
        person: Person,
        password: str,
        *,
        address: str = "",
        also: Callable[[Connection, Person], None] | None = None,
    ) -> Person:
        """Makes a name one's own, with a password to sign in by."""
        if person.claimed:
            raise refuse("person/claimed")
        self._count_attempt(address, person.id)
        kept = await self._passwords.hash(password)

        def write(connection: Connection) -> Person:
            row = _row(connection, person.id)
            if row.claimed is not None:
                raise refuse("person/claimed")
            _check_free(connection, row.name, person.id)
            _update(connection, row.id, {"claimed": fold(row.name), "password": kept})
            claimed = replace(person, name=row.name, claimed=True)
            if also is not None:
                also(connection, claimed)
            return claimed

        claimed = await self._write_name(write)
        self.credentials.forget(person.id)
        return claimed

    async def change_password(
        self,
        known: Known,
        old: str,
        new: str,
        *,
        address: str = "",
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Another password; all other sessions end."""
        person = known.person.id
        self._count_attempt(address, person)
        before = await self._database.read(lambda connection: _row(connection, person).password)
        if before is None:
            raise refuse("person/not-claimed")
        if not await self._passwords.fits(before, old):
            raise refuse("person/wrong-password")
        kept = await self._passwords.hash(new)

        def write(connection: Connection) -> None:
            if _row(connection, person).password != before:
                raise refuse("person/wrong-password")
            _update(connection, person, {"password": kept})
            end_other_sessions(connection, known)
            if also is not None:
                also(connection)

        await self._database.write(write)
        self._ended(person)

    # Helpers

    def _count_attempt(self, address: str, name: str) -> None:
        _check_pace(self._attempts_from, address_key(address))
        _check_pace(self._attempts_at, name)

    def _ended(self, person: str) -> None:
        self.credentials.forget(person)
        self._tell(Change("ended", person))

    def _tell(self, change: Change) -> None:
        for listener in self.listeners:
            listener(change)

    async def _write_name(self, write: Callable[[Connection], Person]) -> Person:
        try:
            return await self._database.write(write)
        except IntegrityError as error:
            if "claimed" in str(error.orig):  # on another node somebody was faster
                raise refuse("name/taken") from None
            raise


def _check_pace(buckets: Buckets, key: str) -> None:
    wait = buckets.take(key)
    if wait:
        raise too_many(wait)


def _check_free(connection: Connection, name: str, person: str) -> None:
    query = select(people.c.id).where(people.c.claimed == fold(name), people.c.id != person)
    if connection.execute(query).first() is not None:
        raise refuse("name/taken")


def _row(connection: Connection, person: str) -> Row[Any]:
    row = connection.execute(select(people).where(people.c.id == person)).first()
    if row is None:
        raise refuse("person/unknown")
    return row


def _update(connection: Connection, person: str, values: dict[str, Any]) -> None:
    connection.execute(update(people).where(people.c.id == person).values(values))
