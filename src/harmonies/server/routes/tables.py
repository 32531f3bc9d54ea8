"""Opening tables, sitting down, and what happens around a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from harmonies.players import LEVELS, PLAYERS
from harmonies.server import addresses, lists
from harmonies.server.codes import KEEPING, KEYED, refuse, responses
from harmonies.server.credentials import Person
from harmonies.server.database import now
from harmonies.server.idempotency import Answer, Keep
from harmonies.server.identity import (
    FOR_ANYBODY,
    FOR_KNOWN,
    CurrentPerson,
    OnceDep,
    Visitor,
)
from harmonies.server.messages import (
    AgreeToEnd,
    MySeat,
    NewTable,
    OneSeat,
    PlayerView,
    Reach,
    SeatComputer,
    SitDown,
    TableList,
    TableView,
)
from harmonies.server.services import Services, ServicesDep
from harmonies.server.table_rows import add_table
from harmonies.server.tables import Status, Table, open_table, rematch_of
from harmonies.server.views import player_view, table_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

router = APIRouter(tags=["tables"])

NOT_HERE = ("table/not-found", "table/damaged")
BEFORE_GAME = ("person/unknown", *NOT_HERE, "table/started", *KEYED, *KEEPING)
IN_GAME = (
    "person/unknown",
    *NOT_HERE,
    "seat/none",
    "table/not-started",
    "table/over",
    *KEYED,
    *KEEPING,
)
Code = Annotated[str | None, Query(max_length=24, description="From the invitation link")]
TableId = Annotated[str, Path(max_length=24, examples=["q3Zb0x5oT1yqkW2a"])]
Before = Annotated[int | None, Query(ge=0, lt=1 << 62, description="`more` of the list before")]
Limit = Annotated[int, Query(ge=1, le=100)]


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


def check_may_watch(table: Table, person: str | None, code: str | None) -> None:
    """Refuses a private table as if it did not exist."""
    if not table.may_watch(person, code):
        raise refuse("table/not-found")


class AtTable:
    """The dependency of routes that change something at a table: the same request has one effect."""

    def __init__(
        self, table_id: TableId, services: ServicesDep, person: CurrentPerson, once: OnceDep
    ) -> None:
        self._table_id = table_id
        self._once = once
        self.services = services
        self.person = person

    async def do(self, action: Callable[[Table], object], code: str | None = None) -> Response:
        """Lets something happen, and answers with the table as it is then."""

        def change(table: Table) -> TableView:
            check_may_watch(table, self.person.id, code)
            action(table)
            self.services.hub.saw(table, self.person.id)
            return view_of(self.services, table, self.person.id)

        async def effect(keep: Keep) -> Answer:
            also = None
            if keep.wanted:
                also = lambda connection, view: keep(connection, Answer.of(view))  # noqa: E731
            return Answer.of(await self.services.desk.change(self._table_id, change, also))

        return await self._once(effect)


AtTableDep = Annotated[AtTable, Depends()]


@router.get(
    "/reach",
    operation_id="whereToReach",
    summary="Where others reach this page",
    openapi_extra=FOR_ANYBODY,
)
async def where_to_reach(request: Request, services: ServicesDep) -> Reach:
    """For invitations: an address that means only this machine is of no use on another."""
    settings, asked = services.settings, request.url
    if settings.public_url is not None:
        return Reach(url=f"{settings.public_url.rstrip('/')}/")
    if addresses.is_this_machine(asked.hostname or ""):
        return Reach(url=addresses.house_url(settings, asked.port or 80))
    return Reach(url=None)


@router.get("/players", operation_id="listPlayers", summary="The computer players there are")
async def list_players() -> list[PlayerView]:
    """Each with one honest line about it; first those that people pick from, the weakest first."""
    others = (level for level in PLAYERS if level not in LEVELS)
    return [player_view(level) for level in (*LEVELS, *others)]


@router.post(
    "/tables",
    operation_id="openTable",
    summary="Open a table",
    status_code=201,
    response_model=TableView,
    responses=responses(
        "person/unknown",
        "player/unknown",
        "table/too-few-seats",
        "table/no-such-first",
        "table/not-full",
        "table/too-many-open",
        *KEYED,
        *KEEPING,
    ),
    openapi_extra=FOR_KNOWN,
)
async def open_new_table(
    asked: NewTable, services: ServicesDep, person: CurrentPerson, once: OnceDep
) -> Response:
    """You sit down in its first seats; with `start` the game begins at once."""

    async def effect(keep: Keep) -> Answer:
        table = _new_table(asked, person)
        services.hub.saw(table, person.id)
        answer = Answer.of(view_of(services, table, person.id), 201)

        def also(connection: Connection) -> None:
            if lists.count_open(connection, person.id) > services.settings.open_tables_per_person:
                raise refuse("table/too-many-open")
            keep(connection, answer)

        await services.desk.open(table, also)
        return answer

    return await once(effect)


def _new_table(asked: NewTable, person: Person) -> Table:
    if asked.my_seats + len(asked.computers) > asked.players:
        raise refuse("table/too-few-seats")
    if asked.first is not None and asked.first > asked.players:
        raise refuse("table/no-such-first")
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
    for number, level in enumerate(asked.computers, asked.my_seats):
        table.seat_computer(person.id, number, check_level(level))
    if asked.start:
        table.start(person.id, moment)
    return table


def nonce_from(text: str | None) -> bytes:
    """A seat's part of the seed, from what its player says."""
    return b"" if text is None else text.encode()


