"""For whoever looks after the server: is it alive, is it ready, how is it doing."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import TYPE_CHECKING, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel
from sqlalchemy.exc import DBAPIError

from harmonies.server import migrate
from harmonies.server.codes import refuse
from harmonies.server.guard import address_of
from harmonies.server.problems import Problem

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from harmonies.server.services import Services

router = APIRouter(tags=["operations"])

PATIENCE = 1.0
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

State = Literal["ok", "failing"]


class Health(BaseModel):
    """The process answers."""

    alive: Literal[True] = True


class Readiness(BaseModel):
    """Whether people can play here now, and if not, what is in the way."""

    ready: bool
    database: State
    schema_current: State
    players: State


@router.get("/healthz", summary="Whether the process is alive")
async def healthz() -> Health:
    """Answers as long as the process does."""
    return Health()


@router.get(
    "/readyz",
    summary="Whether people can play",
    responses={503: {"model": Readiness, "description": "Not at the moment"}},
)
async def readyz(request: Request, response: Response) -> Readiness:
    """Whether the database keeps a write within a second, at this program's schema, and the
    computer players' workers live.
    """
    services: Services = request.app.state.services
    database, schema = await _ask_database(services)
    players: State = "ok" if services.computers.well else "failing"
    ready = (database, schema, players) == ("ok", "ok", "ok")
    response.status_code = 200 if ready else 503
    return Readiness(ready=ready, database=database, schema_current=schema, players=players)


@router.get(
    "/metrics",
    summary="Figures for Prometheus",
    response_class=Response,
    responses={200: {"content": {METRICS_TYPE: {"schema": {"type": "string"}}}}},
)
async def metrics(request: Request) -> Response:
    """For programs on this machine; for others only when the setting `metrics_for_all` says so."""
    services: Services = request.app.state.services
    if not services.settings.metrics_for_all and not _is_local(request):
        raise refuse("request/not-found")
    return Response(services.metrics.text(), media_type=METRICS_TYPE)


async def _ask_database(services: Services) -> tuple[State, State]:
    try:
        async with asyncio.timeout(PATIENCE):
            await services.database.write(_touch)
            revision = await services.database.read(migrate.revision_of)
    except (Problem, DBAPIError, TimeoutError):
        return "failing", "failing"
    return "ok", "ok" if revision == migrate.newest() else "failing"


def _touch(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        # Writes a page, where an empty transaction would not even look at the disk.
        connection.exec_driver_sql("PRAGMA user_version = 1")


def _is_local(request: Request) -> bool:
    """Whether a program on this machine asks, and not a proxy for somebody else."""
    if any(name.startswith("x-forwarded-") or name == "forwarded" for name in request.headers):
        return False
    try:
        return ip_address(address_of(request.scope)).is_loopback
    except ValueError:
        return False
