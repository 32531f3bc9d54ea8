"""Playing: moves, the log, whole views, the live connection, and records."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, Response, WebSocket
from fastapi.responses import PlainTextResponse

from harmonies.server.addresses import is_this_machine
from harmonies.server.codes import KEEPING, KEYED, refuse, responses
from harmonies.server.desk import Also
from harmonies.server.guard import address_of
from harmonies.server.idempotency import Answer, Keep
from harmonies.server.identity import (
    FOR_ANYBODY,
    FOR_KNOWN,
    CurrentPerson,
    Once,
    OnceDep,
    SocketVisitor,
    Visitor,
)
from harmonies.server.limits import address_key
from harmonies.server.live import Conversation
from harmonies.server.messages import Done, Events, PlayMove, UndoMove, WholeView
from harmonies.server.record_text import record_text
from harmonies.server.routes.tables import NOT_HERE, Code, TableId, check_may_watch
from harmonies.server.services import ServicesDep
from harmonies.server.views import events_view, whole_view

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy import Connection

router = APIRouter(tags=["play"])

EventNumber = Annotated[int, Query(ge=0, le=100_000, description="The number of an event")]
PLAYING = (
    "person/unknown",
    *NOT_HERE,
    "seat/none",
    "table/not-started",
    "table/over",
    "play/not-your-turn",
    "play/stale",
    "play/unknown-version",
    *KEYED,
    *KEEPING,
)


async def _done(once: Once, act: Callable[[Also | None], Awaitable[int]]) -> Response:
    """Answers with the log's new length; the same request sent again has one effect."""

    async def effect(keep: Keep) -> Answer:
        def also(connection: Connection, version: int) -> None:
            keep(connection, Answer.of(Done(version=version)))

        return Answer.of(Done(version=await act(also if keep.wanted else None)))

    return await once(effect)


@router.post(
    "/tables/{table_id}/moves",
    operation_id="playMove",
    summary="Play a move",
    response_model=Done,
    responses=responses(*PLAYING, "move/illegal", "syntax/unknown-verb"),
    openapi_extra=FOR_KNOWN,
)
async def play(
    table_id: TableId,
    asked: PlayMove,
    services: ServicesDep,
    person: CurrentPerson,
    once: OnceDep,
) -> Response:
    """It has happened, and is on disk, when this answers."""
    return await _done(
        once,
        lambda also: services.desk.play(table_id, person.id, asked.version, asked.move, also),
    )


@router.post(
    "/tables/{table_id}/undo",
    operation_id="undoMove",
    summary="Take back your last move of this turn",
    response_model=Done,
    responses=responses(*PLAYING, "undo/keep-is-final", "undo/nothing-to-undo", "undo/too-often"),
    openapi_extra=FOR_KNOWN,
)
async def undo(
    table_id: TableId,
    asked: UndoMove,
    services: ServicesDep,
    person: CurrentPerson,
    once: OnceDep,
) -> Response:
    """Everything but the choice of a spirit can be, until the turn is ended."""
    return await _done(
        once, lambda also: services.desk.undo(table_id, person.id, asked.version, also)
    )


@router.get(
    "/tables/{table_id}/events",
    operation_id="listEvents",
    summary="The game's log",
    responses=responses(*NOT_HERE, "play/unknown-version"),
    openapi_extra=FOR_ANYBODY,
)
async def events(
    table_id: TableId,
    services: ServicesDep,
    visitor: Visitor,
    since: EventNumber = 0,
    code: Code = None,
) -> Events:
    """From a number on, as you may see it."""
    person = None if visitor is None else visitor.id
    async with services.desk.at(table_id) as table:
        check_may_watch(table, person, code)
        services.hub.saw(table, person)
        return events_view(table, person, since)


@router.get(
    "/tables/{table_id}/view",
    operation_id="viewGame",
    summary="The whole game, for programs without the core",
    responses=responses(*NOT_HERE, "table/not-started", "play/unknown-version"),
    openapi_extra=FOR_ANYBODY,
)
async def view(
    table_id: TableId,
    services: ServicesDep,
    visitor: Visitor,
    version: Annotated[
        int | None, Query(ge=0, le=100_000, description="As it was then; now when left out")
    ] = None,
    code: Code = None,
) -> WholeView:
    """All you may know of it, and the moves you may play now."""
    person = None if visitor is None else visitor.id
    async with services.desk.at(table_id) as table:
        check_may_watch(table, person, code)
        services.hub.saw(table, person)
        whole = whole_view(table, person, version)
        if whole is None:
            raise refuse("table/not-started")
        return whole


@router.get(
    "/tables/{table_id}/record",
    operation_id="showRecord",
    summary="A finished game as a game record",
    response_class=PlainTextResponse,
    responses=responses(*NOT_HERE, "table/not-over"),
    openapi_extra=FOR_ANYBODY,
)
async def record(
    table_id: TableId, services: ServicesDep, visitor: Visitor, code: Code = None
) -> str:
    """With what its deal can be checked by: `harmonies record check`."""
    person = None if visitor is None else visitor.id
    async with services.desk.at(table_id) as table:
        check_may_watch(table, person, code)
        return record_text(table)


@router.websocket("/tables/{table_id}/live")
async def live(
    socket: WebSocket,
    table_id: str,
    services: ServicesDep,
    visitor: SocketVisitor,
    since: EventNumber = 0,
    code: str | None = None,
) -> None:
    """The table as it happens: everything after `since`, then each event when it is on disk."""
    person = None if visitor is None else visitor.id
    settings, hub = services.settings, services.hub
    address = address_of(socket.scope)
    visitor_key = person or address_key(address)
    most: float = settings.sockets_per_person
    if person is None:
        # Programs on this machine may be many, and could do it other harm.
        most = math.inf if is_this_machine(address) else settings.connections_per_address
    conversation = Conversation(
        socket,
        services.desk,
        hub,
        table_id,
        person,
        visitor_key,
        rate=settings.messages_per_second,
        most=most,
    )
    await conversation.welcome(since, code)
    await conversation.listen()
