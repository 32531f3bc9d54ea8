"""The page as browsers get it."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from harmonies.server import answers, page
from harmonies.server.guard import SECURITY_HEADERS, Envelope
from harmonies.server.proxies import Proxies

DOCUMENT = '<script src="./assets/index-1.js"></script><link href="./assets/index-1.css">'
WASM = b"\0asm" + b"\1" * 2000


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(DOCUMENT)
    (tmp_path / "assets" / "core-1.wasm").write_bytes(WASM)
    (tmp_path / "assets" / "index-1.js").write_text("export {};")
    (tmp_path / "worker.js").write_text("// keeps the page at hand")
    (tmp_path / "secret.txt").write_text("not for browsers")
    return tmp_path


def browser(folder: Path, prefix: str = "") -> httpx.AsyncClient:
    app = FastAPI()
    page.install(app, folder)
    answers.install(app)
    app.add_middleware(Envelope)
    app.add_middleware(Proxies, trusted=(), prefix=prefix)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here")


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/", "/me", "/table/q3Zb0x5oT1yqkW2a", "/table/q3Zb?code=x"])
async def test_every_address_of_the_page_is_the_same_document(built: Path, path: str) -> None:
    async with browser(built) as client:
        answer = await client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert SECURITY_HEADERS.items() <= dict(answer.headers).items()
    assert 'src="/assets/index-1.js"' in answer.text


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/table/x", "/h/table/x"])
async def test_a_path_prefix_leads_to_its_own_assets(built: Path, path: str) -> None:
    async with browser(built, "/h") as client:
        answer = await client.get(path)
        asset = await client.get("/h/assets/index-1.js")
    assert 'src="/h/assets/index-1.js"' in answer.text
    assert asset.status_code == 200


@pytest.mark.anyio
async def test_the_prefix_alone_leads_to_the_page(built: Path) -> None:
    async with browser(built, "/h") as client:
        answer = await client.get("/h")
    assert (answer.status_code, answer.headers["location"]) == (308, "/h/")


@pytest.mark.anyio
async def test_assets_are_kept_for_ever_and_sent_small(built: Path) -> None:
    async with browser(built) as client:
        answer = await client.get("/assets/core-1.wasm")
        plain = await client.get("/assets/core-1.wasm", headers={"accept-encoding": "identity"})
    assert answer.headers["content-type"] == "application/wasm"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["vary"] == "accept-encoding"
    assert int(answer.headers["content-length"]) == len(gzip.compress(WASM, 9, mtime=0))
    assert answer.content == plain.content == WASM


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/worker.js", "/h/worker.js"])
async def test_files_beside_the_document_are_asked_for_again(built: Path, path: str) -> None:
    async with browser(built, "/h") as client:
        answer = await client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.anyio
@pytest.mark.parametrize(
    "path", ["/assets/../secret.txt", "/assets/%2e%2e%2fsecret.txt", "/secret.txt", "/assets/no.js"]
)
async def test_nothing_else_is_served(built: Path, path: str) -> None:
    async with browser(built) as client:
        answer = await client.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "request/not-found"


@pytest.mark.anyio
async def test_without_a_built_page_it_says_how_to_build_it(tmp_path: Path) -> None:
    async with browser(tmp_path / "nothing") as client:
        answer = await client.get("/")
    assert answer.status_code == 200
    assert "make setup" in answer.text
