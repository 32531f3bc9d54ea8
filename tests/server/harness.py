"""A server on a temporary folder, and visitors who ask it things."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx
from sqlalchemy import Connection, text

from harmonies.server.app import create_app
from harmonies.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from fastapi import FastAPI

    from harmonies.server.services import Services

HOST = "http://harmonies.test"
PASSWORD = "correct horse"


class Visitor:
    """A browser, or a program, that talks to the server."""

    def __init__(self, app: FastAPI, *, origin: str | None, address: str, base: str) -> None:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 4711))
        headers = {} if origin is None else {"origin": origin}
        self.http = httpx.AsyncClient(transport=transport, base_url=base, headers=headers)

    async def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """One request; a body is sent as JSON."""
        if body is not None:
            more["json"] = body
        return await self.http.request(method, path, **more)

    async def get(self, path: str, **more: Any) -> httpx.Response:
        """Asks for something."""
        return await self.ask("GET", path, **more)

    async def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """Has something happen."""
        return await self.ask("POST", path, body, **more)

    async def arrive(self, name: str) -> dict[str, Any]:
        """Comes in as a guest."""
        me: dict[str, Any] = done(await self.post("/api/me", {"name": name}), 201)
        return me

    async def claim(self, password: str = PASSWORD) -> dict[str, Any]:
        """Gives their name a password."""
        me: dict[str, Any] = done(await self.post("/api/me/claim", {"password": password}))
        return me

    async def sign_in(self, name: str, password: str = PASSWORD) -> httpx.Response:
        """Tries to come in under a name that has a password."""
        return await self.post("/api/sign-in", {"name": name, "password": password})

    async def token(self, label: str = "robot") -> str:
        """Makes a token for a program."""
        made: str = done(await self.post("/api/me/tokens", {"label": label}), 201)["token"]
        return made


class Served:
    """A running server."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self._visitors: list[Visitor] = []

    @property
    def services(self) -> Services:
        """What its routes work with."""
        found: Services = self.app.state.services
        return found

    def stranger(
        self, *, origin: str | None = HOST, address: str = "192.0.2.1", base: str = HOST
    ) -> Visitor:
        """A browser that has not been here."""
        visitor = Visitor(self.app, origin=origin, address=address, base=base)
        self._visitors.append(visitor)
        return visitor

    async def guest(self, name: str = "Ada", **more: Any) -> Visitor:
        """A browser with a name."""
        visitor = self.stranger(**more)
        await visitor.arrive(name)
        return visitor

    async def owner(self, name: str = "Ada", **more: Any) -> Visitor:
        """A browser whose name has a password."""
        visitor = await self.guest(name, **more)
        await visitor.claim()
        return visitor

    async def program(self, owner: Visitor) -> Visitor:
        """A program with a token of somebody's."""
        visitor = self.stranger(origin=None)
        visitor.http.headers["authorization"] = f"Bearer {await owner.token()}"
        return visitor

    async def write(self, work: Callable[[Connection], Any]) -> Any:
        """Changes the database behind the server's back."""
        return await self.services.database.write(work)

    async def rows(self, query: str, **values: Any) -> list[dict[str, Any]]:
        """Rows of the database."""
        return await self.services.database.read(
            lambda connection: [
                dict(row) for row in connection.execute(text(query), values).mappings()
            ]
        )

    async def close(self) -> None:
        """Sends everybody home."""
        for visitor in self._visitors:
            await visitor.http.aclose()


def settings_for(folder: Path, **chosen: Any) -> Settings:
    """Settings that hinder no test; whoever tests a limit chooses it."""
    easy = {
        "requests_per_minute": 100_000,
        "requests_per_address": 100_000,
        "guests_per_minute": 100_000,
        "sign_ins_per_minute": 100_000,
    }
    return Settings(data=folder, player_workers=0, **{**easy, **chosen})


@asynccontextmanager
async def serving(folder: Path, **chosen: Any) -> AsyncIterator[Served]:
    """A server, for as long as the block runs."""
    app = create_app(settings_for(folder, **chosen))
    async with app.router.lifespan_context(app):
        served = Served(app)
        try:
            yield served
        finally:
            await served.close()


def done(response: httpx.Response, status: int = 200) -> Any:
    """What an answer says, when it is no refusal."""
    assert response.status_code == status, response.text
    return response.json() if response.content else None


def refused(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """What a refusal says, when it is that one."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    problem: dict[str, Any] = response.json()
    assert (response.status_code, problem["code"]) == (status, code), problem
    assert problem["status"] == status
    assert problem["type"] == f"urn:harmonies:{code}"
    assert "!" not in problem["detail"]
    assert problem["detail"].endswith(".")
    return problem
