"""`import harmonies` is quick, and brings nothing that only some programs need."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys

MOST_SECONDS = 0.1

TIMED = """
import sys, time
before = set(sys.modules)
begun = time.process_time()
import harmonies
took = time.process_time() - begun
print(took, *sorted(set(sys.modules) - before))
"""


def imported() -> tuple[float, set[str]]:
    """The CPU seconds it takes in a program of its own, and what it brings."""
    environment = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    done = subprocess.run(
        [sys.executable, "-c", TIMED], capture_output=True, text=True, check=True, env=environment
    )
    seconds, *modules = done.stdout.split()
    return float(seconds), set(modules)


def test_import_is_quick() -> None:
    imported()  # compiles what is not compiled yet
    runs = [imported() for _ in range(5)]
    assert statistics.median(seconds for seconds, _ in runs) < MOST_SECONDS


def test_import_brings_little() -> None:
    _, modules = imported()
    heavy = {"typer", "rich", "json", "argparse", "asyncio", "numpy"}
    own = {
        f"harmonies.{name}"
        for name in ("cli", "pictures", "records", "players", "server", "boards")
    }
    assert not modules & (heavy | own)
