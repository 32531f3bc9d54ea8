"""Connections that send nothing, read nothing, or are far too many harm nobody else."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import struct
import time
import weakref
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from harmonies.server.app import create_app
from harmonies.server.guard import SECURITY_HEADERS
from harmonies.server.hub import Message
from harmonies.server.launch import configuration
from harmonies.server.wires import Configuration, PatientSocket
from server.harness import settings_for
from server.running import EASY, Process

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

PATIENCE = 20.0
MOST = 8
KEY = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
UPGRADE = b"Upgrade: websocket\r\nConnection: Upgrade\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that does not take this machine for a proxy, which has no limits."""
    chosen = {
        "PLAYER_WORKERS": "0",
        "SLOWEST_REQUEST": "1",
        "CONNECTIONS_PER_ADDRESS": str(MOST),
        "TRUSTED_PROXIES": "192.0.2.200",
    }
    folder = tmp_path_factory.mktemp("wires") / "data"
    process = Process(
        folder, **{f"HARMONIES_{key}": value for key, value in chosen.items()}, **EASY
    )
    yield process
    assert process.end() == 0
    assert "Traceback" not in process.log.read_text(), "anybody could fill the log"


def dial(server: Process) -> socket.socket:
    """A connection."""
    wire = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    wire.settimeout(PATIENCE)
    return wire


def heard(wire: socket.socket) -> bytes:
    """All that is said until the other side ends the connection."""
    said = b""
    with suppress(ConnectionResetError):
        while chunk := wire.recv(65536):
            said += chunk
    wire.close()
    return said


