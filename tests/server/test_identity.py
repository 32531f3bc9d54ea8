"""Guests, names with a password, sessions and tokens."""

from __future__ import annotations

import asyncio
import hashlib
from typing import TYPE_CHECKING

import pytest
from argon2 import extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY
from sqlalchemy import update

from harmonies.server.database import now
from harmonies.server.identity import COOKIE
from harmonies.server.passwords import NOBODY
from harmonies.server.schema import sessions
from server.harness import HOST, PASSWORD, Served, Visitor, done, refused, serving

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

pytestmark = pytest.mark.anyio


async def sign_in(visitor: Visitor, name: str, password: str = PASSWORD) -> httpx.Response:
    return await visitor.post("/api/sign-in", {"name": name, "password": password})


# Guests


async def test_a_stranger_becomes_a_guest_with_a_name(server: Served) -> None:
    browser = server.stranger()
    refused(await browser.get("/api/me"), 401, "person/unknown")
    me = await browser.arrive("  Ada   Lovelace ")
    assert me["name"] == "Ada Lovelace"
    assert not me["claimed"]
    assert done(await browser.get("/api/me")) == me


async def test_two_guests_may_have_the_same_name(server: Served) -> None:
    first, second = await server.guest("Ada"), await server.guest("Ada")
    assert done(await first.get("/api/me"))["id"] != done(await second.get("/api/me"))["id"]


async def test_who_is_here_does_not_arrive_again(server: Served) -> None:
    refused(await (await server.guest()).post("/api/me", {"name": "Bo"}), 409, "person/known")


async def test_the_cookie_is_for_this_site_and_no_script(server: Served) -> None:
    response = await server.stranger().post("/api/me", {"name": "Ada"})
    cookie = response.headers["set-cookie"]
    secret = response.cookies[COOKIE]
    assert len(secret) == 43
    flags = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert flags == {"httponly", "samesite=lax", "path=/", f"max-age={400 * 24 * 3600}"}


async def test_over_https_the_cookie_is_secure(server: Served) -> None:
    browser = server.stranger(base="https://harmonies.test", origin="https://harmonies.test")
    cookie = (await browser.post("/api/me", {"name": "Ada"})).headers["set-cookie"]
    assert "; Secure" in cookie


@pytest.mark.parametrize(("chosen", "base"), [(True, HOST), (False, "https://harmonies.test")])
async def test_a_host_may_decide_about_secure_cookies(
    tmp_path: Path, chosen: bool, base: str
) -> None:
    async with serving(tmp_path, secure_cookies=chosen) as server:
        response = await server.stranger(base=base, origin=base).post("/api/me", {"name": "Ada"})
        assert ("; Secure" in response.headers["set-cookie"]) is chosen


async def test_the_database_holds_no_session_that_could_be_used(server: Served) -> None:
    browser = server.stranger()
    secret = (await browser.post("/api/me", {"name": "Ada"})).cookies[COOKIE]
    token = await browser.token()
    [session] = await server.rows("SELECT * FROM sessions")
    [kept] = await server.rows("SELECT * FROM api_tokens")
    assert session["token"] == hashlib.sha256(secret.encode()).digest()
    assert kept["token"] == hashlib.sha256(token.encode()).digest()
    assert secret not in str(session)
    assert token not in str(kept)


async def test_the_files_hold_no_secret(server: Served, tmp_path: Path) -> None:
    browser = server.stranger()
    secret = (await browser.post("/api/me", {"name": "Ada"})).cookies[COOKIE]
    await browser.claim("my one secret")
    keyed = {"headers": {"idempotency-key": "k"}}
    made = done(await browser.post("/api/me/tokens", {"label": "r"}, **keyed), 201)
    everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for hidden in (secret, made["token"], "my one secret"):
        assert hidden.encode() not in everything


@pytest.mark.parametrize("secret", ["", "x", "A" * 43, "é" * 43, "A" * 5000])
async def test_a_made_up_cookie_is_nobody(server: Served, secret: str) -> None:
    cookie = {"cookie": f"{COOKIE}={secret}".encode()}
    refused(await server.stranger().get("/api/me", headers=cookie), 401, "person/unknown")


@pytest.mark.parametrize("name", ["Ada", "Éloïse", "李雷", "نیم\u200cفاصله", "👨\u200d👩\u200d👧"])
async def test_names_of_all_scripts(server: Served, name: str) -> None:
    assert (await server.stranger().arrive(name))["name"] == name


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\nb", "a\0b", "a\u202eb", "\u3164"])
async def test_names_that_nobody_could_read(server: Served, name: str) -> None:
    refused(await server.stranger().post("/api/me", {"name": name}), 422, "name/invalid")
    refused(
        await (await server.guest()).ask("PATCH", "/api/me", {"name": name}), 422, "name/invalid"
    )


