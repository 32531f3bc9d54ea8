"""Who you are: a name, and a password for it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from harmonies.server.codes import KEEPING, KEYED, refuse, responses
from harmonies.server.credentials import Person
from harmonies.server.guard import address_of
from harmonies.server.idempotency import (
    HEADER,
    STRANGERS_KEY,
    Answer,
    Keep,
    Stamp,
    make_stamp,
)
from harmonies.server.identity import (
    COOKIE,
    FOR_ANYBODY,
    FOR_KNOWN,
    FOR_SESSION,
    AtBrowserDep,
    CurrentPerson,
    KnownDep,
    OnceDep,
    give_cookie,
    take_cookie,
)
from harmonies.server.limits import address_key
from harmonies.server.routes.people_models import (
    ChosenName,
    ChosenPassword,
    Me,
    NewPassword,
    SignIn,
)
from harmonies.server.services import Services, ServicesDep

router = APIRouter(tags=["people"])

DONE = Answer(204)


@router.get(
    "/me",
    operation_id="whoAmI",
    summary="Who you are",
    response_model=Me,
    responses=responses("person/unknown"),
    openapi_extra=FOR_KNOWN,
)
async def who_am_i(
    request: Request, response: Response, services: ServicesDep, found: KnownDep
) -> Me:
    """Renews your session when half of its time is over."""
    if found is None:
        raise refuse("person/unknown")
    cookie = request.cookies.get(COOKIE)
    if cookie is not None and found.session is not None:
        if await services.people.access.renew(found):
            give_cookie(response, request, services.settings, cookie)
    return Me.of(found.person)


@router.post(
    "/me",
    operation_id="arrive",
    summary="Come in as a guest",
    status_code=201,
    response_model=Me,
    responses=responses(
        "person/known", "name/taken", "name/invalid", "request/key-invalid", *KEEPING
    ),
    openapi_extra=FOR_ANYBODY,
)
async def arrive(
    asked: ChosenName,
    request: Request,
    response: Response,
    services: ServicesDep,
    found: KnownDep,
) -> Me:
    """Under a name of your choice; the cookie in the answer is how you are known from then on."""
    if found is not None:
        raise refuse("person/known")
    agent, address = _agent(request), address_of(request.scope)
    arrival = await services.people.arrive(
        asked.name, agent=agent, address=address, stamp=_stranger(request, asked.name)
    )
    give_cookie(response, request, services.settings, arrival.secret)
    return Me.of(arrival.person)


@router.patch(
    "/me",
    operation_id="rename",
    summary="Take another name",
    response_model=Me,
    responses=responses(
        "person/unknown", "person/session-needed", "name/taken", "name/invalid", *KEYED, *KEEPING
    ),
    openapi_extra=FOR_SESSION,
)
async def rename(
    asked: ChosenName, services: ServicesDep, me: AtBrowserDep, once: OnceDep
) -> Response:
    """If your name has a password, the new one will have it."""

    async def effect(keep: Keep) -> Answer:
        person = await services.people.rename(
            me.person, asked.name, lambda connection, person: keep(connection, _me(person))
        )
        return _me(person)

    return await once(effect)


@router.delete(
    "/me",
    operation_id="deleteMe",
    summary="Delete all that is kept about you",
    status_code=204,
    responses=responses("person/unknown", "person/session-needed", *KEEPING),
    openapi_extra=FOR_SESSION,
)
async def delete_me(request: Request, services: ServicesDep, me: AtBrowserDep) -> Response:
    """Games you played in stay; their seats lose your name."""
    await services.people.delete(me.person.id)
    return _gone(request, services)


@router.get(
    "/me/export",
    operation_id="exportMe",
    summary="All that is kept about you",
    responses=responses("person/unknown"),
    openapi_extra=FOR_KNOWN,
)
async def export_me(services: ServicesDep, me: CurrentPerson, response: Response) -> dict[str, Any]:
    """Without what would let others in: no passwords, no cookies, no tokens."""
    response.headers["content-disposition"] = 'attachment; filename="harmonies.json"'
    return await services.people.export(me.id)


@router.post(
    "/me/claim",
    operation_id="claim",
    summary="Make your name your own",
    response_model=Me,
    responses=responses(
        "person/unknown",
        "person/session-needed",
        "person/claimed",
        "name/taken",
        "password/too-short",
        "server/busy",
        *KEYED,
        *KEEPING,
    ),
    openapi_extra=FOR_SESSION,
)
async def claim(
    asked: ChosenPassword,
    request: Request,
    services: ServicesDep,
    me: AtBrowserDep,
    once: OnceDep,
) -> Response:
    """With a password, so that you can sign in from elsewhere."""

    async def effect(keep: Keep) -> Answer:
        person = await services.people.claim(
            me.person,
            asked.password,
            address=address_of(request.scope),
            also=lambda connection, person: keep(connection, _me(person)),
        )
        return _me(person)

    return await once(effect)


@router.post(
    "/me/password",
    operation_id="changePassword",
    summary="Take another password",
    status_code=204,
    responses=responses(
        "person/unknown",
        "person/wrong-password",
        "person/session-needed",
        "person/not-claimed",
        "password/too-short",
        "server/busy",
        *KEYED,
        *KEEPING,
    ),
    openapi_extra=FOR_SESSION,
)
async def change_password(
    asked: NewPassword,
    request: Request,
    services: ServicesDep,
    me: AtBrowserDep,
    once: OnceDep,
) -> Response:
    """Signs you out everywhere else."""

    async def effect(keep: Keep) -> Answer:
        await services.people.change_password(
            me,
            asked.old,
            asked.new,
            address=address_of(request.scope),
            also=lambda connection: keep(connection, DONE),
        )
        return DONE

    return await once(effect)


@router.post(
    "/sign-in",
    operation_id="signIn",
    summary="Sign in",
    response_model=Me,
    responses=responses("person/wrong-password", "server/busy", *KEEPING),
    openapi_extra=FOR_ANYBODY,
)
async def sign_in(
    asked: SignIn,
    request: Request,
    response: Response,
    services: ServicesDep,
    found: KnownDep,
) -> Me:
    """Under a name that you have claimed. Whoever this browser was before is signed out."""
    arrival = await services.people.sign_in(
        asked.name,
        asked.password,
        agent=_agent(request),
        address=address_of(request.scope),
        instead_of=found,
    )
    give_cookie(response, request, services.settings, arrival.secret)
    return Me.of(arrival.person)


@router.post(
    "/sign-out",
    operation_id="signOut",
    summary="Sign out",
    status_code=204,
    responses=responses(*KEEPING),
    openapi_extra=FOR_ANYBODY,
)
async def sign_out(request: Request, services: ServicesDep, found: KnownDep) -> Response:
    """This browser only. A guest who signs out cannot come back."""
    await services.people.sign_out(found)
    return _gone(request, services)


def _me(person: Person) -> Answer:
    return Answer.of(Me.of(person))


def _agent(request: Request) -> str:
    return request.headers.get("user-agent", "")


def _gone(request: Request, services: Services) -> Response:
    response = Response(status_code=204)
    take_cookie(response, request, services.settings)
    return response


def _stranger(request: Request, name: str) -> Stamp | None:
    """What a stranger's request is recognised by: nobody is known yet whose key it could be."""
    key = request.headers.get(HEADER)
    if key is not None and len(key) < STRANGERS_KEY:
        # Whoever repeats it comes in as the same guest, so it must not be one that others guess.
        raise refuse(
            "request/key-invalid",
            f"Before you are known, an Idempotency-Key needs {STRANGERS_KEY} characters or more.",
        )
    from_where = f"{address_key(address_of(request.scope))}\n{_agent(request)}\n{name}"
    return make_stamp("", key, "POST", "/api/me", b"", from_where.encode("utf-8", "replace"))
