"""What another site's page may have a browser do here: nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from fastapi import APIRouter, Depends, WebSocket

from harmonies.server.app import create_app
from harmonies.server.identity import COOKIE, SocketVisitor, same_site
from server.harness import HOST, Served, Visitor, done, refused, serving, settings_for
from server.sockets import handshake

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

UNSAFE = [("POST", "/api/sign-out"), ("PATCH", "/api/me"), ("DELETE", "/api/me/sessions")]

FROM_HERE: list[dict[str, str]] = [
    {"origin": HOST},
    {"origin": "http://harmonies.test:80"},
    {"origin": "HTTP://Harmonies.TEST"},
    {"origin": HOST, "sec-fetch-site": "same-origin"},
    {"sec-fetch-site": "same-origin"},
]

FROM_ELSEWHERE: list[dict[str, str]] = [
    {"origin": "https://harmonies.test"},
    {"origin": "http://harmonies.test:8080"},
    {"origin": "http://evil.harmonies.test"},
    {"origin": "http://harmonies.test.evil.example"},
    {"origin": "http://evil.example", "sec-fetch-site": "cross-site"},
    {"origin": "http://other.test", "sec-fetch-site": "same-site"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "none"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "nonsense"},
    {"origin": "http://[::1"},
    {"origin": "http://harmonies.test:nonsense"},
]


async def try_all(visitor: Visitor, said: dict[str, str]) -> list[Any]:
    visitor.http.headers.pop("origin", None)
    return [
        await visitor.ask(method, path, {"name": "Bo"} if method == "PATCH" else None, headers=said)
        for method, path in reversed(UNSAFE)
    ]


@pytest.mark.parametrize("said", FROM_HERE, ids=str)
async def test_the_page_itself_may(server: Served, said: dict[str, str]) -> None:
    for answer in await try_all(await server.guest(), said):
        assert answer.status_code in (200, 204), answer.text


@pytest.mark.parametrize("said", FROM_ELSEWHERE, ids=str)
async def test_another_page_may_not(server: Served, said: dict[str, str]) -> None:
    guest = await server.guest()
    for answer in await try_all(guest, said):
        refused(answer, 403, "request/cross-site")
    assert done(await guest.get("/api/me", headers=said))["name"] == "Ada"


@pytest.mark.parametrize("said", FROM_ELSEWHERE, ids=str)
async def test_another_page_cannot_sign_a_browser_in_or_make_it_a_guest(
    server: Served, said: dict[str, str]
) -> None:
    stranger = server.stranger(origin=None)
    body = {"name": "Ada", "password": "correct horse"}
    refused(await stranger.post("/api/sign-in", body, headers=said), 403, "request/cross-site")
    arriving = await stranger.post("/api/me", {"name": "Ada"}, headers=said)
    refused(arriving, 403, "request/cross-site")
    assert await server.rows("SELECT 1 FROM people") == []


async def test_a_cookie_without_a_word_where_it_comes_from_is_not_enough(server: Served) -> None:
    for answer in await try_all(await server.guest(), {}):
        refused(answer, 403, "request/cross-site")


async def test_a_program_without_a_cookie_needs_no_origin(server: Served) -> None:
    await server.stranger(origin=None).arrive("Robot")


@pytest.mark.parametrize("said", [{}, *FROM_HERE, *FROM_ELSEWHERE], ids=str)
async def test_a_token_is_enough(server: Served, said: dict[str, str]) -> None:
    program = await server.program(await server.guest())
    answer = await program.ask("PATCH", "/api/me", {"name": "Bo"}, headers=said)
    refused(answer, 403, "person/session-needed")  # it got as far as that


async def test_behind_a_proxy_the_public_address_is_here(tmp_path: Path) -> None:
    async with serving(tmp_path, public_url="https://play.example.org/h") as server:
        await server.stranger(origin="https://play.example.org").arrive("Ada")
        await server.stranger(origin=HOST).arrive("Ada")
        other = server.stranger(origin="https://example.org")
        refused(await other.post("/api/me", {"name": "Ada"}), 403, "request/cross-site")


async def test_forwarded_headers_of_a_trusted_proxy_say_what_here_is(tmp_path: Path) -> None:
    said = {
        "x-forwarded-proto": "https",
        "x-forwarded-host": "play.example.org",
        "x-forwarded-for": "198.51.100.1",
    }
    async with serving(tmp_path, trusted_proxies="10.0.0.0/8") as server:
        for address, status in [("10.1.2.3", 201), ("192.0.2.1", 403)]:
            visitor = server.stranger(origin="https://play.example.org", address=address)
            answer = await visitor.post("/api/me", {"name": "Ada"}, headers=said)
            assert answer.status_code == status
            if status == 201:
                assert "; Secure" in answer.headers["set-cookie"]


# WebSockets


@pytest.fixture
async def with_socket(anyio_backend: str, tmp_path: Path) -> Any:  # noqa: ARG001
    """A server with a socket that says who is there."""
    app = create_app(settings_for(tmp_path))
    router = APIRouter(prefix="/api", dependencies=[Depends(same_site)])

    @router.websocket("/who")
    async def who(socket: WebSocket, visitor: SocketVisitor) -> None:
        await socket.accept()
        await socket.send_text("nobody" if visitor is None else visitor.name)
        await socket.close()

    app.include_router(router)
    async with app.router.lifespan_context(app):
        server = Served(app)
        yield server
        await server.close()


@pytest.mark.parametrize("said", FROM_HERE, ids=str)
async def test_a_socket_from_the_page(with_socket: Served, said: dict[str, str]) -> None:
    guest = await with_socket.guest()
    cookie = {"cookie": f"{COOKIE}={guest.http.cookies[COOKIE]}"}
    sent = await handshake(with_socket.app, "/api/who", {**said, **cookie})
    assert [message["type"] for message in sent][:2] == ["websocket.accept", "websocket.send"]
    assert sent[1]["text"] == "Ada"


@pytest.mark.parametrize("said", [{}, *FROM_ELSEWHERE], ids=str)
async def test_a_socket_from_elsewhere(with_socket: Served, said: dict[str, str]) -> None:
    guest = await with_socket.guest()
    cookie = {"cookie": f"{COOKIE}={guest.http.cookies[COOKIE]}"}
    start, body = await handshake(with_socket.app, "/api/who", {**said, **cookie})
    assert (start["type"], start["status"]) == ("websocket.http.response.start", 403)
    assert b"request/cross-site" in body["body"]
    assert b"content-security-policy" in dict(start["headers"])
    [closed] = await handshake(with_socket.app, "/api/who", {**said, **cookie}, extensions=False)
    assert (closed["type"], closed["reason"]) == ("websocket.close", "request/cross-site")


async def test_a_socket_of_a_program(with_socket: Served) -> None:
    token = await (await with_socket.guest()).token()
    sent = await handshake(with_socket.app, "/api/who", {"authorization": f"Bearer {token}"})
    assert sent[1]["text"] == "Ada"
    start, _ = await handshake(with_socket.app, "/api/who", {"authorization": "Bearer x"})
    assert start["status"] == 401
    sent = await handshake(with_socket.app, "/api/who", {})
    assert sent[1]["text"] == "nobody"
