"""Nothing the server said 'yes' to is ever lost, and nothing happens twice.

Clients play as fast as they can; the server is killed in the middle, again and again. After each
restart every acknowledged move has to be there, in its place, once; the moves that were on their way are
sent again under the same key and have to have happened exactly once; and every view has to replay.
"""

from __future__ import annotations

import asyncio
import random
import signal
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from harmonies import Game, State, parse_event
from server.running import EASY, Process

if TYPE_CHECKING:
    from pathlib import Path

TABLES = 6
CHANCE = ("drawn ", "turned ", "dealt ")


@dataclass
class Sitting:
    """A table as its only player, who holds both seats, knows it."""

    id: str
    start: State
    http: httpx.AsyncClient
    rng: random.Random
    log: list[str] = field(default_factory=list)  # as far as the server has answered for it
    asked: dict[str, Any] | None = None  # what was on its way when the server went
    confirmed: int = 0

    def game(self) -> Game:
        return replayed(self.start, self.log)

    async def play(self) -> None:
        """Plays on until the server is gone or the game is over."""
        game = self.game()
        while not game.over:
            if self.asked is None:
                self.asked = self.decide(game)
            path = self.asked["path"]
            headers = {"Idempotency-Key": self.asked["key"]}
            answer = await self.http.post(path, json=self.asked["body"], headers=headers)
            assert answer.status_code == 200, answer.text
            version = answer.json()["version"]
            news = (
                await self.http.get(f"/api/tables/{self.id}/events?since={len(self.log)}")
            ).json()
            self.asked = None
            assert news["version"] == version
            self.log += news["events"]
            self.confirmed += 1
            game = self.game()

    def decide(self, game: Game) -> dict[str, Any]:
        table, version = f"/api/tables/{self.id}", game.version
        key = uuid.UUID(int=self.rng.getrandbits(128)).hex
        if game.undoable and self.rng.random() < 0.1:
            return {"path": f"{table}/undo", "body": {"version": version}, "key": key}
        move = str(self.rng.choice(game.legal_moves()))
        body = {"version": version, "move": move}
        return {"path": f"{table}/moves", "body": body, "key": key}

    def check(self, kept: list[str]) -> None:
        """Compares what the server has after a restart with what it had said 'yes' to."""
        assert kept[: len(self.log)] == self.log, "an acknowledged event is gone or changed"
        beyond = kept[len(self.log) :]
        if beyond:
            assert self.asked is not None, f"nobody asked for {beyond}"
            assert beyond[0] == self.asked["body"].get("move", "undo")
            done = [text for text in beyond if not text.startswith(CHANCE)]
            assert len(done) == 1, f"one thing was asked for, and {done} happened"
        replayed(self.start, kept)


def replayed(start: State, log: list[str]) -> Game:
    game = Game.replay(start, ())
    for text in log:
        game.enter(parse_event(text, game.state))
    return game


async def sit_down(base: str, rng: random.Random) -> Sitting:
    http = httpx.AsyncClient(base_url=base, headers={"Origin": base}, timeout=30)
    (await http.post("/api/me", json={"name": "Ann"})).raise_for_status()
    side, spirits = rng.choice("AB"), rng.random() < 0.5
    body = {"players": 2, "my_seats": 2, "start": True, "side": side, "spirits": spirits}
    table = (await http.post("/api/tables", json=body)).raise_for_status().json()
    start = State.start(side, 2, spirits, table["first"] - 1)
    first = (await http.get(f"/api/tables/{table['id']}/events")).json()
    return Sitting(table["id"], start, http, rng, log=first["events"])


async def look_again(sitting: Sitting, base: str) -> None:
    """Comes back to a server that was restarted elsewhere, and checks everything it has."""
    cookies = sitting.http.cookies
    await sitting.http.aclose()
    sitting.http = httpx.AsyncClient(
        base_url=base, headers={"Origin": base}, timeout=30, cookies=cookies
    )
    events = await sitting.http.get(f"/api/tables/{sitting.id}/events")
    sitting.check(events.json()["events"])
    view = (await sitting.http.get(f"/api/tables/{sitting.id}/view")).json()
    replay = replayed(sitting.start, events.json()["events"])
    assert view["position"] == str(replay.state)
    watching = httpx.AsyncClient(base_url=base)
    assert (await watching.get(f"/api/tables/{sitting.id}")).status_code == 404
    await watching.aclose()


async def play_until_gone(sittings: list[Sitting]) -> None:
    async def one(sitting: Sitting) -> None:
        try:
            await sitting.play()
        except httpx.TransportError:
            return

    await asyncio.gather(*(one(sitting) for sitting in sittings))


def start(folder: Path) -> Process:
    return Process(folder, HARMONIES_PLAYER_WORKERS="0", **EASY)


async def kill_again_and_again(folder: Path, rounds: int, seed: int) -> tuple[int, int]:
    """Returns how many moves were acknowledged, and how many rounds cut one off on its way."""
    rng = random.Random(seed)
    sittings: list[Sitting] = []
    confirmed = cut_off = 0
    for _ in range(rounds):
        server = await asyncio.to_thread(start, folder)
        try:
            for sitting in sittings:
                await look_again(sitting, server.url)
            sittings = [sitting for sitting in sittings if not sitting.game().over]
            while len(sittings) < TABLES:
                sittings.append(await sit_down(server.url, random.Random(rng.random())))
            before = sum(sitting.confirmed for sitting in sittings)
            playing = asyncio.create_task(play_until_gone(sittings))
            await asyncio.sleep(rng.uniform(0.05, 0.7))
        finally:
            await asyncio.to_thread(server.end, signal.SIGKILL)
        await playing
        confirmed += sum(sitting.confirmed for sitting in sittings) - before
        cut_off += any(sitting.asked is not None for sitting in sittings)
    server = await asyncio.to_thread(start, folder)
    try:
        for sitting in sittings:
            await look_again(sitting, server.url)
            await sitting.http.aclose()
    finally:
        assert server.end() == 0
    return confirmed, cut_off


def test_a_server_that_is_killed_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    confirmed, cut_off = asyncio.run(kill_again_and_again(tmp_path / "data", rounds=4, seed=1))
    assert confirmed > 20
    assert cut_off > 0


@pytest.mark.long
def test_not_even_when_it_is_killed_two_hundred_times(tmp_path: Path) -> None:
    confirmed, cut_off = asyncio.run(kill_again_and_again(tmp_path / "data", rounds=200, seed=2))
    assert confirmed > 5000
    assert cut_off > 100
