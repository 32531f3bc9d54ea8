"""`harmonies serve` and `harmonies admin`. What they need is imported when they run, not before."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from harmonies.server.settings import Settings

WRONG_USE = 2
FOR_NOBODY_ELSE = 0o077  # what is kept is not for others on this machine to read

DataOption = Annotated[
    Path | None, typer.Option("--data", help="The folder where games are kept.", show_default=False)
]


def serve(
    host: Annotated[
        str | None,
        typer.Option(help="The address to listen at: 127.0.0.1 for this machine only."),
    ] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 for any that is free.")] = None,
    data: DataOption = None,
    open: Annotated[  # noqa: A002 - the option's name
        bool | None,
        typer.Option("--open/--no-open", help="Whether to open the page in a browser."),
    ] = None,
    prefix: Annotated[
        str | None, typer.Option(help="The path a reverse proxy serves the page under, like /h.")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="Where people reach it, if not where it listens.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="How many processes think for computer players.")
    ] = None,
    log_json: Annotated[
        bool | None, typer.Option("--log-json/--log-plain", help="The log as JSON, or for people.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only say what it would use and what is wrong.")
    ] = False,
) -> None:
    """Run a server: people play in the browser, with each other and with computer players.

    Everything can also be said in the environment, like
    [bold]HARMONIES_PORT=8484[/bold], or in a file [bold]harmonies.toml[/bold];
    [bold]--check[/bold] lists all there is.

    [bold]Examples[/bold]

      harmonies serve
      harmonies serve --port 9000 --no-open
      harmonies serve --check
    """
    asked = {
        "host": host,
        "port": port,
        "data": data,
        "open": open,
        "prefix": prefix,
        "public_url": public_url,
        "player_workers": workers,
        "log_json": log_json,
    }
    given = {name: value for name, value in asked.items() if value is not None}
    settings = settings_or_exit(given, 1 if check else WRONG_USE)
    if check:
        from harmonies.server.report import report

        raise typer.Exit(0 if report(settings, given, typer.echo) else 1)
    from harmonies.server.checks import CannotStart
    from harmonies.server.launch import run

    os.umask(FOR_NOBODY_ELSE)
    try:
        run(settings, typer.echo)
    except CannotStart as why:
        fail(str(why))


def settings_or_exit(given: dict[str, Any], code: int = WRONG_USE) -> Settings:
    """The settings, or sentences about what cannot be used."""
    from harmonies.server.report import SettingsWrong, read_settings

    try:
        return read_settings(given)
    except SettingsWrong as wrong:
        fail(*wrong.sentences, code=code)


def fail(*sentences: str, code: int = 1) -> NoReturn:
    """Says what is wrong and ends the program."""
    for sentence in sentences:
        typer.echo(sentence, err=True)
    raise typer.Exit(code)


admin = typer.Typer(
    no_args_is_help=True, rich_markup_mode="rich", help="Look after a server's data."
)


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")],
    data: DataOption = None,
) -> None:
    """Copy the database to a file, also while the server runs."""
    from harmonies.server import admin as work

    with _answering():
        size = work.backup(_settings(data), file)
        typer.echo(f"{file} holds the database as it is now ({size / (1 << 20):.1f} MB).")


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` wrote.")],
    data: DataOption = None,
) -> None:
    """Put a backup in the database's place. The server has to be stopped; what was there is kept."""
    from harmonies.server import admin as work

    with _answering():
        kept = work.restore(_settings(data), file)
        typer.echo("The backup is in place.")
        if kept is not None:
            typer.echo(f"What was there before is in {kept}")


@admin.command()
def tables(
    table: Annotated[str | None, typer.Argument(help="One table's id.")] = None,
    status: Annotated[
        str | None, typer.Option(help="Only these: open, playing, over or closed.")
    ] = None,
    data: DataOption = None,
) -> None:
    """List tables, newest first, or show one."""
    from harmonies.server import admin as work

    with _answering():
        for line in work.tables(_settings(data), table, status):
            typer.echo(line)


@admin.command()
def people(
    person: Annotated[str | None, typer.Argument(help="A name or an id.")] = None,
    data: DataOption = None,
) -> None:
    """List people, newest first, or those with a name."""
    from harmonies.server import admin as work

    with _answering():
        for line in work.people(_settings(data), person):
            typer.echo(line)


@admin.command("close-table")
def close_table(
    table: Annotated[str, typer.Argument(help="The table's id.")], data: DataOption = None
) -> None:
    """Close a table: its game ends without a winner."""
    from harmonies.server import admin as work

    with _answering():
        typer.echo(work.close_table(_settings(data), table))


@admin.command()
def sweep(data: DataOption = None) -> None:
    """Close tables nobody came to for long, and delete what has run out. The server does so hourly."""
    from harmonies.server import admin as work

    with _answering():
        typer.echo(work.sweep(_settings(data)))


def _settings(data: Path | None) -> Settings:
    return settings_or_exit({} if data is None else {"data": data})


class _answering:  # noqa: N801 - used like a function
    """Turns a refusal into its sentence and exit code 1."""

    def __enter__(self) -> None:
        os.umask(FOR_NOBODY_ELSE)

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        from harmonies.server.checks import CannotStart

        if isinstance(error, CannotStart):
            fail(str(error))
