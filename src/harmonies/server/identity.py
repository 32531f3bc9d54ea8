"""Who is asking: from a browser's cookie or a program's token, and only from this site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from harmonies.server.codes import refuse
from harmonies.server.credentials import Known, Person
from harmonies.server.idempotency import HEADER, Answer, Keep, Stamp, make_stamp
from harmonies.server.services import Services, ServicesDep

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from harmonies.server.settings import Settings

COOKIE = "harmonies_session"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_PORTS = {"http": 80, "https": 443}

# For a route's schema: who may ask.
FOR_KNOWN: dict[str, Any] = {"security": [{"session": []}, {"token": []}]}
FOR_SESSION: dict[str, Any] = {"security": [{"session": []}]}
FOR_ANYBODY: dict[str, Any] = {"security": [{}, {"session": []}, {"token": []}]}


# Where it comes from


def origin_of(connection: HTTPConnection) -> tuple[str, str, int] | None:
    """The origin of the page that would ask this server itself."""
    scheme = "https" if is_secure(connection) else "http"
    return _origin(f"{scheme}://{connection.headers.get('host', '')}")


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the visitor came over https, as far as we can know."""
    return connection.scope["scheme"] in ("https", "wss")


def bearer_of(connection: HTTPConnection) -> str | None:
    """The token that a program shows."""
    kind, _, secret = connection.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


def check_origin(connection: HTTPConnection, settings: Settings) -> None:
    """Refuses what another site's page has a browser send with this site's cookie.

    Programs with a token are not concerned: no page can make a browser send one.
    """
    if bearer_of(connection) is not None:
        return
    headers = connection.headers
    if headers.get("sec-fetch-site") == "same-origin":
        return  # only browsers write this, and no page can change it
    said = headers.get("origin")
    if said is None and "sec-fetch-site" not in headers:
        if COOKIE in connection.cookies:
            raise refuse("request/cross-site")
        return
    origin = _origin(said or "")
    allowed = [origin_of(connection)]
    if settings.public_url is not None:
        allowed.append(_origin(settings.public_url))
    if origin is None or origin not in allowed:
        raise refuse("request/cross-site")


async def same_site(connection: HTTPConnection, services: ServicesDep) -> None:
    """The dependency of every route: what changes something, and every WebSocket, is ours."""
    if connection.scope["type"] == "websocket" or connection.scope["method"] not in SAFE:
        check_origin(connection, services.settings)


def _origin(text: str) -> tuple[str, str, int] | None:
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not host:
        return None
    return parts.scheme, host, port or _PORTS[parts.scheme]


# Who it is


async def look_up(connection: HTTPConnection, services: Services) -> Known | None:
    """Somebody, and how we know; None for a stranger."""
    token = bearer_of(connection)
    if token is not None:
        found = await services.people.credentials.token(token)
        if found is None:
            raise refuse("token/unknown")
        return found
    cookie = connection.cookies.get(COOKIE)
    return None if cookie is None else await services.people.credentials.session(cookie)


async def known(connection: HTTPConnection, services: ServicesDep) -> Known | None:
    """The same, and it counts as a request of theirs."""
    found = await look_up(connection, services)
    if found is not None:
        services.check_pace(found.person.id)
    return found


async def visitor(found: Annotated[Known | None, Depends(known)]) -> Person | None:
    """Whoever asks, if we know them."""
    return None if found is None else found.person


async def person(found: Annotated[Known | None, Depends(known)]) -> Person:
    """Somebody we know, or it is refused."""
    if found is None:
        raise refuse("person/unknown")
    return found.person


async def at_browser(found: Annotated[Known | None, Depends(known)]) -> Known:
    """Somebody who sits at a browser themselves: for what a program's token may not do."""
    if found is None:
        raise refuse("person/unknown")
    if found.session is None:
        raise refuse("person/session-needed")
    return found


KnownDep = Annotated[Known | None, Depends(known)]
Visitor = Annotated[Person | None, Depends(visitor)]
SocketVisitor = Visitor  # the same for a WebSocket; `same_site` has looked at its origin
CurrentPerson = Annotated[Person, Depends(person)]
AtBrowserDep = Annotated[Known, Depends(at_browser)]


# The same request again


class Once:
    """Wraps what a route does, so that the same request sent again has one effect."""

    def __init__(self, services: ServicesDep, stamp: Stamp | None) -> None:
        self._services = services
        self._stamp = stamp

    async def __call__(self, effect: Callable[[Keep], Awaitable[Answer]]) -> Response:
        answer = await self._services.requests.once(self._stamp, effect)
        return answer.response()


async def once(request: Request, services: ServicesDep, found: KnownDep) -> Once:
    """The dependency: knows this request's key, if it has one and comes from somebody we know."""
    key = request.headers.get(HEADER)
    if key is None or found is None:
        return Once(services, None)
    path = request.url.path.removeprefix(services.settings.prefix)
    query = request.scope.get("query_string", b"")
    body = await request.body()
    return Once(services, make_stamp(found.person.id, key, request.method, path, query, body))


OnceDep = Annotated[Once, Depends(once)]


# The cookie


def give_cookie(
    response: Response, connection: HTTPConnection, settings: Settings, secret: str
) -> None:
    """Lets the browser say from now on who it is."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=settings.session_days * 24 * 3600,
        path=settings.prefix or "/",
        secure=_cookie_is_secure(connection, settings),
        httponly=True,
        samesite="lax",
    )


def take_cookie(response: Response, connection: HTTPConnection, settings: Settings) -> None:
    """Has the browser forget who it was."""
    response.delete_cookie(
        COOKIE,
        path=settings.prefix or "/",
        secure=_cookie_is_secure(connection, settings),
        httponly=True,
        samesite="lax",
    )


def _cookie_is_secure(connection: HTTPConnection, settings: Settings) -> bool:
    if settings.secure_cookies is not None:
        return settings.secure_cookies
    return is_secure(connection)
