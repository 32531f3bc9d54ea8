"""The schema of all this, made complete: how to say who one is, and what refusals look like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from harmonies.server import examples, messages
from harmonies.server.codes import EVERYWHERE, KEYED, REFUSALS, WRITING, refuse, responses
from harmonies.server.idempotency import LONGEST_KEY
from harmonies.server.identity import COOKIE
from harmonies.server.problems import PROBLEM_TYPE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fastapi import FastAPI
    from pydantic import BaseModel

_METHODS = ("get", "put", "post", "patch", "delete")

_PROBLEM = {
    "type": "object",
    "title": "Problem",
    "description": "A refusal (RFC 9457). `code` stays the same when the wording changes.",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "code": {"type": "string", "pattern": "^[a-z-]+/[a-z-]+$"},
        "detail": {"type": "string", "description": "A sentence for a person"},
        "fields": {
            "type": "array",
            "description": "With `request/invalid`: what cannot be used",
            "items": {
                "type": "object",
                "required": ["field", "sentence"],
                "properties": {"field": {"type": "string"}, "sentence": {"type": "string"}},
            },
        },
        "wait": {"type": "integer", "description": "With `request/too-many`: seconds"},
        "version": {"type": "integer", "description": "The table's version, where there is one"},
        "request": {"type": "string", "description": "With `server/error`: its name in the log"},
    },
    "additionalProperties": True,
}

_SECURITY_SCHEMES = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "Of a browser; requests that change something have to come from the page",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "Of a program; made at `/api/me/tokens`",
    },
}

_REQUEST_ID = {
    "X-Request-ID": {
        "description": "What the server's log calls this request",
        "schema": {"type": "string"},
    }
}
_RETRY_AFTER = {
    "Retry-After": {"description": "Seconds", "schema": {"type": "integer", "minimum": 1}}
}

_IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "The same request with the same key has one effect; for a day",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    "example": "0b9d6e0c-6a55-4c0c-9a53-3f0b6f7d2f11",
}

# OpenAPI has no words for a WebSocket, so the live connection is told of beside the routes.
_FROM_CLIENT = (messages.LivePlay, messages.LiveUndo, messages.LivePing)
_FROM_SERVER = (
    messages.LiveEvents,
    messages.LiveTable,
    messages.LiveDone,
    messages.LiveProblem,
    messages.LivePong,
)
_REF = "#/components/schemas/{model}"


def _one_of(models: Sequence[type[BaseModel]]) -> dict[str, Any]:
    return {
        "oneOf": [{"$ref": _REF.format(model=model.__name__)} for model in models],
        "discriminator": {"propertyName": "type"},
    }


def _live_connection(schemas: dict[str, Any]) -> dict[str, Any]:
    """What travels over the live connection; its models go to the others."""
    _, found = models_json_schema(
        [(model, "validation") for model in (*_FROM_CLIENT, *_FROM_SERVER)], ref_template=_REF
    )
    for name, model in found["$defs"].items():
        schemas.setdefault(name, model)
    return {
        "path": "/api/tables/{table_id}/live",
        "protocol": "WebSocket, one JSON message a frame",
        "parameters": {
            "since": "The length of the log you have; everything after it comes at once",
            "code": "From the invitation link, for a private table where you do not sit",
        },
        "from_client": _one_of(_FROM_CLIENT),
        "from_server": _one_of(_FROM_SERVER),
        "examples": {
            model.__name__: examples.of_models()[model.__name__]
            for model in (*_FROM_CLIENT, *_FROM_SERVER)
        },
        "close": {
            "1008": "Too many messages; a refused handshake is answered with a problem document",
            "1012": "The server restarts: come back with `since`",
            "1013": "You read too slowly: come back with `since`",
            "4001": "A session or token of yours ended: come back with `since`, if you still may",
        },
    }


def complete_schema(app: FastAPI) -> dict[str, Any]:
    """The whole schema. What every route has in common need not be said at each."""
    if app.openapi_schema:
        return app.openapi_schema
    schema = get_openapi(
        title=app.title,
        version=app.version,
        summary=app.summary,
        description=app.description,
        routes=app.routes,
        tags=app.openapi_tags,
    )
    components = schema.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    schemas["Problem"] = _PROBLEM | {"examples": [refuse("name/taken").document()]}
    components["securitySchemes"] = _SECURITY_SCHEMES
    for path, method, operation in _operations(schema):
        if path.startswith("/api/"):
            _complete(method, operation)
        _show(path, operation)
    schema["x-live-connection"] = _live_connection(schemas)
    schema["x-problem-codes"] = {code: dict(known._asdict()) for code, known in REFUSALS.items()}
    app.openapi_schema = schema
    return schema


def _operations(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in schema.get("paths", {}).items():
        for method, operation in methods.items():
            if method in _METHODS:
                yield path, method, operation


def _complete(method: str, operation: dict[str, Any]) -> None:
    operation.setdefault("security", [])
    found = operation["responses"]
    automatic = found.get("422", {}).get("content", {}).get("application/json")
    if automatic is not None:
        del found["422"]
    if KEYED[0] in str(found):
        operation.setdefault("parameters", []).append(_IDEMPOTENCY_KEY)
    # Any route may be shown a token that is not known; only writing ones read a body.
    codes = [*EVERYWHERE, "token/unknown", "storage/failed"]
    if method != "get":
        codes += WRITING
    elif operation.get("parameters"):
        codes.append("request/invalid")
    for status, answer in responses(*codes).items():
        mine = found.setdefault(str(status), answer)
        if mine is not answer:
            _merge(mine, answer)
    for status, answer in found.items():
        headers = dict(_REQUEST_ID)
        if status in ("429", "503"):
            headers |= _RETRY_AFTER
        answer["headers"] = headers | answer.get("headers", {})


def _show(path: str, operation: dict[str, Any]) -> None:
    """Adds an example to everything that is asked or answered."""
    for parameter in operation.get("parameters", ()):
        if parameter["name"] in examples.PARAMETERS:
            parameter["example"] = examples.PARAMETERS[parameter["name"]]
    said = [operation.get("requestBody", {}), *operation["responses"].values()]
    for kind, content in (pair for one in said for pair in one.get("content", {}).items()):
        if kind == PROBLEM_TYPE:
            continue  # has its own
        model = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
        if not model and "anyOf" in content.get("schema", {}):
            model = content["schema"]["anyOf"][0]["$ref"].rpartition("/")[2]
        shown = examples.of_models().get(model) or examples.of_paths()[path]
        content["examples"] = {"example": {"value": shown}}


def _merge(mine: dict[str, Any], more: dict[str, Any]) -> None:
    for kind, content in more["content"].items():
        known = mine.setdefault("content", {}).setdefault(kind, content)
        if known is not content:
            known["examples"] = known.get("examples", {}) | content["examples"]
        examples = mine["content"][kind]["examples"]
    mine["description"] = "One of: " + ", ".join(f"`{name}`" for name in sorted(examples))
