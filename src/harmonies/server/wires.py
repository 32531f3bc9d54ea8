"""Connections, as far as they are uvicorn's business: here is added what keeps a client that sends
or reads nothing, or far too much, from holding what others need.

A request has to arrive within a time, what is sent has to be read within it, and one address has no
more than its share of the connections that the system allows.
"""

from __future__ import annotations

import resource
import secrets
from collections import Counter
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.datastructures import Headers
from websockets.frames import CloseCode
from websockets.http11 import Response

from harmonies.server.codes import refuse
from harmonies.server.guard import SECURITY_HEADERS, problem_body, problem_headers
from harmonies.server.hub import AT_ONCE
from harmonies.server.limits import Pace, address_key
from harmonies.server.proxies import Trusted

if TYPE_CHECKING:
    import asyncio

    from fastapi import FastAPI
    from websockets.frames import Frame
    from websockets.http11 import Request

    from harmonies.server.problems import Problem
    from harmonies.server.settings import Settings

KEPT_FREE = 128  # files for the database, the log and the workers
MOST_FILES = 1 << 16
SMALL_FRAMES_PER_SECOND = 50
LEAST_UNHEARD = 100  # messages that may wait to be heard: who sends more does not wait for answers


class Connections:
    """How many there are, and from where."""

    def __init__(self, most: int, most_per_address: int, trusted: Trusted) -> None:
        self._most = most
        self._most_per_address = most_per_address
        self._trusted = trusted
        self._by_address: Counter[str] = Counter()
        self._count = 0

    def add(self, address: str) -> bool:
        """Counts one; False when it is one too many. It has to be removed all the same."""
        key = address_key(address)
        self._count += 1
        self._by_address[key] += 1
        # A proxy that is trusted speaks for many.
        few = self._by_address[key] <= self._most_per_address or address in self._trusted
        return few and self._count <= self._most

    def remove(self, address: str) -> None:
        """Counts one less."""
        key = address_key(address)
        self._count -= 1
        self._by_address[key] -= 1
        if not self._by_address[key]:
            del self._by_address[key]


