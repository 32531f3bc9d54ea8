"""The schema says all there is to say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest

from harmonies.server.app import create_app
from harmonies.server.codes import REFUSALS
from harmonies.server.problems import PROBLEM_TYPE
from server.harness import Served, done, settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER = Path(__file__).parents[2] / "src" / "harmonies" / "server"


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The schema of the whole server."""
    return create_app(settings_for(tmp_path_factory.mktemp("data"))).openapi()


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in schema["paths"].items():
        if path.startswith("/api/"):
            for method, operation in methods.items():
                yield f"{method} {path}", operation


def test_every_route_is_described(schema: dict[str, Any]) -> None:
    names = []
    for where, operation in operations(schema):
        assert operation["summary"], where
        assert operation["tags"], where
        assert "security" in operation, where
        names.append(operation["operationId"])
    assert len(names) == len(set(names))


def test_every_refusal_of_a_route_has_an_example(schema: dict[str, Any]) -> None:
    for where, operation in operations(schema):
        assert {"429", "500"} <= set(operation["responses"]), where
        for status, answer in operation["responses"].items():
            assert "X-Request-ID" in answer["headers"], where
            if int(status) < 400:
                continue
            assert set(answer["content"]) == {PROBLEM_TYPE}, (where, status)
            content = answer["content"][PROBLEM_TYPE]
            assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
            for code, example in content["examples"].items():
                assert example["value"]["code"] == code
                assert example["value"]["status"] == int(status)


def test_who_must_be_known_is_told_so(schema: dict[str, Any]) -> None:
    for where, operation in operations(schema):
        examples = operation["responses"]["401"]["content"][PROBLEM_TYPE]["examples"]
        anybody = not operation["security"] or {} in operation["security"]
        assert anybody is ("person/unknown" not in examples), where


def test_what_changes_something_may_be_refused_from_elsewhere(schema: dict[str, Any]) -> None:
    for where, operation in operations(schema):
        if not where.startswith("get "):
            examples = operation["responses"]["403"]["content"][PROBLEM_TYPE]["examples"]
            assert "request/cross-site" in examples, where


def test_every_reference_leads_somewhere(schema: dict[str, Any]) -> None:
    for name in set(re.findall(r"#/components/schemas/(\w+)", str(schema))):
        assert name in schema["components"]["schemas"]
    assert "HTTPValidationError" not in str(schema)


def test_everything_asked_and_answered_has_an_example_that_fits(schema: dict[str, Any]) -> None:
    fits = {}

    def check(shown: Any, described: dict[str, Any], where: str) -> None:
        whole = {**described, "components": schema["components"]}
        fits[where] = jsonschema_rs.is_valid(whole, shown)

    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            for parameter in operation.get("parameters", ()):
                about = parameter["schema"]
                if "enum" not in str(about):
                    own = [parameter["example"]] if "example" in parameter else about["examples"]
                    check(own[0], about, f"{where} {parameter['name']}")
            said = [operation.get("requestBody", {}), *operation["responses"].values()]
            for one in said:
                for kind, content in one.get("content", {}).items():
                    for name, example in content["examples"].items():
                        check(example["value"], content["schema"], f"{where} {kind} {name}")
    assert len(fits) > 400
    assert [where for where, fit in fits.items() if not fit] == []


def test_what_may_be_repeated_says_by_which_header(schema: dict[str, Any]) -> None:
    with_key = {
        where
        for where, operation in operations(schema)
        if "Idempotency-Key" in [said["name"] for said in operation.get("parameters", ())]
    }
    assert {"post /api/tables", "post /api/tables/{table_id}/moves"} <= with_key
    assert not any(where.startswith("get ") for where in with_key)


def test_the_live_connections_messages_are_in_it(schema: dict[str, Any]) -> None:
    live = schema["x-live-connection"]
    for direction, kinds in (
        ("from_client", {"play", "undo", "ping"}),
        ("from_server", {"events", "table", "done", "problem", "pong"}),
    ):
        models = [
            schema["components"]["schemas"][choice["$ref"].rpartition("/")[2]]
            for choice in live[direction]["oneOf"]
        ]
        assert {model["properties"]["type"]["const"] for model in models} == kinds
    for name, example in live["examples"].items():
        described = {"$ref": f"#/components/schemas/{name}", "components": schema["components"]}
        assert jsonschema_rs.is_valid(described, example), name


def test_sentences_are_short_and_warm() -> None:
    for code, refusal in REFUSALS.items():
        assert re.fullmatch(r"[a-z-]+/[a-z-]+", code)
        assert refusal.sentence.endswith("."), code
        assert "!" not in refusal.sentence, code
        assert len(refusal.sentence) <= 90, code


def test_every_code_that_is_refused_is_known() -> None:
    for file in SERVER.rglob("*.py"):
        for code in re.findall(r'\brefuse\(\s*"([^"]+)"', file.read_text(encoding="utf-8")):
            assert code in REFUSALS, file


@pytest.mark.anyio
async def test_the_schema_is_served(server: Served) -> None:
    schema = done(await server.stranger().get("/openapi.json"))
    assert schema["openapi"].startswith("3.")
    assert {"session", "token"} == set(schema["components"]["securitySchemes"])
