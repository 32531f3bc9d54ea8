"""The commands and what they say about themselves. What they do is in modules of their own."""

from __future__ import annotations

from typing import Annotated

import typer

from harmonies.cli.failure import OK
from harmonies.cli.teaching import taught
from harmonies.cli.train import train
from harmonies.server.command import admin, serve

app = typer.Typer(
    name="harmonies",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
record_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Recorded games: show, check, convert.",
)


def _version(wanted: bool) -> None:
    if wanted:
        from harmonies import __version__

        typer.echo(f"harmonies {__version__}")
        raise typer.Exit(OK)


@app.callback()
def harmonies(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """The board game Harmonies: play, count points, check recorded games.

    New here? [bold]harmonies play --players 1[/bold] begins a solo game, and in it
    [bold]help[/bold] says all you can type.
    """


_NO_COLOR = typer.Option("--no-color", help="Letters only, no colours.")
_Milliseconds = Annotated[
    float | None, typer.Option("--budget-ms", help="The same in milliseconds.")
]
_PlayFor = Annotated[
    str | None,
    typer.Option(
        metavar="win|points",
        help="What those who look ahead play for; without it with opponents to win.",
    ),
]


@app.command()
def play(
    players: Annotated[
        int | None,
        typer.Option(
            "--players", "-p", min=1, max=4, help="How many play, 2 if not said; 1 is solo."
        ),
    ] = None,
    side: Annotated[
        str | None,
        typer.Option("--side", metavar="A|B", help="A (if not said) has a river, B has islands."),
    ] = None,
    spirits: Annotated[bool, typer.Option("--spirits", help="Play with the spirit cards.")] = False,
    seed: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="A number, for a deal to play again.")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", "-n", metavar="NAME", help="A player's name, once for each seat."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume", "-r", metavar="FILE|last", help="Go on with a saved game, or with the last."
        ),
    ] = None,
    no_color: Annotated[bool, _NO_COLOR] = False,
) -> None:
    """Play in the terminal, alone or with friends at one keyboard.

    You type moves like [bold]take 2[/bold] and [bold]place M c3[/bold], or short [bold]t2[/bold] and
    [bold]m c3[/bold]; [bold]help[/bold] lists the rest. Every move is kept at once, so that
    nothing is lost when the terminal closes.

    [bold]Examples[/bold]

      harmonies play --players 1
      harmonies play --name Anna --name Bo --spirits
      harmonies play --side B --players 3 --seed 7
      harmonies play --resume last
      harmonies play --players 1 < moves.txt

    Moves may come from a file too. Then lines that say nothing legal are
    told on standard error, with their number, and the exit code is 1.
    """
    from harmonies.cli.play import play_game

    raise typer.Exit(
        play_game(
            players=players,
            side=side,
            spirits=spirits,
            seed=seed,
            names=name or [],
            resume=resume,
            color=not no_color,
        )
    )


@app.command()
def score(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of JSON, or - for input.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="A list of points by category, for programs.")
    ] = False,
) -> None:
    """Count boards as they lie on a table, with the reason for each point.

    The file holds one board, or a list of them:

      {"side": "A",
       "board": {"a1": "TTL", "b1": "W*", "b2": "W"},
       "cards": {"otter": 1},
       "spirit": {"id": "lion", "settled": false}}

    Stacks are written bottom first; * is a cube. Only side has to be there.
    With "expected", the points that you think are right by category, the
    exit code is 1 where they are not.

    [bold]Examples[/bold]

      harmonies score boards.json
      harmonies score --json boards.json
      echo '{"side": "B", "board": {"d2": "W"}}' | harmonies score -
    """
    from harmonies.cli.score import score_file

    raise typer.Exit(score_file(file, as_json=as_json))


_RECORD = typer.Argument(metavar="FILE", help="A record as text or JSON, or - for input.")


@record_app.command("show")
def record_show(
    file: Annotated[str, _RECORD],
    turn: Annotated[
        int | None,
        typer.Option("--turn", "-t", metavar="NUMBER", help="The table after this turn only."),
    ] = None,
    no_color: Annotated[bool, _NO_COLOR] = False,
) -> None:
    """Show a game turn by turn, and its boards at the end.

    A record that was cut off is shown as far as it goes.

    [bold]Examples[/bold]

      harmonies record show game.txt
      harmonies record show game.txt --turn 7
    """
    from harmonies.cli.record import show

    raise typer.Exit(show(file, turn=turn, color=not no_color))


@record_app.command("check")
def record_check(file: Annotated[str, _RECORD]) -> None:
    """Check a game: its rules, its result, and the proof of its deal.

    Every check is listed. "not claimed" says that the record holds nothing
    to check it with. The first thing that is wrong is told with its place.

    [bold]Example[/bold]

      harmonies record check game.txt
    """
    from harmonies.cli.record import check

    raise typer.Exit(check(file))


@record_app.command("convert")
def record_convert(
    file: Annotated[str, _RECORD],
    to: Annotated[
        str | None, typer.Option("--to", metavar="text|json", help="The other form if not said.")
    ] = None,
    positions: Annotated[
        bool, typer.Option("--positions", help="With the position after each event (json only).")
    ] = False,
) -> None:
    """Write a record in another form to standard output.

    Text becomes JSON and JSON text. A record that was cut off is not written.

    [bold]Examples[/bold]

      harmonies record convert game.txt --to json > game.json
      harmonies record convert game.json --to text
    """
    from harmonies.cli.record import convert

    raise typer.Exit(convert(file, to=to, positions=positions))


