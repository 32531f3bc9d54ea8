"""Guests, names with a password, sessions and tokens."""

from __future__ import annotations

import asyncio
import hashlib
from typing import TYPE_CHECKING

import pytest
from argon2 import extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from harmonies.server.identity import COOKIE
from harmonies.server.passwords import NOBODY
from server.harness import HOST, PASSWORD, Served, done, refused, serving

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.anyio


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
    assert done(await elsewhere.sign_in(" aDA")) == me
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
    done(await server.stranger().sign_in("Ada"))
    [row] = await server.rows("SELECT password FROM people")
    assert extract_parameters(row["password"]) == RFC_9106_LOW_MEMORY


async def test_a_password_typed_on_another_keyboard(server: Served) -> None:
    await (await server.guest("Ada")).claim("caf\u00e9 caf\u00e9")
    done(await server.stranger().sign_in("Ada", "cafe\u0301 cafe\u0301"))


async def test_a_short_password_is_refused(server: Served) -> None:
    browser = await server.guest()
    response = await browser.post("/api/me/claim", {"password": "1234567"})
    refused(response, 422, "password/too-short")
    assert not done(await browser.get("/api/me"))["claimed"]


async def test_wrong_names_and_wrong_passwords_look_the_same(server: Served) -> None:
    await server.owner("Ada")
    await server.guest("Guest")
    answers = [
        await server.stranger().sign_in(name, password)
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
    await server.stranger().sign_in("Ada", "wrong one")
    await server.stranger().sign_in("Nobody")
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
    refused(await server.stranger().sign_in("Ada"), 401, "person/wrong-password")
    done(await server.stranger().sign_in("bo"))
    await server.guest("Ada")


async def test_changing_the_password_signs_out_everywhere_else(server: Served) -> None:
    browser, elsewhere = await server.owner("Ada"), server.stranger()
    done(await elsewhere.sign_in("Ada"))
    wrong = {"old": "not this one", "new": "another one"}
    refused(await browser.post("/api/me/password", wrong), 401, "person/wrong-password")
    right = {"old": PASSWORD, "new": "another one"}
    done(await browser.post("/api/me/password", right), 204)
    done(await browser.get("/api/me"))
    refused(await elsewhere.get("/api/me"), 401, "person/unknown")
    refused(await elsewhere.sign_in("Ada"), 401, "person/wrong-password")
    done(await elsewhere.sign_in("Ada", "another one"))


async def test_a_guest_has_no_password_to_change(server: Served) -> None:
    asked = {"old": PASSWORD, "new": PASSWORD}
    answer = await (await server.guest()).post("/api/me/password", asked)
    refused(answer, 409, "person/not-claimed")


async def test_signing_in_makes_a_new_session_and_ends_the_one_before(server: Served) -> None:
    await server.owner("Ada")
    browser = await server.guest("Bo")
    before = browser.http.cookies[COOKIE]
    done(await browser.sign_in("Ada"))
    assert browser.http.cookies[COOKIE] != before
    old = {"cookie": f"{COOKIE}={before}"}
    refused(await server.stranger().get("/api/me", headers=old), 401, "person/unknown")
