"""Every route there is, asked by everybody there is. A route that stands in no list fails the tests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from harmonies.server.app import create_app
from harmonies.server.guard import SECURITY_HEADERS
from harmonies.server.identity import SAFE
from server.harness import HOST, Served, Visitor, done, refused, settings_for
from server.sockets import handshake

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.anyio

# Who asks, and why they are refused: the least entitled first.
WHO = ("stranger", "outsider", "former", "program", "second", "host")
OF_PERSONS = {401, 403, 404}  # the refusals that are about who somebody is

Codes = dict[str, str]
ANYBODY: Codes = {}
KNOWN: Codes = {"stranger": "person/unknown"}
AT_BROWSER: Codes = {"stranger": "person/unknown", "program": "person/session-needed"}
# At a private table; who played there before may look on.
WATCHER: Codes = {"stranger": "table/not-found", "outsider": "table/not-found"}
PLAYER: Codes = {**WATCHER, "stranger": "person/unknown", "former": "seat/none"}
BEFORE: Codes = {**WATCHER, "stranger": "person/unknown", "former": "table/not-found"}
HOST_ONLY: Codes = BEFORE | {"program": "table/not-host", "second": "table/not-host"}


class Ask(NamedTuple):
    """Who is refused a route; and what it is asked with, a place in {…} being the scene's."""

    refused: Codes
    body: Any = None
    path: str = ""


GAME, OPEN = "/api/tables/{game}", "/api/tables/{open}"
ROUTES: dict[str, Ask] = {
    "GET /": Ask(ANYBODY),
    "GET /index.html": Ask(ANYBODY),
    "GET /me": Ask(ANYBODY),
    "GET /table/{table_id}": Ask(ANYBODY, path="/table/{game}"),
    "GET /assets/{name}": Ask(dict.fromkeys(WHO, "request/not-found"), path="/assets/none.js"),
    "GET /openapi.json": Ask(ANYBODY),
    "GET /healthz": Ask(ANYBODY),
    "GET /readyz": Ask(ANYBODY),
    "GET /metrics": Ask(dict.fromkeys(WHO, "request/not-found")),  # nobody is on this machine
    "GET /api/players": Ask(ANYBODY),
    "GET /api/reach": Ask(ANYBODY),
    "GET /api/me": Ask(KNOWN),
    "POST /api/me": Ask(ANYBODY, {"name": "Zoe"}),
    "PATCH /api/me": Ask(AT_BROWSER, {"name": "Zoe"}),
    "DELETE /api/me": Ask(AT_BROWSER),
    "GET /api/me/export": Ask(KNOWN),
    "POST /api/me/claim": Ask(AT_BROWSER, {"password": "short"}),
    "POST /api/me/password": Ask(AT_BROWSER, {"old": "12345678", "new": "12345678"}),
    "POST /api/sign-in": Ask(
        dict.fromkeys(WHO, "person/wrong-password"), {"name": "", "password": ""}
    ),
    "POST /api/sign-out": Ask(ANYBODY),
    "GET /api/me/sessions": Ask(AT_BROWSER),
    "DELETE /api/me/sessions": Ask(AT_BROWSER),
    "DELETE /api/me/sessions/{session}": Ask(
        dict.fromkeys(WHO, "session/not-found") | AT_BROWSER, path="/api/me/sessions/{session}"
    ),
    "GET /api/me/tokens": Ask(AT_BROWSER),
    "POST /api/me/tokens": Ask(AT_BROWSER, {"label": "x"}),
    "DELETE /api/me/tokens/{token}": Ask(
        dict.fromkeys(WHO, "token/not-found") | AT_BROWSER, path="/api/me/tokens/{token}"
    ),
    "GET /api/me/tables": Ask(KNOWN),
    "GET /api/tables": Ask(ANYBODY),
    "POST /api/tables": Ask(KNOWN, {}),
    "GET /api/tables/{table_id}": Ask(WATCHER, path=GAME),
    "GET /api/tables/{table_id}/events": Ask(WATCHER, path=GAME + "/events"),
    "GET /api/tables/{table_id}/view": Ask(WATCHER, path=GAME + "/view"),
    "GET /api/tables/{table_id}/record": Ask(WATCHER, path=GAME + "/record"),
    "SOCKET /api/tables/{table_id}/live": Ask(WATCHER, path=GAME + "/live"),
    "POST /api/tables/{table_id}/sit": Ask(BEFORE, {"seat": 3}, OPEN + "/sit"),
    "POST /api/tables/{table_id}/computer": Ask(
        HOST_ONLY, {"seat": 3, "level": "random"}, OPEN + "/computer"
    ),
    "POST /api/tables/{table_id}/send-away": Ask(HOST_ONLY, {"seat": 2}, OPEN + "/send-away"),
    "POST /api/tables/{table_id}/start": Ask(HOST_ONLY, None, OPEN + "/start"),
    "POST /api/tables/{table_id}/leave": Ask(
        BEFORE | {"second": "table/not-found"},
        None,
        OPEN + "/leave",  # the program was faster
    ),
    "POST /api/tables/{table_id}/moves": Ask(
        PLAYER, {"version": 1, "move": "take 1"}, GAME + "/moves"
    ),
    "POST /api/tables/{table_id}/undo": Ask(PLAYER, {"version": 1}, GAME + "/undo"),
    "POST /api/tables/{table_id}/resign": Ask(
        PLAYER | dict.fromkeys(("second", "program"), "seat/not-yours"),
        {"seat": 1},
        GAME + "/resign",
    ),
    "POST /api/tables/{table_id}/agree-to-end": Ask(PLAYER, {}, GAME + "/agree-to-end"),
    "POST /api/tables/{table_id}/replace": Ask(PLAYER, {"seat": 2}, GAME + "/replace"),
    "POST /api/tables/{table_id}/rematch": Ask(PLAYER | {"former": ""}, None, GAME + "/rematch"),
}

