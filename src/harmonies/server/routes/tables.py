"""Opening tables, sitting down, and what happens around a game."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query

from harmonies.players import PLAYERS
from harmonies.server import lists
from harmonies.server.database import now
from harmonies.server.identity import CurrentPerson, Visitor
from harmonies.server.messages import (
    AgreeToEnd,
    MySeat,
    NewTable,
    OneSeat,
    SeatComputer,
    SitDown,
    TableList,
    TableView,
)
from harmonies.server.problems import Problem, not_found
from harmonies.server.services import ServicesDep
from harmonies.server.table_rows import add_table
from harmonies.server.tables import Status, Table, open_table, rematch_of
from harmonies.server.views import table_view

if TYPE_CHECKING:
    from harmonies.server.services import Services

router = APIRouter(tags=["tables"])


def view_of(services: Services, table: Table, person: str | None) -> TableView:
    """A table as somebody sees it now."""
    hub = services.hub
    return table_view(
        table,
        person,
        here=lambda other: hub.is_here(table.id, other),
        absent=lambda seat: hub.is_absent(table.id, seat),
        waiting=hub.waiting_for(table),
    )


def nonce_from(text: str | None) -> bytes:
    """A seat's part of the seed: what its player says, or something random."""
    return secrets.token_bytes(16) if text is None else hashlib.sha256(text.encode()).digest()


def check_level(level: str) -> str:
    """The level, if there is a computer player of that name."""
    if level not in PLAYERS:
        raise Problem(
            422,
            "player/unknown",
            f"No computer player is called that. There are: {', '.join(PLAYERS)}.",
            levels=list(PLAYERS),
        )
    return level


@router.post("/tables", status_code=201)
async def open_new_table(
    asked: NewTable, services: ServicesDep, person: CurrentPerson
) -> TableView:
    """Opens a table and sits you down; with `start` the game begins when no seat is left open."""
    if asked.my_seats + len(asked.computers) > asked.players:
        raise Problem(422, "table/too-few-seats", "There are fewer seats than players.")
    if asked.first is not None and asked.first > asked.players:
        raise Problem(422, "table/no-such-first", "The first player has to have a seat.")
    levels = [check_level(level) for level in asked.computers]
    mine = await services.database.read(
        lambda connection: lists.own_tables(
            connection, person.id, status="open", limit=services.settings.open_tables_per_person
        )
    )
    if len(mine.tables) >= services.settings.open_tables_per_person:
        raise Problem(429, "table/too-many-open", "You have many open tables. Close some first.")
    moment = now()
    table = open_table(
        host=person.id,
        side=asked.side,
        players=asked.players,
        spirits=asked.spirits,
        first=None if asked.first is None else asked.first - 1,
        public=asked.public,
        at=moment,
    )
    for number in range(asked.my_seats):
        table.sit(person.id, person.name, number, nonce_from(asked.nonce))
    for number, level in enumerate(levels, asked.my_seats):
        table.seat_computer(person.id, number, level)
    await services.desk.open(table)
    if asked.start:
        await services.desk.change(table.id, lambda opened: opened.start(person.id, moment))
    async with services.desk.at(table.id) as opened:
        return view_of(services, opened, person.id)


