"""The server's log: one line for each thing that happened, for people or for programs.

A request's line says what was asked for by the route's template, never by its path: ids, invitation
codes, names, cookies and addresses stay out.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Any

from harmonies.server.guard import request_id

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from harmonies.server.metrics import Metrics

log = logging.getLogger("harmonies.server.request")

QUIET = {"/healthz", "/readyz", "/metrics"}
NO_ROUTE = "-"
NOT_ANSWERED = 499
WELCOMED = 101


def set_up_logging(as_json: bool, stream: IO[str] | None = None) -> None:
    """Sends everything to one place: our own lines, and warnings of the parts."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if as_json else PlainLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("harmonies").setLevel(logging.INFO)
    logging.captureWarnings(True)


class PlainLines(logging.Formatter):
    """For people: time, how serious, where, what."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).astimezone()
        where = record.name.removeprefix("harmonies.")
        line = f"{at:%Y-%m-%d %H:%M:%S} {record.levelname:<7} {where}: {one_line(record)}"
        name = request_id.get()
        if name != "-":
            line += f" [{name}]"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


class JsonLines(logging.Formatter):
    """For programs: an object a line."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        name = request_id.get()
        if name != "-":
            said["request"] = name
        said |= getattr(record, "fields", {})
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def one_line(record: logging.LogRecord) -> str:
    """A message without line breaks and other signs that would let one line look like two."""
    message = record.getMessage()
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in message)


class RequestLog:
    """Notes each request: what it was, how it was answered, how long that took."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        status = NOT_ANSWERED
        begun = time.perf_counter()

        async def noting(message: Message) -> None:
            nonlocal status, begun
            match message["type"]:
                case "http.response.start" | "websocket.http.response.start":
                    status = message["status"]
                case "websocket.accept":
                    status = WELCOMED
                    self._count(scope, status, begun)
                    begun = time.perf_counter()
                case "websocket.close" if status == NOT_ANSWERED:
                    status = 403  # which is how a refused WebSocket is answered
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            if status != WELCOMED:
                self._count(scope, status, begun)
            self._note(scope, status, time.perf_counter() - begun)

    def _count(self, scope: Scope, status: int, begun: float) -> None:
        if "problem" in scope:
            self._metrics.refusals.labels(scope["problem"]).inc()
        labels = (method_of(scope), route_of(scope), str(status))
        self._metrics.requests.labels(*labels).observe(time.perf_counter() - begun)

    @staticmethod
    def _note(scope: Scope, status: int, seconds: float) -> None:
        route, method = route_of(scope), method_of(scope)
        level = logging.INFO
        if status >= 500:
            level = logging.ERROR
        elif route in QUIET:
            level = logging.DEBUG
        if not log.isEnabledFor(level):
            return
        took = round(seconds * 1000, 1)
        fields = {"method": method, "route": route, "status": status, "ms": took}
        code = scope.get("problem", "")
        if code:
            fields["problem"] = code
        text = f"{method} {route} {status} {took} ms {code}".rstrip()
        log.log(level, text, extra={"fields": fields})


METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def method_of(scope: Scope) -> str:
    """A request's method, if it is one that exists: anybody can make up others."""
    if scope["type"] == "websocket":
        return "SOCKET"
    method: str = scope["method"]
    return method if method in METHODS else "OTHER"


def route_of(scope: Scope) -> str:
    """The template of the route that answered, like /api/tables/{table}."""
    # FastAPI keeps a router's own path in "route" and the whole one beside it, but for WebSockets.
    routes = scope.get("fastapi", {}).get("effective_route_context"), scope.get("route")
    paths = (getattr(route, "path_format", None) for route in routes)
    return next((path for path in paths if path), NO_ROUTE)
