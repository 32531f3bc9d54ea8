"""How a command ends when it cannot do what was asked, and how files are read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from harmonies.errors import NotationError

OK = 0
FOUND_WRONG = 1
WRONG_USE = 2
INTERRUPTED = 130

LARGEST = 64 * 1024 * 1024


class Failure(Exception):
    """Ends the program with one line on standard error."""

    def __init__(self, message: str, code: int = WRONG_USE) -> None:
        self.code = code
        super().__init__(message)


def name_of_file(file: str) -> str:
    """What a file is called in messages."""
    return "<stdin>" if file == "-" else printable(file) or "''"


def printable(text: str) -> str:
    """A text with nothing in it that a terminal could obey.

    >>> printable("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def read_bytes(file: str) -> bytes:
    """All that is in a file, or in standard input when it is called -."""
    try:
        if file == "-":
            content = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(file).open("rb") as opened:
                content = opened.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise Failure(f"{name_of_file(file)}: {reason(error)}") from error
    if len(content) > LARGEST:
        raise Failure(f"{name_of_file(file)}: This is larger than {LARGEST >> 20} MiB.")
    return content


def read_text(file: str) -> str:
    """The text in a file, or in standard input when it is called -."""
    content = read_bytes(file)
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"{name_of_file(file)}:{line}:{column}: The text is not UTF-8."
        raise Failure(message) from error


def reason(error: Exception) -> str:
    """Why a file could not be opened, in a sentence."""
    match error:
        case FileNotFoundError():
            return "There is no such file."
        case IsADirectoryError():
            return "This is a directory, a file is wanted."
        case PermissionError():
            return "You may not open this file."
        case OSError() if error.strerror:
            return f"{error.strerror}."
        case _:
            return "No file can have this name."


def refuse(file: str, error: NotationError, code: int = WRONG_USE) -> NoReturn:
    """Ends the program because of what stands in a file, with its place."""
    raise Failure(said_of(file, error.line, error.column, error.message), code) from error


def said_of(file: str, line: int, column: int, message: str) -> str:
    return f"{name_of_file(file)}:{line}:{column}: {printable(message)}"
