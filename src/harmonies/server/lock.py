"""One server for each database: whoever holds the lock says who it is."""

from __future__ import annotations

import fcntl
import json
import os
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from pathlib import Path


class Held(Exception):
    """Another process has the lock. `about` is what it said of itself."""

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self.path = path
        self.about = about
        where = f" at {about['url']}" if about.get("url") else ""
        super().__init__(
            f"Another server (process {about.get('pid', 'unknown')}) runs on this data{where}. "
            "Use that one, stop it, or choose another folder with --data."
        )


class Lock:
    """A lock file, held as long as the process lives: the system lets go of it even after a crash."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            about = _read(self._file)
            os.close(self._file)
            raise Held(path, about) from None
        except OSError:
            os.close(self._file)
            raise
        self.say()

    def say(self, **about: Any) -> None:
        """Writes who holds the lock, for those who find it taken."""
        text = json.dumps({"pid": os.getpid(), **about}).encode()
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, text, 0)

    def release(self) -> None:
        """Lets go. The file stays: somebody else may have it open already."""
        os.ftruncate(self._file, 0)
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def holder(path: Path) -> dict[str, Any] | None:
    """What the process that holds the lock said of itself; None when nobody does."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read(file)
    except OSError:
        return None
    finally:
        os.close(file)
    return None


def _read(file: int) -> dict[str, Any]:
    try:
        about = json.loads(os.pread(file, 4096, 0))
    except (OSError, ValueError):
        return {}
    return about if isinstance(about, dict) else {}
