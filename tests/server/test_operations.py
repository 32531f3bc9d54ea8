"""What whoever looks after a server sees: the log, the figures, and whether it is well."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from harmonies.server import addresses
from harmonies.server.lock import Lock
from harmonies.server.log import JsonLines, PlainLines
from server.harness import Served, done, refused, serving, settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.anyio

NAME = "Ada of the long name"


@pytest.fixture(params=[PlainLines, JsonLines])
def lines(request: pytest.FixtureRequest) -> Iterator[StringIO]:
    """The log of all the package says, down to the least."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(request.param())
    ours = logging.getLogger("harmonies")
    level = ours.level
    ours.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    yield stream
    ours.removeHandler(handler)
    ours.setLevel(level)


async def test_a_request_is_one_line_without_secrets_names_or_ids(
    server: Served, lines: StringIO
) -> None:
    ada = await server.owner(NAME)
    token = await ada.token("my robot")
    table = done(await ada.post("/api/tables", {"players": 2}), 201)
    await ada.get(f"/api/tables/{table['id']}?code={table['code']}")
    answer = await ada.get("/api/tables/no-such-table")
    said = lines.getvalue()
    requests = [line for line in said.splitlines() if "/api/" in line]
    assert len(requests) == 6
    assert answer.headers["x-request-id"] in requests[-1]
    assert "table/not-found" in requests[-1]
    assert "/api/tables/{table_id}" in requests[-1]
    secrets = [
        NAME,
        "Ada",
        "correct horse",
        token,
        table["id"],
        table["code"],
        "no-such",
        "192.0.2",
    ]
    for secret in [*secrets, *ada.http.cookies.values()]:
        assert secret not in said, secret


async def test_what_visitors_write_cannot_begin_a_line(server: Served, lines: StringIO) -> None:
    ada = await server.guest()
    await ada.ask("SPY", "/api/tables")
    await ada.get("/api/%0aERROR%20all%20is%20lost")
    logging.getLogger("harmonies.test").warning("%s", "one\nERROR two\x1b[2J")
    assert not any(line.startswith("ERROR") for line in lines.getvalue().splitlines())
    assert "SPY" not in lines.getvalue()
    assert "lost" not in lines.getvalue()
    assert "\x1b" not in lines.getvalue()


async def test_the_log_for_programs_has_an_object_in_each_line(server: Served) -> None:
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logging.getLogger("harmonies").addHandler(handler)
    try:
        logging.getLogger("harmonies").setLevel(logging.INFO)
        answer = await (await server.guest()).get("/api/tables?limit=1")
    finally:
        logging.getLogger("harmonies").removeHandler(handler)
    line = json.loads(stream.getvalue().splitlines()[-1])
    assert line["request"] == answer.headers["x-request-id"]
    kept = {name: line[name] for name in ("method", "route", "status", "level", "logger")}
    assert kept == {
        "method": "GET",
        "route": "/api/tables",
        "status": 200,
        "level": "info",
        "logger": "harmonies.server.request",
    }
    assert line["ms"] >= 0


async def test_figures_count_what_happens(server: Served) -> None:
    ada = await server.guest()
    body = {"players": 1, "start": True, "first": 1}
    table = done(await ada.post("/api/tables", body), 201)
    moves = f"/api/tables/{table['id']}/moves"
    done(await ada.post(moves, {"version": table["version"], "move": "take 1"}))
    refused(await ada.post(moves, {"version": 0, "move": "take 2"}), 409, "play/stale")
    await ada.get("/no/such/page/at/all")
    await ada.get(f"/table/{table['id']}")

    def value(name: str, **labels: str) -> float | None:
        return server.services.metrics.registry.get_sample_value(f"harmonies_{name}", labels)

    assert value("moves_total", by="person") == 1
    assert value("moves_total", by="computer") == 0
    assert value("refusals_total", code="play/stale") == 1
    played = {"method": "POST", "route": "/api/tables/{table_id}/moves", "status": "200"}
    assert value("request_seconds_count", **played) == 1
    unknown = {"method": "GET", "route": "-", "status": "404"}
    assert value("request_seconds_count", **unknown) == 1
    page = {"method": "GET", "route": "/table/{table_id}", "status": "200"}
    assert value("request_seconds_count", **page) == 1
    assert value("tables_in_memory") == 1
    assert value("sockets") == 0
    assert value("player_queue") == 0
    assert value("writes_waiting") == 0
    assert (value("commit_seconds_count") or 0) > 0
    assert value("commit_writes_sum") == server.services.database.writes
    text = server.services.metrics.text().decode()
    families = [line for line in text.splitlines() if line.startswith("# TYPE ")]
    assert len(families) == len(set(families)), "Prometheus reads no figure that is there twice"
    assert table["id"] not in text
    assert "Ada" not in text


async def test_figures_are_for_programs_on_this_machine(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        assert (await server.stranger(address="127.0.0.1").get("/metrics")).status_code == 200
        assert (await server.stranger(address="::1").get("/metrics")).status_code == 200
        refused(await server.stranger().get("/metrics"), 404, "request/not-found")
    async with serving(tmp_path, metrics_for_all=True) as server:
        answer = await server.stranger().get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")


async def test_a_server_whose_database_cannot_be_written_is_alive_but_not_ready(
    server: Served, tmp_path: Path
) -> None:
    visitor = server.stranger()
    assert done(await visitor.get("/readyz"))["ready"] is True
    holding = sqlite3.connect(tmp_path / "harmonies.db", isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    answer = await visitor.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "failing"
    assert done(await visitor.get("/healthz")) == {"alive": True}
    holding.execute("ROLLBACK")
    holding.close()
    async with asyncio.timeout(10):
        while (await visitor.get("/readyz")).status_code != 200:
            await asyncio.sleep(0.05)


async def test_a_server_of_another_schema_or_without_workers_is_not_ready(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = server.stranger()
    monkeypatch.setattr("harmonies.server.migrate.newest", lambda: "9999")
    assert (await visitor.get("/readyz")).json()["schema_current"] == "failing"
    monkeypatch.undo()
    computers = type(server.services.computers)
    monkeypatch.setattr(computers, "well", False)
    answer = await visitor.get("/readyz")
    assert (answer.status_code, answer.json()["players"]) == (503, "failing")


def test_addresses_name_the_house_only_when_it_can_come_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "house_address", lambda: "192.168.1.5")
    everywhere = settings_for(tmp_path, host="0.0.0.0", prefix="/h")
    assert addresses.local_url(everywhere, 80) == "http://localhost:80/h/"
    assert addresses.house_url(everywhere, 80) == "http://192.168.1.5:80/h/"
    here = settings_for(tmp_path, host="::1")
    assert addresses.local_url(here, 80) == "http://[::1]:80/"
    assert addresses.house_url(here, 80) is None


def test_without_a_network_there_is_no_address_and_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def offline(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr("socket.socket.connect", offline)
    monkeypatch.setattr("socket.getaddrinfo", offline)
    assert addresses.house_address() is None


def test_a_browser_is_opened_only_for_somebody_who_sits_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert addresses.can_open_browser()
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert not addresses.can_open_browser()
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setenv("CI", "1")
    assert not addresses.can_open_browser()


def test_a_lock_survives_a_file_that_says_nonsense(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_text("not json at all" * 10)
    with Lock(path):
        assert json.loads(path.read_text())["pid"] > 0
