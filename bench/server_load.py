"""Clients for measuring the server: tables full of sockets, and moves at a steady rate."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field

import httpx
from websockets.asyncio.client import ClientConnection, connect

from harmonies import Game, State
from harmonies.game import parse_event


@dataclass(slots=True)
class Sitting:
    """One table as its clients know it: the first two sockets play, the others watch."""

    id: str
    sockets: list[ClientConnection]
    game: Game
    rng: random.Random
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    sent: float = 0.0
    expected: int = 0  # the version that the last answer spoke of

    def settle(self) -> None:
        """The next move can be made once the first socket has seen what came of the last."""
        if self.game.version >= self.expected:
            self.answered.set()


@dataclass(slots=True)
class Measured:
    """What a run gave."""

    latencies: list[float] = field(default_factory=list)
    refused: int = 0
    received: int = 0

    def percentile(self, share: float) -> float:
        """The latency that so large a share of the moves stayed under, in milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Crowd:
    """All tables and sockets of a run."""

    def __init__(self, base: str, seed: int) -> None:
        self.base = base
        self.rng = random.Random(seed)
        self.sittings: list[Sitting] = []
        self.measured = Measured()
        self._readers: list[asyncio.Task[None]] = []

    async def gather(self, tables: int, sockets_per_table: int) -> None:
        """Opens the tables, seats two guests at each and connects everybody."""
        for _ in range(0, tables, 50):
            count = min(50, tables - len(self.sittings))
            await asyncio.gather(*(self._sit_down(sockets_per_table) for _ in range(count)))

    async def _sit_down(self, sockets: int) -> None:
        async with httpx.AsyncClient(base_url=self.base, timeout=60) as http:
            host = await self._guest(http, "Ann")
            guest = await self._guest(http, "Ben")
            made = await http.post("/api/tables", json={"public": True}, headers=host)
            made.raise_for_status()
            table = made.json()["id"]
            sat = await http.post(f"/api/tables/{table}/sit", json={}, headers=guest)
            sat.raise_for_status()
            began = await http.post(f"/api/tables/{table}/start", headers=host)
            began.raise_for_status()
            first = began.json()["first"] - 1
        url = self.base.replace("http", "ws", 1) + f"/api/tables/{table}/live?since=0"
        headers: list[dict[str, str]] = [host, guest] + [{} for _ in range(sockets - 2)]
        wires = [await self._connect(url, header) for header in headers]
        game = Game.replay(State.start("A", 2, False, first), ())
        sitting = Sitting(table, wires, game, random.Random(self.rng.random()))
        self.sittings.append(sitting)
        ready = asyncio.Event()
        for number, wire in enumerate(wires):
            reader = self._read(sitting, wire, leads=number == 0, ready=ready)
            self._readers.append(asyncio.create_task(reader))
        await ready.wait()

    async def _guest(self, http: httpx.AsyncClient, name: str) -> dict[str, str]:
        made = await http.post("/api/me", json={"name": name})
        made.raise_for_status()
        cookies = "; ".join(f"{key}={value}" for key, value in http.cookies.items())
        http.cookies.clear()
        return {"Cookie": cookies, "Origin": self.base}

    async def _connect(self, url: str, headers: dict[str, str]) -> ClientConnection:
        return await connect(url, additional_headers=headers, compression=None, open_timeout=60)

    async def _read(
        self, sitting: Sitting, wire: ClientConnection, *, leads: bool, ready: asyncio.Event
    ) -> None:
        async for text in wire:
            self.measured.received += 1
            message = json.loads(text)
            kind = message["type"]
            if kind == "events" and leads:
                for event in message["events"]:
                    sitting.game.enter(parse_event(event, sitting.game.state))
                ready.set()
                if not sitting.sent or sitting.expected:
                    sitting.settle()
            elif kind == "done":
                self.measured.latencies.append(time.perf_counter() - sitting.sent)
                sitting.expected = message["version"]
                sitting.settle()
            elif kind == "problem":
                self.measured.refused += 1
                sitting.answered.set()

    async def play(self, moves_per_second: float, seconds: float) -> float:
        """Plays at a steady rate, whether or not answers come in time; returns the rate reached.

        A table that still waits for its last answer is passed over for the next one.
        """
        for sitting in self.sittings:
            sitting.answered.set()
        began = time.perf_counter()
        sent, turn = 0, 0
        while (passed := time.perf_counter() - began) < seconds:
            due = int(passed * moves_per_second)
            tried = 0
            while sent < due and tried < len(self.sittings):
                sitting = self.sittings[turn % len(self.sittings)]
                turn += 1
                tried += 1
                if sitting.answered.is_set() and not sitting.game.over:
                    await self._move(sitting)
                    sent += 1
            await asyncio.sleep(0.001)
        answered = len(self.measured.latencies)
        await asyncio.wait_for(
            asyncio.gather(*(sitting.answered.wait() for sitting in self.sittings)), 30
        )
        return answered / (time.perf_counter() - began)

    async def _move(self, sitting: Sitting) -> None:
        game = sitting.game
        moves = game.legal_moves()
        if not moves:
            return
        move = sitting.rng.choice(moves)
        message = {"type": "play", "version": game.version, "move": str(move)}
        sitting.answered.clear()
        sitting.expected = 0
        sitting.sent = time.perf_counter()
        await sitting.sockets[game.state.to_move].send(json.dumps(message))

    async def leave(self) -> None:
        """Closes every socket."""
        for reader in self._readers:
            reader.cancel()
        wires = [wire for sitting in self.sittings for wire in sitting.sockets]
        await asyncio.gather(*(wire.close() for wire in wires), return_exceptions=True)