def check_level(level: str) -> str:
    """The level, if there is a computer player of that name."""
    if level not in PLAYERS:
        there_are = f"There are: {', '.join(PLAYERS)}."
        raise refuse("player/unknown", f"No computer player is called that. {there_are}")
    return level


@router.get(
    "/tables",
    operation_id="listTables",
    summary="Public tables",
    openapi_extra=FOR_ANYBODY,
)
async def list_public_tables(
    services: ServicesDep,
    visitor: Visitor,
    status: Status = "open",
    side: Literal["A", "B"] | None = None,
    players: Annotated[int | None, Query(ge=1, le=4)] = None,
    spirits: bool | None = None,
    before: Before = None,
    limit: Limit = 50,
) -> TableList:
    """Open ones to join, or others to watch; newest first."""
    person = None if visitor is None else visitor.id
    return await services.database.read(
        lambda connection: lists.public_tables(
            connection,
            person,
            status=status,
            side=side,
            players=players,
            spirits=spirits,
            before=before,
            limit=limit,
        )
    )


@router.get(
    "/me/tables",
    operation_id="listMyTables",
    summary="Your tables",
    responses=responses("person/unknown"),
    openapi_extra=FOR_KNOWN,
)
async def list_own_tables(
    services: ServicesDep,
    person: CurrentPerson,
    status: Status | None = None,
    before: Before = None,
    limit: Limit = 50,
) -> TableList:
    """Those you sit at and those you have played at; newest first."""
    return await services.database.read(
        lambda connection: lists.own_tables(
            connection, person.id, status=status, before=before, limit=limit
        )
    )


@router.get(
    "/tables/{table_id}",
    operation_id="showTable",
    summary="A table",
    responses=responses(*NOT_HERE),
    openapi_extra=FOR_ANYBODY,
)
async def show_table(
    table_id: TableId, services: ServicesDep, visitor: Visitor, code: Code = None
) -> TableView:
    """A private one is shown to those who sit there or have its invitation code."""
    person = None if visitor is None else visitor.id
    async with services.desk.at(table_id) as table:
        check_may_watch(table, person, code)
        services.hub.saw(table, person)
        return view_of(services, table, person)


@router.post(
    "/tables/{table_id}/sit",
    operation_id="sitDown",
    summary="Take an open seat",
    response_model=TableView,
    responses=responses(*BEFORE_GAME, "seat/taken", "seat/not-found", "table/full"),
    openapi_extra=FOR_KNOWN,
)
async def sit_down(asked: SitDown, at: AtTableDep) -> Response:
    """The first one, if you do not say which."""
    number = None if asked.seat is None else asked.seat - 1
    nonce = nonce_from(asked.nonce)
    return await at.do(
        lambda table: table.sit(at.person.id, at.person.name, number, nonce), asked.code
    )


@router.post(
    "/tables/{table_id}/computer",
    operation_id="seatComputer",
    summary="Give an open seat to a computer player",
    response_model=TableView,
    responses=responses(*BEFORE_GAME, "table/not-host", "seat/taken", "player/unknown"),
    openapi_extra=FOR_KNOWN,
)
async def seat_computer(asked: SeatComputer, at: AtTableDep) -> Response:
    """For who opened the table."""
    level = check_level(asked.level)
    return await at.do(lambda table: table.seat_computer(at.person.id, asked.seat - 1, level))


