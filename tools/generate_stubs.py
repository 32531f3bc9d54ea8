"""Write down the types of the native module, so that editors and mypy know them.

    python tools/generate_stubs.py          writes src/harmonies/_core.pyi
    python tools/generate_stubs.py --check  says whether the file is what this would write

It looks into the module that is installed: `make setup` first.
"""

from __future__ import annotations

import difflib
import importlib
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

ROOT = Path(__file__).resolve().parent.parent
STUB = ROOT / "src" / "harmonies" / "_core.pyi"


# What nanobind cannot know: the types inside the module's constants.
EXACTLY = {
    "MOVES: tuple = ...": "MOVES: tuple[Move, ...] = ...",
    "CATEGORIES: tuple = ...": "CATEGORIES: tuple[str, ...] = ...",
    "PLANES: tuple = ...": "PLANES: tuple[str, ...] = ...",
    "NETWORK_PARTS: tuple = ...": "NETWORK_PARTS: tuple[tuple[str, int, int, int], ...] = ...",
    "NETWORK_SHAPE: tuple = ": "NETWORK_SHAPE: tuple[int, int, int, int] = ",
    "FEATURE_PARTS: tuple = ...": "FEATURE_PARTS: tuple[tuple[str, int, bool], ...] = ...",
}


def stub() -> str:
    module = importlib.import_module("harmonies._core")
    generator = StubGen(module)
    generator.put(module)
    text = str(generator.get())
    for plain, exact in EXACTLY.items():
        if plain not in text:
            raise SystemExit(f"the module has no {plain!r} any more: see EXACTLY")
        text = text.replace(plain, exact)
    return "# Written by tools/generate_stubs.py: change core/bindings, not this file.\n" + text


def main(arguments: list[str]) -> int:
    text = stub()
    if arguments == ["--check"]:
        written = STUB.read_text(encoding="utf-8") if STUB.exists() else ""
        if written != text:
            lines = difflib.unified_diff(
                written.splitlines(), text.splitlines(), "checked in", "fresh", lineterm="", n=1
            )
            print(*lines, sep="\n", file=sys.stderr)
            print(f"{STUB.relative_to(ROOT)} is not fresh: run `make stubs`", file=sys.stderr)
            return 1
        return 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    STUB.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
