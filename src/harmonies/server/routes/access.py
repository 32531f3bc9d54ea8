"""The ways you get in: the browsers you are signed in with, and tokens for your programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from harmonies.server.codes import KEEPING, KEYED, refuse, responses
from harmonies.server.guard import problem_body
from harmonies.server.idempotency import Answer, Keep
from harmonies.server.identity import FOR_SESSION, AtBrowserDep, OnceDep
from harmonies.server.routes.people_models import (
    MyNewToken,
    MySession,
    MySessions,
    MyToken,
    MyTokens,
    TokenLabel,
)
from harmonies.server.services import ServicesDep

router = APIRouter(prefix="/me", tags=["people"])

Id = Annotated[str, Path(max_length=24, examples=["4f1c9a0b7d3e5f60a1b2"])]

DONE = Answer(204)
ONLY_AT_BROWSER = ("person/unknown", "person/session-needed")


@router.get(
    "/sessions",
    operation_id="listSessions",
    summary="Where you are signed in",
    response_model=MySessions,
    responses=responses(*ONLY_AT_BROWSER),
    openapi_extra=FOR_SESSION,
)
async def list_sessions(services: ServicesDep, me: AtBrowserDep) -> MySessions:
    """All browsers, the last used first."""
    found = await services.people.access.sessions(me.person.id)
    return MySessions(sessions=[MySession.of(session, me) for session in found])


@router.delete(
    "/sessions",
    operation_id="endOtherSessions",
    summary="Sign out everywhere else",
    status_code=204,
    responses=responses(*ONLY_AT_BROWSER, *KEYED, *KEEPING),
    openapi_extra=FOR_SESSION,
)
async def end_other_sessions(services: ServicesDep, me: AtBrowserDep, once: OnceDep) -> Response:
    """All browsers but this one."""

    async def effect(keep: Keep) -> Answer:
        await services.people.access.end_others(me, lambda connection: keep(connection, DONE))
        return DONE

    return await once(effect)


@router.delete(
    "/sessions/{session}",
    operation_id="endSession",
    summary="Sign out elsewhere",
    status_code=204,
    responses=responses(*ONLY_AT_BROWSER, "session/not-found", *KEYED, *KEEPING),
    openapi_extra=FOR_SESSION,
)
async def end_session(
    session: Id, services: ServicesDep, me: AtBrowserDep, once: OnceDep
) -> Response:
    """One browser; it may be this one."""

    async def effect(keep: Keep) -> Answer:
        await services.people.access.end_session(
            me.person.id, session, lambda connection: keep(connection, DONE)
        )
        return DONE

    return await once(effect)


@router.get(
    "/tokens",
    operation_id="listTokens",
    summary="Your programs' tokens",
    response_model=MyTokens,
    responses=responses(*ONLY_AT_BROWSER),
    openapi_extra=FOR_SESSION,
)
async def list_tokens(services: ServicesDep, me: AtBrowserDep) -> MyTokens:
    """What they are for and when they were used; the tokens themselves are kept nowhere."""
    found = await services.people.access.tokens(me.person.id)
    return MyTokens(tokens=[MyToken.of(token) for token in found])


@router.post(
    "/tokens",
    operation_id="makeToken",
    summary="Make a token for a program",
    status_code=201,
    response_model=MyNewToken,
    responses=responses(*ONLY_AT_BROWSER, "token/too-many", "token/shown-once", *KEYED, *KEEPING),
    openapi_extra=FOR_SESSION,
)
async def make_token(
    asked: TokenLabel, services: ServicesDep, me: AtBrowserDep, once: OnceDep
) -> Response:
    """It is shown this once. It plays in your name, and changes nothing about you."""

    async def effect(keep: Keep) -> Answer:
        token, secret = await services.people.access.make_token(
            me.person.id, asked.label, lambda connection: keep(connection, _shown_once())
        )
        return Answer.of(MyNewToken(**MyToken.of(token).model_dump(), token=secret), 201)

    return await once(effect)


@router.delete(
    "/tokens/{token}",
    operation_id="endToken",
    summary="Delete a token",
    status_code=204,
    responses=responses(*ONLY_AT_BROWSER, "token/not-found", *KEYED, *KEEPING),
    openapi_extra=FOR_SESSION,
)
async def end_token(token: Id, services: ServicesDep, me: AtBrowserDep, once: OnceDep) -> Response:
    """The program that has it is a stranger from then on."""

    async def effect(keep: Keep) -> Answer:
        await services.people.access.end_token(
            me.person.id, token, lambda connection: keep(connection, DONE)
        )
        return DONE

    return await once(effect)


def _shown_once() -> Answer:
    """What a repeated request is told: a secret that could be shown again would have to be kept."""
    problem = refuse("token/shown-once")
    return Answer(problem.status, problem_body(problem).decode())
