"""The live connection: a table's events as they happen, and moves."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, assert_never

from pydantic import TypeAdapter, ValidationError

from harmonies.server.codes import refuse
from harmonies.server.hub import AT_ONCE, Listener, Message
from harmonies.server.limits import Pace
from harmonies.server.messages import (
    FromClient,
    LiveDone,
    LivePing,
    LivePlay,
    LivePong,
    LiveProblem,
    LiveUndo,
)
from harmonies.server.problems import Problem

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from harmonies.server.desk import Desk
    from harmonies.server.hub import Hub

log = logging.getLogger(__name__)

FLOODING = 1008
_incoming: TypeAdapter[LivePlay | LiveUndo | LivePing] = TypeAdapter(FromClient)
PONG = Message(LivePong(type="pong").model_dump_json())


async def tell_of_absent_for_ever(desk: Desk, hub: Hub, every: float) -> None:
    """Tells those at a table when somebody who left has been away for long."""
    while True:
        await asyncio.sleep(every)
        for table_id in hub.take_absent():
            try:
                async with desk.at(table_id) as table:
                    hub.tell(table, table.version, revised=True)
            except Problem:
                continue  # they see it when they ask
            except Exception:
                log.exception("table %s cannot be told who is absent", table_id)


class Conversation:
    """One live connection from its welcome to its end."""

    def __init__(
        self,
        socket: WebSocket,
        desk: Desk,
        hub: Hub,
        table_id: str,
        person: str | None,
        visitor: str,
        *,
        rate: int,
        most: float,
    ) -> None:
        self._socket = socket
        self._desk = desk
        self._hub = hub
        at_once = socket.scope.get("extensions", {}).get(AT_ONCE, {}).get("send")
        self._listener = Listener(socket, table_id, person, visitor, at_once)
        self._pace = Pace(rate)
        self._most = most

    async def welcome(self, since: int, code: str | None) -> None:
        """Sends the table and everything after `since`; from then on nothing is missed or doubled."""
        listener, person = self._listener, self._listener.person
        async with self._desk.at(listener.table) as table:
            if not table.may_watch(listener.person, code):
                raise refuse("table/not-found")
            if since > table.version:
                raise refuse("play/unknown-version", version=table.version)
            if self._hub.sockets_of(listener.visitor) >= self._most:
                raise refuse("live/too-many")
            await self._socket.accept()
            self._hub.add(listener, table)
            listener.send(self._hub.table_message(table, listener.person))
            listener.send(self._hub.events_message(table, listener.person, since))
            missed = table.is_missed(person)
        if missed and person is not None:
            await self._desk.change(listener.table, lambda table: table.is_back(person))

    async def listen(self) -> None:
        """Hears the client out, until it goes."""
        try:
            while not self._listener.gone:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                if not self._pace.allows():
                    await self._socket.close(FLOODING, "too many messages")
                    return
                await self._hear(message.get("text"))
        finally:
            self._hub.remove(self._listener)
            await self._tell_of_absence()

    async def _tell_of_absence(self) -> None:
        listener = self._listener
        if listener.person is None or self._hub.is_here(listener.table, listener.person):
            return
        async with self._desk.at(listener.table) as table:
            if table.seats_of(listener.person):
                self._hub.tell(table, table.version, revised=True)

    async def _hear(self, text: str | None) -> None:
        try:
            asked = _incoming.validate_json(text or "")
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"]))
            problem = refuse("live/unreadable", f"{first['msg']} {where}".strip())
            await self._send_problem("", problem)
            return
        match asked:
            case LivePing():
                self._listener.send(PONG)
            case LivePlay() | LiveUndo():
                await self._do(asked)
            case _:
                assert_never(asked)

    async def _do(self, asked: LivePlay | LiveUndo) -> None:
        person, table = self._listener.person, self._listener.table
        try:
            if person is None:
                raise refuse("seat/none", "You do not sit at this table.")
            if isinstance(asked, LivePlay):
                version = await self._desk.play(
                    table, person, asked.version, asked.move, invited=True
                )
            else:
                version = await self._desk.undo(table, person, asked.version, invited=True)
        except Problem as problem:
            await self._send_problem(asked.id, problem)
        else:
            done = LiveDone(type="done", id=asked.id, version=version)
            self._listener.send(Message(done.model_dump_json()))

    async def _send_problem(self, request_id: str, problem: Problem) -> None:
        self._hub.refused(problem.code)
        if "version" not in problem.more:
            with suppress(Problem):
                async with self._desk.at(self._listener.table) as table:
                    problem.more["version"] = table.version
        document = problem.document()
        message = LiveProblem(type="problem", id=request_id, problem=document)
        self._listener.send(Message(message.model_dump_json()))
