"""Passwords, kept as argon2id. The work is done beside the event loop, a little of it at a time."""

from __future__ import annotations

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from harmonies.server.codes import refuse

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

SHORTEST = 8
LONGEST = 200
AT_ONCE = 2  # each takes 64 MiB
MOST_WAITING = 64

# A name nobody has claimed costs the same work as one with a wrong password. Nothing fits this.
NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA$" + "A" * 43


class Passwords:
    """Hashes and checks passwords."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        if len(password) < SHORTEST:
            raise refuse("password/too-short")
        return await self._run(lambda: self._hasher.hash(_composed(password)))

    async def fits(self, kept: str | None, password: str) -> bool:
        """Whether this is the password; it takes as long when there is none."""
        fits = await self._run(lambda: self._verify(kept or NOBODY, password))
        return fits and kept is not None

    def is_dated(self, kept: str) -> bool:
        """Whether it was made with other parameters than those of today."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Ends the threads."""
        self._threads.shutdown()

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _composed(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], Result]) -> Result:
        if self._waiting >= MOST_WAITING:
            raise refuse("server/busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _composed(password: str) -> bytes:
    """The same bytes whatever keyboard it was typed on."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
