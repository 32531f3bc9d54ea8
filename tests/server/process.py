"""The server as a process of its own, on a real port, that can be killed."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE_SECONDS = 60.0

EASY = {
    "HARMONIES_REQUESTS_PER_MINUTE": "1000000",
    "HARMONIES_REQUESTS_PER_ADDRESS": "1000000",
    "HARMONIES_GUESTS_PER_MINUTE": "1000000",
    "HARMONIES_MESSAGES_PER_SECOND": "10000",
}


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """`harmonies serve` on a folder, from when it answers until it is stopped or killed."""

    def __init__(self, data: Path, *options: str, **environment: str) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._log = data.parent / f"server-{self.port}.log"
        command = [sys.executable, "-m", "harmonies", "serve", "--data", str(data)]
        command += ["--host", "127.0.0.1", "--port", str(self.port), "--no-open", *options]
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                command, env={**os.environ, **EASY, **environment}, stdout=log, stderr=log
            )
        self._wait_until_it_answers()

    def _wait_until_it_answers(self) -> None:
        give_up = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < give_up:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.base}/healthz", timeout=5).status_code == 200:
                    return
            assert self.process.poll() is None, self.log()
            time.sleep(0.05)
        self.kill()
        raise AssertionError(f"the server does not answer:\n{self.log()}")

    def log(self) -> str:
        """What it has said."""
        return self._log.read_text(errors="replace")

    def kill(self) -> None:
        """Pulls the plug."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Asks it to stop; returns its exit code."""
        self.process.terminate()
        return self.process.wait(PATIENCE_SECONDS)
