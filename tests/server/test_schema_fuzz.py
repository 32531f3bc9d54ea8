"""Everything the schema allows, and much that it does not, finds no mistake of the server's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from server.running import EASY, Process

if TYPE_CHECKING:
    from collections.abc import Iterator

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = Process(tmp_path_factory.mktemp("fuzz") / "data", HARMONIES_PLAYER_WORKERS="0", **EASY)
    yield server.url
    assert server.end() == 0


def test_no_request_finds_a_mistake(api: str) -> None:
    with httpx.Client(base_url=api, headers={"Origin": api}) as http:
        http.post("/api/me", json={"name": "Fuzz"}).raise_for_status()
        opened = http.post("/api/tables", json={"my_seats": 2, "start": True}).json()
        cookies = dict(http.cookies)
    schema = schemathesis.openapi.from_url(f"{api}/openapi.json")
    asked = 0

    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()

        @settings(
            max_examples=25,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            nonlocal asked
            asked += 1
            if "table_id" in (case.path_parameters or {}) and asked % 2:
                case.path_parameters["table_id"] = opened["id"]
            case.call_and_validate(
                cookies=cookies, headers={"Origin": api}, checks=CHECKS, timeout=30
            )

        ask()
    assert asked > 300
