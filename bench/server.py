"""How much the server bears: `make bench-server`.

Starts `harmonies serve` on SQLite in a process of its own, sits down at many tables over real sockets
on loopback, and plays at a steady rate. Beside it, in the same run, a bare echo server is asked the same
way, so that the figures can be read as ratios on any machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
from websockets.asyncio.client import ClientConnection, connect

from server_load import Crowd

if TYPE_CHECKING:
    from collections.abc import Iterator

ECHO = """
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

async def echo(socket):
    await socket.accept()
    while (message := await socket.receive())["type"] == "websocket.receive":
        await socket.send_text(message["text"])

app = Starlette(routes=[WebSocketRoute("/", echo)])
"""


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def running(
    command: list[str], ready: str, **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    """A server process, from when it answers until the end of the block."""
    with tempfile.TemporaryFile() as log:  # a line for each connection: shown only if it stops
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=log
        )
        try:
            for _ in range(300):
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(ready, timeout=1)
                    break
                if process.poll() is not None:
                    log.seek(0)
                    said = log.read().decode(errors="replace")
                    raise SystemExit(f"{said}{command[0]} stopped with {process.returncode}")
                time.sleep(0.1)
            yield process
        finally:
            process.terminate()
            process.wait(20)


def memory_kib(pid: int) -> int:
    """The memory a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise LookupError("VmRSS")


def cpu_seconds(pid: int) -> float:
    """The CPU time a process has used, its children's not counted."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure_server(
    tables: int, sockets: int, rate: float, seconds: float
) -> dict[str, float]:
    """The server under load: rate, latency, CPU time and memory."""
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "harmonies", "serve", "--port", str(port), "--data", data]
        command += ["--host", "127.0.0.1", "--no-open"]
        limits = {
            "HARMONIES_REQUESTS_PER_MINUTE": "1000000",
            "HARMONIES_REQUESTS_PER_ADDRESS": "1000000",
            "HARMONIES_GUESTS_PER_MINUTE": "1000000",
        }
        with running(command, f"{base}/healthz", **limits) as process:
            empty = memory_kib(process.pid)
            crowd = Crowd(base, seed=1)
            await crowd.gather(tables, sockets)
            await asyncio.sleep(1)
            full = memory_kib(process.pid)
            print("playing", file=sys.stderr)
            cpu = cpu_seconds(process.pid)
            reached = await crowd.play(rate, seconds)
            cpu = cpu_seconds(process.pid) - cpu
            await crowd.leave()
    measured = crowd.measured
    return {
        "sockets": tables * sockets,
        "tables": tables,
        "moves_per_second": round(reached, 1),
        "refused": measured.refused,
        "p50_ms": round(measured.percentile(0.5), 2),
        "p99_ms": round(measured.percentile(0.99), 2),
        "cpu_us_per_move": round(1e6 * cpu / len(measured.latencies), 1),
        "kib_per_socket": round((full - empty) / (tables * sockets), 1),
        "messages_received": measured.received,
    }


async def measure_echo(sockets: int, rate: float, seconds: float) -> dict[str, float]:
    """A bare echo server, asked at the same rate over as many sockets."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "echo_app.py").write_text(ECHO)
        command = [sys.executable, "-m", "uvicorn", "echo_app:app", "--port", str(port)]
        command += ["--app-dir", folder, "--ws", "websockets-sansio", "--log-level", "warning"]
        command += ["--ws-per-message-deflate", "false"]
        with running(command, f"http://127.0.0.1:{port}/") as process:
            empty = memory_kib(process.pid)
            url = f"ws://127.0.0.1:{port}/"
            wires = [await connect(url, compression=None) for _ in range(sockets)]
            full = memory_kib(process.pid)
            cpu = cpu_seconds(process.pid)
            latencies = await ask_echo(wires, rate, seconds)
            cpu = cpu_seconds(process.pid) - cpu
            await asyncio.gather(*(wire.close() for wire in wires))
    latencies.sort()
    return {
        "sockets": sockets,
        "p50_ms": round(1000 * statistics.median(latencies), 2),
        "p99_ms": round(1000 * latencies[int(0.99 * len(latencies))], 2),
        "cpu_us_per_message": round(1e6 * cpu / len(latencies), 1),
        "kib_per_socket": round((full - empty) / sockets, 1),
    }


async def ask_echo(wires: list[ClientConnection], rate: float, seconds: float) -> list[float]:
    """Sends a move's worth of text at a steady rate, and times the answers."""
    latencies: list[float] = []
    text = json.dumps({"type": "play", "version": 17, "move": "place M c3"})

    async def ask(wire: ClientConnection) -> None:
        began = time.perf_counter()
        await wire.send(text)
        await wire.recv()
        latencies.append(time.perf_counter() - began)

    began = time.perf_counter()
    tasks: list[asyncio.Task[None]] = []
    while (passed := time.perf_counter() - began) < seconds:
        while len(tasks) < min(passed * rate, len(wires) * (1 + len(latencies) // len(wires))):
            tasks.append(asyncio.create_task(ask(wires[len(tasks) % len(wires)])))
        await asyncio.sleep(0.001)
    await asyncio.gather(*tasks)
    return latencies


def main() -> None:
    """Prints the figures, and as JSON with --json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--sockets", type=int, default=4, help="for each table")
    parser.add_argument("--rate", type=float, default=1000, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--growth", action="store_true", help="from 100 to 5,000 sockets")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    sizes = [25, 125, 500, 1250] if asked.growth else [asked.tables]
    rows = []
    for tables in sizes:
        rate = min(asked.rate, 2.0 * tables)
        load = os.getloadavg()[0]
        server = asyncio.run(measure_server(tables, asked.sockets, rate, asked.seconds))
        echo = asyncio.run(measure_echo(tables * asked.sockets, rate, asked.seconds / 2))
        rows.append({"asked_per_second": rate, "load": load, "server": server, "echo": echo})
        if not asked.json:
            print_row(rate, load, server, echo)
    if asked.json:
        print(json.dumps(rows))


def print_row(rate: float, load: float, server: dict[str, float], echo: dict[str, float]) -> None:
    """One size's figures, for people."""
    print(f"{server['sockets']} sockets at {server['tables']} tables, {rate:.0f} moves/s asked")
    print(f"  machine        {os.cpu_count()} cores; others kept {load:.1f} busy or waiting before")
    print(f"  acknowledged   {server['moves_per_second']} moves/s, {server['refused']} refused")
    print(f"  latency        p50 {server['p50_ms']} ms, p99 {server['p99_ms']} ms")
    print(f"    bare echo    p50 {echo['p50_ms']} ms, p99 {echo['p99_ms']} ms")
    each = server["sockets"] / server["tables"]
    print(f"  CPU            {server['cpu_us_per_move']} us a move, told to {each:.0f} sockets")
    ratio = server["cpu_us_per_move"] / echo["cpu_us_per_message"]
    print(f"    bare echo    {echo['cpu_us_per_message']} us a message: {ratio:.1f} times that")
    print(
        f"  memory         {server['kib_per_socket']} KiB a socket, echo {echo['kib_per_socket']} KiB"
    )


if __name__ == "__main__":
    main()
