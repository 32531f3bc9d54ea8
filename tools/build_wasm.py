"""Build the core as WebAssembly, with ziglang's compiler.

    python tools/build_wasm.py [OUTPUT]     build/wasm/harmonies.wasm when not said

The same sources and warnings as in the native build, and no exceptions: what does not build here
cannot reach the page. Refused as well: a module that imports anything, and one that is too large
for the page's first load.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "wasm"
CORE = ROOT / "core"

MOST_BYTES_GZIPPED = 60_000
IMPORT_SECTION = 2

FLAGS = [
    "-target",
    "wasm32-wasi",
    "-std=c++20",
    "-O3",
    "-msimd128",
    "-DNDEBUG",
    "-fno-exceptions",
    "-fno-rtti",
    "-fvisibility=hidden",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Wshadow",
    "-Wpedantic",
    "-Werror",
    f"-I{CORE / 'include'}",
]
# A library for the page, not a program: no main, and a stack that suits a phone.
LINK = ["-mexec-model=reactor", "-Wl,--strip-all", "-Wl,-z,stack-size=131072"]


def sources() -> list[Path]:
    folders = [CORE / "src", CORE / "wasm"]
    return [path for folder in folders for path in sorted(folder.glob("*.cpp"))]


def is_fresh(output: Path) -> bool:
    if not output.exists():
        return False
    built_from = [Path(__file__), *sources(), *CORE.rglob("*.hpp")]
    return output.stat().st_mtime > max(path.stat().st_mtime for path in built_from)


def compile_to(output: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "ziglang", "c++", *FLAGS, *LINK, *sources(), "-o", output],
        check=True,
        env={"ZIG_GLOBAL_CACHE_DIR": str(BUILD / "cache"), **os.environ},
        cwd=ROOT,
    )


def sections(module: bytes) -> Iterator[int]:
    """The kind of each section: a byte, the size in LEB128, as many bytes."""
    at = 8
    while at < len(module):
        yield module[at]
        size = shift = 0
        while True:
            at += 1
            size |= (module[at] & 0x7F) << shift
            shift += 7
            if module[at] < 0x80:
                break
        at += 1 + size


def faults(module: bytes) -> Iterator[str]:
    if IMPORT_SECTION in sections(module):
        yield "it imports something, and nothing is there to give it"
    size = len(gzip.compress(module))
    if size > MOST_BYTES_GZIPPED:
        yield f"{size:,} bytes gzipped, and only {MOST_BYTES_GZIPPED:,} may be"


def main(arguments: list[str]) -> int:
    if len(arguments) > 1:
        print(__doc__, file=sys.stderr)
        return 2
    output = Path(*arguments).resolve() if arguments else BUILD / "harmonies.wasm"
    if is_fresh(output):
        return 0
    output.parent.mkdir(parents=True, exist_ok=True)
    made = output.with_suffix(".new.wasm")
    try:
        compile_to(made)
    except subprocess.CalledProcessError as failure:
        return failure.returncode
    module = made.read_bytes()
    found = list(faults(module))
    for fault in found:
        print(f"{output.name}: {fault}", file=sys.stderr)
    if found:
        return 1
    made.replace(output)
    print(f"{output.name}: {len(module):,} bytes, {len(gzip.compress(module)):,} gzipped")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
