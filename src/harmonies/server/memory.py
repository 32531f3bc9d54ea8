"""When Python looks for objects that only hold each other: seldom, for everybody waits meanwhile.

A live connection is hundreds of objects, and a full search goes through all of them: at 2,000
connections it holds the event loop for a tenth of a second and more, at any moment. By itself Python
does that whenever their number has grown by a quarter. Connections, requests and games leave nothing
for it to find (tests see to that), so once an hour is enough.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time

log = logging.getLogger(__name__)

NEW_OBJECTS, NEW_ROUNDS = 2_000, 10  # how many new objects are looked through, and how often
BY_ITSELF_NEVER = 1 << 30
EVERY_SECONDS = 3600.0


def settle() -> None:
    """What is there when the server has started stays, and is not looked through again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, NEW_ROUNDS, BY_ITSELF_NEVER)


async def tidy_for_ever(every: float = EVERY_SECONDS) -> None:
    """Looks through everything now and then."""
    while True:
        await asyncio.sleep(every)
        begun = time.perf_counter()
        found = gc.collect()
        took = time.perf_counter() - begun
        log.info("tidied memory: %d objects were left over, %.0f ms", found, took * 1000)
