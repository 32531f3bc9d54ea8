"""A WebSocket's handshake, seen from the server's side."""

from __future__ import annotations

from typing import Any


async def handshake(
    app: Any, path: str, headers: dict[str, str], *, extensions: bool = True
) -> list[dict[str, Any]]:
    """Everything the server sends to somebody who opens a WebSocket and then only listens."""
    sent: list[dict[str, Any]] = []
    waiting: list[dict[str, Any]] = [{"type": "websocket.connect"}]

    async def receive() -> dict[str, Any]:
        return waiting.pop(0) if waiting else {"type": "websocket.disconnect", "code": 1005}

    async def send(message: dict[str, Any]) -> None:
        sent.append(dict(message))

    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [
            (name.encode(), value.encode())
            for name, value in {"host": "harmonies.test", **headers}.items()
        ],
        "client": ("192.0.2.1", 4711),
        "server": ("harmonies.test", 80),
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}} if extensions else {},
        "state": {},
    }
    await app(scope, receive, send)
    return sent
