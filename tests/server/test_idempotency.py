"""The same request sent again: one effect, the same answer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import BaseModel
from sqlalchemy import insert

from harmonies.server.database import Append, now
from harmonies.server.idempotency import KEPT_MS, Answer, Keep, Requests, Stamp, make_stamp
from harmonies.server.problems import Problem, StorageProblem
from harmonies.server.schema import events
from harmonies.server.sweeping import sweep
from harmonies.server.table_rows import add_table
from harmonies.server.tables import open_table
from server.harness import Served, done, refused

if TYPE_CHECKING:
    from sqlalchemy import Connection

pytestmark = pytest.mark.anyio


def key(value: str = "one") -> dict[str, Any]:
    return {"headers": {"idempotency-key": value}}


async def test_a_repeated_request_gets_the_same_answer(server: Served) -> None:
    guest = await server.guest("Ada")
    first = await guest.ask("PATCH", "/api/me", {"name": "Bo"}, **key())
    done(await guest.ask("PATCH", "/api/me", {"name": "Cleo"}))
    again = await guest.ask("PATCH", "/api/me", {"name": "Bo"}, **key())
    assert again.content == first.content
    assert again.headers["idempotency-replayed"] == "true"
    assert "idempotency-replayed" not in first.headers
    assert again.headers["content-type"] == first.headers["content-type"] == "application/json"
    assert done(await guest.get("/api/me"))["name"] == "Cleo"


async def test_an_answer_without_a_body_is_repeated(server: Served) -> None:
    guest = await server.guest()
    await guest.token()
    [token] = done(await guest.get("/api/me/tokens"))["tokens"]
    for _ in range(3):
        answer = await guest.ask("DELETE", f"/api/me/tokens/{token['id']}", **key())
        assert (answer.status_code, answer.content) == (204, b"")


async def test_another_request_with_the_same_key_is_refused(server: Served) -> None:
    guest = await server.guest("Ada")
    done(await guest.ask("PATCH", "/api/me", {"name": "Bo"}, **key()))
    other = await guest.ask("PATCH", "/api/me", {"name": "Cleo"}, **key())
    refused(other, 422, "request/key-reused")
    other = await guest.post("/api/me/tokens", {"label": "x"}, **key())
    refused(other, 422, "request/key-reused")
    done(await guest.ask("PATCH", "/api/me", {"name": "Cleo"}, **key("two")))


async def test_keys_are_everybodys_own(server: Served) -> None:
    for name in ("Ada", "Bo"):
        guest = await server.guest(name)
        done(await guest.ask("PATCH", "/api/me", {"name": name * 2}, **key()))


@pytest.mark.parametrize("wrong", ["", "x" * 81, "a b", "é", "a\tb"])
async def test_keys_that_are_none(server: Served, wrong: str) -> None:
    guest = await server.guest()
    said = {"headers": {"idempotency-key": wrong.encode()}}
    answer = await guest.ask("PATCH", "/api/me", {"name": "Bo"}, **said)
    refused(answer, 422, "request/key-invalid")


async def test_requests_at_once_have_one_effect(server: Served) -> None:
    guest = await server.guest()
    answers = await asyncio.gather(
        *(guest.post("/api/me/tokens", {"label": "x"}, **key()) for _ in range(8))
    )
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7
    assert len(await server.rows("SELECT 1 FROM api_tokens")) == 1


async def test_a_token_is_shown_once_even_to_a_repeated_request(server: Served) -> None:
    guest = await server.guest()
    first = done(await guest.post("/api/me/tokens", {"label": "x"}, **key()), 201)
    refused(await guest.post("/api/me/tokens", {"label": "x"}, **key()), 409, "token/shown-once")
    [row] = await server.rows("SELECT body FROM requests")
    assert first["token"] not in row["body"]


async def test_claiming_twice_by_mistake(server: Served) -> None:
    guest = await server.guest()
    body = {"password": "correct horse"}
    first = done(await guest.post("/api/me/claim", body, **key()))
    assert done(await guest.post("/api/me/claim", body, **key())) == first
    [row] = await server.rows("SELECT * FROM requests")
    assert "correct horse" not in str(row)


async def test_refusals_are_not_kept(server: Served) -> None:
    owner, guest = await server.owner("Ada"), await server.guest("Bo")
    renaming = ("PATCH", "/api/me", {"name": "Ada"})
    refused(await guest.ask(*renaming, **key()), 409, "name/taken")
    done(await owner.ask("DELETE", "/api/me"), 204)
    done(await guest.ask(*renaming, **key()))


async def test_a_stranger_without_a_name_signs_out_of_nothing(server: Served) -> None:
    stranger = server.stranger()
    done(await stranger.post("/api/sign-out", **key()), 204)


LONG = "0b9d6e0c-6a55-4c0c-9a53-3f0b6f7d2f11"


async def test_a_stranger_whose_answer_was_lost_arrives_once(server: Served) -> None:
    ada = {"name": "Ada"}
    answers = await asyncio.gather(
        *(server.stranger().post("/api/me", ada, **key(LONG)) for _ in range(3))
    )
    assert len({done(answer, 201)["id"] for answer in answers}) == 1
    assert len(await server.rows("SELECT 1 FROM people")) == 1
    for answer in answers:
        cookie = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
        me = done(await server.stranger().get("/api/me", headers=cookie))
        assert me == answer.json()


@pytest.mark.parametrize(
    ("name", "said", "elsewhere"),
    [
        ("Bo", key(LONG), {}),
        ("Ada", key(LONG[:-1] + "2"), {}),
        ("Ada", key(LONG), {"address": "192.0.2.2"}),
        ("Ada", {"headers": {**key(LONG)["headers"], "user-agent": "another"}}, {}),
    ],
)
async def test_strangers_who_are_not_the_same_are_two(
    server: Served, name: str, said: dict[str, Any], elsewhere: dict[str, Any]
) -> None:
    done(await server.stranger().post("/api/me", {"name": "Ada"}, **key(LONG)), 201)
    done(await server.stranger(**elsewhere).post("/api/me", {"name": name}, **said), 201)
    assert len(await server.rows("SELECT 1 FROM people")) == 2


@pytest.mark.parametrize("short", ["1", "fifteen-letters", ""])
async def test_a_strangers_key_that_can_be_guessed_is_refused(server: Served, short: str) -> None:
    """Neither may it let somebody else in, nor be passed over as if nothing had been asked for."""
    answer = await server.stranger().post("/api/me", {"name": "Ada"}, **key(short))
    problem = refused(answer, 422, "request/key-invalid")
    assert "16 characters" in problem["detail"]
    assert await server.rows("SELECT 1 FROM people") == []


# The service, as other routes use it


class Said(BaseModel):
    number: int


async def stamp_of(server: Served, value: str = "one", body: bytes = b"") -> Stamp:
    [person, *_] = await server.rows("SELECT id FROM people")
    stamp = make_stamp(person["id"], value, "POST", "/api/x", b"", body)
    assert stamp is not None
    return stamp


async def table_in(server: Served) -> str:
    table = open_table(
        host=(await server.rows("SELECT id FROM people"))[0]["id"],
        side="A",
        players=2,
        spirits=False,
        first=0,
        public=True,
        at=1,
    )
    await server.write(lambda connection: add_table(connection, table))
    return table.id


async def test_effect_and_answer_are_kept_together(server: Served) -> None:
    await server.guest()
    table, stamp = await table_in(server), await stamp_of(server)
    rows = [{"table": table, "number": 0, "text": "take 1", "at": now()}]
    runs = 0

    async def effect(keep: Keep) -> Answer:
        nonlocal runs
        runs += 1
        answer = Answer.of(Said(number=runs))
        assert keep.wanted
        append = Append(rows, lambda connection: keep(connection, answer))
        await server.services.database.append(append)
        assert not keep.wanted
        return answer

    first = await server.services.requests.once(stamp, effect)
    again = await server.services.requests.once(stamp, effect)
    assert (first.body, again.body, again.repeated, runs) == (first.body, first.body, True, 1)
    assert len(await server.rows("SELECT 1 FROM events")) == 1


async def test_two_servers_at_once_have_one_effect(server: Served) -> None:
    """Neither knows of the other's work: the transaction decides."""
    await server.guest()
    table, stamp = await table_in(server), await stamp_of(server)
    database = server.services.database
    both_have_looked = asyncio.Barrier(2)

    def effect_of(number: int) -> Any:
        async def effect(keep: Keep) -> Answer:
            await both_have_looked.wait()
            answer = Answer.of(Said(number=number))

            def write(connection: Connection) -> None:
                row = {"table": table, "number": number, "text": "take 1", "at": now()}
                connection.execute(insert(events), row)
                keep(connection, answer)

            await database.write(write)
            return answer

        return effect

    answers = await asyncio.gather(
        *(Requests(database).once(stamp, effect_of(number)) for number in range(2))
    )
    assert answers[0].body == answers[1].body
    assert sorted(answer.repeated for answer in answers) == [False, True]
    [row] = await server.rows("SELECT number FROM events")
    assert answers[0].body == Said(number=row["number"]).model_dump_json()


