"""The deals of an arena, played by one process or by several, always in the same order."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING

from harmonies.players.arena.play import play_deal
from harmonies.players.interface import PlayerError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from concurrent.futures import Future

    from harmonies.players.arena.plan import Arena
    from harmonies.players.arena.play import PlayedDeal

WAITING_EACH = 4  # deals handed out ahead, for each process


class JobLost(PlayerError):
    """A process that played ended by itself."""

    code = "player/job-lost"
    sentence = "A process that was playing ended unexpectedly; the system may be short of memory."


def played_deals(arena: Arena, jobs: int = 1) -> Generator[PlayedDeal, None, None]:
    """Each deal when it is played, in the order of the deals, whatever the number of processes."""
    if jobs <= 1:
        for deal in arena.deals():
            yield play_deal(arena, deal)
        return
    others = set(multiprocessing.active_children())
    # Fresh processes: a copy of one with threads might hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context) as processes:
        waiting: deque[Future[PlayedDeal]] = deque()
        try:
            for deal in arena.deals():
                with _interruptions_held():
                    waiting.append(processes.submit(play_deal, arena, deal))
                if len(waiting) >= WAITING_EACH * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool as error:
            raise JobLost(JobLost.sentence) from error
        except BaseException:
            # Nobody wants the rest, so nobody waits for games that are being played.
            processes.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise


@contextmanager
def _interruptions_held() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal; those begun here are never told and end with us."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
