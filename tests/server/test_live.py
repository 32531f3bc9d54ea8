"""The live connection, over real sockets."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from harmonies import Game
from server.live_client import PATIENCE, Browser
from server.running import EASY, Process

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("live") / "data"
    chosen = {"PLAYER_WORKERS": "0", "PING_EVERY": "2", "MESSAGES_PER_SECOND": "200"}
    server = Process(folder, **{f"HARMONIES_{key}": value for key, value in chosen.items()}, **EASY)
    yield server.url
    assert server.end() == 0
    assert "Traceback" not in server.log.read_text()


async def table_of_two(url: str, *, spirits: bool = True) -> tuple[Browser, Browser, str]:
    ann, ben = await Browser(url).arrive("Ann"), await Browser(url).arrive("Ben")
    opened = await ann.post("/api/tables", {"public": True, "spirits": spirits, "first": 1})
    await ben.post(f"/api/tables/{opened['id']}/sit", {})
    await ann.post(f"/api/tables/{opened['id']}/start")
    return ann, ben, opened["id"]


async def test_two_players_and_a_spectator_follow_a_whole_game(url: str) -> None:
    ann, ben, table = await table_of_two(url)
    rng = random.Random(5)
    watcher = Browser(url)
    async with (
        ann.listen(table) as hers,
        ben.listen(table) as his,
        watcher.listen(table) as watched,
    ):
        while not hers.game.over if hers.game else True:
            assert hers.game is not None
            seats = [hers, his]
            mover = seats[hers.game.state.to_move]
            game = await mover.hear_until(hers.game.version)
            if game.undoable and rng.random() < 0.1:
                answer = await mover.ask(type="undo", version=game.version)
            else:
                move = str(rng.choice(game.legal_moves()))
                answer = await mover.ask(type="play", version=game.version, move=move)
            assert answer["type"] == "done", answer
            for other in (hers, his, watched):
                await other.hear_until(answer["version"])
        while hers.table["status"] != "over":
            await hers.hear()
        final = hers.game
        assert final is not None
        assert hers.table["result"] is not None
        record = await watcher.http.get(f"/api/tables/{table}/record")
        assert "secret" in record.text
        shown = (await watcher.http.get(f"/api/tables/{table}/events")).json()["events"]
    dealt = [text for text in watched.texts if "dealt" in text]
    assert len(dealt) == 2
    assert all(text.endswith("dealt ? ?") for text in dealt)
    assert not any("dealt ? ?" in text for text in shown), "after the end nothing is hidden"
    for browser in (ann, ben, watcher):
        await browser.close()


async def test_after_a_break_everything_since_comes_once(url: str) -> None:
    ann, ben, table = await table_of_two(url, spirits=False)
    async with ann.listen(table) as first:
        game = first.game
        assert game is not None
        for _ in range(3):
            move = str(game.legal_moves()[0])
            await first.ask(type="play", version=game.version, move=move)
    # While the line was dead something happened.
    move = str(game.legal_moves()[0])
    body = {"version": game.version, "move": move}
    await ann.post(f"/api/tables/{table}/moves", body)
    async with ann.listen(table, since=game.version, game=game) as again:
        assert again.texts == [move]
    async with ann.listen(table, since=game.version, game=game) as nothing_new:
        assert nothing_new.texts == []
    await ann.close()
    await ben.close()


async def test_a_stale_move_is_answered_with_what_was_missed(url: str) -> None:
    ann, ben, table = await table_of_two(url, spirits=False)
    async with ann.listen(table) as one, ann.listen(table) as other:
        assert one.game is not None
        version = one.game.version
        await one.ask(type="play", version=version, move="take 1", id="a")
        answer = await other.ask(type="play", version=version, move="take 2", id="b")
        assert answer["id"] == "b"
        assert answer["problem"]["code"] == "play/stale"
        assert answer["problem"]["events"] == ["take 1"]
        assert answer["problem"]["version"] == version + 1
    await ann.close()
    await ben.close()


async def test_others_hear_who_comes_and_who_goes(url: str) -> None:
    ann, ben, table = await table_of_two(url)
    async with ann.listen(table) as hers:
        assert [seat["here"] for seat in hers.table["seats"]] == [True, False]
        async with ben.listen(table):
            while not hers.table["seats"][1]["here"]:
                await hers.hear()
        while hers.table["seats"][1]["here"]:
            await hers.hear()
    await ann.close()
    await ben.close()


@pytest.mark.parametrize(
    ("headers", "path", "status"),
    [
        ({"Origin": "https://elsewhere.example"}, "live", 403),
        ({}, "nowhere", 404),
        ({}, "live?since=-1", 422),
        ({}, "live?since=7777", 409),
    ],
)
async def test_a_handshake_that_is_not_ours_is_refused(
    url: str, headers: dict[str, str], path: str, status: int
) -> None:
    ann, ben, table = await table_of_two(url)
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/{path}"
    with pytest.raises(InvalidStatus) as refused:
        await connect(address, additional_headers={**ann.headers(), **headers})
    assert refused.value.response.status_code == status
    await ann.close()
    await ben.close()


async def test_a_private_table_is_not_there_for_strangers(url: str) -> None:
    ann, eve = await Browser(url).arrive("Ann"), await Browser(url).arrive("Eve")
    opened = await ann.post("/api/tables", {"my_seats": 2, "start": True})
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{opened['id']}/live"
    with pytest.raises(InvalidStatus) as refused:
        await connect(address, additional_headers=eve.headers())
    assert refused.value.response.status_code == 404
    with_code = await connect(f"{address}?code={opened['code']}", additional_headers=eve.headers())
    await with_code.close()
    await ann.close()
    await eve.close()


GARBAGE: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    '"play"',
    "{}",
    '{"type":"dance"}',
    '{"type":"play"}',
    '{"type":"play","version":"x","move":7}',
    '{"type":"play","version":1e99,"move":"end"}',
    '{"type":"play","version":0,"move":"end","extra":1}',
    '{"type":"play","version":0,"move":"' + "x" * 5000 + '"}',
    "[" * 5000,
    "\x00\x01\x02",
    b"\xff\xfe",
    b'{"type":"ping"}',
]


async def test_garbage_is_refused_and_the_connection_goes_on(url: str) -> None:
    ann, ben, table = await table_of_two(url, spirits=False)
    async with ann.listen(table) as hers:
        for garbage in GARBAGE:
            await hers.socket.send(garbage)
            answer = await hers.hear()
            assert answer["type"] == "problem", (garbage, answer)
            assert answer["problem"]["code"] == "live/unreadable"
            assert answer["problem"]["status"] == 400
        assert (await hers.ask(type="ping"))["type"] == "pong"
        assert hers.game is not None
        done = await hers.ask(type="play", version=hers.game.version, move="take 1")
        assert done["type"] == "done"
    await ann.close()
    await ben.close()


async def test_a_hostile_client_harms_nobody_else(url: str) -> None:
    ann, ben, table = await table_of_two(url, spirits=False)
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live"

    async def flood() -> None:
        async with connect(address, additional_headers=ben.headers(), compression=None) as socket:
            with suppress(ConnectionClosed):
                for _ in range(5000):
                    await socket.send('{"type":"ping"}')

    async def huge_frame() -> None:
        async with connect(address, additional_headers=ben.headers(), compression=None) as socket:
            with suppress(ConnectionClosed):
                await socket.send("x" * (1 << 20))
                await socket.recv()
                await socket.recv()
                await asyncio.wait_for(socket.recv(), PATIENCE)

    async def never_reads() -> None:
        host, port = url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
        headers = "".join(f"{key}: {value}\r\n" for key, value in ben.headers().items())
        writer.write(
            (
                f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {host}:{port}\r\n{headers}"
                "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            ).encode()
        )
        await writer.drain()
        await asyncio.sleep(8)  # long enough to be pinged, and not to answer
        rest = await asyncio.wait_for(reader.read(), PATIENCE)
        assert rest, "it was not even let in"
        writer.close()

    async def half_open() -> None:
        host, port = url.removeprefix("http://").split(":")
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET /api/tables HTTP/1.1\r\nHost: ")
        await asyncio.sleep(3)
        writer.close()

    async def play() -> Game:
        async with ann.listen(table) as hers:
            game = hers.game
            assert game is not None
            for _ in range(30):
                moves = game.legal_moves()
                if game.undoable:
                    answer = await hers.ask(type="undo", version=game.version)
                else:
                    answer = await hers.ask(type="play", version=game.version, move=str(moves[0]))
                assert answer["type"] == "done", answer
                await asyncio.sleep(0.1)
            return game

    async def attack() -> None:
        floods = [flood() for _ in range(3)]
        await asyncio.gather(*floods, huge_frame(), never_reads(), half_open())

    game, _ = await asyncio.gather(play(), attack())
    assert game.version >= 31
    health = await ann.http.get("/healthz")
    assert health.status_code == 200
    await ann.close()
    await ben.close()


async def test_one_person_cannot_open_connections_without_end(url: str) -> None:
    ann, ben, table = await table_of_two(url, spirits=False)
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live"
    tries = [connect(address, additional_headers=ann.headers()) for _ in range(30)]
    found = await asyncio.gather(*tries, return_exceptions=True)
    refusals = [answer for answer in found if isinstance(answer, InvalidStatus)]
    sockets = [answer for answer in found if isinstance(answer, ClientConnection)]
    assert (len(sockets), len(refusals)) == (20, 10)
    for refused in refusals:
        assert refused.response.status_code == 429
        assert refused.response.body is not None
        assert json.loads(refused.response.body)["code"] == "live/too-many"
    for socket in sockets:
        await socket.close()
    await ann.close()
    await ben.close()
