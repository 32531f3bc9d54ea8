"""Games of self-play in parts, on this machine's threads or on a Ray cluster.

A game is decided by the seed and its number alone, so all ways of playing give the same games.
"""

from __future__ import annotations

import logging
import socket
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from harmonies import __version__, _core
from harmonies.training import TrainingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from harmonies.training.settings import Kind, Settings

PARTS = 40
INTERRUPTED_SOON = 0.1  # seconds
MOST_SECONDS = 10.0  # until a cluster answers


@dataclass(frozen=True, slots=True)
class Games:
    """Which games are to be played."""

    count: int
    seed: int
    kinds: tuple[tuple[int, str, bool, int], ...]
    nodes: int
    width: int
    candidates: int = 1
    surprises: int = 0
    probes: int = 0
    others: int = 0
    guests: int = 0

    @classmethod
    def of(
        cls, count: int, seed: int, kinds: Sequence[Kind], settings: Settings, **more: int
    ) -> Games:
        """Games as thorough as the settings have them, and what more is said here."""
        cores = tuple(kind.for_core() for kind in kinds)
        return cls(count, seed, cores, settings.nodes, settings.width, **more)

    def parts(self, least: int) -> list[range]:
        """Their numbers, in parts of some size."""
        size = max(least, -(-self.count // PARTS))
        return [range(at, min(at + size, self.count)) for at in range(0, self.count, size)]


def play(network: bytes | None, games: Games, part: range, threads: int, **more: Any) -> bytes:
    """The logs of a part of the games; played by `handmade` where there is no network."""
    return _core.self_play(
        None if network is None else _core.Network(network),
        games=len(part),
        first=part.start,
        seed=games.seed,
        kinds=games.kinds,
        nodes=games.nodes,
        width=games.width,
        candidates=games.candidates,
        surprises=games.surprises,
        probe_nodes=games.probes,
        others=games.others,
        guests=games.guests,
        threads=threads,
        **more,
    )


def nothing() -> None:
    """What is asked where nobody wants an end."""


class Table(Protocol):
    """Where games are played."""

    def logs(
        self, network: bytes | None, games: Games, ask: Callable[[], None] = nothing
    ) -> Iterator[tuple[int, bytes]]:
        """The games' logs in order, part by part, each with the number of games in it.

        ``ask`` is called all the time, and may raise.
        """

    def close(self) -> None: ...


class Threads:
    """This machine's threads."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def logs(
        self, network: bytes | None, games: Games, ask: Callable[[], None] = nothing
    ) -> Iterator[tuple[int, bytes]]:
        # In a thread beside this one, which hears that it is interrupted.
        with ThreadPoolExecutor(1) as beside:
            for part in games.parts(8 * self.threads):
                cancel = _core.Cancel()
                playing = beside.submit(play, network, games, part, self.threads, cancel=cancel)
                try:
                    while not wait([playing], INTERRUPTED_SOON).done:
                        ask()
                except BaseException:
                    cancel.cancel()
                    raise
                yield len(part), playing.result()

    def close(self) -> None:
        """Nothing is held."""


class Ray:
    """A Ray cluster: parts go to whichever of its processors is free, and again if one is lost."""

    def __init__(self, address: str) -> None:
        import ray

        _reach(address)
        try:
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            raise TrainingError(f"No Ray cluster answers at {address}: {error}") from error
        self.ray = ray

    def logs(
        self, network: bytes | None, games: Games, ask: Callable[[], None] = nothing
    ) -> Iterator[tuple[int, bytes]]:
        ray = self.ray
        there = ray.remote(num_cpus=1, max_retries=5)(_play_there)
        held = ray.put(network)
        parts = games.parts(1)
        playing = [there.remote(held, games, part, __version__) for part in parts]
        try:
            for part, logs in zip(parts, playing, strict=True):
                while not ray.wait([logs], timeout=INTERRUPTED_SOON)[0]:
                    ask()
                yield len(part), ray.get(logs)
        except ray.exceptions.RayError as error:
            cause = getattr(error, "cause", None) or error
            raise TrainingError(f"The Ray cluster could not play: {cause}") from error

    def close(self) -> None:
        """The cluster forgets what it was still to play."""
        self.ray.shutdown()


def _reach(address: str) -> None:
    """Whether anybody is there; Ray itself goes on knocking for a quarter of an hour."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host.strip("[]"), int(port)), MOST_SECONDS).close()
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or error
            raise TrainingError(f"No Ray cluster answers at {address}: {why}.") from error


def _play_there(network: bytes | None, games: Games, part: range, version: str) -> bytes:
    """What a cluster's machine does, if it has the program that asks it."""
    if version != __version__:
        raise RuntimeError(f"A machine has harmonies {__version__}, where {version} is wanted")
    return play(network, games, part, threads=1)
