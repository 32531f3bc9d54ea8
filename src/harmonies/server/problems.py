"""Refusals, as problem documents (RFC 9457) with codes that stay the same."""

from __future__ import annotations

from typing import Any

PROBLEM_TYPE = "application/problem+json"


class Problem(Exception):
    """A refusal that is answered. ``more`` says what a program needs to go on."""

    def __init__(self, status: int, code: str, detail: str, **more: Any) -> None:
        super().__init__(f"{code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.more = more

    def document(self) -> dict[str, Any]:
        """What is sent."""
        return {
            "type": f"urn:harmonies:{self.code}",
            "title": TITLES.get(self.status, "Refused"),
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            **self.more,
        }


TITLES = {
    400: "This cannot be read",
    401: "Say who you are first",
    403: "Not for you",
    404: "Not here",
    405: "Not that way",
    409: "Not now",
    413: "Too large",
    415: "This cannot be read",
    422: "This cannot be done",
    429: "Too much at once",
    500: "The server made a mistake",
    503: "Not at the moment",
    507: "No room left",
}


def not_found(what: str) -> Problem:
    """There is no such thing, or it is not for this visitor to know."""
    return Problem(404, f"{what}/not-found", f"There is no such {what}.")


def sign_in_first() -> Problem:
    """Somebody unknown asked for what belongs to somebody."""
    return Problem(401, "person/unknown", "Choose a name first, or sign in.")


class StorageProblem(Problem):
    """What was asked for could not be kept, and so has not happened."""


def storage_problem(error: BaseException) -> StorageProblem:
    """A database's error, as what a person can do about it."""
    text = str(error).lower()
    if "disk is full" in text or "no space left" in text:
        return StorageProblem(
            507, "storage/full", "The server's disk is full. Nothing was changed; try again later."
        )
    if "readonly" in text or "read-only" in text or "permission denied" in text:
        return StorageProblem(
            503, "storage/read-only", "The server may not write its file. Nothing was changed."
        )
    if "locked" in text or "busy" in text:
        return StorageProblem(
            503, "storage/busy", "Another program holds the server's file. Try again in a moment."
        )
    return StorageProblem(503, "storage/failed", "The server could not keep this. Try again.")
