"""Running a server: everything that `harmonies serve` does once it knows its settings."""

from __future__ import annotations

import asyncio
import signal
import threading
import webbrowser
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING

import uvicorn

from harmonies.server import addresses, checks, control, memory
from harmonies.server.app import create_app
from harmonies.server.lock import Held, Lock
from harmonies.server.log import set_up_logging
from harmonies.server.wires import Configuration, allow_many_files

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from fastapi import FastAPI

    from harmonies.server.services import Services
    from harmonies.server.settings import Settings

GRACE_SECONDS = 10
KEEP_ALIVE_SECONDS = 30


def run(settings: Settings, say: Callable[[str], None]) -> None:
    """Serves until somebody stops it; CannotStart when that is not possible."""
    set_up_logging(settings.log_json)
    checks.check_folder(settings.data, make=True)
    file = checks.database_file(settings)
    if file is not None and file.parent != settings.data:
        checks.check_folder(file.parent, make=True)
    with take_lock(settings) as lock:
        little_room = checks.check_room(settings.data)
        if little_room is not None:
            say(little_room)
        checks.check_database(settings, deep=False)
        checks.bring_up_to_date(settings)
        listener = checks.listen(settings)
        Program(settings, create_app(settings), listener, lock, say).run_here()


def take_lock(settings: Settings) -> Lock:
    """The lock on the data; CannotStart when somebody has it."""
    path = checks.lock_file(settings)
    try:
        return Lock(path)
    except Held as held:
        raise checks.CannotStart(str(held)) from None
    except OSError as error:
        raise checks.CannotStart(f"{path} cannot be locked: {error.strerror}.") from None


class Program(uvicorn.Server):
    """The server with what it does beside answering: it says where it is, and obeys its admin."""

    def __init__(
        self,
        settings: Settings,
        app: FastAPI,
        listener: socket.socket,
        lock: Lock,
        say: Callable[[str], None],
    ) -> None:
        super().__init__(configuration(settings, app))
        self._settings = settings
        self._app = app
        self._listener = listener
        self._port: int = listener.getsockname()[1]
        self._lock = lock
        self._say = say
        self._beside = AsyncExitStack()

    def run_here(self) -> None:
        """Serves until a signal says to stop. Then the process can go on and end by itself."""
        # uvicorn raises the first two again when all is done: by then they have been obeyed. The
        # third comes when somebody else has hung up, which must not end what serves everybody.
        before = {
            number: signal.signal(number, signal.SIG_IGN)
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGPIPE)
        }
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            before[signal.SIGHUP] = signal.signal(signal.SIGHUP, self.handle_exit)
        try:
            self.run(sockets=[self._listener])
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        services: Services = self._app.state.services
        caretaker = control.Caretaker(services.desk, services.database, services.settings)
        folder = checks.lock_file(self._settings).parent
        place = await self._beside.enter_async_context(control.listening(caretaker, folder))
        url = addresses.local_url(self._settings, self._port)
        self._lock.say(url=url, control=str(place))
        memory.settle()
        tidying = asyncio.create_task(memory.tidy_for_ever(), name="tidying")
        self._beside.callback(tidying.cancel)
        with suppress(BrokenPipeError):  # nobody reads it
            self._say_where(url)
        if self._settings.open and addresses.can_open_browser():
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Live connections are closed with 1012, "service restart": pages come back by themselves.
        await self._beside.aclose()
        await super().shutdown(sockets)

    def _say_where(self, url: str) -> None:
        public = self._settings.public_url
        self._say(f"Harmonies is open at {url if public is None else f'{public}/'}")
        if public is not None:
            self._say(f"On this machine:   {url}")
        house = addresses.house_url(self._settings, self._port)
        if house is not None:
            self._say(f"In the house:      {house}")
        self._say(f"Games are kept in  {checks.database_file(self._settings) or 'the database'}")
        self._say("Ctrl+C stops it; nothing is lost.")


def configuration(settings: Settings, app: FastAPI) -> Configuration:
    """How uvicorn is to run it."""
    return Configuration(
        app,
        settings,
        allow_many_files(),
        ws_per_message_deflate=False,
        ws_max_size=settings.largest_message,
        ws_ping_interval=settings.ping_every,
        ws_ping_timeout=settings.ping_every,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # proxies.py does that
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
