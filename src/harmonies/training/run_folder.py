"""The folder of a training run: what is in it is whole, whenever the program was killed.

settings.json           what the run was told, and what it was told anew, from which round on
logs/begin.log          the first round's games; logs/round-0001.log and so on the others'
checkpoints/0001.ckpt   all there is to go on with behind that round; the last three are kept
progress.jsonl          a line of figures for each round, as the last checkpoint holds them
curves.svg              the same as a picture
network.net             what has been learned, for the core; network.json says how
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import zlib
from typing import IO, TYPE_CHECKING, Any

from harmonies import _core
from harmonies.training import TrainingError
from harmonies.training.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FORM = 2
CHECKPOINT_MAGIC = b"HARMCKPT"
KEPT_CHECKPOINTS = 3  # who plays ahead goes back by two
CHECKPOINT_NAME = re.compile(r"(\d{4,})\.ckpt")
LOG_NAME = re.compile(r"round-(\d{4,})\.log")


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that it is either as it was or as it shall be, whatever happens."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        try:
            unfinished.unlink(missing_ok=True)
        finally:
            raise TrainingError(f"{path} could not be written: {error.strerror}.") from error


def read_whole(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise TrainingError(f"{path} could not be read: {error.strerror}.") from error


def read_logs(path: Path) -> bytes:
    """The logs in a file, once they are known to be whole."""
    try:
        return _core.logs_in(read_whole(path))
    except ValueError as error:
        raise TrainingError(f"{path} does not hold whole logs of games ({error}).") from error


class RunFolder:
    """A run's folder, held by one program at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[bytes] | None = None

    def open(self, told: dict[str, Any]) -> None:
        """Makes the run, or goes on with the one there is; ``told`` are settings by their names."""
        begun = self._settings.exists()
        fresh = None if begun else Settings(**told)
        try:
            if not begun and self.path.exists() and any(self._others()):
                raise TrainingError(f"{self.path} holds something else than a training run.")
            for folder in (self.path, self.path / "logs", self.path / "checkpoints"):
                folder.mkdir(parents=True, exist_ok=True)
            self._lock = (self.path / "lock").open("wb")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise TrainingError(f"Another program is training in {self.path}.") from error
        except OSError as error:
            raise TrainingError(f"{self.path} cannot be used: {error.strerror}.") from error
        if fresh is None:
            self._parts = self._read_settings()
            self._tell(told)
        else:
            self._parts = {0: fresh}
            self._write_settings()

    def close(self) -> None:
        if self._lock is not None:
            self._lock.close()

    def settings(self, number: int) -> Settings:
        """The settings in a round; those of the whole run are the last."""
        return self._parts[max(first for first in self._parts if first <= number)]

    @property
    def last_settings(self) -> Settings:
        return self._parts[max(self._parts)]

    def told(self) -> list[dict[str, Any]]:
        """All settings there have been, with the round from which on they held."""
        return [
            {"from": first, "settings": settings.as_json()}
            for first, settings in sorted(self._parts.items())
        ]

    # Logs

    def log(self, number: int) -> Path:
        return self.path / "logs" / (f"round-{number:04}.log" if number else "begin.log")

    def write_log(self, number: int, logs: bytes) -> None:
        write_whole(self.log(number), _core.log_file(logs))

    # Checkpoints

    def checkpoints(self) -> list[int]:
        """The rounds behind which there is one."""
        names = (CHECKPOINT_NAME.fullmatch(path.name) for path in self._checkpoints.iterdir())
        return sorted(int(name[1]) for name in names if name)

    def checkpoint(self, number: int) -> Path:
        return self._checkpoints / f"{number:04}.ckpt"

    def write_checkpoint(self, number: int, content: bytes) -> None:
        head = CHECKPOINT_MAGIC + zlib.crc32(content).to_bytes(4, "little")
        write_whole(self.checkpoint(number), head + content)
        for old in self.checkpoints()[:-KEPT_CHECKPOINTS]:
            self.checkpoint(old).unlink(missing_ok=True)

    def read_checkpoint(self, number: int) -> bytes:
        path = self.checkpoint(number)
        content = read_whole(path)
        head = len(CHECKPOINT_MAGIC) + 4
        body = content[head:]
        if content[:head] != CHECKPOINT_MAGIC + zlib.crc32(body).to_bytes(4, "little"):
            raise TrainingError(
                f"{path} is damaged. Without it the run goes on from the round before."
            )
        return body

    # What is told about the run

    def write(self, name: str, content: bytes) -> None:
        write_whole(self.path / name, content)

    def write_progress(self, rounds: Sequence[dict[str, Any]]) -> None:
        self.write("progress.jsonl", "".join(json.dumps(of) + "\n" for of in rounds).encode())

    # Settings

    @property
    def _settings(self) -> Path:
        return self.path / "settings.json"

    @property
    def _checkpoints(self) -> Path:
        return self.path / "checkpoints"

    def _others(self) -> list[Path]:
        """What was there before; a run that was killed as it was made leaves these."""
        own = {"lock", "logs", "checkpoints", ".settings.json.unfinished"}
        return [path for path in self.path.iterdir() if path.name not in own]

    def _read_settings(self) -> dict[int, Settings]:
        try:
            content = json.loads(read_whole(self._settings))
            if content["form"] != FORM:
                raise TrainingError("the run is of another version of this program")
            if content["encoding"] != _core.NETWORK_MARK:
                raise TrainingError(
                    "the run is for a network that sees other things than this program's; "
                    "a new run can learn from its logs, with --logs"
                )
            return {part["from"]: Settings.from_json(part["settings"]) for part in content["told"]}
        except (ValueError, KeyError, TypeError, TrainingError) as error:
            why = error if isinstance(error, TrainingError) else "they are damaged"
            raise TrainingError(f"{self._settings} cannot be gone by: {why}") from error

    def _tell(self, told: dict[str, Any]) -> None:
        """What is told a run that has begun counts from its next round on."""
        before = self.last_settings
        now = Settings.from_json(before.as_json() | told)
        if now == before:
            return
        for name in ("seed", "begin", "first_games", "first_steps"):
            if getattr(now, name) != getattr(before, name):
                raise TrainingError(
                    f"{self.path} was begun with {name} {getattr(before, name)}, "
                    f"which cannot become {getattr(now, name)}."
                )
        done = self.checkpoints()
        following = done[-1] + 1 if done else 0
        # Games that were played as told before go first: a run that is killed in between plays
        # them again as it did.
        for log in self._logs_from(following, now):
            log.unlink(missing_ok=True)
        earlier = {first: settings for first, settings in self._parts.items() if first < following}
        self._parts = earlier | {following: now}
        self._write_settings()

    def _logs_from(self, number: int, settings: Settings) -> list[Path]:
        """The logs of a round and those behind it; not games that were given."""
        rounds = [
            path
            for path in (self.path / "logs").iterdir()
            if (name := LOG_NAME.fullmatch(path.name)) and int(name[1]) >= number
        ]
        return rounds if number or settings.begin == "logs" else [*rounds, self.log(0)]

    def _write_settings(self) -> None:
        content = {"form": FORM, "encoding": _core.NETWORK_MARK, "told": self.told()}
        write_whole(self._settings, json.dumps(content, indent=1).encode() + b"\n")
