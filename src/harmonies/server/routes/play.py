"""Playing: moves, the log, whole views, the live connection, and records."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, WebSocket
from fastapi.responses import PlainTextResponse

from harmonies.server.identity import CurrentPerson, SocketVisitor, Visitor
from harmonies.server.live import Conversation
from harmonies.server.messages import Done, Events, PlayMove, UndoMove, WholeView
from harmonies.server.problems import Problem
from harmonies.server.record_text import record_text
from harmonies.server.routes.tables import check_may_watch
from harmonies.server.services import ServicesDep
from harmonies.server.views import events_view, whole_view

router = APIRouter(tags=["play"])
EventNumber = Annotated[int, Query(ge=0, le=100_000)]
MAY_NOT = 4403


@router.post("/tables/{table_id}/moves")
async def play(
    table_id: str, asked: PlayMove, services: ServicesDep, person: CurrentPerson
) -> Done:
    """Plays a move. It has happened, and is on disk, when this answers."""
    version = await services.desk.play(table_id, person.id, asked.version, asked.move)
    return Done(version=version)


@router.post("/tables/{table_id}/undo")
async def undo(
    table_id: str, asked: UndoMove, services: ServicesDep, person: CurrentPerson
) -> Done:
    """Takes back your last move of this turn."""
    return Done(version=await services.desk.undo(table_id, person.id, asked.version))


@router.get("/tables/{table_id}/events")
async def events(
    table_id: str,
    services: ServicesDep,
    visitor: Visitor,
    since: EventNumber = 0,
    code: str | None = None,
) -> Events:
    """The game's log from a number on, as you may see it."""
    person = None if visitor is None else visitor.id
    async with services.desk.at(table_id) as table:
        check_may_watch(table, person, code)
        return events_view(table, person, since)


@router.get("/tables/{table_id}/view")
async def view(
    table_id: str, services: ServicesDep, visitor: Visitor, code: str | None = None
) -> WholeView:
    """All you may know of the game and the moves you may play now, for programs without the core."""
    person = None if visitor is None else visitor.id
    async with services.desk.at(table_id) as table:
        check_may_watch(table, person, code)
        whole = whole_view(table, person)
        if whole is None:
            raise Problem(409, "table/not-started", "The game has not begun.")
        return whole


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse)
async def record(
    table_id: str, services: ServicesDep, visitor: Visitor, code: str | None = None
) -> str:
    """A finished game as a game record, with what its deal can be checked by."""
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
    if person is not None and hub.sockets_of(person) >= settings.sockets_per_person:
        raise Problem(429, "live/too-many", "You have many connections open. Close some first.")
    conversation = Conversation(
        socket, services.desk, hub, table_id, person, settings.messages_per_second
    )
    await conversation.welcome(since, code)
    await conversation.listen()