@app.command()
def perft(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="Its text in quotes, - for input, or @FILE.")
    ],
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=100, help="How many moves.")],
    divide: Annotated[
        bool, typer.Option("--divide", help="The number behind each first move, too.")
    ] = False,
) -> None:
    """Count the sequences of moves within the rest of a turn.

    All sequences of DEPTH legal moves are counted, and shorter ones that
    end the turn: a quick way to compare two implementations of the rules.

    [bold]Examples[/bold]

      harmonies perft "A1 5/4/5/4/5 - WMT,LFF,MTH otter,fish,bear - W22M21T19L18F17H14 1 1 play" 2
      harmonies perft @position.txt 3 --divide
    """
    from harmonies.cli.perft import perft

    raise typer.Exit(perft(position, depth, divide=divide))


@app.command()
def bench(
    as_json: Annotated[bool, typer.Option("--json", help="The figures for programs.")] = False,
) -> None:
    """Measure how fast the rules are here, on one core.

    Random games per second first; the last figure is a fixed loop of
    arithmetic, to compare machines by.

    [bold]Examples[/bold]

      harmonies bench
      harmonies bench --json
    """
    from harmonies.cli.bench import report

    raise typer.Exit(report(as_json=as_json))


@app.command()
def advise(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="Its text in quotes, - for input, or @FILE.")
    ],
    player: Annotated[
        str, typer.Option("--player", "-p", help="Who is asked, with a skill or without.")
    ] = "level-7",
    nodes: Annotated[
        int | None, typer.Option(min=1, help="How much it may think, in states.")
    ] = None,
    budget_ms: _Milliseconds = None,
    best: Annotated[int, typer.Option("--best", min=1, help="How many turns to show.")] = 3,
    objective: _PlayFor = None,
    seed: Annotated[int, typer.Option(min=0, help="Another number, other dice.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="The answer for programs.")] = False,
    stream: Annotated[
        bool, typer.Option("--stream", help="Every answer on the way to the last, too.")
    ] = False,
) -> None:
    """Ask a computer player what it would do, and what to expect of it.

    For each of the best turns: its moves, the score it leads to, and how
    games that were played on from there ended, by category and card. Only
    what the seat to move may know is looked at. Ctrl-C shows what has been
    found.

    [bold]Examples[/bold]

      harmonies advise "A1 5/4/5/4/5 - WMT,LFF,MTH otter,fish,bear - W22M21T19L18F17H14 1 1 play"
      harmonies advise @position.txt --player handmade --budget-ms 500 --best 1
      harmonies advise @position.txt --json --stream
    """
    from harmonies.cli.advise import give_advice

    raise typer.Exit(
        give_advice(
            position,
            player=player,
            nodes=nodes,
            milliseconds=budget_ms,
            best=best,
            objective=objective,
            seed=seed,
            as_json=as_json,
            stream=stream,
        )
    )


@app.command()
def arena(
    player: Annotated[
        list[str], typer.Argument(metavar="PLAYER", help="Their names, with a skill or without.")
    ],
    games: Annotated[
        int, typer.Option("--games", "-g", min=1, help="How many at each table, up to whole deals.")
    ] = 100,
    players: Annotated[
        int, typer.Option("--players", "-p", min=1, max=4, help="How many play; 1 is solo.")
    ] = 2,
    side: Annotated[
        str, typer.Option("--side", metavar="A|B", help="The side of the boards.")
    ] = "A",
    spirits: Annotated[bool, typer.Option("--spirits", help="With the spirit cards.")] = False,
    opponents: Annotated[
        str,
        typer.Option(
            "--opponents",
            metavar="all|next|self",
            help="Everybody plays everybody, or the next one named, or itself.",
        ),
    ] = "all",
    nodes: Annotated[
        int | None, typer.Option(min=1, help="What all may think about a turn, in states.")
    ] = None,
    budget_ms: _Milliseconds = None,
    objective: _PlayFor = None,
    seed: Annotated[int, typer.Option(help="Other deals for another number.")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processes play.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="The figures for programs.")] = False,
) -> None:
    """Let computer players play each other, and say how strong they are.

    Every deal is played once from each seat. Errors and intervals are of
    the deals, and intervals hold the truth 95 times in 100. One player
    alone plays itself. CPU times change from run to run, nothing else
    does: not with the number of processes either. Ctrl-C ends it and shows
    what has been found.

    A player is random, greedy, handmade, level-1 to level-7, or one of them
    with another skill: handmade:nodes=300,cards=2.

    [bold]Examples[/bold]

      harmonies arena handmade
      harmonies arena level-1 level-2 level-3 --opponents next --jobs 4
      harmonies arena greedy handmade --players 4 --side B --spirits
      harmonies arena greedy greedy:nodes=300 --games 1000 --seed 7 --json
    """
    from harmonies.cli.arena import hold_arena

    raise typer.Exit(
        hold_arena(
            player,
            games=games,
            seats=players,
            side=side,
            spirits=spirits,
            opponents=opponents,
            nodes=nodes,
            milliseconds=budget_ms,
            objective=objective,
            seed=seed,
            jobs=jobs,
            as_json=as_json,
        )
    )


app.command()(train)
app.command()(serve)
app.add_typer(taught(record_app), name="record")
app.add_typer(taught(admin), name="admin")
taught(app)
