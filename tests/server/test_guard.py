"""What every request and every answer passes: ids, headers, limits, mistakes, proxies."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import pytest
from fastapi import FastAPI, WebSocket

from harmonies.server.guard import POLICY, SECURITY_HEADERS, BodyLimit, Envelope, request_id
from harmonies.server.problems import StorageProblem
from harmonies.server.proxies import Trusted
from harmonies.server.settings import Settings
from server.harness import HOST, Served, done, refused, serving
from server.sockets import handshake

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx

pytestmark = pytest.mark.anyio

LARGEST = 64 * 1024


def check_headers(answer: httpx.Response) -> None:
    """Whether an answer has what every answer has."""
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers.get_list(name) == [value], (answer.request.url, name)
    assert len(answer.headers["x-request-id"]) == 16


@pytest.fixture
async def faulty(server: Served) -> Served:
    """A server with routes that fail."""
    app = server.app

    @app.get("/api/fail", include_in_schema=False)
    async def fail() -> None:
        raise RuntimeError("the secret is xyzzy")

    @app.get("/api/full", include_in_schema=False)
    async def full() -> None:
        raise StorageProblem(507, "storage/full", "The server's disk is full. Try again later.")

    @app.get("/api/name", include_in_schema=False)
    async def name() -> str:
        return request_id.get()

    @app.websocket("/early")
    async def early(_socket: WebSocket) -> None:
        raise RuntimeError("the secret is xyzzy")

    @app.websocket("/late")
    async def late(socket: WebSocket) -> None:
        await socket.accept()
        raise RuntimeError("the secret is xyzzy")

    return server


async def test_every_route_and_every_refusal_has_the_headers(faulty: Served) -> None:
    guest = await faulty.guest()
    paths = [
        path
        for path in faulty.app.openapi()["paths"]
        if "{" not in path and path not in ("/api/sign-out",)
    ]
    assert len(paths) > 8
    for path in [*paths, "/", "/openapi.json", "/nowhere", "/api/nowhere", "/api/fail"]:
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "OPTIONS", "TRACE"):
            answer = await guest.ask(method, path)
            check_headers(answer)
            if path.startswith("/api/"):
                assert answer.headers["cache-control"] == "no-store"


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
    for name, value in rules.items():
        assert set(value.split()) <= {"'none'", "'self'", "'wasm-unsafe-eval'", "data:"}, name
    for strict in ("base-uri", "form-action", "frame-ancestors"):
        assert rules[strict] == "'none'"


async def test_each_request_has_a_name_of_the_servers_own(faulty: Served) -> None:
    stranger = faulty.stranger()
    said = {"x-request-id": "mine"}
    answers = [await stranger.get("/api/name", headers=said) for _ in range(3)]
    names = [answer.headers["x-request-id"] for answer in answers]
    assert [done(answer) for answer in answers] == names
    assert len({*names, "mine"}) == 4


async def test_a_mistake_is_told_without_its_inside(
    faulty: Served, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = await faulty.stranger().get("/api/fail")
    problem = refused(answer, 500, "server/error")
    assert problem["request"] == answer.headers["x-request-id"]
    assert "xyzzy" not in answer.text
    assert "RuntimeError" not in answer.text
    assert problem["request"] in caplog.text
    assert "the secret is xyzzy" in caplog.text


async def test_a_full_disk_is_said(faulty: Served) -> None:
    refused(await faulty.stranger().get("/api/full"), 507, "storage/full")


async def test_a_mistake_in_a_socket_closes_it(faulty: Served) -> None:
    start, body = await handshake(faulty.app, "/early", {})
    assert start["status"] == 500
    assert b"server/error" in body["body"]
    assert b"xyzzy" not in body["body"]
    sent = await handshake(faulty.app, "/late", {})
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
    assert sent[1]["code"] == 1011
    assert dict(sent[0]["headers"])[b"x-request-id"]


async def test_unknown_addresses_and_methods(server: Served) -> None:
    stranger = server.stranger()
    refused(await stranger.get("/api/nowhere"), 404, "request/not-found")
    refused(await stranger.get("/api/me/"), 404, "request/not-found")
    answer = await stranger.ask("PUT", "/api/me")
    refused(answer, 405, "request/wrong-method")
    assert answer.headers["allow"] == "DELETE, GET, PATCH, POST"
    assert (await stranger.ask("POST", "/")).headers["allow"] == "GET, HEAD"


# Bodies


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"",
        b"nonsense",
        b'{"name": "Ada"',
        b"\xff\xfe",
        b"[" * 30_000,
        b'{"name": ' + b"9" * 5000 + b"}",
        b"{" + b'"a":{' * 9_000,
        b'"Ada"',
        b"[]",
        b"null",
        b'{"name": "\\ud800"}',
        b'{"name": NaN}',
        b'{"name": null}',
        b'{"name": 1}',
        b'{"nam\\ud800e": "Ada"}',
        b'{"name": "Ada", "' + b"x" * 5000 + b'": 1}',
    ],
)
async def test_bodies_that_cannot_be_used(server: Served, body: bytes) -> None:
    said = {"content-type": "application/json"}
    answer = await server.stranger().post("/api/me", content=body, headers=said)
    assert answer.status_code in (400, 422), answer.text
    problem = answer.json()
    assert problem["code"] in ("request/unreadable", "request/invalid", "name/invalid")
    assert len(answer.content) < 1000
    check_headers(answer)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "a/b/c", "x"])
async def test_bodies_of_another_kind(server: Served, kind: str) -> None:
    said = {"content-type": kind}
    answer = await server.stranger().post("/api/me", content=b'{"name": "Ada"}', headers=said)
    refused(answer, 422, "request/invalid")


async def test_what_cannot_be_used_is_said_field_by_field(server: Served) -> None:
    body = {"password": 7, "more": True}
    answer = await server.stranger().post("/api/sign-in", body)
    fields = {
        entry["field"]: entry["sentence"]
        for entry in refused(answer, 422, "request/invalid")["fields"]
    }
    assert fields == {
        "name": "This is missing.",
        "password": "This has to be a text.",
        "more": "This is not known here.",
    }


async def test_what_was_sent_is_not_repeated(server: Served) -> None:
    body = {"name": "Ada", "password": "hidden" * 100}
    answer = await server.stranger().post("/api/sign-in", body)
    refused(answer, 422, "request/invalid")
    assert "hidden" not in answer.text


async def test_a_large_body_is_not_read(server: Served) -> None:
    stranger = server.stranger()
    fits = b'{"name": "' + b" " * (LARGEST - 12) + b'"}'
    said = {"content-type": "application/json"}
    refused(await stranger.post("/api/me", content=fits, headers=said), 422, "request/invalid")
    answer = await stranger.post("/api/me", content=fits + b" ", headers=said)
    refused(answer, 413, "request/too-large")
    assert answer.headers["connection"] == "close"
    check_headers(answer)


async def test_a_large_body_in_pieces_is_read_only_so_far(server: Served) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 4096
            yield b" " * 4096

    said = {"content-type": "application/json"}
    answer = await server.stranger().post("/api/me", content=endless(), headers=said)
    refused(answer, 413, "request/too-large")
    assert sent <= LARGEST + 2 * 4096
    check_headers(answer)


@pytest.mark.parametrize("length", ["-1", "x", "1" * 5000, "65537", "١"])
async def test_lengths_that_are_none(length: str) -> None:
    sent: list[Any] = []

    async def never(_scope: Any, _receive: Any, _send: Any) -> None:
        raise AssertionError("the request went through")

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "headers": [(b"content-length", length.encode())]}
    await BodyLimit(never, LARGEST)(scope, None, send)  # type: ignore[arg-type]
    assert sent[0]["status"] == 413


async def test_half_an_answer_breaks_off() -> None:
    async def broken(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("broken")

    async def send(_message: Any) -> None:
        pass

    scope = {"type": "http", "path": "/", "headers": []}
    with pytest.raises(RuntimeError, match="broken"):
        await Envelope(broken)(scope, None, send)  # type: ignore[arg-type]


async def test_requests_at_once_keep_their_own_names(faulty: Served) -> None:
    stranger = faulty.stranger()
    answers = await asyncio.gather(*(stranger.get("/api/name") for _ in range(20)))
    assert all(done(answer) == answer.headers["x-request-id"] for answer in answers)


# Proxies


@pytest.mark.parametrize(
    ("forwarded", "visitor"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("1.2.3.4, 198.51.100.7", "198.51.100.7"),
        ("1.2.3.4, 198.51.100.7, 10.1.1.1", "198.51.100.7"),
        ("10.1.1.1, 10.2.2.2", "10.1.1.1"),
        ("2001:db8::7", "2001:db8::7"),
        ("nonsense", None),
        ("1.2.3.4, nonsense", None),
        ("", None),
    ],
)
def test_the_visitor_stands_before_the_last_trusted_proxy(
    forwarded: str, visitor: str | None
) -> None:
    assert Trusted(["10.0.0.0/8", "::1"]).visitor(forwarded) == visitor


def test_who_is_trusted() -> None:
    some = Trusted(["10.0.0.0/8", "::1"])
    assert "10.9.9.9" in some
    assert "::ffff:10.9.9.9" in some
    assert "::1" in some
    assert "11.0.0.1" not in some
    assert "nonsense" not in some
    assert "192.0.2.1" in Trusted(["*"])


async def test_forwarded_addresses_count_only_from_proxies(tmp_path: Path) -> None:
    async with serving(tmp_path, requests_per_address=3, trusted_proxies="10.0.0.1") as server:
        for address, expected in [("10.0.0.1", [401] * 5), ("10.0.0.2", [401] * 3 + [429] * 2)]:
            visitor = server.stranger(address=address)
            answers = [
                await visitor.get("/api/me", headers={"x-forwarded-for": f"198.51.100.{number}"})
                for number in range(5)
            ]
            assert [answer.status_code for answer in answers] == expected
            check_headers(answers[-1])


@pytest.mark.parametrize("takes_it_off", [True, False])
async def test_under_a_prefix(tmp_path: Path, takes_it_off: bool) -> None:
    base = HOST if takes_it_off else f"{HOST}/h"
    async with serving(tmp_path, prefix="h/") as server:
        visitor = server.stranger(base=base)
        answer = await visitor.post("/api/me", {"name": "Ada"})
        assert "; Path=/h;" in answer.headers["set-cookie"]
        assert answer.headers["cache-control"] == "no-store"
        secret = answer.headers["set-cookie"].partition(";")[0]
        asked = {"cookie": secret}
        assert done(await server.stranger(base=base).get("/api/me", headers=asked))
        schema = done(await visitor.get("/openapi.json"))
        assert schema["servers"] == [{"url": "/h"}]
        refused(await visitor.get("/api/nowhere"), 404, "request/not-found")


@pytest.mark.parametrize(
    "wrong",
    [
        {"prefix": "/api"},
        {"prefix": "/a b"},
        {"public_url": "play.example.org"},
        {"public_url": "ftp://play.example.org"},
        {"trusted_proxies": "nonsense"},
    ],
)
def test_settings_that_cannot_be(tmp_path: Path, wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="1 validation error"):
        Settings(data=tmp_path, **wrong)  # type: ignore[arg-type]


def test_proxies_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARMONIES_TRUSTED_PROXIES", "10.0.0.0/8, ::1")
    assert Settings(data=tmp_path).trusted_proxies == ("10.0.0.0/8", "::1")


def test_an_app_needs_no_database_to_be_described(tmp_path: Path) -> None:
    from harmonies.server.app import create_app

    app = create_app(Settings(data=tmp_path / "none"))
    assert isinstance(app, FastAPI)
    assert app.openapi()["openapi"].startswith("3.")
    assert not (tmp_path / "none").exists()
