"""Token buckets, and what the sessions' cache remembers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from harmonies.server.credentials import Credentials
from harmonies.server.identity import COOKIE
from harmonies.server.limits import Buckets, address_key
from server.harness import Served, done, refused, serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Connection

    from harmonies.server.credentials import Known


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_holds_a_minutes_worth_and_fills_steadily() -> None:
    clock = Clock()
    buckets = Buckets(30, clock=clock)
    assert [buckets.take("a") for _ in range(30)] == [0.0] * 30
    assert buckets.take("a") == pytest.approx(2.0)
    clock.now += 2
    assert buckets.take("a") == 0
    assert buckets.take("a") == pytest.approx(2.0)
    assert buckets.take("b") == 0


def test_who_waits_as_told_may_go_on() -> None:
    clock = Clock()
    buckets = Buckets(7, clock=clock)
    while not (wait := buckets.take("a")):
        pass
    clock.now += wait
    assert buckets.take("a") == 0


def test_refused_requests_do_not_make_the_wait_longer() -> None:
    clock = Clock()
    buckets = Buckets(1, clock=clock)
    waits = [buckets.take("a") for _ in range(50)]
    assert max(waits) <= 60


def test_buckets_take_bounded_memory() -> None:
    clock = Clock()
    buckets = Buckets(60, most=100, clock=clock)
    for number in range(10_000):
        clock.now += 0.0001
        buckets.take(str(number))
        assert len(buckets) <= 100


def test_full_buckets_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(60, clock=clock)
    for number in range(1000):
        buckets.take(str(number))
    clock.now += 1.5
    buckets.take("another")
    assert len(buckets) == 1


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("a:b:nonsense", "a:b:nonsense"),
    ],
)
def test_one_line_is_one_visitor(address: str, key: str) -> None:
    assert address_key(address) == key


# The cache of sessions


@pytest.mark.anyio
async def test_the_cache_is_bounded_and_keeps_what_is_used(server: Served) -> None:
    credentials = Credentials(server.services.database, most=3)
    guests = [await server.guest(f"Guest {number}") for number in range(5)]
    secrets = [guest.http.cookies[COOKIE] for guest in guests]
    for secret in secrets[:3]:
        assert await credentials.session(secret)
    assert await credentials.session(secrets[0])
    for secret in secrets[3:]:
        assert await credentials.session(secret)
    assert len(credentials) == 3
    assert len(credentials._of_person) == 3
    lookups = credentials.lookups
    assert await credentials.session(secrets[0])
    assert credentials.lookups == lookups
    assert await credentials.session(secrets[1])
    assert credentials.lookups == lookups + 1


@pytest.mark.anyio
async def test_after_a_minute_the_cache_asks_again_and_notes_it(server: Served) -> None:
    clock = Clock()
    credentials = Credentials(server.services.database, clock=clock)
    guest = await server.guest()
    secret = guest.http.cookies[COOKIE]
    await server.write(
        lambda connection: connection.exec_driver_sql("UPDATE sessions SET seen = 1")
    )
    assert await credentials.session(secret)
    await credentials.close()
    [row] = await server.rows("SELECT seen FROM sessions")
    assert row["seen"] > 1
    clock.now += 59
    assert await credentials.session(secret)
    assert credentials.lookups == 1
    clock.now += 2
    assert await credentials.session(secret)
    assert credentials.lookups == 2
    await credentials.close()
    assert await server.rows("SELECT seen FROM sessions") == [row]  # not a minute has passed


@pytest.mark.anyio
async def test_what_was_read_before_a_change_is_not_kept(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    credentials = server.services.people.credentials
    guest = await server.guest()
    person = (await server.rows("SELECT id FROM people"))[0]["id"]
    read = server.services.database.read

    async def slow(work: Callable[[Connection], object]) -> object:
        found = await read(work)
        credentials.forget(person)
        return found

    monkeypatch.setattr(server.services.database, "read", slow)
    assert await credentials.session(guest.http.cookies[COOKIE])
    assert len(credentials) == 0


@pytest.mark.anyio
async def test_a_failed_note_is_nobodys_trouble(
    server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from harmonies.server.problems import StorageProblem

    guest = await server.guest()
    await server.write(
        lambda connection: connection.exec_driver_sql("UPDATE sessions SET seen = 1")
    )

    async def full(_work: object) -> None:
        raise StorageProblem(507, "storage/full", "The disk is full.")

    monkeypatch.setattr(server.services.database, "write", full)
    done(await guest.get("/api/me"))
    await server.services.people.credentials.close()
    assert "could not note" in caplog.text


@pytest.mark.anyio
async def test_a_session_that_expires_while_cached_is_over(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = await server.guest()
    done(await guest.get("/api/me"))
    expires = (await server.rows("SELECT expires FROM sessions"))[0]["expires"]
    monkeypatch.setattr("harmonies.server.credentials.now", lambda: expires)
    refused(await guest.get("/api/me"), 401, "person/unknown")


@pytest.mark.anyio
async def test_a_person_has_their_own_limit_and_an_address_another(tmp_path: Path) -> None:
    async with serving(tmp_path, requests_per_minute=5, requests_per_address=12) as server:
        ada, bo = await server.guest("Ada"), await server.guest("Bo")
        answers = [await ada.get("/api/me") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        problem = refused(answers[-1], 429, "request/too-many")
        assert int(answers[-1].headers["retry-after"]) == problem["wait"] == 12
        done(await bo.get("/api/me"))
        answers = [await server.stranger().get("/api/me") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [401, 401, 401, 429]
        refused(await server.stranger(address="192.0.2.9").get("/api/me"), 401, "person/unknown")


@pytest.mark.anyio
async def test_a_revoked_session_is_forgotten_at_once(server: Served) -> None:
    guest = await server.guest()
    secret = guest.http.cookies[COOKIE]
    seen: list[Known | None] = []

    async def look() -> None:
        while not seen or seen[-1] is not None:
            seen.append(await server.services.people.credentials.session(secret))
            await asyncio.sleep(0)

    looking = asyncio.create_task(look())
    while not seen:
        await asyncio.sleep(0)
    done(await guest.post("/api/sign-out"), 204)
    assert await server.services.people.credentials.session(secret) is None
    async with asyncio.timeout(5):
        await looking
    assert seen[0] is not None
