"""Telling many: what costs does not grow with the square of how many watch."""

from __future__ import annotations

import pytest

from harmonies.server.hub import Hub, Listener, Message
from harmonies.server.tables import Seat, Table, open_table

pytestmark = pytest.mark.anyio


class Wire:
    """A connection that takes everything at once."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def at_once(self, frame: bytes) -> bool:
        """Takes a frame."""
        self.frames.append(frame)
        return True

    async def send_text(self, data: str) -> None:
        """Is not needed."""
        raise AssertionError(data)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Is not needed."""


def sitting() -> Table:
    table = open_table(host="ann", side="A", players=2, spirits=False, first=0, public=True, at=1)
    table.sit("ann", "Ann", None, b"")
    table.sit("ben", "Ben", None, b"")
    return table


def listen(hub: Hub, table: Table, person: str | None) -> tuple[Listener, Wire]:
    wire = Wire()
    listener = Listener(wire, table.id, person, person or "192.0.2.1", wire.at_once)
    hub.add(listener, table)
    return listener, wire


async def test_what_all_spectators_see_is_put_into_words_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hub, table = Hub(120), sitting()
    told: list[str | None] = []
    words = hub.table_message

    def counted(of: Table, person: str | None) -> Message:
        told.append(person)
        return words(of, person)

    monkeypatch.setattr(hub, "table_message", counted)
    crowd = [listen(hub, table, f"fan {number}") for number in range(300)]
    crowd += [listen(hub, table, None) for _ in range(300)]
    seated = [listen(hub, table, person) for person in ("ann", "ben")]
    told.clear()
    hub.tell(table, table.version, revised=True)
    assert sorted(told, key=str) == [None, "ann", "ben"]
    assert len({wire.frames[-1] for _, wire in crowd}) == 1
    assert b'"code":null' in crowd[0][1].frames[-1]
    for _, wire in seated:
        assert f'"code":"{table.code}"'.encode() in wire.frames[-1]


async def test_a_person_is_here_until_their_last_connection_goes() -> None:
    hub, table = Hub(0), sitting()
    seat: Seat = table.seats[0]
    one, _ = listen(hub, table, "ann")
    two, _ = listen(hub, table, "ann")
    hub.remove(one)
    assert hub.is_here(table.id, "ann")
    assert not hub.is_absent(table.id, seat)
    hub.remove(two)
    assert not hub.is_here(table.id, "ann")
    assert hub.is_absent(table.id, seat)
    assert (hub.sockets, hub.sockets_of("ann")) == (0, 0)


async def test_who_has_deleted_their_account_is_away_for_good() -> None:
    hub, table = Hub(120), sitting()
    table.seats[0].person = None
    assert hub.is_absent(table.id, table.seats[0])
    assert not hub.is_absent(table.id, table.seats[1])


async def test_absence_is_told_of_those_who_never_connected_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a restart, or when somebody sat down and closed the page: the others wait for them."""
    clock = 0.0
    monkeypatch.setattr("harmonies.server.hub.time.monotonic", lambda: clock)
    hub, table = Hub(120), sitting()
    listen(hub, table, "ann")
    clock = 100.0
    assert hub.take_absent() == set()
    hub.saw(table, "ben")  # a program that only asks
    clock = 150.0
    assert hub.take_absent() == set()
    clock = 220.0
    assert hub.take_absent() == {table.id}
    assert hub.take_absent() == set()
    ben, _ = listen(hub, table, "ben")
    clock = 500.0
    assert hub.take_absent() == set()
    hub.remove(ben)
    clock = 620.0
    assert hub.take_absent() == {table.id}


async def test_nobody_is_missed_where_nobody_listens() -> None:
    hub, table = Hub(120), sitting()
    for person in ("ann", "ben"):
        hub.remove(listen(hub, table, person)[0])
    assert len(hub._missing) == 2
    assert hub.take_absent() == set()
    assert hub._missing == set()
