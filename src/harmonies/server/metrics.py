"""What the server counts and measures, for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from harmonies.server.computers import Computers
    from harmonies.server.database import Database
    from harmonies.server.desk import Desk
    from harmonies.server.hub import Hub

FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SLOW = (0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
GROUPS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Metrics:
    """One server's figures, in a registry of their own."""

    def __init__(self) -> None:
        # When a figure was first counted helps nobody here.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self.moves = Counter(
            "harmonies_moves", "Moves that were played and kept", ["by"], registry=registry
        )
        self.refusals = Counter(
            "harmonies_refusals", "What was refused, by its code", ["code"], registry=registry
        )
        self.requests = Histogram(
            "harmonies_request_seconds",
            "From a request to its answer",
            ["method", "route", "status"],
            buckets=FAST,
            registry=registry,
        )
        self.commits = Histogram(
            "harmonies_commit_seconds",
            "From the begin of a transaction until it is on disk",
            buckets=FAST,
            registry=registry,
        )
        self.groups = Histogram(
            "harmonies_commit_writes",
            "How many writes one transaction kept",
            buckets=GROUPS,
            registry=registry,
        )
        self.thoughts = Histogram(
            "harmonies_player_seconds",
            "How long computer players thought about a turn",
            ["level"],
            buckets=SLOW,
            registry=registry,
        )
        self.failures = Counter(
            "harmonies_player_failures",
            "Turns a worker did not give, by reason; all but `refused` end the worker",
            ["reason"],
            registry=registry,
        )
        self.restarts = Counter(
            "harmonies_player_restarts", "Workers started in place of lost ones", registry=registry
        )

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Adds a figure that is read when somebody asks."""
        Gauge(f"harmonies_{name}", about, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)


def watch(metrics: Metrics, database: Database, desk: Desk, hub: Hub, computers: Computers) -> None:
    """Adds the figures of a server's parts."""

    def committed(writes: int, seconds: float) -> None:
        metrics.groups.observe(writes)
        metrics.commits.observe(seconds)

    database.on_commit = committed
    by_whom = {by: metrics.moves.labels(by) for by in ("person", "computer")}
    desk.played = lambda by, moves: by_whom[by].inc(moves)
    hub.refused = lambda code: metrics.refusals.labels(code).inc()
    metrics.gauge("writes_waiting", "Writes that wait for a transaction", lambda: database.waiting)
    metrics.gauge("sockets", "Live connections", lambda: hub.sockets)
    metrics.gauge("tables_in_memory", "Tables in memory", lambda: desk.in_memory)
    metrics.gauge("player_queue", "Tables waiting for a worker", lambda: computers.queued)
    metrics.gauge("player_workers", "Workers that are alive", lambda: computers.alive)