@router.post(
    "/tables/{table_id}/leave",
    operation_id="leaveTable",
    summary="Get up before the game begins",
    response_model=TableView,
    responses=responses(*BEFORE_GAME, "seat/none"),
    openapi_extra=FOR_KNOWN,
)
async def leave(at: AtTableDep) -> Response:
    """Another host is found; when nobody is left the table closes."""
    return await at.do(lambda table: table.leave(at.person.id))


@router.post(
    "/tables/{table_id}/send-away",
    operation_id="sendAway",
    summary="Free a seat before the game begins",
    response_model=TableView,
    responses=responses(*BEFORE_GAME, "table/not-host", "seat/empty"),
    openapi_extra=FOR_KNOWN,
)
async def send_away(asked: OneSeat, at: AtTableDep) -> Response:
    """For who opened the table."""
    return await at.do(lambda table: table.send_away(at.person.id, asked.seat - 1))


@router.post(
    "/tables/{table_id}/start",
    operation_id="startGame",
    summary="Begin the game",
    response_model=TableView,
    responses=responses(*BEFORE_GAME, "table/not-host", "table/not-full"),
    openapi_extra=FOR_KNOWN,
)
async def start(at: AtTableDep) -> Response:
    """For who opened the table, when no seat is open. From here on chance is fixed."""
    return await at.do(lambda table: table.start(at.person.id, now()))


@router.post(
    "/tables/{table_id}/resign",
    operation_id="resign",
    summary="Give up",
    response_model=TableView,
    responses=responses(*IN_GAME, "seat/not-yours"),
    openapi_extra=FOR_KNOWN,
)
async def resign(asked: MySeat, at: AtTableDep) -> Response:
    """With two the other wins; with more a computer player takes the seat over."""
    number = None if asked.seat is None else asked.seat - 1
    return await at.do(lambda table: table.resign(at.person.id, number, now()))


@router.post(
    "/tables/{table_id}/agree-to-end",
    operation_id="agreeToEnd",
    summary="Say whether you would end the game here",
    response_model=TableView,
    responses=responses(*IN_GAME),
    openapi_extra=FOR_KNOWN,
)
async def agree_to_end(asked: AgreeToEnd, at: AtTableDep) -> Response:
    """It ends when all its people say so."""
    return await at.do(lambda table: table.vote_end(at.person.id, asked.agree, now()))


@router.post(
    "/tables/{table_id}/replace",
    operation_id="replaceSeat",
    summary="Ask that a computer player takes over for somebody long absent",
    response_model=TableView,
    responses=responses(*IN_GAME, "seat/not-found", "seat/not-replaceable", "seat/present"),
    openapi_extra=FOR_KNOWN,
)
async def replace(asked: OneSeat, at: AtTableDep) -> Response:
    """It does when all the others have asked."""
    number = asked.seat - 1

    def action(table: Table) -> None:
        absent = number < len(table.seats) and at.services.hub.is_absent(
            table.id, table.seats[number]
        )
        table.vote_replace(at.person.id, number, absent, now())

    return await at.do(action)


@router.post(
    "/tables/{table_id}/rematch",
    operation_id="rematch",
    summary="Open a table with the same seats",
    response_model=TableView,
    responses=responses("person/unknown", *NOT_HERE, "seat/none", "table/not-over", *KEEPING),
    openapi_extra=FOR_KNOWN,
)
async def rematch(table_id: TableId, services: ServicesDep, person: CurrentPerson) -> TableView:
    """Who asks second is led to the first one's table, so asking again has no second effect. Their
    seats are kept for those who played: they may see it, and `sit` gives them theirs.
    """
    moment = now()

    def again(table: Table) -> Table | str:
        check_may_watch(table, person.id, None)
        if table.rematch is not None and (table.seats_of(person.id) or table.sat_here(person.id)):
            return table.rematch
        new = rematch_of(table, person.id, person.name, moment)
        table.lead_to(new.id)
        return new

    opened = await services.desk.change(
        table_id,
        again,
        lambda connection, new: None if isinstance(new, str) else add_table(connection, new),
    )
    async with services.desk.at(opened if isinstance(opened, str) else opened.id) as table:
        # Whoever sat at the first table is invited to the next, which may be private.
        return view_of(services, table, person.id).model_copy(update={"code": table.code})
