"""`harmonies train`: a training run is begun or gone on with, and shown."""

from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from harmonies.cli.failure import INTERRUPTED, OK, Failure
from harmonies.training import TrainingError, need
from harmonies.training.settings import Settings

QUIET_SECONDS = 20.0  # between two lines where nobody watches
USUAL = Settings()


def _number(usual: float, said: str) -> Any:
    return typer.Option(help=f"{said} {usual:g} if not said.", show_default=False)


def train(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the run is kept.")],
    rounds: Annotated[int | None, _number(USUAL.rounds, "Rounds after the first.")] = None,
    games: Annotated[int | None, _number(USUAL.games, "Games a round.")] = None,
    kinds: Annotated[
        str | None,
        typer.Option(
            metavar="KINDS",
            help="Side, players, s for spirits, weight: A2:36,B3s:6.",
            show_default=False,
        ),
    ] = None,
    begin: Annotated[
        str | None,
        typer.Option(
            metavar="handmade|nothing", help="Who plays the first games.", show_default=False
        ),
    ] = None,
    logs: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="The first games instead, from harmonies-self-play."),
    ] = None,
    first_games: Annotated[int | None, _number(USUAL.first_games, "How many these are.")] = None,
    nodes: Annotated[int | None, _number(USUAL.nodes, "States looked at for a turn.")] = None,
    width: Annotated[int | None, _number(USUAL.width, "The widest beam.")] = None,
    candidates: Annotated[
        int | None,
        _number(USUAL.candidates, "Turns that are played on; 1: it does not look ahead."),
    ] = None,
    surprises: Annotated[
        int | None, _number(USUAL.surprises, "Of 1,000 turns those that are not the best found.")
    ] = None,
    probes: Annotated[
        int | None, _number(USUAL.probes, "States looked at for turns that go wrong; 0: none.")
    ] = None,
    others: Annotated[
        int | None, _number(USUAL.others, "Good turns that each turn is compared with.")
    ] = None,
    guests: Annotated[
        int | None, _number(USUAL.guests, "Of 1,000 games those against greedy or handmade.")
    ] = None,
    ahead: Annotated[
        int | None, _number(USUAL.ahead, "1: plays a round while it learns from the one before.")
    ] = None,
    lambda_: Annotated[
        float | None,
        typer.Option(
            "--lambda",
            help=f"1 learns from final scores, 0 from the next turn's hopes. {USUAL.lambda_} if not said.",
            show_default=False,
        ),
    ] = None,
    first_lambda: Annotated[
        float | None, _number(USUAL.first_lambda, "The same in the first round.")
    ] = None,
    rate: Annotated[float | None, _number(USUAL.rate, "The rate of learning.")] = None,
    decay: Annotated[
        float | None, _number(USUAL.decay, "How fast weights shrink that are not needed.")
    ] = None,
    steps: Annotated[int | None, _number(USUAL.steps, "Steps of learning a round.")] = None,
    first_steps: Annotated[int | None, _number(USUAL.first_steps, "In the first round.")] = None,
    final_steps: Annotated[
        int | None, _number(USUAL.final_steps, "At the end, with a falling rate.")
    ] = None,
    batch: Annotated[int | None, _number(USUAL.batch, "Positions a step.")] = None,
    window: Annotated[int | None, _number(USUAL.window, "Rounds that are learned from.")] = None,
    measured: Annotated[
        int | None, _number(USUAL.measured, "Games of each kind that measure the gain.")
    ] = None,
    seed: Annotated[int | None, _number(USUAL.seed, "Other games for another number.")] = None,
    threads: Annotated[
        int, typer.Option("--threads", "-j", min=1, max=1024, help="How many threads play.")
    ] = 1,
    device: Annotated[
        str, typer.Option(metavar="cpu|cuda", help="What the network is learned on.")
    ] = "cpu",
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Ray cluster that plays the games.")
    ] = None,
) -> None:
    """Train the network that the strongest players go by.

    Rounds of games that the network plays against itself, each followed by
    learning from the last rounds' games. A run that was stopped or killed
    goes on where it was when FOLDER is named again; options that are given
    then count from its next round on. The same settings give the same
    network, on however many threads or machines.

    The folder holds logs, checkpoints, progress.jsonl, curves.svg, and
    network.net with what has been learned.

    [bold]Examples[/bold]

      harmonies train run --threads 4
      harmonies train run --rounds 60 --rate 0.0005
      harmonies train run --ray 10.0.0.1:6379 --device cuda
      harmonies train run --logs games-1.log --logs games-2.log --rounds 0
    """
    values = locals()
    names = Settings.__dataclass_fields__
    told = {name: values[name] for name in names if values[name] is not None}
    if logs:
        told["begin"] = "logs"
    try:
        raise typer.Exit(_train(folder, told, logs or [], threads, device, ray))
    except TrainingError as error:
        raise Failure(str(error)) from error


def _train(
    path: Path, told: dict[str, Any], logs: list[Path], threads: int, device: str, ray: str | None
) -> int:
    # Before PyTorch is imported: its threads stand in the core's way.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    need("numpy", "torch", *(["ray"] if ray else []))
    from harmonies.training.learner import device_named
    from harmonies.training.rounds import Run
    from harmonies.training.run_folder import RunFolder
    from harmonies.training.self_play import Ray, Table, Threads

    chosen = device_named(device)
    folder = RunFolder(path)
    with ExitStack() as held:
        held.callback(folder.close)
        folder.open(told)
        table: Table = Ray(ray) if ray else Threads(threads)
        held.callback(table.close)
        shown = held.enter_context(Shown())
        run = Run(folder, table, chosen, threads, shown)
        try:
            if logs and not run.figures:
                run.begin_with(logs)
            if run.finished:
                print(f"This run has done its {len(run.figures) - 1} rounds; ", end="")
                print("--rounds with a larger number goes on.")
                return OK
            shown.begins(len(run.figures))
            run.go()
        except KeyboardInterrupt:
            print("Interrupted. The same command goes on from the last round.", file=sys.stderr)
            return INTERRUPTED
    print(f"{path / 'network.net'} is what was learned.")
    return OK


class Shown:
    """Shows how far a run is: as it goes on a terminal, else a line now and then."""

    def __init__(self) -> None:
        self.number = 0
        self._said = time.monotonic()
        self._bar: Any = None

    def __enter__(self) -> Shown:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.completed:,} of {task.total:,} {task.fields[more]}"),
                TimeElapsedColumn(),
            )
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task("beginning", total=1, more="")
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def begins(self, number: int) -> None:
        self.number = number

    def at(self, doing: str, done: int, of: int, more: str = "") -> None:
        said = f"round {self.number}: {doing}" if doing in ("playing", "learning") else doing
        if self._bar is not None:
            self._bar.update(self._task, description=said, completed=done, total=of, more=more)
        elif time.monotonic() - self._said > QUIET_SECONDS:
            self._said = time.monotonic()
            print(f"{said}, {done:,} of {of:,} {more}".rstrip(), file=sys.stderr, flush=True)

    def round_done(self, figures: dict[str, Any]) -> None:
        self.number = figures["round"] + 1
        self._said = time.monotonic()
        error = figures["points_error"]
        play, learn = figures["seconds"]
        print(
            f"round {figures['round']}: {figures['games']:,} games of {figures['player']},"
            f" {figures['points']:.2f}{'' if error is None else f' ± {error:.2f}'} points,"
            f" loss {figures['loss']:.3f}, error {figures['error']:.2f};"
            f" {play:.0f} s of play, {learn:.0f} s of learning",
            flush=True,
        )