def parts(answer: bytes) -> tuple[int, dict[str, str], dict[str, Any]]:
    """An answer's status, headers and problem."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    return int(first.split()[1]), headers, json.loads(body)


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"GARBAGE\r\n\r\n", 400, "request/malformed"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, "request/malformed"),
        (b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n", 400, "request/malformed"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 90_000, 400, "request/malformed"),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400, "request/malformed"),
        (b"GET /live HTTP/1.1\r\nHost: a\r\n" + UPGRADE + b"\r\n", 400, "request/no-handshake"),
        (b"GET /x HTTP/1.1\r\nHost: a\r\n" + UPGRADE + KEY + b"\r\n", 404, "request/not-found"),
    ],
)
def test_what_cannot_even_be_read_is_refused_like_everything_else(
    server: Process, sent: bytes, status: int, code: str
) -> None:
    wire = dial(server)
    wire.sendall(sent)
    said, headers, problem = parts(heard(wire))
    assert (said, problem["status"], problem["code"]) == (status, status, code)
    assert headers["content-type"] == "application/problem+json"
    assert SECURITY_HEADERS.items() <= headers.items()
    assert headers["x-request-id"]


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: ",
        b"POST /api/me HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{",
    ],
)
def test_a_request_that_does_not_come_is_not_waited_for(server: Process, begun: bytes) -> None:
    wire = dial(server)
    if begun:
        wire.sendall(begun)
    began = time.monotonic()
    heard(wire)
    assert time.monotonic() - began < PATIENCE / 2


def test_a_request_that_comes_in_time_may_come_in_pieces(server: Process) -> None:
    with dial(server) as wire:
        for piece in (b"GET /heal", b"thz HTTP/1.1\r\nHo", b"st: a\r\n\r\n"):
            wire.sendall(piece)
            time.sleep(0.1)
        assert wire.recv(65536).startswith(b"HTTP/1.1 200 ")
        time.sleep(1.5)  # idle between requests, for longer than a request may take
        wire.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert wire.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_one_address_has_no_more_than_its_share_of_connections(server: Process) -> None:
    wires = [dial(server) for _ in range(MOST)]
    status, headers, problem = parts(heard(dial(server)))
    assert (status, problem["code"]) == (503, "server/full")
    assert int(headers["retry-after"]) > 0
    for wire in wires:
        wire.close()
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with dial(server) as wire:
            wire.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            if wire.recv(65536).startswith(b"HTTP/1.1 200 "):
                return
    raise AssertionError("its connections were not forgotten")


@pytest.fixture(scope="module")
def table(server: Process) -> str:
    """A table that everybody may watch."""
    with httpx.Client(base_url=server.url, headers={"Origin": server.url}) as http:
        http.post("/api/me", json={"name": "Eve"}).raise_for_status()
        opened = http.post("/api/tables", json={"public": True}).raise_for_status().json()
        found: str = opened["id"]
        return found


def handshake(table: str) -> bytes:
    head = f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\n"
    return head.encode() + UPGRADE + KEY + b"\r\n"


def frame(opcode: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """What a client sends: masked, with a mask that changes nothing."""
    head = bytes([(0x80 if last else 0) | opcode, 0x80 | len(payload)])
    return head + bytes(4) + payload


@pytest.mark.parametrize(
    "flood",
    [frame(0x9, b"x" * 125) * 5000, frame(0x1, b"x", last=False) + frame(0x0, last=False) * 5000],
)
def test_floods_of_frames_that_are_no_messages_end_the_connection(
    server: Process, table: str, flood: bytes
) -> None:
    wire = dial(server)
    wire.sendall(handshake(table))
    assert wire.recv(65536).startswith(b"HTTP/1.1 101 ")
    with suppress(ConnectionResetError, BrokenPipeError):
        wire.sendall(flood)
    assert len(heard(wire)) < len(flood) / 2  # without a limit all of it is answered
    assert server.get("/healthz")[0] == 200


GOODBYE = frame(0x8, b"\x03\xe8")
LIES = struct.pack(">BBQ", 0x81, 0xFF, 1 << 40)
UNREADABLE = [
    frame(0x1, b"\xff\xfe"),
    frame(0x1, b"\xc3", last=False) + frame(0x0, b"("),
    frame(0x3, b"x"),
    frame(0x0, b"x"),
    frame(0x8, b"\x00\x01"),
    frame(0x8, b"x"),
    LIES,
    b"\x81\x05hello",
    b"\xf1\x80\0\0\0\0",
    b"GET / HTTP/1.1\r\n\r\n",
]


@pytest.mark.parametrize("before", [b"", GOODBYE, frame(0x1, b"{}")])
@pytest.mark.parametrize("sent", UNREADABLE)
def test_what_cannot_be_read_ends_the_connection_and_no_more(
    server: Process, table: str, before: bytes, sent: bytes
) -> None:
    """With the handshake, after it, and after the goodbye: the log is looked at when all is over."""
    for together in (True, False):
        wire = dial(server)
        with suppress(ConnectionResetError, BrokenPipeError):
            wire.sendall(handshake(table) + (before + sent if together else b""))
            if not together:
                assert wire.recv(65536).startswith(b"HTTP/1.1 101 ")
                wire.sendall(before + sent)
            wire.shutdown(socket.SHUT_WR)
            heard(wire)
        wire.close()
    assert server.get("/healthz")[0] == 200


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536])
def test_a_message_is_framed_as_the_protocol_has_it(size: int) -> None:
    text = "é" * (size // 2) + "x" * (size % 2)
    wanted = Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
    assert Message(text).frame() == wanted


@pytest.mark.anyio
async def test_who_reads_nothing_is_let_go_however_long_they_stay(tmp_path: Path) -> None:
    """With an application that sends without end, as no table does in the time of a test."""
    gone = asyncio.Event()

    async def talk(wire: WebSocket) -> None:
        await wire.accept()
        try:
            while True:
                await wire.send_text("x" * 10_000)
        finally:
            gone.set()

    app: Any = Starlette(routes=[WebSocketRoute("/", talk)])
    settings = settings_for(tmp_path, slowest_request=0.5)
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    running = uvicorn.Server(Configuration(app, settings, 100, log_config=None, lifespan="off"))
    serving = asyncio.create_task(running.serve([listener]))
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    try:
        await asyncio.to_thread(wire.connect, listener.getsockname())
        wire.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n" + UPGRADE + KEY + b"\r\n")
        await asyncio.wait_for(gone.wait(), PATIENCE)
        assert not running.server_state.connections
    finally:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        wire.close()
        running.should_exit = True
        await asyncio.wait_for(serving, PATIENCE)


@asynccontextmanager
async def talking(app: Any, folder: Path) -> AsyncIterator[tuple[socket.socket, PatientSocket]]:
    """An application for a live connection: the client's end of it, and the server's."""
    met: list[PatientSocket] = []

    async def noting(scope: Any, receive: Any, send: Any) -> None:
        met.append(receive.__self__)
        met[0].close_timeout = 10 * PATIENCE
        await app(scope, receive, send)

    settings = settings_for(folder, messages_per_second=20)
    listener = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(Configuration(noting, settings, 100, log_config=None, lifespan="off"))  # type: ignore[arg-type]
    serving = asyncio.create_task(running.serve([listener]))
    wire = socket.socket()
    wire.settimeout(PATIENCE)
    try:
        await asyncio.to_thread(wire.connect, listener.getsockname())
        wire.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n" + UPGRADE + KEY + b"\r\n")
        said = await asyncio.to_thread(wire.recv, 65536)
        assert said.startswith(b"HTTP/1.1 101 ")
        yield wire, met[0]
    finally:
        wire.close()
        running.should_exit = True
        await asyncio.wait_for(serving, PATIENCE)


@pytest.mark.anyio
async def test_messages_that_nobody_can_hear_so_fast_are_not_kept(tmp_path: Path) -> None:
    may_hear, said_goodbye = asyncio.Event(), asyncio.Event()

    async def think(scope: Any, receive: Any, send: Any) -> None:
        websocket = WebSocket(scope, receive, send)
        await websocket.accept()
        await may_hear.wait()
        await websocket.close()  # which is too late, and no mistake
        said_goodbye.set()

    async with talking(think, tmp_path) as (wire, protocol):
        wire.sendall(frame(0x1) * 20_000)
        said = await asyncio.to_thread(heard, wire)
        assert said.endswith(b"\x03\xf0too many messages")
        assert protocol.queue.qsize() <= 102
        may_hear.set()
        await asyncio.wait_for(said_goodbye.wait(), PATIENCE)


@pytest.mark.anyio
async def test_who_talks_on_after_the_goodbye_is_not_listened_to(tmp_path: Path) -> None:
    async def leave(scope: Any, receive: Any, send: Any) -> None:
        websocket = WebSocket(scope, receive, send)
        await websocket.accept()
        await websocket.close(1013, "too slow")

    def talk(wire: socket.socket) -> None:
        while True:
            wire.sendall(frame(0x1) * 100)

    async with talking(leave, tmp_path) as (wire, _):
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            await asyncio.wait_for(asyncio.to_thread(talk, wire), PATIENCE)


@pytest.mark.anyio
async def test_a_connection_that_has_ended_leaves_nothing_to_be_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python looks for objects that hold each other only once an hour: see memory.py."""
    alive: weakref.WeakSet[object] = weakref.WeakSet()
    made = PatientSocket.connection_made

    def noting(self: PatientSocket, transport: asyncio.BaseTransport) -> None:
        alive.update((self, self.conn))
        made(self, transport)

    monkeypatch.setattr(PatientSocket, "connection_made", noting)
    settings = settings_for(tmp_path)
    listener = socket.create_server(("127.0.0.1", 0))
    base = f"127.0.0.1:{listener.getsockname()[1]}"
    running = uvicorn.Server(configuration(settings, create_app(settings)))
    serving = asyncio.create_task(running.serve([listener]))
    gc.collect()
    gc.disable()
    try:
        async with httpx.AsyncClient(base_url=f"http://{base}") as http:
            (await http.post("/api/me", json={"name": "Ann"})).raise_for_status()
            said = {"Origin": f"http://{base}"}
            body = {"my_seats": 2, "start": True, "public": True}
            made_table = await http.post("/api/tables", json=body, headers=said)
        table = f"ws://{base}/api/tables/{made_table.json()['id']}/live"
        for _ in range(3):
            async with connect(table) as wire:
                assert json.loads(await wire.recv())["type"] == "table"
                assert len(alive) == 2
                await wire.send('{"type": "play", "version": 1, "move": "take 1"}')
                await wire.recv()
            with pytest.raises(InvalidStatus):
                await connect(f"ws://{base}/api/tables/none/live")
            async with asyncio.timeout(PATIENCE):
                while alive:
                    await asyncio.sleep(0.01)
    finally:
        gc.enable()
        running.should_exit = True
        await asyncio.wait_for(serving, PATIENCE)
