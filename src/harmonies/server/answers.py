"""How refusals and mistakes are answered, whatever raised them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from sqlalchemy.exc import IntegrityError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match
from starlette.websockets import WebSocket, WebSocketState

from harmonies.server.codes import refuse
from harmonies.server.guard import problem_body, problem_headers
from harmonies.server.identity import look_up
from harmonies.server.log import METHODS
from harmonies.server.mistakes import in_words
from harmonies.server.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastapi import FastAPI
    from starlette.requests import HTTPConnection

    from harmonies.server.services import Services

MOST_FIELDS = 20
LONGEST_FIELD = 80
WITHOUT_LOOKING = (401, 429, 500)  # strangers, who asks too much already, what cannot be looked at

_BY_STATUS = {
    400: "request/unreadable",
    404: "request/not-found",
    405: "request/wrong-method",
    413: "request/too-large",
}


def install(app: FastAPI) -> None:
    """Has every refusal answered as a problem document."""
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(WebSocketRequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(IntegrityError, _on_gone)


def problem_response(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """A refusal as a response."""
    said = {**(headers or {}), **problem_headers(problem)}
    return Response(problem_body(problem), problem.status, said)


def invalid(errors: Sequence[Mapping[str, Any]]) -> Problem:
    """What pydantic found wrong, in plain sentences. What was sent is not repeated."""
    if any(error["type"] == "json_invalid" for error in errors):
        return refuse("request/unreadable")
    fields = [
        {"field": _field(error["loc"]), "sentence": in_words(error)}
        for error in errors[:MOST_FIELDS]
    ]
    return refuse("request/invalid", fields=fields)


def _field(loc: Sequence[int | str]) -> str:
    inner = loc[1:] if loc and loc[0] in ("body", "query", "path", "header", "cookie") else loc
    name = ".".join(str(part) for part in inner) or "body"
    return name[:LONGEST_FIELD]


async def _answer(
    connection: HTTPConnection, problem: Problem, headers: Mapping[str, str] | None = None
) -> Any:
    connection.scope["problem"] = problem.code  # for the log
    if isinstance(connection, WebSocket):
        begun = connection.application_state is not WebSocketState.CONNECTING
        if begun or "websocket.http.response" not in connection.scope.get("extensions", {}):
            if connection.application_state is not WebSocketState.DISCONNECTED:
                await connection.close(1008, problem.code)
            return None
    return problem_response(problem, headers)


async def _on_problem(connection: HTTPConnection, error: Exception) -> Any:
    assert isinstance(error, Problem)
    await _add_version(connection, error)
    return await _answer(connection, error)


async def _on_invalid(connection: HTTPConnection, error: Exception) -> Any:
    assert isinstance(error, RequestValidationError | WebSocketRequestValidationError)
    problem = invalid(error.errors())
    await _add_version(connection, problem)
    return await _answer(connection, problem)


async def _add_version(connection: HTTPConnection, problem: Problem) -> None:
    """What is refused at a table says how far the table is, to those who may know."""
    table_id = connection.scope.get("path_params", {}).get("table_id")
    services: Services | None = getattr(connection.app.state, "services", None)
    if table_id is None or services is None or problem.status in WITHOUT_LOOKING:
        return
    try:
        found = await look_up(connection, services)
        async with services.desk.at(table_id) as table:
            code = connection.query_params.get("code")
            if table.may_watch(None if found is None else found.person.id, code):
                problem.more.setdefault("version", table.version)
    except Problem:
        return  # there is no such table, or nobody can look just now


async def _on_http(connection: HTTPConnection, error: Exception) -> Any:
    assert isinstance(error, HTTPException)
    code, headers = _BY_STATUS.get(error.status_code), error.headers
    if error.status_code == 405:
        headers = {"allow": ", ".join(_allowed(connection))}
    if code is not None:
        problem = refuse(code)
    else:
        problem = Problem(error.status_code, "request/refused", "This is not answered here.")
    return await _answer(connection, problem, headers)


def _allowed(connection: HTTPConnection) -> list[str]:
    """All methods that an address is asked with: a route knows only its own."""

    def is_answered(method: str) -> bool:
        asked = {**connection.scope, "method": method}
        return any(route.matches(asked)[0] is Match.FULL for route in connection.app.routes)

    return [method for method in sorted(METHODS) if is_answered(method)]


async def _on_gone(connection: HTTPConnection, error: Exception) -> Any:
    """What somebody asked for cannot be theirs: they deleted their account at the same moment."""
    assert isinstance(error, IntegrityError)
    if "foreign key" not in str(error.orig).lower():
        raise error
    return await _answer(connection, refuse("person/unknown"))
