"""Behind a reverse proxy: who is asking, over what, and under which path."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

INDEX = "/index.html"
_SCHEMES = {"http": "ws", "https": "wss"}


class Trusted:
    """The addresses whose forwarded headers are believed."""

    def __init__(self, proxies: Iterable[str]) -> None:
        named = tuple(proxies)
        self._all = "*" in named
        self._networks: list[IPv4Network | IPv6Network] = [
            ip_network(part, strict=False) for part in named if part != "*"
        ]

    def __contains__(self, address: str) -> bool:
        if self._all:
            return True
        try:
            parsed = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        plain = getattr(parsed, "ipv4_mapped", None) or parsed
        return any(plain in network for network in self._networks)

    def visitor(self, forwarded_for: str) -> str | None:
        """Who stands before the last proxy we trust; what comes before that anybody can write."""
        hops = [hop.strip() for hop in forwarded_for.split(",")]
        for hop in reversed(hops):
            if hop not in self:
                return hop if _is_address(hop) else None
        return hops[0] if hops and _is_address(hops[0]) else None


class Proxies:
    """Puts in the scope what trusted proxies say, and the path the page is served under.

    It does not matter whether the proxy takes the prefix off the path.
    """

    def __init__(self, app: ASGIApp, trusted: Iterable[str], prefix: str) -> None:
        self._app = app
        self._trusted = Trusted(trusted)
        self._prefix = prefix
        self._raw_prefix = prefix.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            client = scope.get("client")
            if client is not None and client[0] in self._trusted:
                self._believe(scope)
            if self._prefix:
                self._put_under_prefix(scope)
        await self._app(scope, receive, send)

    def _believe(self, scope: Scope) -> None:
        said: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            if name.startswith(b"x-forwarded-"):
                said.setdefault(name, []).append(value.decode("latin-1"))
        if not said:
            return
        visitor = self._trusted.visitor(",".join(said.get(b"x-forwarded-for", [])))
        if visitor is not None:
            scope["client"] = (visitor, 0)
        scheme = _last(said.get(b"x-forwarded-proto"))
        if scheme in _SCHEMES:
            scope["scheme"] = _SCHEMES[scheme] if scope["type"] == "websocket" else scheme
        host = _last(said.get(b"x-forwarded-host"))
        if host:
            others = [pair for pair in scope["headers"] if pair[0] != b"host"]
            scope["headers"] = [(b"host", host.encode("latin-1")), *others]

    def _put_under_prefix(self, scope: Scope) -> None:
        path = scope["path"]
        if path == self._prefix:
            scope["path"] = self._prefix + INDEX  # which leads on to where the page is
        elif not path.startswith(self._prefix + "/"):
            scope["path"] = self._prefix + path
            raw = scope.get("raw_path")
            if raw is not None:
                scope["raw_path"] = self._raw_prefix + raw
        scope["root_path"] = self._prefix


def _last(values: list[str] | None) -> str:
    """What the nearest proxy said."""
    return values[-1].rpartition(",")[2].strip() if values else ""


def _is_address(text: str) -> bool:
    try:
        ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return True
