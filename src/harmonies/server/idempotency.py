"""A request that is sent again has one effect, and gets the same answer.

A client that marks a request with an `Idempotency-Key` may repeat it for a day. A route wraps what
it does in `once`, and hands `keep` to the transaction: effect and answer are kept together.

    async def effect(keep: Keep) -> Answer:
        answer = Answer.of(model)
        await database.write(lambda connection: (act(connection), keep(connection, answer)))
        return answer

    return await once(effect)

Refusals are not kept: they had no effect, and the next try may go better.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError
from starlette.responses import Response

from harmonies.server.codes import refuse
from harmonies.server.database import Database, now
from harmonies.server.problems import PROBLEM_TYPE, StorageProblem
from harmonies.server.schema import requests

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from pydantic import BaseModel

log = logging.getLogger(__name__)

HEADER = "idempotency-key"
LONGEST_KEY = 80
STRANGERS_KEY = 16  # the least
KEPT_MS = 24 * 3600 * 1000
PATIENCE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered: JSON, or nothing."""

    status: int
    body: str = ""
    repeated: bool = False

    @classmethod
    def of(cls, model: BaseModel, status: int = 200) -> Answer:
        """A model as an answer."""
        return cls(status, model.model_dump_json())

    def response(self) -> Response:
        """What is sent."""
        kind = PROBLEM_TYPE if self.status >= 400 else "application/json"
        headers = {"idempotency-replayed": "true"} if self.repeated else None
        if not self.body:
            return Response(status_code=self.status, headers=headers)
        return Response(self.body, self.status, headers, kind)


class AlreadyDone(Exception):
    """Ends a transaction whose effect was there before; ``answer`` is what was said then."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("this request has had its effect")
        self.answer = answer


@dataclass(frozen=True, slots=True)
class Stamp:
    """What makes two requests the same."""

    person: str
    key: str
    fingerprint: bytes


class Keep:
    """Keeps the answer, in the transaction of the effect; nothing for requests without a key."""

    __slots__ = ("_kept", "_stamp")

    def __init__(self, stamp: Stamp | None) -> None:
        self._stamp = stamp
        self._kept = False

    @property
    def wanted(self) -> bool:
        """Whether there is anything to keep: a transaction may be cheaper without."""
        return self._stamp is not None and not self._kept

    def __call__(self, connection: Connection, answer: Answer) -> None:
        stamp = self._stamp
        if stamp is None:
            return
        before = _find(connection, stamp)
        if before is not None:
            raise AlreadyDone(before)
        write_down(connection, stamp, answer)
        self._kept = True


class Requests:
    """The requests being worked on, and those that were answered."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._working: dict[tuple[str, str], asyncio.Future[None]] = {}

    async def once(
        self, stamp: Stamp | None, effect: Callable[[Keep], Awaitable[Answer]]
    ) -> Answer:
        """Runs an effect, unless it was there before."""
        if stamp is None:
            return await effect(Keep(None))
        name = (stamp.person, stamp.key)
        await self._wait_for(name)
        done = self._working[name] = asyncio.get_running_loop().create_future()
        try:
            return await self._run(stamp, effect)
        finally:
            del self._working[name]
            done.set_result(None)

    async def _wait_for(self, name: tuple[str, str]) -> None:
        """Lets the same request that came before be answered first."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while name in self._working:
                    await asyncio.shield(self._working[name])
        except TimeoutError:
            raise refuse("request/in-progress") from None

    async def _run(self, stamp: Stamp, effect: Callable[[Keep], Awaitable[Answer]]) -> Answer:
        before = await self._database.read(lambda connection: _find(connection, stamp))
        if before is not None:
            return before
        keep = Keep(stamp)
        try:
            answer = await effect(keep)
        except AlreadyDone as done:
            return done.answer
        except IntegrityError:
            before = await self._database.read(lambda connection: _find(connection, stamp))
            if before is None:
                raise
            return before
        if keep.wanted:
            await self._keep_afterwards(keep, answer)
        return answer

    async def _keep_afterwards(self, keep: Keep, answer: Answer) -> None:
        try:
            await self._database.write(lambda connection: keep(connection, answer))
        except (AlreadyDone, StorageProblem, IntegrityError) as error:
            # The effect is there, so it is answered all the same.
            log.warning("could not keep an answer: %s", error)


def make_stamp(
    person: str, key: str | None, method: str, path: str, query: bytes, body: bytes
) -> Stamp | None:
    """What a request is recognised by; None when it has no key."""
    if key is None:
        return None
    if not 1 <= len(key) <= LONGEST_KEY or not all("!" <= mark <= "~" for mark in key):
        raise refuse("request/key-invalid")
    head = b"\0".join((method.encode(), path.encode(), query))
    return Stamp(person, key, hashlib.sha256(head + b"\0" + body).digest())


def write_down(connection: Connection, stamp: Stamp, answer: Answer) -> None:
    """Keeps what was answered."""
    row = {
        "person": stamp.person,
        "key": stamp.key,
        "fingerprint": stamp.fingerprint,
        "status": answer.status,
        "body": answer.body,
        "created": now(),
    }
    connection.execute(insert(requests), row)


def who_asked(connection: Connection, stamp: Stamp) -> str | None:
    """Whom the same request of a stranger made a guest before."""
    query = select(requests.c.person).where(
        requests.c.fingerprint == stamp.fingerprint, requests.c.key == stamp.key
    )
    return connection.scalar(query)


def _find(connection: Connection, stamp: Stamp) -> Answer | None:
    row = connection.execute(
        select(requests.c.fingerprint, requests.c.status, requests.c.body).where(
            requests.c.person == stamp.person, requests.c.key == stamp.key
        )
    ).first()
    if row is None:
        return None
    if row.fingerprint != stamp.fingerprint:
        raise refuse("request/key-reused")
    return Answer(row.status, row.body, repeated=True)
