"""Which files here hold tests: the others are imported by them, or are programs of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Examples in docstrings are looked for in the package, not in the tests' own files."""
    is_helper = collection_path.suffix == ".py" and not collection_path.name.startswith("test_")
    return True if is_helper else None
