"""A program that plays at a server's table, in one file, without the rules of the game.

    HARMONIES_TOKEN=harmonies_… python examples/table_bot.py http://localhost:8484 TABLE [CODE]

The token is made on the page under "About you", or at /api/me/tokens. The program takes a seat if the
game has not begun, waits for its turn on the live connection, asks what it may do, and does something at
random: put your own idea in `choose`. When the server is away it waits, and goes on where it was. It needs
`websockets`.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

PAUSE = 1.0
LATER = (429, 503, 507)  # too many requests, or the server is busy: it says how long to wait


class Refused(Exception):
    """What was asked for may not be; the code says why."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(f"{problem['code']}: {problem['detail']}")
        self.code = problem["code"]


def choose(view: dict[str, Any]) -> str:
    """A move, of those that are legal now."""
    legal: list[str] = view["legal"]
    return "end" if "end" in legal else random.choice(legal)


class Server:
    """A server, asked in the name of whoever made the token."""

    def __init__(self, base: str, token: str) -> None:
        self.base = base.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """What it answers; Refused when it refuses for good."""
        said = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        # The same request is sent again when no answer comes; by its key it has one effect.
        headers |= self.headers | {"Idempotency-Key": uuid.uuid4().hex}
        request = urllib.request.Request(f"{self.base}/api{path}", said, headers)
        while True:
            pause = PAUSE
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code not in LATER:
                    raise Refused(json.load(error)) from None
                pause = float(error.headers.get("Retry-After", PAUSE))
            except (OSError, http.client.HTTPException):
                pass  # it is being started again: nothing is lost
            time.sleep(pause)

    def wait(self, table: str, since: int) -> None:
        """Returns when the log has grown beyond `since`, or the table itself has changed."""
        address = f"{self.base.replace('http', 'ws', 1)}/api/tables/{table}/live?since={since}"
        try:
            with connect(address, additional_headers=self.headers) as live:
                changes = 0
                while changes < 2:  # the first message is the table as it is
                    message = json.loads(live.recv())
                    changes += message["type"] == "table" or bool(message.get("events"))
        except (OSError, ConnectionClosed, InvalidHandshake):
            time.sleep(PAUSE)


def play(server: Server, table: str, code: str = "") -> dict[str, Any]:
    """Plays until the game has ended; returns the table as it is then."""
    found: dict[str, Any] = server.ask(f"/tables/{table}?{urllib.parse.urlencode({'code': code})}")
    if found["status"] == "open" and not any(seat["you"] for seat in found["seats"]):
        server.ask(f"/tables/{table}/sit", {"code": code or None})
    while True:
        found = server.ask(f"/tables/{table}")
        if found["status"] in ("over", "closed"):
            return found
        mine = [seat["seat"] for seat in found["seats"] if seat["you"]]
        if found["to_move"] in mine:
            move(server, table)
        else:
            server.wait(table, found["version"])


def move(server: Server, table: str) -> None:
    """Plays one move of our own."""
    view = server.ask(f"/tables/{table}/view")
    if not view["legal"]:
        return  # somebody was faster: look again
    try:
        server.ask(f"/tables/{table}/moves", {"version": view["version"], "move": choose(view)})
    except Refused as refused:
        if refused.code != "play/stale":  # then we look again
            raise


def main() -> None:
    """Plays one game."""
    if len(sys.argv) not in (3, 4) or "HARMONIES_TOKEN" not in os.environ:
        raise SystemExit(__doc__)
    server = Server(sys.argv[1], os.environ["HARMONIES_TOKEN"])
    try:
        over = play(server, *sys.argv[2:])
    except Refused as refused:
        raise SystemExit(str(refused)) from None
    for place in over["result"] or ():
        name = over["seats"][place["seat"] - 1]["name"]
        print(f"{place['place']}. {name}: {place['points']} points")


if __name__ == "__main__":
    main()