async def test_an_effect_without_a_transaction_is_kept_afterwards(server: Served) -> None:
    await server.guest()
    stamp = await stamp_of(server)
    runs = 0

    async def effect(_keep: Keep) -> Answer:
        nonlocal runs
        runs += 1
        return Answer.of(Said(number=runs), 201)

    for repeated in (False, True):
        answer = await server.services.requests.once(stamp, effect)
        assert (answer.status, answer.body, answer.repeated) == (201, '{"number":1}', repeated)


async def test_an_answer_that_cannot_be_kept_is_given_all_the_same(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.guest()
    stamp = await stamp_of(server)

    async def full(_work: object) -> None:
        raise StorageProblem(507, "storage/full", "The disk is full.")

    async def effect(_keep: Keep) -> Answer:
        return Answer(204)

    monkeypatch.setattr(server.services.database, "write", full)
    assert (await server.services.requests.once(stamp, effect)).status == 204


async def test_a_request_that_takes_long_is_said_to_be_in_progress(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harmonies.server.idempotency.PATIENCE_SECONDS", 0.05)
    await server.guest()
    stamp, requests = await stamp_of(server), server.services.requests
    go_on = asyncio.Event()

    async def slow(_keep: Keep) -> Answer:
        await go_on.wait()
        return Answer(204)

    first = asyncio.create_task(requests.once(stamp, slow))
    await asyncio.sleep(0.01)
    with pytest.raises(Problem, match="request/in-progress"):
        await requests.once(stamp, slow)
    go_on.set()
    assert (await first).status == 204
    assert (await requests.once(stamp, slow)).repeated


async def test_a_failed_effect_leaves_the_key_free(server: Served) -> None:
    await server.guest()
    stamp, requests = await stamp_of(server), server.services.requests

    async def fails(_keep: Keep) -> Answer:
        raise RuntimeError("broken")

    async def works(_keep: Keep) -> Answer:
        return Answer(204)

    with pytest.raises(RuntimeError):
        await requests.once(stamp, fails)
    assert not (await requests.once(stamp, works)).repeated
    other = await stamp_of(server, body=b"something else")
    with pytest.raises(Problem, match="request/key-reused"):
        await requests.once(other, works)


async def test_answers_are_kept_for_a_day(server: Served) -> None:
    guest = await server.guest()
    renaming = ("PATCH", "/api/me", {"name": "Bo"})
    done(await guest.ask(*renaming, **key()))
    await server.write(lambda connection: sweep(connection, now() + KEPT_MS - 60_000))
    assert "idempotency-replayed" in (await guest.ask(*renaming, **key())).headers
    await server.write(lambda connection: sweep(connection, now() + KEPT_MS + 60_000))
    assert "idempotency-replayed" not in (await guest.ask(*renaming, **key())).headers
