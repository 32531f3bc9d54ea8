"""Lists of tables give each table once, and nobody opens tables without end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from server.harness import Served, Visitor, done, refused, serving

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def pages(visitor: Visitor, limit: int) -> list[list[str]]:
    """The ids of somebody's tables, page by page."""
    found: list[list[str]] = []
    before = ""
    while True:
        page: dict[str, Any] = done(await visitor.get(f"/api/me/tables?limit={limit}{before}"))
        found.append([table["id"] for table in page["tables"]])
        if page["more"] is None:
            return found
        before = f"&before={page['more']}"


@pytest.mark.parametrize(
    ("moments", "sizes"),
    [
        ([1, 2, 3, 4, 5], [2, 2, 1]),
        ([1, 2, 3, 4], [2, 2]),
        ([1, 2, 2, 2, 3], [4, 1]),
        ([7, 7, 7, 7, 7], [5]),
        ([1, 1, 2, 2, 3], [3, 2]),
    ],
)
async def test_every_table_is_on_one_page(
    server: Served, moments: list[int], sizes: list[int]
) -> None:
    ann = await server.guest("Ann")
    opened = [done(await ann.post("/api/tables", {}), 201)["id"] for _ in moments]
    dated = text("UPDATE tables SET created = :moment WHERE id = :table")
    values = [{"moment": at, "table": table} for at, table in zip(moments, opened, strict=True)]
    await server.write(lambda connection: connection.execute(dated, values))
    found = await pages(ann, limit=2)
    assert [len(page) for page in found] == sizes
    assert sorted(table for page in found for table in page) == sorted(opened)


async def test_nobody_opens_tables_without_end(tmp_path: Path) -> None:
    async with serving(tmp_path, open_tables_per_person=3) as server:
        ann = await server.guest("Ann")
        answers = await asyncio.gather(*(ann.post("/api/tables", {}) for _ in range(12)))
        made = [answer for answer in answers if answer.status_code == 201]
        assert len(made) == 3
        refused(await ann.post("/api/tables", {}), 429, "table/too-many-open")
        done(await ann.post(f"/api/tables/{made[0].json()['id']}/leave"))
        done(await ann.post("/api/tables", {}), 201)
        done(await ann.post("/api/tables", {"my_seats": 2, "start": True}), 201)
