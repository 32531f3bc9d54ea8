"""A worker: the process that thinks for computer players, as the server sees it."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

log = logging.getLogger(__name__)

PROGRAM = (sys.executable, "-P", "-m", "harmonies.server.player_process")
STARTING_SECONDS = 60.0
LAST_WORDS = 20

Reason = Literal["crashed", "hung", "garbled", "illegal", "refused"]


class WorkerFailed(Exception):
    """A worker gave no turn. After `refused` it lives on; otherwise it is gone."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason: Reason = reason


class Worker:
    """Asks one process at a time, and starts another when that one is gone."""

    def __init__(self, program: Sequence[str] = PROGRAM) -> None:
        self._program = program
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._last_words: deque[str] = deque(maxlen=LAST_WORDS)
        self._asked = 0

    @property
    def pid(self) -> int | None:
        """The process that is ready for requests, if there is one."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    @property
    def last_pid(self) -> int | None:
        """The process that is there or was."""
        return None if self._process is None else self._process.pid

    async def gone(self) -> None:
        """Returns when the process has ended."""
        if self._process is not None:
            await self._process.wait()

    async def start(self) -> None:
        """Has a process that is ready; WorkerFailed when none can be had."""
        if self.pid is not None:
            return
        await self.stop()
        self._last_words.clear()
        pipe = asyncio.subprocess.PIPE
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._program, stdin=pipe, stdout=pipe, stderr=pipe
            )
        except OSError as error:
            raise WorkerFailed("crashed", f"it cannot be started: {error}") from error
        self._listening = asyncio.create_task(self._hear_last_words(self._process))
        said = await self._answer(STARTING_SECONDS)
        if said.get("ready") is not True:
            raise await self._given_up("garbled", "it did not say that it is ready")
        log.info("player worker %s is ready", self._process.pid)

    async def ask(self, request: dict[str, Any], seconds: float) -> list[str]:
        """The moves of a turn; a process that takes longer is ended."""
        await self.start()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        self._asked += 1
        line = json.dumps({"id": self._asked, **request}) + "\n"
        with suppress(BrokenPipeError, ConnectionResetError):  # it is gone: the answer says why
            process.stdin.write(line.encode())
            await process.stdin.drain()
        said = await self._answer(seconds)
        if said.get("id") != self._asked:
            raise await self._given_up("garbled", "it answered something that was not asked")
        if "error" in said:
            raise WorkerFailed("refused", str(said["error"]))
        moves = said.get("moves")
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise await self._given_up("garbled", "it answered no moves")
        return moves

    async def stop(self) -> None:
        """Ends the process. It keeps nothing, so there is nothing to wait for."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if self._listening is not None:
            await self._listening
            self._listening = None

    async def _answer(self, seconds: float) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            line = await asyncio.wait_for(self._process.stdout.readline(), seconds)
        except TimeoutError:
            raise await self._given_up("hung", f"no answer after {seconds:g} s") from None
        except ValueError:
            raise await self._given_up("garbled", "it answered at great length") from None
        if not line.endswith(b"\n"):
            raise await self._given_up("crashed", "it ended")
        try:
            said = json.loads(line)
        except ValueError:
            said = None
        if not isinstance(said, dict):
            raise await self._given_up("garbled", "it answered something that is not JSON")
        return said

    async def _given_up(self, reason: Reason, detail: str) -> WorkerFailed:
        process = self._process
        await self.stop()
        if process is not None and reason == "crashed":
            detail = f"it ended with status {process.returncode}"
        words = " | ".join(self._last_words)
        return WorkerFailed(reason, f"{detail}; its last words: {words}" if words else detail)

    async def _hear_last_words(self, process: asyncio.subprocess.Process) -> None:
        # It has to be read, or a process that talks much would wait for ever.
        assert process.stderr is not None
        while True:
            try:
                line = await process.stderr.readline()
            except ValueError:
                continue
            if not line:
                return
            self._last_words.append(line.decode(errors="replace").rstrip())