def allow_many_files() -> int:
    """Has the system allow as many connections as it will; returns how many those are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wished:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
        soft = wished
    return max(KEPT_FREE, (wished if soft == resource.RLIM_INFINITY else soft) - KEPT_FREE)


class Configuration(uvicorn.Config):
    """How uvicorn is to run, and what all connections share."""

    def __init__(self, app: FastAPI, settings: Settings, most: int, **chosen: Any) -> None:
        super().__init__(app, http=PatientHttp, ws=PatientSocket, **chosen)
        self.slowest = settings.slowest_request
        self.most_unheard = max(LEAST_UNHEARD, 2 * settings.messages_per_second)
        trusted = Trusted(settings.trusted_proxies)
        self.all_connections = Connections(most, settings.connections_per_address, trusted)


def shared(config: uvicorn.Config) -> Configuration:
    """What all connections share."""
    assert isinstance(config, Configuration)
    return config


class PatientHttp(H11Protocol):
    """A connection that is asked over, until it becomes a live one."""

    _late: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _handed_over = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not shared(self.config).all_connections.add(_peer(self)):
            transport.write(_refusal(refuse("server/full")))
            transport.close()
        self._mind_the_time()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._mind_the_time()

    def connection_lost(self, exc: Exception | None) -> None:
        shared(self.config).all_connections.remove(_peer(self))
        _cancel(self._late, self._stalled)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._handed_over = True
        shared(self.config).all_connections.remove(_peer(self))
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(shared(self.config).slowest, self.transport.abort)

    def resume_writing(self) -> None:
        _cancel(self._stalled)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's own sentence
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(_refusal(refuse("request/malformed")))
        self.transport.close()

    def _mind_the_time(self) -> None:
        waiting = self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not self._handed_over
        # Between requests the connection is idle, and uvicorn ends it after its own time.
        if not waiting or self.timeout_keep_alive_task is not None:
            _cancel(self._late)
            self._late = None
        elif self._late is None:
            self._late = self.loop.call_later(shared(self.config).slowest, self.transport.abort)


class PatientSocket(WebSocketsSansIOProtocol):
    """A live connection."""

    _stalled: asyncio.TimerHandle | None = None
    _ending: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._pace = Pace(SMALL_FRAMES_PER_SECOND)
        shared(self.config).all_connections.add(_peer(self))

    def connection_lost(self, exc: Exception | None) -> None:
        shared(self.config).all_connections.remove(_peer(self))
        _cancel(self._stalled, self._ending)
        super().connection_lost(exc)
        # What holds itself in memory is found only by looking through all there is.
        self._stalled = self._ending = None
        self.conn.parser.close()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self.scope["extensions"] = {}  # for the same reason

    def handle_connect(self, event: Request) -> None:
        if self.conn.accept(event).status_code == 101:
            super().handle_connect(event)
            self.scope["extensions"][AT_ONCE] = {"send": self.send_at_once}
            return
        problem = refuse("request/no-handshake")
        head = {**_headers(problem), "connection": "close"}
        body = problem_body(problem)
        head["content-length"] = str(len(body))
        self.conn.send_response(Response(problem.status, "Bad Request", Headers(head), body))
        self.handshake_initiated = self.handshake_complete = self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def send_at_once(self, frame: bytes) -> bool:
        """Sends a frame without a task's way round; False when it would have to wait, or is late."""
        open_now = self.handshake_complete and not self.close_sent and not self.disconnected
        if not open_now or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(frame)
        return True

    async def send(self, message: Any) -> None:
        if self.handshake_complete and self.close_sent and message["type"] == "websocket.close":
            return  # it has ended already: the client sent what cannot be read, or far too much
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # it was refused, and is not missing an answer
        elif self.close_timer is not None:
            # Who does not even read the goodbye is not waited for.
            _cancel(self.close_timer)
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(shared(self.config).slowest, self.transport.abort)

    def resume_writing(self) -> None:
        _cancel(self._stalled)
        super().resume_writing()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # nobody is there to take what is unsent

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self._ending = self.loop.call_later(self.close_timeout, self.transport.abort)

    # What cannot be read ends the connection, and is nothing for the log: anybody can send it.

    def send_receive_event_to_app(self) -> None:
        said = b"".join(self.frames) if self.curr_msg_data_type == "text" else b""
        if self.close_sent:
            self.frames = []
            self._count_small_frame()  # it is not heard any more
        elif self.queue.qsize() >= shared(self.config).most_unheard:
            self._fail(CloseCode.POLICY_VIOLATION, "too many messages")
        elif not _is_text(said):
            self._fail(CloseCode.INVALID_DATA)
        else:
            super().send_receive_event_to_app()

    def _fail(self, code: CloseCode, reason: str = "") -> None:
        self.frames = []
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
        else:
            self.transport.abort()  # it was no handshake yet, or came after the goodbye

    # Frames that make no message cost the server something too.

    def handle_ping(self) -> None:
        self._count_small_frame()
        super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        self._count_small_frame()
        super().handle_cont(event)

    def _count_small_frame(self) -> None:
        if not self._pace.allows():
            self.transport.abort()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _peer(protocol: PatientHttp | PatientSocket) -> str:
    return protocol.client[0] if protocol.client else ""


def _cancel(*timers: asyncio.TimerHandle | None) -> None:
    for timer in timers:
        if timer is not None:
            timer.cancel()


def _headers(problem: Problem) -> dict[str, str]:
    name = {"x-request-id": secrets.token_hex(8)}
    return name | SECURITY_HEADERS | problem_headers(problem)


def _refusal(problem: Problem) -> bytes:
    """An answer for whoever did not ask in a way that the application could answer."""
    body = problem_body(problem)
    head = {**_headers(problem), "content-length": str(len(body)), "connection": "close"}
    first = f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}"
    lines = [first, *map(": ".join, head.items()), "", ""]
    return "\r\n".join(lines).encode() + body
