"""The page: the files that `npm run build` makes, as browsers want them.

They are read once, when the server starts, and kept compressed too: there are few, and they are small.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from harmonies.server.proxies import INDEX

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fastapi import FastAPI
    from starlette.requests import Request

FOLDER = Path(__file__).resolve().parent.parent / "web_page"
ASSETS = "assets"

# Their names change with their content.
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_SMALLEST_COMPRESSED = 512

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
_NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Harmonies</title>
<p>The page has not been built here. <code>make setup</code> builds it; the API is there."""


@dataclass(frozen=True, slots=True)
class _File:
    kind: str
    body: bytes
    small: bytes | None

    @classmethod
    def of(cls, kind: str, body: bytes) -> _File:
        small = gzip.compress(body, 9, mtime=0) if len(body) > _SMALLEST_COMPRESSED else None
        return cls(kind, body, small if small and len(small) < len(body) else None)

    def answer(self, request: Request, caching: str) -> Response:
        headers = {"cache-control": caching, "vary": "accept-encoding"}
        body = self.body
        if self.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = self.small
        return Response(body, media_type=None, headers={**headers, "content-type": self.kind})


def is_built() -> bool:
    """Whether there is a page to serve."""
    return (FOLDER / "index.html").is_file()


def install(app: FastAPI, folder: Path = FOLDER) -> None:
    """Has the page served: its one document for each of its own addresses, and its files."""
    assets = _read_files(folder / ASSETS)
    beside = _read_files(folder)
    document = _read_document(folder / "index.html")
    documents: dict[str, _File] = {}

    async def page(request: Request) -> Response:
        prefix: str = request.scope.get("root_path", "")
        if prefix not in documents:
            documents[prefix] = _File.of(_TYPES[".html"], _under(document, prefix).encode())
        return documents[prefix].answer(request, _ASK_AGAIN)

    async def asset(request: Request) -> Response:
        found = assets.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        return found.answer(request, _FOR_EVER)

    async def file(request: Request) -> Response:
        name = request.scope["path"].rpartition("/")[2]
        return beside[name].answer(request, _ASK_AGAIN)

    async def home(request: Request) -> Response:
        return RedirectResponse(request.scope.get("root_path", "") + "/", 308)

    def serve(path: str, answer: Callable[[Request], Awaitable[Response]]) -> None:
        async def noting(request: Request) -> Response:
            request.scope["route"] = route  # for the log, as FastAPI does with its own
            return await answer(request)

        route = Route(path, noting, include_in_schema=False)
        app.routes.append(route)

    for path in ("/", "/me", "/table/{table_id}"):
        serve(path, page)
    serve(f"/{ASSETS}/{{name}}", asset)
    serve(INDEX, home)
    for name in beside:
        serve(f"/{name}", file)


def _read_files(folder: Path) -> dict[str, _File]:
    if not folder.is_dir():
        return {}
    return {
        path.name: _File.of(_TYPES[path.suffix], path.read_bytes())
        for path in sorted(folder.iterdir())
        if path.suffix in _TYPES and path.name != "index.html"
    }


def _read_document(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else _NOT_BUILT


def _under(document: str, prefix: str) -> str:
    """The document's relative addresses made to start at the prefix, whatever its own address is."""
    return re.sub(r'(?<==")\./', f"{prefix}/", document)
