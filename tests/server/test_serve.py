"""`harmonies serve` as people run it: a process with signals, a lock, and a disk that may be full."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import subprocess
import time
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from harmonies.server import checks
from harmonies.server.checks import CannotStart
from harmonies.server.database import make_engine
from harmonies.server.lock import Held, Lock, holder
from harmonies.server.migrate import migrate
from server.harness import settings_for
from server.running import PATIENCE, PROGRAM, Process, environment, harmonies, is_running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that several tests ask something."""
    running = Process(tmp_path_factory.mktemp("serve") / "data")
    yield running
    assert running.end() == 0


def own_namespace() -> list[str]:
    """What gives a process mounts of its own, which end with it."""
    command = ["unshare", "--mount", "--map-root-user"]
    try:
        possible = subprocess.run([*command, "true"], capture_output=True, check=False).returncode
    except FileNotFoundError:
        possible = 1
    if possible:
        pytest.skip("this system lets nobody mount anything")
    return command


def mounted(script: str, folder: Path) -> list[str]:
    """Runs a command after some mounting; FOLDER stands for the place."""
    line = script.replace("FOLDER", str(folder)) + ' && exec "$@"'
    return [*own_namespace(), "sh", "-c", line, "sh"]


def database_at(folder: Path) -> Path:
    """An empty database of the newest schema."""
    settings = settings_for(folder)
    engine = make_engine(settings.database)
    migrate(engine)
    engine.dispose()
    return folder / "harmonies.db"


# A running server


def test_it_is_alive_and_ready(process: Process) -> None:
    assert process.get("/healthz") == (200, '{"alive":true}')
    ready = process.ready()
    assert ready == {"ready": True, "database": "ok", "schema_current": "ok", "players": "ok"}


def test_metrics_are_for_this_machine_and_not_for_whom_a_proxy_speaks(process: Process) -> None:
    status, text = process.get("/metrics")
    assert status == 200
    assert "harmonies_moves_total" in text
    elsewhere = {"X-Forwarded-For": "192.0.2.7"}
    assert process.get("/metrics", **elsewhere)[0] == 404
    assert process.get("/metrics", **{"X-Forwarded-For": "127.0.0.1"})[0] == 404


def test_a_second_server_on_the_same_data_is_refused(process: Process) -> None:
    second = harmonies("serve", "--data", process.data, "--port", "0", "--no-open")
    assert second.returncode == 1
    assert f"(process {process.pid})" in second.stderr
    assert process.url in second.stderr
    assert "Traceback" not in second.stderr
    checked = harmonies("serve", "--data", process.data, "--check")
    assert checked.returncode == 1
    assert f"(process {process.pid})" in checked.stdout


def test_what_is_kept_is_for_nobody_else_on_the_machine(process: Process) -> None:
    assert process.data.stat().st_mode & 0o077 == 0
    for path in process.data.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path


def test_an_admin_closes_a_table_in_the_running_server(process: Process) -> None:
    unknown = harmonies("admin", "close-table", "nobody", "--data", process.data)
    assert (unknown.returncode, unknown.stderr) == (1, "There is no such table.\n")
    swept = harmonies("admin", "sweep", "--data", process.data)
    assert (swept.returncode, swept.stderr) == (0, "")
    status = json.loads(process.data.joinpath("harmonies.db.lock").read_text())
    assert status["pid"] == process.pid


# Beginning and ending


def test_a_server_that_is_asked_to_stop_says_goodbye_and_leaves_nothing(tmp_path: Path) -> None:
    process = Process(tmp_path / "data", HARMONIES_LOG_JSON="true")
    process.ready()
    (worker,) = process.workers()
    ended_at_once = time.monotonic()
    assert process.end(signal.SIGTERM) == 0
    assert time.monotonic() - ended_at_once < PATIENCE / 2
    assert not is_running(worker)
    left = sorted(path.name for path in process.data.iterdir())
    assert left == ["harmonies.db", "harmonies.db.lock"]
    assert holder(process.data / "harmonies.db.lock") is None
    lines = process.log.read_text().splitlines()
    assert any(json.loads(line)["logger"] for line in lines if line.startswith("{"))


def test_a_killed_server_leaves_no_process_and_starts_again(tmp_path: Path) -> None:
    process = Process(tmp_path / "data")
    process.ready()
    (worker,) = process.workers()
    assert process.end(signal.SIGKILL) == -signal.SIGKILL
    until = time.monotonic() + PATIENCE
    while is_running(worker):
        assert time.monotonic() < until
        time.sleep(0.02)
    again = Process(tmp_path / "data")
    assert again.get("/healthz")[0] == 200
    assert again.end(signal.SIGINT) == 0


def test_live_connections_are_told_to_come_back(tmp_path: Path) -> None:
    process = Process(tmp_path / "data", HARMONIES_PLAYER_WORKERS="0")
    table, cookie = open_table(process)
    socket_url = f"ws://127.0.0.1:{process.port}/api/tables/{table}/live"
    headers = {"Cookie": cookie, "Origin": process.url}
    with connect(socket_url, additional_headers=headers) as live:
        assert json.loads(live.recv(PATIENCE))["type"] == "table"
        assert process.end() == 0
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                live.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012


