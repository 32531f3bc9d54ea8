"""The core builds for the browser, needs nothing from it, and starts there."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Prints what the module asks for and offers, once it has started.
LOOK = """
import { readFileSync } from "node:fs";
const module = new WebAssembly.Module(readFileSync(process.argv[1]));
const instance = new WebAssembly.Instance(module, {});
instance.exports._initialize?.();
console.log(JSON.stringify({
  imports: WebAssembly.Module.imports(module),
  exports: WebAssembly.Module.exports(module).map((part) => part.name),
}));
"""


@pytest.fixture(scope="module")
def module() -> Path:
    output = ROOT / "build" / "wasm" / "harmonies.wasm"
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "build_wasm.py", output],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return output


@pytest.fixture(scope="module")
def seen(module: Path) -> Any:
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", LOOK, module],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_starts_and_needs_nothing_from_outside(seen: Any) -> None:
    assert seen["imports"] == []


def test_offers_its_memory(seen: Any) -> None:
    assert "memory" in seen["exports"]


def test_is_small_enough_for_the_first_load(module: Path) -> None:
    assert len(gzip.compress(module.read_bytes())) < 60_000
