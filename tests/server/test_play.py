"""Tables and games over HTTP: what happens, and who may."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from harmonies.fair import verify
from harmonies.players import LEVELS, PLAYERS
from harmonies.records import parse_record
from harmonies.server import addresses
from server.harness import Served, Visitor, done, refused, serving

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio

# Every route of a table, with a body it could be asked with.
CHANGES: dict[str, Any] = {
    "sit": {},
    "computer": {"seat": 2, "level": "greedy"},
    "leave": None,
    "send-away": {"seat": 2},
    "start": None,
    "resign": {},
    "agree-to-end": {},
    "replace": {"seat": 2},
    "rematch": None,
    "moves": {"version": 1, "move": "take 1"},
    "undo": {"version": 1},
}
VIEWS = ("", "/events", "/view", "/record")


async def open_table(host: Visitor, **chosen: Any) -> dict[str, Any]:
    opened: dict[str, Any] = done(await host.post("/api/tables", chosen), 201)
    return opened


async def two_at_a_table(server: Served, **chosen: Any) -> tuple[Visitor, Visitor, str]:
    ann, ben = await server.guest("Ann"), await server.guest("Ben")
    table = await open_table(ann, first=1, **chosen)
    done(await ben.post(f"/api/tables/{table['id']}/sit", {"code": table["code"]}))
    done(await ann.post(f"/api/tables/{table['id']}/start"))
    return ann, ben, table["id"]


async def test_a_whole_game_at_a_hot_seat_and_its_record(server: Served) -> None:
    ann = await server.guest("Ann")
    table = await open_table(
        ann, players=2, my_seats=2, start=True, spirits=True, side="B", nonce="Ann's own"
    )
    path = f"/api/tables/{table['id']}"
    refused(await ann.get(f"{path}/record"), 409, "table/not-over")
    while True:
        view = done(await ann.get(f"{path}/view"))
        if not view["legal"]:
            break
        move = "end" if "end" in view["legal"] else view["legal"][0]
        done(await ann.post(f"{path}/moves", {"version": view["version"], "move": move}))
    over = done(await ann.get(path))
    assert (over["status"], over["ending"]) == ("over", "rules")
    assert [place["points"] for place in over["result"]] == [
        score["total"] for score in view["scores"]
    ]
    text = (await ann.get(f"{path}/record")).text
    record = parse_record(text)
    assert record.game.over
    report = verify(record)
    assert not report.failed, str(report)
    assert report.proven, str(report)
    early = done(await ann.get(f"{path}/view?version=3"))
    assert early["version"] == 3
    assert early["legal"] == []
    refused(await ann.get(f"{path}/view?version=99999"), 409, "play/unknown-version")
    length = over["version"]
    assert done(await ann.get(f"{path}/events?since={length}"))["events"] == []
    late = await ann.get(f"{path}/events?since={length + 1}")
    assert refused(late, 409, "play/unknown-version")["version"] == length


async def test_a_stranger_sees_nothing_of_a_private_table_and_changes_nothing(
    server: Served,
) -> None:
    ann, _, table = await two_at_a_table(server)
    eve, nobody = await server.guest("Eve"), server.stranger()
    before = done(await ann.get(f"/api/tables/{table}/events"))
    for path in VIEWS:
        refused(await eve.get(f"/api/tables/{table}{path}"), 404, "table/not-found")
        refused(await nobody.get(f"/api/tables/{table}{path}"), 404, "table/not-found")
    for change, body in CHANGES.items():
        answer = await eve.post(f"/api/tables/{table}/{change}", body)
        assert answer.status_code in (403, 404), (change, answer.text)
        refused(await nobody.post(f"/api/tables/{table}/{change}", body), 401, "person/unknown")
    assert done(await ann.get(f"/api/tables/{table}/events")) == before


async def test_who_watches_a_public_game_may_not_touch_it(server: Served) -> None:
    ann, _, table = await two_at_a_table(server, public=True, spirits=True)
    eve = await server.guest("Eve")
    before = done(await ann.get(f"/api/tables/{table}"))
    for change, body in CHANGES.items():
        answer = await eve.post(f"/api/tables/{table}/{change}", body)
        assert answer.status_code in (403, 409), (change, answer.text)
    after = done(await ann.get(f"/api/tables/{table}"))
    assert after == before
    view = done(await eve.get(f"/api/tables/{table}/view"))
    assert view["legal"] == []
    assert view["state"]["dealt"] is None
    assert done(await ann.get(f"/api/tables/{table}/view"))["state"]["dealt"] is not None


async def test_nobody_plays_for_another_seat(server: Served) -> None:
    ann, ben, table = await two_at_a_table(server)
    path = f"/api/tables/{table}"
    refused(
        await ben.post(f"{path}/moves", {"version": 1, "move": "take 1"}),
        409,
        "play/not-your-turn",
    )
    refused(await ben.post(f"{path}/resign", {"seat": 1}), 403, "seat/not-yours")
    done(await ann.post(f"{path}/moves", {"version": 1, "move": "take 1"}))
    refused(await ben.post(f"{path}/undo", {"version": 2}), 409, "play/not-your-turn")
    assert done(await ann.post(f"{path}/undo", {"version": 2})) == {"version": 3}
    refused(await ann.post(f"{path}/undo", {"version": 3}), 409, "undo/nothing-to-undo")


async def test_a_refused_move_says_why_what_is_legal_and_where_the_table_stands(
    server: Served,
) -> None:
    ann, _, table = await two_at_a_table(server)
    path = f"/api/tables/{table}/moves"
    problem = refused(
        await ann.post(path, {"version": 1, "move": "place W a1"}), 422, "move/take-first"
    )
    assert problem["version"] == 1
    assert "take 1" in problem["legal"]
    problem = refused(
        await ann.post(path, {"version": 1, "move": "take me home"}), 422, "syntax/unknown-group"
    )
    assert problem["column"] == 6
    assert problem["version"] == 1


async def test_a_move_sent_again_under_its_key_happens_once(server: Served) -> None:
    ann, _, table = await two_at_a_table(server)
    path, key = f"/api/tables/{table}/moves", {"Idempotency-Key": "one"}
    body = {"version": 1, "move": "take 1"}
    first = await ann.post(path, body, headers=key)
    again = await ann.post(path, body, headers=key)
    assert done(first) == done(again) == {"version": 2}
    assert again.headers["idempotency-replayed"] == "true"
    problem = refused(await ann.post(path, body), 409, "play/stale")
    assert problem["events"] == ["take 1"]


async def test_opening_a_table_again_under_its_key_opens_one(server: Served) -> None:
    ann = await server.guest("Ann")
    key = {"Idempotency-Key": "open"}
    one = done(await ann.post("/api/tables", {"players": 3}, headers=key), 201)
    two = done(await ann.post("/api/tables", {"players": 3}, headers=key), 201)
    assert one["id"] == two["id"]
    assert len(done(await ann.get("/api/me/tables"))["tables"]) == 1


async def test_tables_are_listed_and_filtered(server: Served) -> None:
    ann, eve = await server.guest("Ann"), await server.guest("Eve")
    await open_table(ann, public=True, players=2)
    await open_table(ann, public=True, players=4, side="B", spirits=True)
    await open_table(ann, players=2)

    async def listed(query: str) -> list[int]:
        found = done(await eve.get(f"/api/tables{query}"))["tables"]
        return [table["players"] for table in found]

    assert await listed("") == [4, 2]
    assert await listed("?side=B") == [4]
    assert await listed("?players=2") == [2]
    assert await listed("?spirits=false") == [2]
    assert await listed("?status=playing") == []
    assert len(done(await ann.get("/api/me/tables"))["tables"]) == 3
    page = done(await eve.get("/api/tables?limit=1"))
    assert page["more"] is not None
    refused(await eve.get("/api/tables?side=C"), 422, "request/invalid")


@pytest.mark.parametrize(
    ("chosen", "status", "code"),
    [
        ({"players": 5}, 422, "request/invalid"),
        ({"players": 0}, 422, "request/invalid"),
        ({"players": "2"}, 422, "request/invalid"),
        ({"players": True}, 422, "request/invalid"),
        ({"public": "yes"}, 422, "request/invalid"),
        ({"side": "C"}, 422, "request/invalid"),
        ({"colour": "red"}, 422, "request/invalid"),
        ({"players": 2, "my_seats": 2, "computers": ["greedy"]}, 422, "table/too-few-seats"),
        ({"players": 2, "first": 3}, 422, "table/no-such-first"),
        ({"computers": ["deep-thought"]}, 422, "player/unknown"),
        ({"players": 3, "start": True}, 409, "table/not-full"),
    ],
)
async def test_a_table_that_cannot_be_is_not_opened(
    server: Served, chosen: dict[str, Any], status: int, code: str
) -> None:
    ann = await server.guest("Ann")
    refused(await ann.post("/api/tables", chosen), status, code)
    assert done(await ann.get("/api/me/tables"))["tables"] == []


async def test_a_rematch_leads_everybody_to_one_table(server: Served) -> None:
    ann, ben, table = await two_at_a_table(server)
    done(await ann.post(f"/api/tables/{table}/resign", {}))
    one = done(await ben.post(f"/api/tables/{table}/rematch"))
    two = done(await ann.post(f"/api/tables/{table}/rematch"))
    assert one["id"] == two["id"]
    assert [seat["kind"] for seat in two["seats"]] == ["open", "person"]
    done(await ann.post(f"/api/tables/{one['id']}/sit", {"code": two["code"]}))


async def test_a_new_name_shows_where_its_person_sits(server: Served) -> None:
    ann, ben, table = await two_at_a_table(server)
    done(await ben.ask("PATCH", "/api/me", {"name": "Benedict"}))
    for _ in range(100):
        seats = done(await ann.get(f"/api/tables/{table}"))["seats"]
        if seats[1]["name"] == "Benedict":
            return
        await asyncio.sleep(0.05)
    raise AssertionError(seats)


async def test_a_program_plays_with_a_token(server: Served) -> None:
    ann = await server.owner("Ann")
    program = await server.program(ann)
    table = await open_table(program, my_seats=2, start=True)
    done(await program.post(f"/api/tables/{table['id']}/moves", {"version": 1, "move": "take 1"}))


@pytest.mark.parametrize(
    ("chosen", "opened", "url"),
    [
        ({"host": "0.0.0.0"}, "http://localhost:8484", "http://192.168.0.7:8484/"),
        ({"host": "0.0.0.0"}, "http://127.0.0.1:8484", "http://192.168.0.7:8484/"),
        ({"host": "0.0.0.0"}, "http://192.168.0.7:8484", None),
        ({"host": "127.0.0.1"}, "http://localhost:8484", None),
        (
            {"public_url": "https://play.example.org/h"},
            "http://localhost",
            "https://play.example.org/h/",
        ),
    ],
)
async def test_invitations_lead_to_an_address_that_others_can_reach(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    chosen: dict[str, str],
    opened: str,
    url: str | None,
) -> None:
    monkeypatch.setattr(addresses, "house_address", lambda: "192.168.0.7")
    async with serving(tmp_path, **chosen) as server:
        assert done(await server.stranger(base=opened).get("/api/reach")) == {"url": url}


async def test_the_computer_players_introduce_themselves(server: Served) -> None:
    players = done(await server.stranger().get("/api/players"))
    assert {player["level"] for player in players} == set(PLAYERS)
    assert all(player["about"].endswith(".") and player["title"] for player in players)
    picked = [player for player in players if player["strength"] is not None]
    assert [player["level"] for player in picked] == list(LEVELS)
    assert [player["strength"] for player in picked] == list(range(1, len(LEVELS) + 1))
    assert [player["lighter"] for player in picked] == ["random", *LEVELS[:-1]]
    assert all(player["nodes"] for player in picked)


async def test_every_refusal_at_a_table_says_how_far_it_is(server: Served) -> None:
    ann, ben, table = await two_at_a_table(server, spirits=False)
    path = f"/api/tables/{table}"
    done(await ann.post(f"{path}/moves", {"version": 1, "move": "take 1"}))
    for visitor, change, body, code in (
        (ann, "moves", {"version": 1, "move": "take 1"}, "play/stale"),
        (ann, "moves", {"version": 7, "move": "take 1"}, "play/unknown-version"),
        (ann, "moves", {"version": 2, "move": "take 1"}, "move/already-taken"),
        (ann, "moves", {"version": 2, "move": "dance"}, "syntax/unknown-verb"),
        (ann, "moves", {"move": "take 1"}, "request/invalid"),
        (ben, "moves", {"version": 2, "move": "take 1"}, "play/not-your-turn"),
        (ben, "sit", {}, "table/started"),
        (ben, "start", None, "table/started"),
        (ben, "resign", {"seat": 1}, "seat/not-yours"),
        (ben, "replace", {"seat": 4}, "seat/not-found"),
        (ben, "replace", {"seat": 1}, "seat/present"),
        (ben, "rematch", None, "table/not-over"),
    ):
        answer = await visitor.post(f"{path}/{change}", body)
        problem = answer.json()
        assert (problem["code"], problem.get("version")) == (code, 2), problem
    answer = await ann.post(f"{path}/moves", headers={"Idempotency-Key": " "})
    assert answer.json()["version"] == 2
    assert (await ann.get(f"{path}/record")).json()["version"] == 2
    eve = await server.guest("Eve")
    for change, body in CHANGES.items():
        assert "version" not in (await eve.post(f"{path}/{change}", body)).json(), change


async def test_a_program_that_only_asks_now_and_then_is_not_absent(tmp_path: Path) -> None:
    async with serving(tmp_path, absent_after=0.2) as server:
        ann, ben, table = await two_at_a_table(server)
        path = f"/api/tables/{table}"
        await asyncio.sleep(0.3)
        done(await ben.get(f"{path}/events"))
        refused(await ann.post(f"{path}/replace", {"seat": 2}), 409, "seat/present")
        await asyncio.sleep(0.3)
        assert (
            done(await ann.post(f"{path}/replace", {"seat": 2}))["seats"][1]["kind"] == "computer"
        )
        assert done(await ben.get(path))["seats"][1]["you"] is False


async def test_a_rematch_at_a_private_table_is_open_to_those_who_played(server: Served) -> None:
    ann, ben, table = await two_at_a_table(server)
    path = f"/api/tables/{table}"
    done(await ann.post(f"{path}/agree-to-end", {}))
    done(await ben.post(f"{path}/agree-to-end", {}))
    again = done(await ann.post(f"{path}/rematch"))
    assert done(await ben.get(path))["rematch"] == again["id"]
    eve = await server.guest("Eve")
    refused(await eve.get(f"/api/tables/{again['id']}"), 404, "table/not-found")
    assert done(await ben.post(f"{path}/rematch"))["id"] == again["id"]
    sat = done(await ben.post(f"/api/tables/{again['id']}/sit", {"nonce": "Ben's own"}))
    assert [seat["you"] for seat in sat["seats"]] == [False, True]
    assert done(await ann.post(f"/api/tables/{again['id']}/start"))["status"] == "playing"


async def test_a_game_one_was_replaced_in_stays_in_ones_history(server: Served) -> None:
    ann = await server.guest("Ann")
    ben = await server.guest("Ben")
    table = await open_table(ann, players=3, computers=["random"], first=1)
    done(await ben.post(f"/api/tables/{table['id']}/sit", {"code": table["code"]}))
    done(await ann.post(f"/api/tables/{table['id']}/start"))
    done(await ben.post(f"/api/tables/{table['id']}/resign", {}))
    assert [one["id"] for one in done(await ben.get("/api/me/tables"))["tables"]] == [table["id"]]
    assert done(await ben.get(f"/api/tables/{table['id']}/view"))["legal"] == []
    exported = done(await ben.get("/api/me/export"))["tables"]
    assert [(one["id"], one["seats"][0]["former"]) for one in exported] == [(table["id"], True)]
    done(await ben.ask("DELETE", "/api/me"), 204)
    assert (await server.rows("SELECT former FROM seats WHERE former IS NOT NULL")) == []
