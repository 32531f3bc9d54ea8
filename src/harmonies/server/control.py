"""How `harmonies admin` speaks with a running server: over a socket in the file system, which only
who runs the server may open. One JSON line is asked, one is answered.

Tables live in the server's memory, so what changes one while it runs has to be done there.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import tempfile
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harmonies.server.closing import close_forgotten
from harmonies.server.database import now
from harmonies.server.problems import Problem
from harmonies.server.sweeping import sweep

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from harmonies.server.database import Database
    from harmonies.server.desk import Desk
    from harmonies.server.settings import Settings

log = logging.getLogger(__name__)

LONGEST_SOCKET_PATH = 100  # the system's limit is 104 to 108
PATIENCE = 60.0


class Caretaker:
    """What `harmonies admin` can have done, by the server or by itself when none runs."""

    def __init__(self, desk: Desk, database: Database, settings: Settings) -> None:
        self._desk = desk
        self._database = database
        self._settings = settings

    async def do(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Does what was asked and says what came of it."""
        match asked:
            case {"do": "close-table", "table": str(table_id)}:
                return await self._close_table(table_id)
            case {"do": "sweep"}:
                closed = await close_forgotten(self._desk, self._database, self._settings)
                await self._database.write(lambda connection: sweep(connection, now()))
                return {"closed": closed}
        return {"problem": "This is not known here."}

    async def _close_table(self, table_id: str) -> dict[str, Any]:
        def close(table: Any) -> str:
            if table.status in ("open", "playing"):
                table.close(now())
            return str(table.status)

        return {"status": await self._desk.change(table_id, close)}


@asynccontextmanager
async def listening(caretaker: Caretaker, folder: Path) -> AsyncIterator[Path]:
    """Answers `harmonies admin`; gives the socket's place."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        said: dict[str, Any]
        try:
            asked = json.loads(await reader.readline())
            said = await caretaker.do(asked)
        except Problem as problem:
            said = {"problem": problem.detail}
        except ValueError:
            said = {"problem": "This is not JSON."}
        except Exception:
            log.exception("an admin's request failed")
            said = {"problem": "It failed; the server's log says why."}
        try:
            writer.write(json.dumps(said).encode() + b"\n")
            await writer.drain()
        except OSError as error:
            log.warning("an admin did not wait for the answer: %s", error)
        writer.close()

    async with AsyncExitStack() as stack:
        path = folder / "control.sock"
        if len(str(path).encode()) > LONGEST_SOCKET_PATH:
            path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "control.sock"
        path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(answer, path)
        path.chmod(0o600)
        stack.callback(path.unlink, missing_ok=True)
        stack.callback(server.close)
        yield path


def ask_server(path: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Has a running server do something."""
    with socket.socket(socket.AF_UNIX) as wire:
        wire.settimeout(PATIENCE)
        wire.connect(path)
        wire.sendall(json.dumps(asked).encode() + b"\n")
        with wire.makefile("rb") as answers:
            said: dict[str, Any] = json.loads(answers.readline())
    return said