PAGE_FILE = re.compile(r"GET /[\w-]+\.(js|png|svg|webmanifest)")


def every_route(routes: Any, before: str = "") -> Iterator[str]:
    """The routes of an application or router, in the schema or not."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from every_route(inner.routes, before + route.include_context.prefix)
            continue
        methods = getattr(route, "methods", None) or {"SOCKET"}
        yield from (f"{method} {before}{route.path}" for method in methods - {"HEAD", "OPTIONS"})


@dataclass
class Scene:
    """Two private tables of Ann's: one where Ben has sat down, and one where they play."""

    visitors: dict[str, Visitor]
    places: dict[str, str]


async def scene(server: Served) -> Scene:
    ann, ben, cat = [await server.guest(name) for name in ("Ann", "Ben", "Cat")]
    places = {}
    for place, others in (("open", [ben]), ("game", [ben, cat])):
        table = done(await ann.post("/api/tables", {"players": 3, "first": 1}), 201)
        places[place] = table["id"]
        for other in others:
            sit = f"/api/tables/{table['id']}/sit"
            done(await other.post(sit, {"code": table["code"]}))
    done(await ann.post(f"/api/tables/{places['game']}/start"))
    done(await cat.post(f"/api/tables/{places['game']}/resign", {}))
    program = await server.program(ben)
    [session] = done(await (await server.guest("Dan")).get("/api/me/sessions"))["sessions"]
    dan = await server.guest("Dan")
    await dan.token()
    [token] = done(await dan.get("/api/me/tokens"))["tokens"]
    places |= {"session": session["id"], "token": token["id"]}
    everybody = [server.stranger(), await server.guest("Eve"), cat, program, ben, ann]
    return Scene(dict(zip(WHO, everybody, strict=True)), places)


async def test_every_route_stands_in_the_list(tmp_path: Path) -> None:
    there_are = set(every_route(create_app(settings_for(tmp_path)).routes))
    page_files = {route for route in there_are if PAGE_FILE.fullmatch(route)}  # as they were built
    assert there_are - page_files == set(ROUTES)


async def test_who_may_and_who_may_not(server: Served) -> None:
    wrong = []
    for route, ask in ROUTES.items():
        method, template = route.split(" ")
        at = await scene(server)
        path = (ask.path or template).format_map(at.places)
        for who, visitor in at.visitors.items():
            if method == "SOCKET":
                status, code = await knock(server, visitor, path)
            else:
                answer = await visitor.ask(method, path, ask.body)
                status, code = answer.status_code, ""
                if status >= 400:
                    code = answer.json()["code"]
                assert SECURITY_HEADERS.items() <= answer.headers.items(), route
            due = ask.refused.get(who)
            if code != due if due else status in OF_PERSONS:
                wrong.append(f"{route} by {who}: {status} {code}, not {due}")
    assert wrong == []


async def knock(server: Served, visitor: Visitor, path: str) -> tuple[int, str]:
    """Opens a live connection; returns the refusal's status and code, if it is one."""
    said = {"origin": HOST}
    if visitor.http.cookies:
        said["cookie"] = "; ".join(f"{key}={value}" for key, value in visitor.http.cookies.items())
    if "authorization" in visitor.http.headers:
        said["authorization"] = visitor.http.headers["authorization"]
    first, *rest = await handshake(server.app, path, said)
    if first["type"] == "websocket.accept":
        return 101, ""
    return first["status"], str(rest[0]["body"]).partition('"code": "')[2].partition('"')[0]


async def test_nothing_is_changed_from_another_site(server: Served) -> None:
    everything = 'SELECT * FROM people, sessions, tables, seats ORDER BY 1, "table", number'
    at = await scene(server)
    before = await server.rows(everything)
    for route, ask in ROUTES.items():
        method, template = route.split(" ")
        if method in (*SAFE, "SOCKET"):
            continue
        path = (ask.path or template).format_map(at.places)
        for origin in ("https://evil.example", "null", f"{HOST}.evil.example"):
            said = {"origin": origin, "sec-fetch-site": "cross-site"}
            answer = await at.visitors["host"].ask(method, path, ask.body, headers=said)
            refused(answer, 403, "request/cross-site")
    assert await server.rows(everything) == before
