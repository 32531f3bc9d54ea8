"""A training run: rounds of self-play and learning, and what is made of them in the end."""

from __future__ import annotations

import json
import math
import time
from typing import TYPE_CHECKING, Any, Protocol

from harmonies.training import TrainingError
from harmonies.training.curves import curves
from harmonies.training.learner import Learner, lesson
from harmonies.training.provenance import provenance
from harmonies.training.run_folder import read_logs
from harmonies.training.self_play import Games
from harmonies.training.strength import averages, measure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import torch

    from harmonies.training.run_folder import RunFolder
    from harmonies.training.self_play import Table
    from harmonies.training.settings import Settings

PASSES = 3  # over a window's positions, most of which were and will be seen in other rounds
PASSES_ALONE = 6  # in the first round and at the end
WARM_UP = 0.1  # of the first round
LEAST_RATE = 0.03  # of the rate of learning, at the first round's end
ROUND_SEEDS = 1_000_003  # how far the seeds of two runs' games lie apart
PLAYING, LEARNING, EXAMINING, FINISHING = range(4)  # what the random numbers are for


class Report(Protocol):
    """Who is told how far a run is."""

    def at(self, doing: str, done: int, of: int, more: str = "") -> None: ...

    def round_done(self, figures: dict[str, Any]) -> None: ...


class Run:
    """A training run in its folder, as far as it is."""

    def __init__(
        self, folder: RunFolder, table: Table, device: torch.device, threads: int, report: Report
    ) -> None:
        self.folder = folder
        self.table = table
        self.device = device
        self.threads = threads
        self.report = report
        self.learner = Learner(folder.settings(0).seed, device)
        self.figures: list[dict[str, Any]] = []
        done = folder.checkpoints()
        if done:
            content = folder.read_checkpoint(done[-1])
            try:
                self.figures = json.loads(self.learner.from_bytes(content)["figures"])
            except (RuntimeError, KeyError, ValueError, TypeError) as error:
                path = folder.checkpoint(done[-1])
                raise TrainingError(f"{path} is not a checkpoint of this program's.") from error

    def go(self) -> None:
        """All that is still to be done."""
        self._tell_folder()
        while len(self.figures) <= self.folder.last_settings.rounds:
            self._round(len(self.figures))
        if not self.finished:
            self._finish()

    @property
    def finished(self) -> bool:
        """Whether there is nothing to do."""
        try:
            said = json.loads((self.folder.path / "network.json").read_bytes())
        except (OSError, ValueError):
            return False
        return (
            isinstance(said, dict)
            and said.get("told") == self.folder.told()
            and said.get("rounds") == len(self.figures) - 1
            and said.get("measured") is not None
            and (self.folder.path / "network.net").exists()
        )

    def begin_with(self, files: Sequence[Path]) -> None:
        """Takes the first round's games from files of logs."""
        self.folder.write_log(0, b"".join(read_logs(file) for file in files))

    # One round

    def _round(self, number: int) -> None:
        settings = self.folder.settings(number)
        began = time.monotonic()
        logs = self._logs_of(number, settings)
        played = time.monotonic()
        taught = self._lesson(number, settings)

        def rate(done: float) -> float:
            return settings.rate * (first_rate(done) if number == 0 else 1)

        steps, loss = self.learner.learn(
            taught,
            settings.steps if number else settings.first_steps,
            PASSES if number else PASSES_ALONE,
            settings.batch,
            rate,
            (settings.seed, number, LEARNING),
            lambda done, of, loss: self.report.at("learning", done, of, f"loss {loss:.3f}"),
        )
        fit = self.learner.examine(taught, (settings.seed, number, EXAMINING))
        figures = {
            "round": number,
            "player": "network" if number else settings.begin,
            **averages(logs),
            "positions": len(taught),
            "steps": steps,
            "loss": round(loss, 4),
            "error": round(fit.error, 3),
            "bias": round(fit.bias, 3),
            "seconds": [round(played - began, 1), round(time.monotonic() - played, 1)],
        }
        self.figures.append(figures)
        # Text: a checkpoint holds nothing but tensors, numbers and text.
        self.folder.write_checkpoint(
            number, self.learner.to_bytes({"figures": json.dumps(self.figures)})
        )
        self._tell_folder()
        self.report.round_done(figures)

    def _logs_of(self, number: int, settings: Settings) -> bytes:
        path = self.folder.log(number)
        if path.exists():
            return read_logs(path)
        if number == 0 and settings.begin == "logs":
            raise TrainingError("A run that begins with logs needs --logs FILE.")
        games = self._games(number, settings)
        network = self._player(number, settings)
        logs, played = [], 0
        for count, part in self.table.logs(network, games):
            logs.append(part)
            played += count
            self.report.at("playing", played, games.count)
        self.folder.write_log(number, b"".join(logs))
        return b"".join(logs)

    def _games(self, number: int, settings: Settings) -> Games:
        return Games.of(
            settings.games if number else settings.first_games,
            settings.seed * ROUND_SEEDS + number,
            settings.kinds_of_games(),
            settings,
            surprises=settings.surprises,
            # What the first round's players expect is not to be learned, only how games end.
            probes=settings.probes if number else 0,
        )

    def _player(self, number: int, settings: Settings) -> bytes | None:
        """The network that plays a round; none for `handmade`."""
        if number:
            return self.learner.network_file({})
        if settings.begin == "nothing":
            return Learner(settings.seed, self.device).network_file({})
        return None

    def _lesson(self, number: int, settings: Settings) -> Any:
        if number == 0:
            return lesson(read_logs(self.folder.log(0)), 1.0, self.threads, self.device)
        window = range(max(1, number - settings.window + 1), number + 1)
        logs = b"".join(read_logs(self.folder.log(at)) for at in window)
        return lesson(logs, settings.lambda_, self.threads, self.device)

    # What is made of it

    def _finish(self) -> None:
        """Learns with a rate that falls to nothing, and measures what was gained."""
        settings = self.folder.last_settings
        last = settings.rounds
        if settings.final_steps:
            taught = self._lesson(last, settings)
            self.learner.learn(
                taught,
                settings.final_steps,
                PASSES_ALONE,
                settings.batch,
                lambda done: settings.rate * (1 - done),
                (settings.seed, last, FINISHING),
                lambda done, of, loss: self.report.at("finishing", done, of, f"loss {loss:.3f}"),
            )
            self.learner.examine(taught, (settings.seed, last, FINISHING, EXAMINING))
        measured = measure(
            self.table,
            self._player(0, settings),
            self.learner.network_file({}),
            settings,
            lambda done, of: self.report.at("measuring", done, of),
        )
        self._write_network(measured)

    def _tell_folder(self) -> None:
        """What is told about the run follows its last checkpoint."""
        self.folder.write_progress(self.figures)
        if self.figures and not self.finished:
            self.folder.write("curves.svg", curves(self.figures).encode())
            self._write_network(measured=None)

    def _write_network(self, measured: dict[str, Any] | None) -> None:
        said = provenance(self.folder, self.figures, measured, self.learner.spread.tolist())
        self.folder.write("network.net", self.learner.network_file(said))
        self.folder.write("network.json", json.dumps(said, indent=1).encode() + b"\n")


def first_rate(done: float) -> float:
    """The first round's rate of learning: it rises quickly, then falls along half a cosine."""
    fall = 0.5 * (1 + math.cos(math.pi * done))
    return min(1.0, done / WARM_UP + 0.01) * (LEAST_RATE + (1 - LEAST_RATE) * fall)