def open_table(process: Process) -> tuple[str, str]:
    """A table that a guest has opened, and the guest's cookie."""
    with httpx.Client(base_url=process.url, headers={"Origin": process.url}) as guest:
        assert guest.post("/api/me", json={"name": "Ada"}).status_code == 201
        answer = guest.post("/api/tables", json={"players": 2})
        assert answer.status_code == 201, answer.text
        cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
        return answer.json()["id"], cookie


# What keeps it from starting


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        settings = settings_for(tmp_path, host="127.0.0.1", port=port)
        with pytest.raises(CannotStart, match=f"Another program uses port {port}"):
            checks.listen(settings)
    checks.listen(settings).close()


def test_a_folder_that_cannot_be_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for place, make in ((file, True), (file, False), (file / "below", True), (file / "below", False)):
        with pytest.raises(CannotStart, match="Choose another with --data"):
            checks.check_folder(place, make=make)
    refused = harmonies("serve", "--data", file / "below", "--no-open")
    assert refused.returncode == 1
    assert refused.stderr == f"{file / 'below'} lies below a file. Choose another with --data.\n"


def test_a_folder_is_looked_at_without_being_made(tmp_path: Path) -> None:
    checks.check_folder(tmp_path / "new" / "one", make=False)
    assert not (tmp_path / "new").exists()


def test_a_read_only_disk_is_refused(tmp_path: Path) -> None:
    database_at(tmp_path)
    read_only = mounted("mount --bind FOLDER FOLDER && mount -o remount,bind,ro FOLDER", tmp_path)
    refused = harmonies("serve", "--data", tmp_path, "--port", "0", before=read_only)
    assert refused.returncode == 1
    assert "read-only" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    database_at(tmp_path)
    file = mounted(
        "mount --bind FOLDER/harmonies.db FOLDER/harmonies.db"
        " && mount -o remount,bind,ro FOLDER/harmonies.db",
        tmp_path,
    )
    refused = harmonies("serve", "--data", tmp_path, "--port", "0", before=file)
    assert refused.returncode == 1
    assert "read-only" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_full_disk_is_refused(tmp_path: Path) -> None:
    full = mounted("mount -t tmpfs -o size=1m tmpfs FOLDER", tmp_path)
    refused = harmonies("serve", "--data", tmp_path, "--port", "0", before=full)
    assert refused.returncode == 1
    assert "is full" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_newer_programs_database_is_left_alone(tmp_path: Path) -> None:
    file = database_at(tmp_path)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(CannotStart, match=r"newer version.*9999.*nothing was changed"):
        checks.check_database(settings_for(tmp_path), deep=False)


def test_a_damaged_database_is_noticed(tmp_path: Path) -> None:
    file = database_at(tmp_path)
    settings = settings_for(tmp_path)
    assert checks.check_database(settings, deep=True) == "current"
    content = bytearray(file.read_bytes())
    content[8192:40000] = b"\x55" * (40000 - 8192)
    file.write_bytes(content)
    with pytest.raises(CannotStart, match="damaged"):
        checks.check_database(settings, deep=True)
    file.write_bytes(b"something else entirely")
    with pytest.raises(CannotStart, match="is no database"):
        checks.check_database(settings, deep=False)


def test_a_database_that_another_program_holds_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harmonies.server.database.BUSY_SECONDS", 0.1)
    holding = sqlite3.connect(database_at(tmp_path), isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    with pytest.raises(CannotStart, match="Another program holds"):
        checks.check_database(settings_for(tmp_path), deep=False)
    holding.close()


def test_a_lock_is_held_by_one_and_let_go_of(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert holder(path) is None
    with Lock(path) as lock:
        lock.say(url="http://here/")
        with pytest.raises(Held, match="http://here/"):
            Lock(path)
        assert holder(path) is not None
    assert holder(path) is None
    Lock(path).release()


# --check


def test_check_says_what_would_be_used_and_where_that_comes_from(tmp_path: Path) -> None:
    place = tmp_path / "harmonies.toml"
    place.write_text("ping_every = 7.5\nabsent_after = 60\n")
    done = subprocess.run(
        [*PROGRAM, "serve", "--check", "--port", "0", "--data", str(tmp_path / "data")],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment()
        | {
            "HARMONIES_ABSENT_AFTER": "90",
            "HARMONIES_DATABASE_URL": f"sqlite:///{tmp_path}/games.db",
        },
        timeout=PATIENCE,
        check=False,
    )
    words = {line.split()[0]: line for line in done.stdout.splitlines() if line}
    assert done.returncode == 0, done.stdout + done.stderr
    assert words["port"].endswith("0  (command line)")
    assert words["absent_after"].endswith("90.0  (HARMONIES_ABSENT_AFTER)")
    assert words["ping_every"].endswith("7.5  (harmonies.toml)")
    assert words["host"].endswith("0.0.0.0  (default)")
    assert not (tmp_path / "data").exists()
    assert not (tmp_path / "games.db").exists()


def test_settings_that_cannot_be_used_are_named_with_their_source() -> None:
    wrong = harmonies("serve", "--check", "--port", "70000", HARMONIES_PLAYER_SECONDS="long")
    assert wrong.returncode == 1
    assert "port (command line): " in wrong.stderr
    assert "player_seconds (HARMONIES_PLAYER_SECONDS): " in wrong.stderr
