"""What a server would use, and what is wrong with it: `harmonies serve --check`."""

from __future__ import annotations

import os
import subprocess
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pydantic import ValidationError
from pydantic_settings import EnvSettingsSource
from sqlalchemy import make_url

from harmonies.server import checks, page
from harmonies.server.lock import Held, holder
from harmonies.server.mistakes import in_words
from harmonies.server.settings import PREFIX, SETTINGS_NAME, Settings
from harmonies.server.workers import PROGRAM, STARTING_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class SettingsWrong(Exception):
    """Some settings cannot be used; a sentence for each."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


def read_settings(given: dict[str, Any]) -> Settings:
    """The settings from the command line, the environment and the file."""
    try:
        return Settings(**given)
    except tomllib.TOMLDecodeError as error:
        raise SettingsWrong(f"{SETTINGS_NAME} cannot be read: {error}.") from None
    except ValidationError as error:
        sentences = [_sentence(dict(found), given) for found in error.errors()]
        raise SettingsWrong(*sentences) from None
    except OSError as error:
        raise SettingsWrong(f"{SETTINGS_NAME} cannot be read: {error.strerror}.") from None


def sources(given: dict[str, Any]) -> dict[str, str]:
    """Where each setting that is not the default comes from."""
    found = dict.fromkeys(_in_file(), SETTINGS_NAME)
    found |= {name: variable(name) for name in _in_environment()}
    return found | dict.fromkeys(given, "command line")


def variable(name: str) -> str:
    """A setting's name in the environment.

    >>> variable("port")
    'HARMONIES_PORT'
    """
    return f"{PREFIX}{name.upper()}"


def report(settings: Settings, given: dict[str, Any], say: Callable[[str], None]) -> bool:
    """Says what would be used and what is wrong; whether nothing is."""
    where = sources(given)
    shown = {name: _shown(name, value) for name, value in settings}
    width = max(map(len, shown))
    for name, value in shown.items():
        say(f"{name:<{width}}  {value}  ({where.get(name, 'default')})")
    say("")
    notes: list[str] = []
    wrong: list[str] = []
    for fine, sentence in findings(settings):
        (notes if fine else wrong).append(sentence)
    for sentence in notes:
        say(sentence)
    for sentence in wrong:
        say(f"Wrong: {sentence}")
    if not wrong:
        say("Nothing is in the way: `harmonies serve` will run.")
    return not wrong


def findings(settings: Settings) -> Iterator[tuple[bool, str]]:
    """What was looked at: whether it is fine, and a sentence."""
    yield from ((True, sentence) for sentence in _doubts(settings))
    file = checks.database_file(settings)
    folders = {settings.data} if file is None else {settings.data, file.parent}
    usable = True
    for folder in sorted(folders):
        try:
            checks.check_folder(folder, make=False)
            note = checks.check_room(folder)
        except checks.CannotStart as why:
            usable = False
            yield False, str(why)
        else:
            if note is not None:
                yield True, note
    about = holder(checks.lock_file(settings))
    if about is not None:
        yield False, str(Held(checks.lock_file(settings), about))
    elif usable:
        try:
            yield True, f"The database is {checks.check_database(settings, deep=True)}."
        except checks.CannotStart as why:
            yield False, str(why)
    try:
        checks.listen(settings).close()
    except checks.CannotStart as why:
        if about is None:  # else it is that server's own
            yield False, str(why)
    if not page.is_built():
        yield True, "The page has not been built here, so there is only the API: `make setup`."
    if settings.player_workers:
        yield from _try_worker()
    else:
        yield True, "There are no computer players: player_workers is 0."


def _doubts(settings: Settings) -> Iterator[str]:
    """What keeps nothing from running, but is hardly meant."""
    variables = [variable(name) for name in Settings.model_fields]
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name.upper() not in variables:
            meant = get_close_matches(name, variables, 1)
            instead = f" Is {meant[0]} meant?" if meant else ""
            yield f"There is no setting for the variable {name}.{instead}"
    path = urlsplit(settings.public_url or "").path
    if settings.public_url is not None and path != settings.prefix:
        yield (
            f"public_url leads to the path {path or '/'}, and prefix is "
            f"{settings.prefix or 'not set'}: the page looks for its files under the prefix."
        )


def _try_worker() -> Iterator[tuple[bool, str]]:
    try:
        done = subprocess.run(
            PROGRAM, input=b"", capture_output=True, timeout=STARTING_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        yield False, f"The computer players' program does not run: {error}."
        return
    if b'"ready": true' not in done.stdout:
        yield False, "The computer players' program does not get ready."


def _sentence(error: dict[str, Any], given: dict[str, Any]) -> str:
    name = str(error["loc"][0]) if error["loc"] else ""
    if error["type"] == "extra_forbidden":
        return f"{SETTINGS_NAME}: there is no setting called {name}."
    message = str(error["ctx"]["error"]) if error["type"] == "value_error" else in_words(error)
    source = sources(given).get(name, "")
    return f"{name} ({source}): {message}"


def _in_environment() -> set[str]:
    return set(EnvSettingsSource(Settings)())


def _in_file() -> set[str]:
    try:
        with Path(SETTINGS_NAME).open("rb") as file:
            return set(tomllib.load(file))
    except (OSError, ValueError):
        return set()


def _shown(name: str, value: object) -> str:
    if name == "database_url" and value is not None:
        return make_url(str(value)).render_as_string(hide_password=True)
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return "not set" if value is None or value == "" else str(value)
