"""The application: routes, and what they all have in common."""

from __future__ import annotations

from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Depends, FastAPI

from harmonies.server import answers, page
from harmonies.server.guard import AddressLimit, BodyLimit, Envelope
from harmonies.server.identity import same_site
from harmonies.server.log import RequestLog
from harmonies.server.metrics import Metrics
from harmonies.server.openapi import complete_schema
from harmonies.server.proxies import Proxies
from harmonies.server.routes import access, ops, people, play, tables
from harmonies.server.services import open_services

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from harmonies.server.settings import Settings

_ABOUT = """People play Harmonies at tables. Every refusal is a problem document with a stable
`code`. Times are milliseconds since 1970 in UTC. A request that changes something may carry an
`Idempotency-Key`: sent again within a day it has no second effect and gets the same answer. A
stranger's has 16 characters or more: who arrives by it again, from the same address, is the same
guest. Signing in, signing out and deleting oneself take none."""


def create_app(settings: Settings) -> FastAPI:
    """A server with these settings. Its database is opened when it starts, and not before."""

    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_services(settings, metrics) as services:
            app.state.services = services
            yield

    app = FastAPI(
        title="Harmonies",
        summary="Tables where people play Harmonies, with each other and with computer players",
        description=_ABOUT,
        version=_version(),
        lifespan=lifespan,
        docs_url=None,  # the pages FastAPI has for it come from other sites
        redoc_url=None,
        redirect_slashes=False,
    )
    api = APIRouter(prefix="/api", dependencies=[Depends(same_site)])
    for router in ROUTERS:
        api.include_router(router)
    app.include_router(api)
    app.include_router(ops.router)
    page.install(app)
    answers.install(app)

    # The last one added is the first one passed.
    app.add_middleware(BodyLimit, largest=settings.largest_body)
    app.add_middleware(AddressLimit, per_minute=settings.requests_per_address)
    app.add_middleware(Envelope)
    app.add_middleware(RequestLog, metrics=metrics)
    app.add_middleware(Proxies, trusted=settings.trusted_proxies, prefix=settings.prefix)

    def schema() -> dict[str, Any]:
        return complete_schema(app)

    app.openapi = schema  # type: ignore[method-assign]
    return app


ROUTERS = (people.router, access.router, tables.router, play.router)


def _version() -> str:
    try:
        return version("harmonies")
    except PackageNotFoundError:  # not installed: run from the sources
        return "0"
