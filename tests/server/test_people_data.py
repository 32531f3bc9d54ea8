"""What is kept about people: all of it can be taken away, and all of it can be deleted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import insert, text

from harmonies.players import STAND_IN
from harmonies.server import schema
from harmonies.server.database import now
from harmonies.server.identity import COOKIE
from harmonies.server.people import Change
from harmonies.server.sweeping import sweep
from harmonies.server.table_rows import add_table, event_rows
from harmonies.server.tables import open_table
from server.harness import Served, Visitor, done, refused

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from harmonies.server.tables import Status

pytestmark = pytest.mark.anyio

NONCE = bytes(range(16))
SECRET = b"the secret of the table in 32 by"


async def id_of(visitor: Visitor) -> str:
    found: str = done(await visitor.get("/api/me"))["id"]
    return found


async def table_of(
    server: Served, name: str, host: str, people: list[str | None], status: Status = "over"
) -> None:
    """A table with these people, None for a computer player, and a game that has begun."""
    table = open_table(
        host=host, side="A", players=len(people), spirits=False, first=0, public=False, at=1
    )
    table.id, table.code, table.secret = name, f"code-{name}", SECRET
    for seat, person in zip(table.seats, people, strict=True):
        if person is None:
            seat.seat_computer("greedy")
        else:
            table.sit(person, f"Name of {person}", seat.number, NONCE)
            seat.votes = frozenset({"1", "end"})
    table.start(host, 2)
    table.status, table.revision = status, 3

    def write(connection: Connection) -> None:
        add_table(connection, table)
        connection.execute(insert(schema.events), event_rows(table, 0, 5))

    await server.write(write)


async def everything(server: Served) -> str:
    """The whole database, as text."""
    found = {}
    for name in schema.metadata.tables:
        found[name] = await server.rows(f'SELECT * FROM "{name}"')
    return str(found)


async def test_the_export_is_complete(server: Served) -> None:
    ada, bo = await server.owner("Ada"), await server.guest("Bo")
    elsewhere = server.stranger()
    body = {"name": "Ada", "password": "correct horse"}
    done(await elsewhere.post("/api/sign-in", body))
    token = await ada.token("my robot")
    said = {"headers": {"idempotency-key": "k1"}}
    done(await ada.ask("PATCH", "/api/me", {"name": "Ada L"}, **said))
    me, other = await id_of(ada), await id_of(bo)
    await table_of(server, "both", other, [me, other, me])
    await table_of(server, "host", me, [other, None])
    await table_of(server, "none", other, [other])

    answer = await ada.get("/api/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="harmonies.json"'
    data = done(answer)
    assert data["person"] == done(await ada.get("/api/me"))
    assert len(data["sessions"]) == 2
    assert [made["label"] for made in data["tokens"]] == ["my robot"]
    [request] = data["requests"]
    assert (request["key"], request["status"], request["body"]["name"]) == ("k1", 200, "Ada L")
    tables = {table["id"]: table for table in data["tables"]}
    assert set(tables) == {"both", "host"}
    assert tables["both"]["seats"] == [
        {
            "seat": seat,
            "name": f"Name of {me}",
            "former": False,
            "nonce": NONCE.hex(),
            "votes": ["replace 2", "end"],
        }
        for seat in (1, 3)
    ]
    assert [tables[name]["host"] for name in ("both", "host")] == [False, True]
    assert tables["host"]["seats"] == []
    for hidden in (token, "argon2", ada.http.cookies[COOKIE], "the secret", "code-", other):
        assert hidden not in json.dumps(data)


async def test_every_column_about_a_person_is_in_the_export_or_left_out_on_purpose() -> None:
    about = {
        f"{table.name}.{column.name}"
        for table in schema.metadata.sorted_tables
        for column in table.columns
        if any(key.target_fullname == "people.id" for key in column.foreign_keys)
    }
    assert about == {
        "api_tokens.person",
        "requests.person",
        "seats.former",
        "seats.person",
        "sessions.person",
        "tables.host",
    }


async def test_a_program_may_take_the_data_away(server: Served) -> None:
    program = await server.program(await server.guest("Ada"))
    assert done(await program.get("/api/me/export"))["person"]["name"] == "Ada"
    refused(await server.stranger().get("/api/me/export"), 401, "person/unknown")


async def test_deleting_leaves_games_whole_and_nothing_of_the_person(server: Served) -> None:
    ada, bo = await server.owner("Adalaide"), await server.guest("Bo")
    said = {"headers": {"idempotency-key": "k1"}}
    done(await ada.ask("PATCH", "/api/me", {"name": "Adalheid"}, **said))
    program = await server.program(ada)
    me, other = await id_of(ada), await id_of(bo)
    await table_of(server, "both", me, [other, me, None])
    await table_of(server, "bo", other, [other])
    before = await server.rows('SELECT "table", number, kind, nonce, level FROM seats')
    games = await server.rows("SELECT * FROM events")

    answer = await ada.ask("DELETE", "/api/me")
    done(answer, 204)
    assert "Max-Age=0" in answer.headers["set-cookie"]
    refused(await ada.get("/api/me"), 401, "person/unknown")
    refused(await program.get("/api/me"), 401, "token/unknown")

    assert await server.rows('SELECT "table", number, kind, nonce, level FROM seats') == before
    assert await server.rows("SELECT * FROM events") == games
    seats = await server.rows("SELECT * FROM seats WHERE \"table\" = 'both' ORDER BY number")
    assert [seat["name"] for seat in seats] == [f"Name of {other}", "Player", "greedy"]
    assert [seat["person"] for seat in seats] == [other, None, None]
    assert [seat["votes"] for seat in seats] == ["1,end", "", ""]
    tables = await server.rows("SELECT id, host, revision FROM tables ORDER BY id")
    assert [tuple(table.values()) for table in tables] == [("bo", other, 3), ("both", None, 4)]
    left = await everything(server)
    assert me not in left
    assert "Adal" not in left


async def test_deleting_in_the_middle_of_a_game_gives_it_up(server: Served) -> None:
    ada, bo = await server.guest("Ada"), await server.guest("Bo")
    me, other = await id_of(ada), await id_of(bo)
    await table_of(server, "two", other, [me, other], "playing")
    await table_of(server, "more", other, [me, other, other], "playing")
    before = {
        table: [row["text"] for row in await events_of(server, table)] for table in ("two", "more")
    }
    done(await ada.ask("DELETE", "/api/me"), 204)
    after = {
        table: [row["text"] for row in await events_of(server, table)] for table in ("two", "more")
    }
    assert after["two"] == [*before["two"], "resign 1"]
    assert after["more"] == [*before["more"], "resign 1", f"replace 1 {STAND_IN}"]
    assert me not in await everything(server)
    for table in ("two", "more"):
        async with server.services.desk.at(table) as now_there:
            assert {seat.person for seat in now_there.seats} == {None, other}


async def test_what_is_asked_for_while_deleting_is_answered_like_a_stranger(
    server: Served,
) -> None:
    """Who somebody is, is remembered for a minute; that they are gone is known by the database."""
    ada = await server.guest("Ada")
    me = await id_of(ada)
    gone = text("DELETE FROM people WHERE id = :me")
    await server.write(lambda connection: connection.execute(gone, {"me": me}))
    refused(await ada.post("/api/tables", {}), 401, "person/unknown")
    refused(await ada.post("/api/me/tokens", {"label": "x"}), 401, "person/unknown")
    keyed = {"headers": {"idempotency-key": "one"}}
    refused(await ada.post("/api/tables", {}, **keyed), 401, "person/unknown")


async def events_of(server: Served, table: str) -> list[dict[str, Any]]:
    """The log of a table."""
    return await server.rows(
        'SELECT text FROM events WHERE "table" = :table ORDER BY number', table=table
    )


async def test_a_deleted_name_is_free_again(server: Served) -> None:
    ada = await server.owner("Ada")
    done(await ada.ask("DELETE", "/api/me"), 204)
    await server.owner("Ada")


async def test_others_hear_of_what_changed(server: Served) -> None:
    heard: list[object] = []

    async def leave(person: str) -> None:
        heard.append((person, len(await server.rows("SELECT 1 FROM people"))))

    people = server.services.people
    people.leaving.append(leave)
    people.listeners.append(heard.append)
    ada = await server.guest("Ada")
    me = await id_of(ada)
    await table_of(server, "t", me, [me])
    done(await ada.ask("PATCH", "/api/me", {"name": "Bo"}))
    done(await ada.ask("DELETE", "/api/me/sessions"), 204)
    done(await ada.ask("DELETE", "/api/me"), 204)
    assert heard == [
        Change("renamed", me, "Bo"),
        Change("ended", me),
        (me, 1),
        Change("deleted", me, "Player", ("t",)),
    ]


async def test_guests_who_cannot_come_back_are_forgotten(server: Served) -> None:
    names = ("Gone", "Sits", "Hosts", "Program", "Here")
    guests = {name: await server.guest(name) for name in names}
    owner = await server.owner("Owner")
    ids = {name: await id_of(guest) for name, guest in guests.items()}
    await table_of(server, "t", ids["Hosts"], [ids["Sits"]])
    await guests["Program"].token()
    for name in names[:4]:
        done(await guests[name].post("/api/sign-out"), 204)
    done(await owner.post("/api/sign-out"), 204)
    await server.write(lambda connection: sweep(connection, now()))
    left = {row["name"] for row in await server.rows("SELECT name FROM people")}
    assert left == {"Sits", "Hosts", "Program", "Here", "Owner"}


async def test_sessions_that_have_ended_are_swept(server: Served) -> None:
    await server.guest("Ada")
    later: Any = now() + 401 * 24 * 3600 * 1000
    await server.write(lambda connection: sweep(connection, later))
    assert await server.rows("SELECT 1 FROM sessions") == []
    assert await server.rows("SELECT 1 FROM people") == []
