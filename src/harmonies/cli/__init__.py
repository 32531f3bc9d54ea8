"""The command line, thin, on top of everything else."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

from harmonies.cli.failure import INTERRUPTED, WRONG_USE, Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main", "run"]


def main() -> None:
    """The program `harmonies`."""
    # A reader that has seen enough, like `head`, ends the program quietly.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    _open_what_was_closed()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = run()
        sys.stdout.flush()
    except OSError as error:
        print(f"harmonies: {error.strerror or error}.", file=sys.stderr)
        # What is still to be written cannot be, and Python would try again.
        os._exit(WRONG_USE)
    if code == INTERRUPTED:
        # A count in another thread may still be going on.
        os._exit(code)
    sys.exit(code)


def _open_what_was_closed() -> None:
    """Puts nothing where standard input, output or error were closed before the program began."""
    # In the order of their numbers: the next thing that is opened takes the lowest that is free.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    try:
        from harmonies.cli.app import app

        app(args=None if arguments is None else list(arguments), prog_name="harmonies")
    except Failure as failure:
        print(failure, file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else int(done.code is not None)
    return 0
