"""Games on disk: saved ones, and the one in progress, kept after every event."""

from __future__ import annotations

import fcntl
import os
import secrets
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING

from harmonies.cli.failure import Failure, name_of_file, read_bytes, reason, refuse
from harmonies.errors import RecordError
from harmonies.game import Game
from harmonies.records import FairDeal, Record, print_record, read_record
from harmonies.records.model import FORMAT

if TYPE_CHECKING:
    from collections.abc import Iterator

LAST = "last"
_SUFFIX = ".txt"


def data_folder() -> Path:
    """Where games are kept: HARMONIES_DATA, or harmonies in the user's data folder."""
    if own := os.environ.get("HARMONIES_DATA"):
        return Path(own)
    if base := os.environ.get("XDG_DATA_HOME"):
        return Path(base) / "harmonies"
    try:
        return Path.home() / ".local" / "share" / "harmonies"
    except RuntimeError:
        raise Failure("You have no home here: say in HARMONIES_DATA where to keep games.") from None


def make_private(folder: Path) -> None:
    """Makes a folder that only the user may look into: hidden spirits stand in its games."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def write_text(path: Path, text: str) -> None:
    """Writes a file whole or not at all: OSError leaves what was there before.

    A link still leads where it led, and who may read the file may go on reading it.
    """
    path = Path(os.path.realpath(path))
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("x", encoding="utf-8") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        with suppress(FileNotFoundError):
            part.chmod(path.stat().st_mode)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Without this a power cut could bring back the file that was there before."""
    with suppress(OSError):  # not every file system can
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def save(path: Path, record: Record) -> str | None:
    """Saves a game where the user wants it; a sentence about what went wrong, if anything did.

    A file that holds something else than a game is left alone.
    """
    try:
        if path.exists() and not path.is_file():
            return f"{path} is no file that a game could be saved in."
        if path.exists():
            with path.open("rb") as opened:
                start = opened.read(len(FORMAT) + 2)
            if start and not start.startswith(FORMAT.encode()):
                return f"{path} holds something else. Choose another name."
        write_text(path, print_record(record))
    except (OSError, ValueError) as error:
        return f"{path} cannot be written: {writing_reason(error)}"
    return None


def writing_reason(error: Exception) -> str:
    """Why a file could not be written."""
    match error:
        case FileNotFoundError():
            return "There is no such folder."
        case PermissionError():
            return "You may not write there."
        case _:
            return reason(error)


def load(file: str) -> Record:
    """The game in a file, up to where it was cut off."""
    try:
        return read_record(read_bytes(file))
    except RecordError as error:
        refuse(file, error)


class Keeper:
    """Keeps one game in the data folder, under the same name from its first event to its last."""

    def __init__(self, path: Path, lock: IO[str] | None) -> None:
        self.path = path
        self.trouble: str | None = None
        self._lock = lock

    @classmethod
    def new(cls) -> Keeper:
        """Keeps a game that begins now."""
        folder = data_folder() / "unfinished"
        stamp = time.strftime("%Y-%m-%d-%H%M%S")
        try:
            make_private(folder)
            for number in range(1000):
                path = folder / f"{stamp}{f'-{number}' if number else ''}{_SUFFIX}"
                lock = _locked(path)
                if lock and not path.exists():
                    return cls(path, lock)
                if lock:
                    lock.close()
        except OSError as error:
            keeper = cls(folder / f"{stamp}{_SUFFIX}", None)
            keeper.trouble = writing_reason(error)
            return keeper
        raise Failure(f"{folder} is too full.")

    @classmethod
    def of(cls, path: Path) -> Keeper | None:
        """Goes on keeping a game; None when another program does."""
        try:
            lock = _locked(path)
        except OSError:
            return None
        return cls(path, lock) if lock else None

    def keep(self, record: Record) -> None:
        """Writes the game as it stands now; ``trouble`` says why it could not."""
        try:
            make_private(self.path.parent)
            write_text(self.path, print_record(record))
            self.trouble = None
        except OSError as error:
            self.trouble = writing_reason(error)

    def finish(self, record: Record) -> Path | None:
        """Puts a finished game to those that are over, and says where."""
        folder = data_folder() / "games"
        try:
            make_private(folder)
            path = folder / self.path.name
            write_text(path, print_record(record))
        except OSError as error:
            self.trouble = writing_reason(error)
            return None
        self.forget()
        return path

    def forget(self) -> None:
        """Removes the kept game."""
        with suppress(OSError):
            self.path.unlink()
        self.release()

    def release(self) -> None:
        """Lets another program go on with the game."""
        if self._lock:
            with suppress(OSError):
                Path(self._lock.name).unlink()
            self._lock.close()
            self._lock = None


def _locked(path: Path) -> IO[str] | None:
    """A lock that lives as long as this program; None when another program holds it."""
    lock = path.with_name(f".{path.name}.lock").open("w", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock


def unfinished() -> Iterator[Path]:
    """The games that are not over, also those open in another terminal; the last one first."""
    with suppress(OSError):
        found = [
            (path.stat().st_mtime, path)
            for path in (data_folder() / "unfinished").glob(f"[!.]*{_SUFFIX}")
        ]
        for _, path in sorted(found, reverse=True):
            yield path


def interrupted() -> Path | None:
    """The last game that is not over and that nobody plays now."""
    for path in unfinished():
        with suppress(OSError):
            if lock := _locked(path):
                Path(lock.name).unlink()
                lock.close()
                return path
    return None


def resume(file: str) -> tuple[Record, Keeper | None]:
    """The game to go on with, and who keeps it when it is kept already."""
    path = Path(file)
    if file == LAST:
        last = interrupted()
        if last is None:
            raise Failure("There is no interrupted game to go on with.")
        path = last
    elif path.parent.absolute() != (data_folder() / "unfinished").absolute():
        return load(file), None
    record = load(str(path))
    keeper = Keeper.of(path)
    if keeper is None:
        raise Failure(f"{name_of_file(file)}: This game is open in another terminal.")
    return record, keeper


def record_of(game: Game, before: Record, first_drawn: bool = False) -> Record:
    """A game as it stands, with all that its record said before, and the seed to deal on with."""
    deal = before.deal
    if game.seed is not None and deal.seed is None:
        deal = replace(deal, seed=game.seed, first_drawn=deal.first_drawn or first_drawn)
    return replace(before, game=game.copy(), deal=deal, cut=None, remarks=())


def new_record(game: Game, names: list[str], *, first_drawn: bool) -> Record:
    """What a record of a new game says before its first event."""
    deal = FairDeal(seed=game.seed, first_drawn=first_drawn)
    headers = {"date": time.strftime("%Y-%m-%d")}
    return Record.from_game(game, names=names, headers=headers, deal=deal)
