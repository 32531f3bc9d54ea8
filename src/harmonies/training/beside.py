"""Work in a thread beside the one that learns, which can be told to end."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")
SECONDS = 0.5  # between two calls of who waits


class Ended(Exception):
    """The work was told to end before it was done."""


class Beside(Generic[Result]):
    """Work that has begun; it is given what it calls often, which raises where it has to end."""

    def __init__(self, work: Callable[[Callable[[], None]], Result]) -> None:
        self._end = threading.Event()
        pool = ThreadPoolExecutor(1)
        self._future = pool.submit(work, self._ask)
        pool.shutdown(wait=False)

    def result(self, waiting: Callable[[], None]) -> Result:
        """What came of it, once it is done; ``waiting`` is called meanwhile. It ends with whoever waits."""
        try:
            while not wait([self._future], SECONDS).done:
                waiting()
            return self._future.result()
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """Ends it soon; what it then raises is not told."""
        self._end.set()
        self._future.exception()

    def _ask(self) -> None:
        if self._end.is_set():
            raise Ended
