"""`harmonies serve` as a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAM = (sys.executable, "-c", "from harmonies.cli import main; main()")
PATIENCE = 180.0  # a busy machine takes long to start a process

# Limits that hinder nobody, for tests that ask much in little time.
EASY = {
    "HARMONIES_REQUESTS_PER_MINUTE": "1000000",
    "HARMONIES_REQUESTS_PER_ADDRESS": "1000000",
    "HARMONIES_GUESTS_PER_MINUTE": "1000000",
}


def environment() -> dict[str, str]:
    """What a process gets: where the package is, and no settings of whoever runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HARMONIES_")}
    return kept | {"COLUMNS": "200", "NO_COLOR": "1"}


def harmonies(
    *arguments: str | Path, before: Sequence[str] = (), **variables: str
) -> subprocess.CompletedProcess[str]:
    """Runs one command to its end."""
    return subprocess.run(
        [*before, *PROGRAM, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment() | variables,
        check=False,
        cwd="/",
    )


class Process:
    """A server in a process of its own, on a port that was free unless one is chosen."""

    def __init__(
        self, data: Path, before: Sequence[str] = (), port: int | str = 0, **variables: str
    ) -> None:
        self.data = data
        self.log = data.parent / f"{data.name}.log"
        with self.log.open("ab") as log:
            begin = log.tell()
            where = ("--host", "127.0.0.1", "--port", str(port), "--data", str(data))
            self._process = subprocess.Popen(
                [*before, *PROGRAM, "serve", *where],
                stdout=log,
                stderr=log,
                env=environment() | variables,
                cwd="/",
            )
        self.pid = self._process.pid
        self.url = self._wait_for_url(begin)
        self.port = int(self.url.rsplit(":", 1)[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.end(signal.SIGKILL)

    def _wait_for_url(self, begin: int) -> str:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self._process.poll() is None:
            said = self.log.read_bytes()[begin:].decode()
            found = re.search(r"is open at (http://[^/]+)/", said)
            if found:
                return found[1]
            time.sleep(0.05)
        self.end(signal.SIGKILL)
        raise AssertionError(f"it did not start: {self.log.read_text()}")

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """A request's status and answer."""
        request = urllib.request.Request(self.url + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def ready(self) -> dict[str, Any]:
        """What it says of its readiness, when it is ready."""
        until = time.monotonic() + PATIENCE
        while True:
            status, text = self.get("/readyz")
            if status == 200 and self.workers():
                found: dict[str, Any] = json.loads(text)
                return found
            assert time.monotonic() < until, text
            time.sleep(0.05)

    def workers(self) -> list[int]:
        """The processes it has started."""
        tasks = Path(f"/proc/{self.pid}/task")
        children = [(task / "children").read_text().split() for task in tasks.iterdir()]
        return [int(child) for found in children for child in found]

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Sends a signal and returns the exit status."""
        self._process.send_signal(number)
        return self._process.wait(PATIENCE)


def is_running(pid: int) -> bool:
    """Whether a process is there and not only its remains."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"
