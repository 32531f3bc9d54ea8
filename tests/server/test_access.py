"""Sessions that can be listed and ended, tokens for programs, and slow guessing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from harmonies.server.database import now
from harmonies.server.schema import sessions
from server.harness import PASSWORD, Served, done, refused, serving

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


# Sessions


async def test_sessions_can_be_listed_and_ended(server: Served) -> None:
    browser, elsewhere = await server.owner("Ada"), server.stranger()
    elsewhere.http.headers["user-agent"] = "Phone\t" + "x" * 300
    done(await elsewhere.sign_in("Ada"))
    listed = done(await browser.get("/api/me/sessions"))["sessions"]
    assert [session["current"] for session in listed].count(True) == 1
    phone = next(session for session in listed if not session["current"])
    assert phone["agent"].startswith("Phonexxx")
    assert len(phone["agent"]) == 200
    done(await browser.ask("DELETE", f"/api/me/sessions/{phone['id']}"), 204)
    refused(await elsewhere.get("/api/me"), 401, "person/unknown")
    gone = await browser.ask("DELETE", f"/api/me/sessions/{phone['id']}")
    refused(gone, 404, "session/not-found")


async def test_nobody_ends_the_session_of_somebody_else(server: Served) -> None:
    ada, bo = await server.guest("Ada"), await server.guest("Bo")
    [session] = done(await ada.get("/api/me/sessions"))["sessions"]
    path = f"/api/me/sessions/{session['id']}"
    refused(await bo.ask("DELETE", path), 404, "session/not-found")
    done(await ada.get("/api/me"))


async def test_signing_out_everywhere_else(server: Served) -> None:
    browser = await server.owner("Ada")
    others = [server.stranger() for _ in range(3)]
    for other in others:
        done(await other.sign_in("Ada"))
    done(await browser.ask("DELETE", "/api/me/sessions"), 204)
    for other in others:
        refused(await other.get("/api/me"), 401, "person/unknown")
    assert len(done(await browser.get("/api/me/sessions"))["sessions"]) == 1


async def test_a_session_ends_by_itself(server: Served) -> None:
    browser = await server.guest()
    await server.write(
        lambda connection: connection.execute(update(sessions).values(expires=now()))
    )
    person = (await server.rows("SELECT id FROM people"))[0]["id"]
    server.services.people.credentials.forget(person)
    refused(await browser.get("/api/me"), 401, "person/unknown")


async def test_a_session_in_use_is_renewed(server: Served) -> None:
    browser = await server.guest()
    soon = now() + 24 * 3600 * 1000
    await server.write(lambda connection: connection.execute(update(sessions).values(expires=soon)))
    response = await browser.get("/api/me")
    assert f"Max-Age={400 * 24 * 3600}" in response.headers["set-cookie"]
    assert (await server.rows("SELECT expires FROM sessions"))[0]["expires"] > soon
    assert "set-cookie" not in (await browser.get("/api/me")).headers


async def test_known_sessions_cost_no_reading(server: Served) -> None:
    browser = await server.guest()
    for _ in range(20):
        done(await browser.get("/api/me"))
    assert server.services.people.credentials.lookups == 1


# Tokens


async def test_a_program_acts_with_a_token(server: Served) -> None:
    browser = await server.guest("Ada")
    program = await server.program(browser)
    assert done(await program.get("/api/me")) == done(await browser.get("/api/me"))
    await server.services.people.credentials.close()
    [token] = done(await browser.get("/api/me/tokens"))["tokens"]
    assert set(token) == {"id", "label", "created", "seen"}
    assert token["label"] == "robot"
    assert token["seen"] is not None
    done(await browser.ask("DELETE", f"/api/me/tokens/{token['id']}"), 204)
    refused(await program.get("/api/me"), 401, "token/unknown")
    gone = await browser.ask("DELETE", f"/api/me/tokens/{token['id']}")
    refused(gone, 404, "token/not-found")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/api/me", {"name": "Bo"}),
        ("DELETE", "/api/me", None),
        ("POST", "/api/me/claim", {"password": PASSWORD}),
        ("POST", "/api/me/password", {"old": PASSWORD, "new": PASSWORD}),
        ("GET", "/api/me/sessions", None),
        ("DELETE", "/api/me/sessions", None),
        ("DELETE", "/api/me/sessions/x", None),
        ("GET", "/api/me/tokens", None),
        ("POST", "/api/me/tokens", {"label": "more"}),
        ("DELETE", "/api/me/tokens/x", None),
    ],
)
async def test_a_token_changes_nothing_about_a_person(
    server: Served, method: str, path: str, body: object
) -> None:
    program = await server.program(await server.guest())
    refused(await program.ask(method, path, body), 403, "person/session-needed")
    refused(await server.stranger().ask(method, path, body), 401, "person/unknown")


@pytest.mark.parametrize("shown", ["Bearer", "Bearer x", "bearer harmonies_" + "A" * 43])
async def test_a_made_up_token_is_refused_even_beside_a_cookie(server: Served, shown: str) -> None:
    browser = await server.guest()
    answer = await browser.get("/api/me", headers={"authorization": shown})
    refused(answer, 401, "token/unknown")


async def test_nobody_collects_tokens(server: Served) -> None:
    browser = await server.guest()
    for number in range(20):
        await browser.token(f"robot {number}")
    refused(await browser.post("/api/me/tokens", {"label": "x"}), 409, "token/too-many")


async def test_nobody_deletes_the_token_of_somebody_else(server: Served) -> None:
    ada, bo = await server.guest("Ada"), await server.guest("Bo")
    await ada.token()
    [token] = done(await ada.get("/api/me/tokens"))["tokens"]
    path = f"/api/me/tokens/{token['id']}"
    refused(await bo.ask("DELETE", path), 404, "token/not-found")


# Too many attempts


async def test_guessing_passwords_is_slow_from_one_address(tmp_path: Path) -> None:
    async with serving(tmp_path, sign_ins_per_minute=3) as server:
        for number in range(3):
            answer = await server.stranger().sign_in(f"Name {number}")
            refused(answer, 401, "person/wrong-password")
        answer = await server.stranger().sign_in("Name 9")
        assert refused(answer, 429, "request/too-many")["wait"] <= 20
        assert 1 <= int(answer.headers["retry-after"]) <= 20
        elsewhere = server.stranger(address="198.51.100.7")
        refused(await elsewhere.sign_in("Name 9"), 401, "person/wrong-password")


async def test_guessing_passwords_is_slow_for_one_name(tmp_path: Path) -> None:
    async with serving(tmp_path, sign_ins_per_minute=3) as server:
        for number in range(3):
            guesser = server.stranger(address=f"198.51.100.{number}")
            refused(await guesser.sign_in("Ada"), 401, "person/wrong-password")
        guesser = server.stranger(address="198.51.100.99")
        refused(await guesser.sign_in("ＡＤＡ"), 429, "request/too-many")


async def test_guests_do_not_come_by_the_thousand(tmp_path: Path) -> None:
    async with serving(tmp_path, guests_per_minute=3) as server:
        for _ in range(3):
            await server.guest()
        refused(await server.stranger().post("/api/me", {"name": "Bo"}), 429, "request/too-many")
