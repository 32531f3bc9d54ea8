"""How much one visitor may ask for: token buckets, in bounded memory."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from harmonies.server.codes import refuse

if TYPE_CHECKING:
    from collections.abc import Callable

    from harmonies.server.problems import Problem

MOST_KEYS = 20_000
ROUNDING = 1e-9  # who waits just as long as told may go on


class Buckets:
    """A bucket for each key: it holds a minute's worth and fills steadily.

    A key that has not been seen has a full bucket, so full ones need not be kept; beyond ``most``
    keys the one used longest ago is forgotten.

    >>> moment = 0.0
    >>> buckets = Buckets(60, clock=lambda: moment)
    >>> all(buckets.take("a") == 0 for _ in range(60)), buckets.take("a")
    (True, 1.0)
    >>> moment = 1.0
    >>> buckets.take("a")
    0.0
    """

    def __init__(
        self,
        per_minute: int,
        *,
        most: int = MOST_KEYS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._size = float(per_minute)
        self._rate = per_minute / 60
        self._most = most
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str) -> float:
        """Counts one request. 0.0 when it may go on, else how many seconds to wait."""
        moment = self._clock()
        left, since = self._buckets.pop(key, (self._size, moment))
        left = min(self._size, left + (moment - since) * self._rate)
        wait = 0.0
        if left >= 1 - ROUNDING:
            left = max(0.0, left - 1)
        else:
            wait = (1 - left) / self._rate
        self._buckets[key] = (left, moment)
        while len(self._buckets) > self._most or self._oldest_is_full(moment):
            self._buckets.popitem(last=False)
        return wait

    def _oldest_is_full(self, moment: float) -> bool:
        left, since = next(iter(self._buckets.values()))
        return left + (moment - since) * self._rate >= self._size


class Pace:
    """How much one connection may still send now."""

    __slots__ = ("_left", "_rate", "_since")

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._left = float(rate)
        self._since = time.monotonic()

    def allows(self) -> bool:
        """Counts a message; False when there were too many."""
        moment = time.monotonic()
        self._left = min(self._rate, self._left + (moment - self._since) * self._rate)
        self._since = moment
        self._left -= 1
        return self._left >= 0


def too_many(wait: float) -> Problem:
    """The refusal for somebody who has to wait for so many seconds."""
    return refuse("request/too-many", wait=math.ceil(wait))


def address_key(address: str) -> str:
    """What stands for one household: an address, or the network that one line gets under IPv6.

    >>> address_key("192.168.1.5"), address_key("2001:db8:1:2:3:4:5:6")
    ('192.168.1.5', '2001:db8:1:2::')
    >>> address_key("::ffff:192.168.1.5"), address_key("testclient")
    ('192.168.1.5', 'testclient')
    """
    if ":" not in address:
        return address
    try:
        parsed = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(parsed) >> 64 << 64))
