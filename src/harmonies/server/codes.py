"""What can be refused everywhere: each code with its status and its sentence, for answers and for
the schema alike. The codes of tables and moves stand beside what refuses them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from harmonies.server.problems import PROBLEM_TYPE, Problem
from harmonies.server.table_codes import TABLE_REFUSALS


class Refusal(NamedTuple):
    """How a code is answered."""

    status: int
    sentence: str


REFUSALS: dict[str, Refusal] = {
    "request/malformed": Refusal(400, "This is not HTTP that can be read."),
    "request/no-handshake": Refusal(400, "A live connection begins with a WebSocket handshake."),
    "request/unreadable": Refusal(400, "This is not JSON that can be read."),
    "person/unknown": Refusal(401, "Choose a name first, or sign in."),
    "person/wrong-password": Refusal(
        401, "This name and this password do not go together. Look at both and try again."
    ),
    "token/unknown": Refusal(401, "This token is not known any more. Make a new one."),
    "request/cross-site": Refusal(
        403, "This came from another site. Open the page here and do it there."
    ),
    "person/session-needed": Refusal(
        403, "A program's token may not do this. Sign in with a browser and do it there."
    ),
    "request/not-found": Refusal(404, "There is nothing at this address."),
    "session/not-found": Refusal(404, "There is no such session."),
    "token/not-found": Refusal(404, "There is no such token."),
    "request/wrong-method": Refusal(405, "This address is asked in another way: see Allow."),
    "person/known": Refusal(409, "You have a name here already. Change it, or sign out first."),
    "person/claimed": Refusal(409, "Your name has a password already. You can change it."),
    "person/not-claimed": Refusal(409, "Your name has no password yet. Claim it first."),
    "name/taken": Refusal(
        409, "Somebody has claimed this name. Choose another, or sign in if it is yours."
    ),
    "token/too-many": Refusal(409, "You have many tokens. Delete one that you do not use."),
    "token/shown-once": Refusal(
        409, "This token was made before, and shown then. Delete it and make another."
    ),
    "request/in-progress": Refusal(
        409, "The same request is still being worked on. Ask again in a moment."
    ),
    "request/too-large": Refusal(413, "This is longer than the server reads."),
    "request/invalid": Refusal(422, "Some of this cannot be used. See the fields."),
    "request/key-invalid": Refusal(
        422, "An Idempotency-Key is 1 to 80 visible ASCII characters. Choose another."
    ),
    "request/key-reused": Refusal(
        422, "Another request had this Idempotency-Key. Choose a new one for each request."
    ),
    "name/invalid": Refusal(422, "A name has 1 to 40 visible characters."),
    "password/too-short": Refusal(422, "A password has at least 8 characters."),
    "request/too-many": Refusal(429, "That was a lot at once. Wait a moment and go on."),
    "server/error": Refusal(
        500, "Something went wrong here, and it is not your doing. Try again in a moment."
    ),
    "server/full": Refusal(503, "Many people are connected just now. Try again in a moment."),
    "server/busy": Refusal(503, "Many people are signing in just now. Try again in a moment."),
    "storage/busy": Refusal(503, "Another program holds the server's file. Try again in a moment."),
    "storage/failed": Refusal(503, "The server could not keep this. Try again."),
    "storage/full": Refusal(
        507, "The server's disk is full. Nothing was changed; try again later."
    ),
}
REFUSALS |= {code: Refusal(*said) for code, said in TABLE_REFUSALS.items()}

EVERYWHERE = ("request/not-found", "request/too-many", "server/error")
WRITING = ("request/cross-site", "request/too-large", "request/unreadable", "request/invalid")
KEEPING = ("storage/busy", "storage/full")
KEYED = ("request/in-progress", "request/key-invalid", "request/key-reused")


def refuse(code: str, sentence: str | None = None, **more: Any) -> Problem:
    """The refusal that a code stands for."""
    known = REFUSALS[code]
    return Problem(known.status, code, sentence or known.sentence, **more)


def describe(code: str, status: int, sentence: str) -> None:
    """Adds a code that stands elsewhere, so that the schema can name it."""
    REFUSALS.setdefault(code, Refusal(status, sentence))


def responses(*codes: str) -> dict[int | str, dict[str, Any]]:
    """For a route: the refusals it may answer with, each with an example.

    >>> list(responses("name/taken", "request/invalid"))
    [409, 422]
    """
    found: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        problem = refuse(code)
        answer = found.setdefault(
            problem.status,
            {
                "description": "",
                "content": {
                    PROBLEM_TYPE: {
                        "schema": {"$ref": "#/components/schemas/Problem"},
                        "examples": {},
                    }
                },
            },
        )
        examples = answer["content"][PROBLEM_TYPE]["examples"]
        examples[code] = {"summary": problem.detail, "value": problem.document()}
        answer["description"] = "One of: " + ", ".join(f"`{name}`" for name in sorted(examples))
    return found
