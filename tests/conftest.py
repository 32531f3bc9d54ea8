"""Which files here hold tests: the others are imported by them, or are programs of their own."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


# A shell that runs the tests in the background has them ignore interruptions, and so would every
# program that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Examples in docstrings are looked for in the package, not in the tests' own files."""
    is_helper = collection_path.suffix == ".py" and not collection_path.name.startswith("test_")
    return True if is_helper else None
