"""What is asked and answered, for the schema: made by the same code as the real thing."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from harmonies.players import LEVELS, STAND_IN
from harmonies.server.codes import refuse
from harmonies.server.record_text import record_text
from harmonies.server.tables import Seat, Table
from harmonies.server.views import events_view, player_view, table_view, whole_view

if TYPE_CHECKING:
    from pydantic import BaseModel

AT = 1_760_000_000_000
ID, CODE = "q3Zb0x5oT1yqkW2a", "Xo9dM2v7s0Kq4tLe"
PERSON, SESSION = "4f1c9a0b7d3e5f60a1b2", "a09f3c5e7b1d2468ace0"

# Of parameters, by their names.
PARAMETERS: dict[str, Any] = {
    "before": AT,
    "code": CODE,
    "limit": 50,
    "players": 2,
    "since": 1,
    "spirits": False,
    "version": 2,
}

_ASKED: dict[str, Any] = {
    "ChosenName": {"name": "Ada"},
    "ChosenPassword": {"password": "correct horse battery"},
    "NewPassword": {"old": "correct horse battery", "new": "wrong horse battery"},
    "SignIn": {"name": "Ada", "password": "correct horse battery"},
    "TokenLabel": {"label": "my robot"},
    "NewTable": {"players": 2, "side": "A", "computers": [STAND_IN], "start": True},
    "SitDown": {"seat": 2, "code": CODE, "nonce": "a few words of mine"},
    "SeatComputer": {"seat": 2, "level": STAND_IN},
    "OneSeat": {"seat": 2},
    "MySeat": {"seat": 1},
    "AgreeToEnd": {"agree": True},
    "PlayMove": {"version": 1, "move": "take 2"},
    "UndoMove": {"version": 2},
}


@cache
def of_models() -> dict[str, Any]:
    """An example for each model that travels, by its name."""
    table = _table()
    view = _plain(table_view(table, PERSON, here=lambda person: person == PERSON))
    events = _plain(events_view(table, PERSON, 1))
    me = {"id": PERSON, "name": "Ada", "claimed": True, "created": AT}
    token = {"id": SESSION, "label": "my robot", "created": AT, "seen": None}
    session = {"id": SESSION, "agent": "Firefox", "created": AT, "seen": AT, "expires": 2 * AT}
    ready = {"ready": True, "database": "ok", "schema_current": "ok", "players": "ok"}
    done = {"version": table.version}
    problem = refuse("play/stale", version=table.version, events=events["events"]).document()
    seats = [{key: seat[key] for key in ("seat", "kind", "name", "you")} for seat in view["seats"]]
    kept = ("id", "status", "ending", "side", "players", "spirits", "public", "host")
    summary = {key: view[key] for key in (*kept, "created", "started", "ended")}
    return _ASKED | {
        "Me": me,
        "MySessions": {"sessions": [{**session, "current": True}]},
        "MyTokens": {"tokens": [token]},
        "MyNewToken": {**token, "token": f"harmonies_{'x' * 43}"},
        "Reach": {"url": "http://192.168.0.7:8484/"},
        "TableView": view,
        "TableList": {"tables": [{**summary, "seats": seats}], "more": None},
        "Events": events,
        "WholeView": _plain(whole_view(table, PERSON)),
        "Done": done,
        "Health": {"alive": True},
        "Readiness": ready,
        "LivePlay": {"type": "play", "id": "7", **_ASKED["PlayMove"]},
        "LiveUndo": {"type": "undo", "id": "8", **_ASKED["UndoMove"]},
        "LivePing": {"type": "ping"},
        "LiveEvents": {"type": "events", **events},
        "LiveTable": {"type": "table", "table": view},
        "LiveDone": {"type": "done", "id": "7", **done},
        "LiveProblem": {"type": "problem", "id": "7", "problem": problem},
        "LivePong": {"type": "pong"},
    }


@cache
def of_paths() -> dict[str, Any]:
    """Examples of answers that are no single model, by their path."""
    over = _table()
    over.resign(PERSON, 0, AT)
    me = of_models()["Me"]
    nothing: list[Any] = []
    return {
        "/api/players": [_plain(player_view(level)) for level in LEVELS],
        "/api/tables/{table_id}/record": record_text(over),
        "/api/me/export": {
            "exported": AT,
            "person": me,
            "sessions": nothing,
            "tokens": nothing,
            "tables": nothing,
            "requests": nothing,
        },
        "/metrics": 'harmonies_moves_total{by="person"} 41.0\n',
    }


def _table() -> Table:
    seats = [
        Seat(0, "person", PERSON, None, "Ada", None, b"a few words of mine"),
        Seat(1, "computer", None, None, STAND_IN, STAND_IN),
    ]
    table = Table(
        id=ID,
        side="A",
        players=2,
        spirits=False,
        first=0,
        first_drawn=False,
        public=False,
        host=PERSON,
        created=AT,
        touched=AT,
        code=CODE,
        secret=bytes(range(32)),
        seats=seats,
    )
    table.start(PERSON, AT)
    game = table.running()
    game.play("take 2")
    return table


def _plain(model: BaseModel | None) -> dict[str, Any]:
    assert model is not None
    return model.model_dump(mode="json")
