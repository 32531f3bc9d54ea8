"""What a host can choose: by command line, environment (HARMONIES_…) or file, in that order."""

from __future__ import annotations

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, field_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

DATABASE_NAME = "harmonies.db"
DATABASES = ("sqlite", "postgresql")
SETTINGS_NAME = "harmonies.toml"
PREFIX = "HARMONIES_"


# What the server has at its own root. A prefix that begins like that could not be told from it.
OWN_PATHS = {"api", "assets", "healthz", "me", "metrics", "openapi.json", "readyz", "table"}
DAY, YEAR = 24 * 3600.0, 365 * 24 * 3600.0

Count = Annotated[int, Field(ge=1, le=1_000_000_000)]
Bytes = Annotated[int, Field(ge=1024, le=1 << 30)]


class Settings(BaseSettings):
    """One server's settings. Times are in seconds, sizes in bytes."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    host: str = "0.0.0.0"
    port: Annotated[int, Field(ge=0, le=65535)] = 8484
    data: Path = Field(default_factory=lambda: user_data_path("harmonies"))
    open: bool = True
    database_url: str | None = None
    public_url: str | None = None
    """Where people reach the server, when that is not where it listens: https://play.example.org/h"""
    prefix: str = ""
    """The path a reverse proxy serves the page under, like /h."""
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = ("127.0.0.1", "::1")
    secure_cookies: bool | None = None
    """Whether cookies travel over https only; None: when the visitor came over https."""

    session_days: Annotated[int, Field(ge=1, le=3650)] = 400
    largest_body: Bytes = 64 * 1024
    largest_message: Bytes = 16 * 1024
    requests_per_minute: Count = 600
    requests_per_address: Count = 6000
    """A minute, for all who share an address: a household, a class."""
    sign_ins_per_minute: Count = 10
    guests_per_minute: Count = 60
    messages_per_second: Count = 30
    sockets_per_person: Count = 20
    connections_per_address: Count = 500
    slowest_request: Annotated[float, Field(gt=0, le=3600)] = 30.0
    """How long a request may take to arrive, and what was sent may stay unread."""
    open_tables_per_person: Count = 50

    ping_every: Annotated[float, Field(gt=0, le=3600)] = 20.0
    absent_after: Annotated[float, Field(ge=0, le=YEAR)] = 120.0
    close_open_after: Annotated[float, Field(gt=0, le=100 * YEAR)] = DAY
    close_playing_after: Annotated[float, Field(gt=0, le=100 * YEAR)] = 30 * DAY

    player_workers: Annotated[int, Field(ge=0, le=256)] = 1
    player_seconds: Annotated[float, Field(gt=0, le=3600)] = 5.0
    """How long a computer player may think about a turn before it is taken for hung."""
    log_json: bool = False
    metrics_for_all: bool = False
    """Whether /metrics answers others than programs on this machine."""

    @field_validator("database_url", "public_url", "secure_cookies", mode="before")
    @classmethod
    def _empty_is_not_set(cls, value: object) -> object:
        return None if value == "" else value

    @field_validator("data", mode="before")
    @classmethod
    def _check_folder(cls, value: object) -> object:
        if value == "":  # which would be wherever the server is started
            raise ValueError("Name a folder.")
        return value

    @field_validator("data")
    @classmethod
    def _expand(cls, value: Path) -> Path:
        return value.expanduser()

    @field_validator("database_url")
    @classmethod
    def _check_database(cls, value: str | None) -> str | None:
        if value is None:
            return None
        try:
            url = make_url(value)
            kind = url.get_backend_name()
            if kind not in DATABASES:
                raise ValueError(f"A database is one of {', '.join(DATABASES)}, not {kind}.")
            url.get_dialect().import_dbapi()
        except (ArgumentError, NoSuchModuleError):
            raise ValueError("An address is like sqlite:////srv/games.db.") from None
        except ModuleNotFoundError as missing:
            raise ValueError(f"This needs the Python package {missing.name}.") from None
        if kind == "sqlite" and url.database in (None, "", ":memory:"):
            raise ValueError("Games are kept in a file: sqlite:////srv/games.db.")
        return value

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _check_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for part in value:
            try:
                part == "*" or ip_network(part, strict=False)
            except ValueError:
                raise ValueError(
                    f"{part} is no address or network; they are like 10.0.0.7 or 10.0.0.0/8."
                ) from None
        return value

    @field_validator("prefix")
    @classmethod
    def _check_prefix(cls, value: str) -> str:
        value = value.strip("/")
        if not value:
            return ""
        steps = value.split("/")
        well_said = all(re.fullmatch(r"[A-Za-z0-9._~-]+", step) for step in steps)
        if not well_said or not {".", ".."}.isdisjoint(steps):
            raise ValueError("A prefix is a path like /h or /games/h.")
        if steps[0] in OWN_PATHS:
            raise ValueError(
                f"A prefix does not begin with /{steps[0]}, which is the server's own."
            )
        return f"/{value}"

    @field_validator("public_url")
    @classmethod
    def _check_public_url(cls, value: str | None) -> str | None:
        if value is None:
            return None
        try:
            parts = urlsplit(value)
            usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:
            usable = False
        if not usable or parts.username is not None or re.search(r"[\s?#\\]", value):
            raise ValueError("The public address is like https://play.example.org/h.")
        return value.rstrip("/")

    @property
    def database(self) -> str:
        """The database's address; the embedded one lives in the data folder."""
        return self.database_url or f"sqlite:///{self.data / DATABASE_NAME}"

    @property
    def embedded(self) -> bool:
        """Whether everything is in one SQLite file."""
        return self.database.startswith("sqlite")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the names are pydantic's
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The command line wins over the environment, and that over the file."""
        file = TomlConfigSettingsSource(settings_cls, toml_file=SETTINGS_NAME)
        return init_settings, env_settings, file