@router.get("/tables")
async def list_public_tables(
    services: ServicesDep,
    visitor: Visitor,
    status: Status = "open",
    side: Annotated[str | None, Query(pattern="^[AB]$")] = None,
    players_wanted: Annotated[int | None, Query(alias="players", ge=1, le=4)] = None,
    spirits: bool | None = None,
    before: Annotated[int | None, Query(ge=0, lt=1 << 62)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> TableList:
    """Public tables: open ones to join, or others to watch."""
    person = None if visitor is None else visitor.id
    return await services.database.read(
        lambda connection: lists.public_tables(
            connection,
            person,
            status=status,
            side=side,
            players=players_wanted,
            spirits=spirits,
            before=before,
            limit=limit,
        )
    )


@router.get("/me/tables")
async def list_own_tables(
    services: ServicesDep,
    person: CurrentPerson,
    status: Status | None = None,
    before: Annotated[int | None, Query(ge=0, lt=1 << 62)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> TableList:
    """The tables you sit at and those you have played at."""
    return await services.database.read(
        lambda connection: lists.own_tables(
            connection, person.id, status=status, before=before, limit=limit
        )
    )


@router.get("/tables/{table_id}")
async def show_table(
    table_id: str, services: ServicesDep, visitor: Visitor, code: str | None = None
) -> TableView:
    """A table. A private one is shown to those who sit there or have its invitation code."""
    person = None if visitor is None else visitor.id
    async with services.desk.at(table_id) as table:
        check_may_watch(table, person, code)
        return view_of(services, table, person)


def check_may_watch(table: Table, person: str | None, code: str | None) -> None:
    """Refuses a private table as if it did not exist."""
    if not table.may_watch(person, code):
        raise not_found("table")


@router.post("/tables/{table_id}/sit")
async def sit_down(
    table_id: str, asked: SitDown, services: ServicesDep, person: CurrentPerson
) -> TableView:
    """Takes an open seat."""

    def action(table: Table) -> TableView:
        check_may_watch(table, person.id, asked.code)
        number = None if asked.seat is None else asked.seat - 1
        table.sit(person.id, person.name, number, nonce_from(asked.nonce))
        return view_of(services, table, person.id)

    return await services.desk.change(table_id, action)


@router.post("/tables/{table_id}/computer")
async def seat_computer(
    table_id: str, asked: SeatComputer, services: ServicesDep, person: CurrentPerson
) -> TableView:
    """Gives an open seat to a computer player."""
    level = check_level(asked.level)

    def action(table: Table) -> TableView:
        check_may_watch(table, person.id, None)
        table.seat_computer(person.id, asked.seat - 1, level)
        return view_of(services, table, person.id)

    return await services.desk.change(table_id, action)


@router.post("/tables/{table_id}/leave", status_code=204)
async def leave(table_id: str, services: ServicesDep, person: CurrentPerson) -> None:
    """Gets up before the game begins."""

    def action(table: Table) -> None:
        check_may_watch(table, person.id, None)
        table.leave(person.id)

    await services.desk.change(table_id, action)


@router.post("/tables/{table_id}/send-away")
async def send_away(
    table_id: str, asked: OneSeat, services: ServicesDep, person: CurrentPerson
) -> TableView:
    """Frees a seat before the game begins."""

    def action(table: Table) -> TableView:
        check_may_watch(table, person.id, None)
        table.send_away(person.id, asked.seat - 1)
        return view_of(services, table, person.id)

    return await services.desk.change(table_id, action)


@router.post("/tables/{table_id}/start")
async def start(table_id: str, services: ServicesDep, person: CurrentPerson) -> TableView:
    """Begins the game."""

    def action(table: Table) -> TableView:
        check_may_watch(table, person.id, None)
        table.start(person.id, now())
        return view_of(services, table, person.id)

    return await services.desk.change(table_id, action)


@router.post("/tables/{table_id}/resign")
async def resign(
    table_id: str, asked: MySeat, services: ServicesDep, person: CurrentPerson
) -> TableView:
    """Gives up. With two the other wins; with more a computer player takes the seat over."""

    def action(table: Table) -> TableView:
        check_may_watch(table, person.id, None)
        table.resign(person.id, None if asked.seat is None else asked.seat - 1, now())
        return view_of(services, table, person.id)

    return await services.desk.change(table_id, action)


@router.post("/tables/{table_id}/agree-to-end")
async def agree_to_end(
    table_id: str, asked: AgreeToEnd, services: ServicesDep, person: CurrentPerson
) -> TableView:
    """Says whether you would end the game here; it ends when all its people say so."""

    def action(table: Table) -> TableView:
        check_may_watch(table, person.id, None)
        table.vote_end(person.id, asked.agree, now())
        return view_of(services, table, person.id)

    return await services.desk.change(table_id, action)


@router.post("/tables/{table_id}/replace")
async def replace(
    table_id: str, asked: OneSeat, services: ServicesDep, person: CurrentPerson
) -> TableView:
    """Asks that a computer player takes over for somebody long absent; all the others have to."""

    def action(table: Table) -> TableView:
        check_may_watch(table, person.id, None)
        number = asked.seat - 1
        absent = number < len(table.seats) and services.hub.is_absent(table.id, table.seats[number])
        table.vote_replace(person.id, number, absent)
        return view_of(services, table, person.id)

    return await services.desk.change(table_id, action)


@router.post("/tables/{table_id}/rematch", status_code=201)
async def rematch(table_id: str, services: ServicesDep, person: CurrentPerson) -> TableView:
    """Opens a table with the same seats; who asks second is led to the first one's."""
    moment = now()

    def again(table: Table) -> Table | str:
        check_may_watch(table, person.id, None)
        if table.rematch is not None and table.seats_of(person.id):
            return table.rematch
        new = rematch_of(table, person.id, moment)
        table.lead_to(new.id)
        return new

    opened = await services.desk.change(
        table_id,
        again,
        lambda connection, new: None if isinstance(new, str) else add_table(connection, new),
    )
    async with services.desk.at(opened if isinstance(opened, str) else opened.id) as table:
        check_may_watch(table, person.id, table.code)
        return view_of(services, table, person.id)