async def test_rename(server: Served) -> None:
    browser = await server.guest("Ada")
    assert done(await browser.ask("PATCH", "/api/me", {"name": "Bo"}))["name"] == "Bo"
    assert done(await browser.get("/api/me"))["name"] == "Bo"


async def test_signing_out_ends_the_session(server: Served) -> None:
    browser = await server.guest()
    secret = browser.http.cookies[COOKIE]
    response = await browser.post("/api/sign-out")
    done(response, 204)
    assert COOKIE not in browser.http.cookies
    again = {"cookie": f"{COOKIE}={secret}"}
    refused(await server.stranger().get("/api/me", headers=again), 401, "person/unknown")
    done(await browser.post("/api/sign-out"), 204)


# Names with a password


async def test_claim_and_sign_in_elsewhere(server: Served) -> None:
    browser = await server.guest("Ada")
    me = await browser.claim()
    assert me["claimed"]
    elsewhere = server.stranger()
    assert done(await sign_in(elsewhere, " aDA")) == me
    assert done(await elsewhere.get("/api/me")) == me
    assert done(await browser.get("/api/me")) == me


async def test_passwords_are_kept_as_argon2id(server: Served) -> None:
    await server.owner()
    [row] = await server.rows("SELECT password FROM people")
    assert row["password"].startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert extract_parameters(row["password"]) == RFC_9106_LOW_MEMORY
    assert extract_parameters(NOBODY) == RFC_9106_LOW_MEMORY


async def test_a_dated_password_is_hashed_anew(server: Served) -> None:
    from argon2 import PasswordHasher

    await server.owner("Ada")
    old = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(PASSWORD)
    await server.write(
        lambda connection: connection.exec_driver_sql("UPDATE people SET password = ?", (old,))
    )
    done(await sign_in(server.stranger(), "Ada"))
    [row] = await server.rows("SELECT password FROM people")
    assert extract_parameters(row["password"]) == RFC_9106_LOW_MEMORY


async def test_a_password_typed_on_another_keyboard(server: Served) -> None:
    await (await server.guest("Ada")).claim("caf\u00e9 caf\u00e9")
    done(await sign_in(server.stranger(), "Ada", "cafe\u0301 cafe\u0301"))


async def test_a_short_password_is_refused(server: Served) -> None:
    browser = await server.guest()
    response = await browser.post("/api/me/claim", {"password": "1234567"})
    refused(response, 422, "password/too-short")
    assert not done(await browser.get("/api/me"))["claimed"]


async def test_wrong_names_and_wrong_passwords_look_the_same(server: Served) -> None:
    await server.owner("Ada")
    await server.guest("Guest")
    answers = [
        await sign_in(server.stranger(), name, password)
        for name, password in [("Ada", "wrong one"), ("Nobody", PASSWORD), ("Guest", PASSWORD)]
    ]
    assert len({str(refused(answer, 401, "person/wrong-password")) for answer in answers}) == 1
    assert all(answer.headers["www-authenticate"].startswith("Bearer") for answer in answers)


