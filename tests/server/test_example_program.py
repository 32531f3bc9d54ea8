"""The example of a program that plays at a table, run as its users run it."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from server.running import EASY, PATIENCE, Process, environment

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = Path(__file__).parents[2] / "examples" / "table_bot.py"


def guest(server: Process, name: str) -> httpx.Client:
    client = httpx.Client(base_url=server.url, headers={"Origin": server.url}, timeout=PATIENCE)
    client.post("/api/me", json={"name": name}).raise_for_status()
    return client


def programs(server: Process, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Two programs that sit down at a table, each in the name of a guest of its own."""
    for name in ("Ada", "Bo"):
        client = guest(server, name)
        token = client.post("/api/me/tokens", json={"label": "bot"}).json()["token"]
        client.close()
        yield subprocess.Popen(
            [sys.executable, str(PROGRAM), server.url, *arguments],
            env=environment() | {"HARMONIES_TOKEN": token},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def test_two_programs_play_a_private_game_to_its_end_though_the_server_is_killed(
    tmp_path: Path,
) -> None:
    server = Process(tmp_path / "data", **EASY)
    host = guest(server, "Cy")
    table = host.post(
        "/api/tables", json={"players": 4, "computers": ["random"], "spirits": True}
    ).json()
    playing = list(programs(server, table["id"], table["code"]))
    path = f"/api/tables/{table['id']}"
    while any(seat["kind"] == "open" for seat in host.get(path).json()["seats"]):
        assert all(program.poll() is None for program in playing)
    host.post(f"{path}/start").raise_for_status()
    host.post(f"{path}/resign", json={}).raise_for_status()  # a computer player goes on
    while host.get(path).json()["version"] < 20:
        assert all(program.poll() is None for program in playing)
    server.end(signal.SIGKILL)
    with Process(tmp_path / "data", port=server.port, **EASY) as again, closing(host):
        for program in playing:
            said, _ = program.communicate(timeout=PATIENCE)
            assert program.returncode == 0
            assert said.startswith("1. ")
            assert said.count(" points\n") == 4
        assert host.get(path).json()["ending"] == "rules"
        assert again.end() == 0


def test_a_program_that_is_refused_says_why(tmp_path: Path) -> None:
    with Process(tmp_path / "data", HARMONIES_PLAYER_WORKERS="0", **EASY) as server:
        refused = next(programs(server, "no-such-table"))
        _, said = refused.communicate(timeout=PATIENCE)
        assert refused.returncode == 1
        assert said == "table/not-found: There is no such table.\n"
