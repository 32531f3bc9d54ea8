"""`harmonies serve` as people run it: a process with signals, a lock, and a disk that may be full."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from harmonies.server import admin
from harmonies.server.checks import CannotStart
from harmonies.server.lock import holder
from harmonies.server.report import findings
from server.harness import settings_for
from server.running import PATIENCE, PROGRAM, Process, environment, harmonies, is_running

if TYPE_CHECKING:
    from collections.abc import Iterator

UNKNOWN_ADDRESS = "192.0.2.7"


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that several tests ask something; in the end it is asked to stop."""
    with Process(tmp_path_factory.mktemp("serve") / "data") as running:
        yield running
        running.ready()
        (worker,) = running.workers()
        assert running.end(signal.SIGTERM) == 0
    assert not is_running(worker)
    left = sorted(path.name for path in running.data.iterdir())
    assert left == ["harmonies.db", "harmonies.db.lock"]
    assert holder(running.data / "harmonies.db.lock") is None
    assert "Traceback" not in running.log.read_text()


def open_table(process: Process) -> tuple[str, str]:
    """A table that a guest has opened, and the guest's cookie."""
    with httpx.Client(base_url=process.url, headers={"Origin": process.url}) as guest:
        assert guest.post("/api/me", json={"name": "Ada"}).status_code == 201
        answer = guest.post("/api/tables", json={"players": 2})
        assert answer.status_code == 201, answer.text
        cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
        return answer.json()["id"], cookie


# A running server


def test_it_is_alive_and_ready(process: Process) -> None:
    assert process.get("/healthz") == (200, '{"alive":true}')
    ready = process.ready()
    assert ready == {"ready": True, "database": "ok", "schema_current": "ok", "players": "ok"}


def test_metrics_are_for_this_machine_and_not_for_whom_a_proxy_speaks(process: Process) -> None:
    status, text = process.get("/metrics")
    assert status == 200
    assert "harmonies_moves_total" in text
    for visitor in (UNKNOWN_ADDRESS, "127.0.0.1"):
        assert process.get("/metrics", **{"X-Forwarded-For": visitor})[0] == 404


def test_a_second_server_on_the_same_data_is_refused(process: Process) -> None:
    second = harmonies("serve", "--data", process.data, "--port", "0", "--no-open")
    assert second.returncode == 1
    assert f"(process {process.pid})" in second.stderr
    assert process.url in second.stderr
    assert "Traceback" not in second.stderr


def test_check_names_the_server_that_runs(process: Process) -> None:
    wrong = [sentence for fine, sentence in findings(settings_for(process.data)) if not fine]
    assert len(wrong) == 1
    assert f"(process {process.pid})" in wrong[0]


def test_what_is_kept_is_for_nobody_else_on_the_machine(process: Process) -> None:
    assert process.data.stat().st_mode & 0o077 == 0
    for path in process.data.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path


def test_an_admin_has_the_running_server_close_a_table(process: Process) -> None:
    settings = settings_for(process.data)
    table, cookie = open_table(process)
    url = f"ws://127.0.0.1:{process.port}/api/tables/{table}/live"
    with connect(url, additional_headers={"Cookie": cookie, "Origin": process.url}) as live:
        assert json.loads(live.recv(PATIENCE))["table"]["status"] == "open"
        assert admin.close_table(settings, table) == f"Table {table} is closed."
        while json.loads(live.recv(PATIENCE)).get("table", {}).get("status") != "closed":
            pass
    with pytest.raises(CannotStart, match="There is no such table"):
        admin.close_table(settings, "nobody")
    assert admin.sweep(settings).startswith("0 tables were closed")


def test_whoever_hangs_up_does_not_end_the_server(process: Process) -> None:
    os.kill(process.pid, signal.SIGPIPE)
    assert process.get("/healthz")[0] == 200


def test_a_reader_that_has_seen_enough_does_not_end_the_server(tmp_path: Path) -> None:
    """Like `harmonies serve | head -1`."""
    where = (
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--workers",
        "0",
        "--data",
        str(tmp_path / "data"),
    )
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(
            [*PROGRAM, "serve", *where], stdout=subprocess.PIPE, stderr=log, env=environment()
        )
    assert server.stdout is not None
    server.stdout.close()
    until = time.monotonic() + PATIENCE
    while "url" not in (about := holder(tmp_path / "data" / "harmonies.db.lock") or {}):
        assert server.poll() is None
        assert time.monotonic() < until
        time.sleep(0.05)
    assert httpx.get(about["url"] + "healthz", timeout=PATIENCE).status_code == 200
    server.send_signal(signal.SIGTERM)
    assert server.wait(PATIENCE) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


# Ending, and beginning again


def test_live_connections_are_told_to_come_back_when_the_server_stops(tmp_path: Path) -> None:
    alone = {"HARMONIES_PLAYER_WORKERS": "0", "HARMONIES_LOG_JSON": "true"}
    with Process(tmp_path / "data", **alone) as process:
        table, cookie = open_table(process)
        url = f"ws://127.0.0.1:{process.port}/api/tables/{table}/live"
        with connect(url, additional_headers={"Cookie": cookie, "Origin": process.url}) as live:
            assert json.loads(live.recv(PATIENCE))["type"] == "table"
            assert process.end(signal.SIGINT) == 0
            with pytest.raises(ConnectionClosed) as closed:
                all(live.recv(PATIENCE) for _ in range(100))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        lines = [line for line in process.log.read_text().splitlines() if line.startswith("{")]
        asked = [json.loads(line) for line in lines]
        assert {"POST /api/me", "POST /api/tables"} <= {
            f"{line.get('method')} {line.get('route')}" for line in asked
        }


def test_a_killed_server_leaves_no_process_and_starts_again(tmp_path: Path) -> None:
    with Process(tmp_path / "data") as process:
        process.ready()
        (worker,) = process.workers()
        assert process.end(signal.SIGKILL) == -signal.SIGKILL
    until = time.monotonic() + PATIENCE
    while is_running(worker):
        assert time.monotonic() < until
        time.sleep(0.02)
    with Process(tmp_path / "data") as again:
        assert again.get("/healthz")[0] == 200
        assert again.end(signal.SIGINT) == 0
