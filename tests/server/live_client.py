"""A client of the live connection, which keeps its own game by replaying what it is sent."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from harmonies import Game, State, parse_event

if TYPE_CHECKING:
    from types import TracebackType

PATIENCE = 30.0


class Browser:
    """Somebody with a cookie."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, headers={"Origin": url}, timeout=PATIENCE)

    async def arrive(self, name: str) -> Browser:
        """Comes in as a guest."""
        (await self.http.post("/api/me", json={"name": name})).raise_for_status()
        return self

    async def post(self, path: str, body: Any = None) -> Any:
        """Has something happen; returns what was answered."""
        answer = await self.http.post(path, json=body)
        answer.raise_for_status()
        return answer.json()

    def headers(self) -> dict[str, str]:
        """What a WebSocket's handshake says of this browser."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return {"Origin": self.url, **({"Cookie": cookies} if cookies else {})}

    def listen(self, table: str, since: int = 0, game: Game | None = None) -> Listening:
        """A live connection to a table."""
        address = self.url.replace("http", "ws", 1)
        return Listening(f"{address}/api/tables/{table}/live?since={since}", self.headers(), game)

    async def close(self) -> None:
        """Goes home."""
        await self.http.aclose()


class Listening:
    """One live connection, and the game as it is known through it."""

    def __init__(self, address: str, headers: dict[str, str], game: Game | None) -> None:
        self._address = address
        self._headers = headers
        self.game = game
        self.table: dict[str, Any] = {}
        self.texts: list[str] = []
        self.answers: list[dict[str, Any]] = []
        self.socket: ClientConnection

    async def __aenter__(self) -> Listening:
        self.socket = await connect(
            self._address, additional_headers=self._headers, compression=None, open_timeout=PATIENCE
        )
        await self.hear()
        await self.hear()
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        await self.socket.close()

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        message: dict[str, Any] = json.loads(text)
        match message["type"]:
            case "table":
                self.table = message["table"]
            case "events":
                self._enter(message)
            case _:
                self.answers.append(message)
        return message

    def _enter(self, message: dict[str, Any]) -> None:
        if self.game is None:
            table = self.table
            start = State.start(
                table["side"], table["players"], table["spirits"], (table["first"] or 1) - 1
            )
            self.game = Game.replay(start, ())
        assert message["first"] == self.game.version, "an event is missing, or here twice"
        for text in message["events"]:
            self.game.enter(parse_event(text, self.game.state))
        self.texts += message["events"]
        assert message["version"] == self.game.version

    async def hear_until(self, version: int) -> Game:
        """Listens until the game is that far."""
        while self.game is None or self.game.version < version:
            await self.hear()
        return self.game

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Sends a message and returns its answer; what comes in between is heard."""
        await self.socket.send(json.dumps(message))
        while True:
            answer = await self.hear()
            if answer["type"] in ("done", "problem", "pong"):
                return answer