async def test_an_unknown_name_costs_the_same_work(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.owner("Ada")
    checked: list[str] = []
    passwords = server.services.people._passwords
    verify = passwords._verify

    def spy(kept: str, password: str) -> bool:
        checked.append(kept[:30])
        return verify(kept, password)

    monkeypatch.setattr(passwords, "_verify", spy)
    await sign_in(server.stranger(), "Ada", "wrong one")
    await sign_in(server.stranger(), "Nobody")
    assert len(checked) == 2
    assert checked[0] == checked[1]


async def test_claimed_names_belong_to_one(server: Served) -> None:
    await server.owner("Straße")
    for name in ("STRASSE", "strasse", "Stra\u200dße", "ｓｔｒａｓｓｅ"):
        refused(await server.stranger().post("/api/me", {"name": name}), 409, "name/taken")
    other = await server.guest("Bo")
    refused(await other.ask("PATCH", "/api/me", {"name": "strasse"}), 409, "name/taken")


async def test_who_had_the_name_before_cannot_claim_it_any_more(server: Served) -> None:
    first, second = await server.guest("Ada"), await server.guest("ada")
    await first.claim()
    refused(await second.post("/api/me/claim", {"password": PASSWORD}), 409, "name/taken")


async def test_two_claims_at_once_have_one_winner(server: Served) -> None:
    guests = [await server.guest(name) for name in ("Ada", "ADA", "ａｄａ")]
    answers = await asyncio.gather(
        *(guest.post("/api/me/claim", {"password": PASSWORD}) for guest in guests)
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    for answer in answers:
        if answer.status_code == 409:
            refused(answer, 409, "name/taken")
    assert len(await server.rows("SELECT 1 FROM people WHERE claimed = 'ada'")) == 1


async def test_one_guest_claiming_twice_at_once(server: Served) -> None:
    guest = await server.guest()
    answers = await asyncio.gather(
        *(guest.post("/api/me/claim", {"password": f"{PASSWORD}{n}"}) for n in range(3))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    refused(await guest.post("/api/me/claim", {"password": PASSWORD}), 409, "person/claimed")


async def test_two_owners_renaming_to_one_name_at_once(server: Served) -> None:
    owners = [await server.owner(name) for name in ("Ada", "Bo")]
    answers = await asyncio.gather(
        *(owner.ask("PATCH", "/api/me", {"name": "Cleo"}) for owner in owners)
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_a_claimed_name_moves_with_its_password(server: Served) -> None:
    browser = await server.owner("Ada")
    done(await browser.ask("PATCH", "/api/me", {"name": "Bo"}))
    refused(await sign_in(server.stranger(), "Ada"), 401, "person/wrong-password")
    done(await sign_in(server.stranger(), "bo"))
    await server.guest("Ada")


async def test_changing_the_password_signs_out_everywhere_else(server: Served) -> None:
    browser, elsewhere = await server.owner("Ada"), server.stranger()
    done(await sign_in(elsewhere, "Ada"))
    wrong = {"old": "not this one", "new": "another one"}
    refused(await browser.post("/api/me/password", wrong), 401, "person/wrong-password")
    right = {"old": PASSWORD, "new": "another one"}
    done(await browser.post("/api/me/password", right), 204)
    done(await browser.get("/api/me"))
    refused(await elsewhere.get("/api/me"), 401, "person/unknown")
    refused(await sign_in(elsewhere, "Ada"), 401, "person/wrong-password")
    done(await sign_in(elsewhere, "Ada", "another one"))


async def test_a_guest_has_no_password_to_change(server: Served) -> None:
    asked = {"old": PASSWORD, "new": PASSWORD}
    answer = await (await server.guest()).post("/api/me/password", asked)
    refused(answer, 409, "person/not-claimed")


async def test_signing_in_makes_a_new_session_and_ends_the_one_before(server: Served) -> None:
    await server.owner("Ada")
    browser = await server.guest("Bo")
    before = browser.http.cookies[COOKIE]
    done(await sign_in(browser, "Ada"))
    assert browser.http.cookies[COOKIE] != before
    old = {"cookie": f"{COOKIE}={before}"}
    refused(await server.stranger().get("/api/me", headers=old), 401, "person/unknown")


# Sessions


async def test_sessions_can_be_listed_and_ended(server: Served) -> None:
    browser, elsewhere = await server.owner("Ada"), server.stranger()
    elsewhere.http.headers["user-agent"] = "Phone\t" + "x" * 300
    done(await sign_in(elsewhere, "Ada"))
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
        done(await sign_in(other, "Ada"))
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
            answer = await sign_in(server.stranger(), f"Name {number}")
            refused(answer, 401, "person/wrong-password")
        answer = await sign_in(server.stranger(), "Name 9")
        assert refused(answer, 429, "request/too-many")["wait"] <= 20
        assert 1 <= int(answer.headers["retry-after"]) <= 20
        elsewhere = server.stranger(address="198.51.100.7")
        refused(await sign_in(elsewhere, "Name 9"), 401, "person/wrong-password")


async def test_guessing_passwords_is_slow_for_one_name(tmp_path: Path) -> None:
    async with serving(tmp_path, sign_ins_per_minute=3) as server:
        for number in range(3):
            guesser = server.stranger(address=f"198.51.100.{number}")
            refused(await sign_in(guesser, "Ada"), 401, "person/wrong-password")
        guesser = server.stranger(address="198.51.100.99")
        refused(await sign_in(guesser, "ＡＤＡ"), 429, "request/too-many")


async def test_guests_do_not_come_by_the_thousand(tmp_path: Path) -> None:
    async with serving(tmp_path, guests_per_minute=3) as server:
        for _ in range(3):
            await server.guest()
        refused(await server.stranger().post("/api/me", {"name": "Bo"}), 429, "request/too-many")
