"""What every request passes before anything looks at it: a name for it, limits, and the headers of
every answer.
"""

from __future__ import annotations

import json
import logging
import secrets
from contextlib import suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from fastapi import HTTPException
from starlette.datastructures import Headers
from uvicorn.protocols.utils import ClientDisconnected

from harmonies.server.codes import refuse
from harmonies.server.limits import Buckets, address_key, too_many
from harmonies.server.problems import PROBLEM_TYPE, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

request_id: ContextVar[str] = ContextVar("request_id", default="-")
"""What the request being answered is called in logs and in its answer."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

SECURITY_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

_SECURITY = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
_NO_STORE = (b"cache-control", b"no-store")
_STARTS = ("http.response.start", "websocket.http.response.start")


class Envelope:
    """Gives each request an id and each answer its headers, and answers for what went wrong."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        name = secrets.token_hex(8)
        request_id.set(name)
        fixed = [(b"x-request-id", name.encode()), *_SECURITY]
        uncached = scope["path"].startswith(scope.get("root_path", "") + "/api/")
        envelope = _Sealing(scope, send, fixed, uncached=uncached)
        try:
            await self._app(scope, receive, envelope.send)
        except ClientDisconnected:
            return  # nobody is there to be answered
        except Exception:
            log.exception("request %s failed", name)
            if not envelope.begun:
                await send_problem(refuse("server/error", request=name), scope, envelope.send)
            elif scope["type"] == "http":
                raise  # half an answer is out: the connection has to break
            elif not envelope.ended:
                with suppress(RuntimeError, OSError):
                    await send({"type": "websocket.close", "code": 1011, "reason": "server/error"})


class _Sealing:
    """One answer on its way out."""

    __slots__ = ("_fixed", "_scope", "_send", "_uncached", "begun", "ended")

    def __init__(
        self, scope: Scope, send: Send, fixed: list[tuple[bytes, bytes]], *, uncached: bool
    ) -> None:
        self._scope = scope
        self._send = send
        self._fixed = fixed
        self._uncached = uncached
        self.begun = self.ended = False

    async def send(self, message: Message) -> None:
        """Adds the headers of every answer."""
        kind = message["type"]
        if kind in _STARTS:
            self.begun = True
            headers = list(message.get("headers", ()))
            if self._uncached and not any(pair[0] == b"cache-control" for pair in headers):
                headers.append(_NO_STORE)
            message["headers"] = headers + self._fixed
        elif kind == "websocket.accept":
            self.begun = True
            message["headers"] = [*message.get("headers", ()), self._fixed[0]]
        elif kind == "websocket.close":
            if not self.begun and "websocket.http.response" in self._scope.get("extensions", {}):
                no_such_route = refuse("request/not-found")
                await send_problem(no_such_route, self._scope, self.send)
                return
            self.begun = self.ended = True
        await self._send(message)


class AddressLimit:
    """Answers those whose address asks for very much that they have to wait."""

    def __init__(self, app: ASGIApp, per_minute: int) -> None:
        self._app = app
        self._buckets = Buckets(per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            wait = self._buckets.take(address_key(address_of(scope)))
            if wait:
                await send_problem(too_many(wait), scope, send)
                return
        await self._app(scope, receive, send)


class BodyLimit:
    """Reads no more of a request than is allowed, however it is sent."""

    def __init__(self, app: ASGIApp, largest: int) -> None:
        self._app = app
        self._largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self._largest:
            await send_problem(refuse("request/too-large"), scope, send)
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._largest:
                # Of the exceptions, FastAPI lets only this one through while it reads a body.
                raise HTTPException(413)
            return message

        await self._app(scope, counted, send)


def address_of(scope: Mapping[str, Any]) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""


def problem_headers(problem: Problem) -> dict[str, str]:
    """What a refusal says in its headers."""
    headers = {"content-type": PROBLEM_TYPE}
    if problem.status == 401:
        headers["www-authenticate"] = 'Bearer realm="harmonies"'
    if problem.status == 413:
        headers["connection"] = "close"  # the rest of it is not read
    if "wait" in problem.more:
        headers["retry-after"] = str(problem.more["wait"])
    elif problem.status == 503:
        headers["retry-after"] = "5"
    return headers


def problem_body(problem: Problem) -> bytes:
    """A refusal as it is sent. What visitors wrote may be in it, even half characters."""
    return json.dumps(problem.document(), ensure_ascii=False).encode("utf-8", "replace")


async def send_problem(problem: Problem, scope: Scope, send: Send) -> None:
    """Answers a request that gets no further, or refuses a WebSocket."""
    scope["problem"] = problem.code  # for the log
    body = problem_body(problem)
    head = problem_headers(problem) | {"content-length": str(len(body))}
    headers = [(name.encode(), value.encode()) for name, value in head.items()]
    kind = "http"
    if scope["type"] == "websocket":
        kind = "websocket.http"
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": problem.code})
            return
    start = {"type": f"{kind}.response.start", "status": problem.status, "headers": headers}
    await send(start)
    await send({"type": f"{kind}.response.body", "body": body})
