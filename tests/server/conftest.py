"""What the server's tests share. Async tests are marked with `pytest.mark.anyio`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from server.harness import Served, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
def anyio_backend() -> str:
    """The loop the server runs on."""
    return "asyncio"


@pytest.fixture
async def server(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Served]:  # noqa: ARG001
    """A server with an empty database."""
    async with serving(tmp_path) as served:
        yield served
