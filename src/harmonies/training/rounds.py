"""A training run: rounds of self-play and learning, and what is made of them in the end."""

from __future__ import annotations

import json
import math
import time
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from harmonies.training import TrainingError
from harmonies.training.beside import Beside
from harmonies.training.curves import curves
from harmonies.training.learner import Learner, Lesson, Teacher
from harmonies.training.provenance import provenance
from harmonies.training.run_folder import read_logs
from harmonies.training.self_play import Games
from harmonies.training.strength import averages, measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    import torch

    from harmonies.training.run_folder import RunFolder
    from harmonies.training.self_play import Table
    from harmonies.training.settings import Settings

PASSES = 3  # over a window's positions, most of which were and will be seen in other rounds
PASSES_ALONE = 6  # in the first round and at the end
WARM_UP = 0.1  # of the first round
LEAST_RATE = 0.03  # of the rate of learning, at a round's end
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
        self.teacher = Teacher(threads, device)
        self.report = report
        self._lessons: dict[tuple[int, float], Lesson] = {}
        self._played_beside: dict[int, Beside[float]] = {}
        self._played = (0, 1)  # of what is played just now
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
            and (said.get("figures") or {}).get("measured") is not None
            and (self.folder.path / "network.net").exists()
        )

    def begin_with(self, files: Sequence[Path]) -> None:
        """Takes the first round's games from files of logs."""
        self.folder.write_log(0, b"".join(read_logs(file) for file in files))

    # One round

    def _round(self, number: int) -> None:
        settings = self.folder.settings(number)
        seconds_of_play = self._have_logs(number)
        with self._playing_beside(number + 1):
            began = time.monotonic()
            taught = self._lesson(number, settings)

            def rate(done: float) -> float:
                return settings.rate * part_of_rate(done, WARM_UP if number == 0 else 0)

            steps, loss = self.learner.learn(
                taught,
                settings.steps if number else settings.first_steps,
                PASSES if number else PASSES_ALONE,
                settings.batch,
                rate,
                settings.decay,
                (settings.seed, number, LEARNING),
                lambda done, of, loss: self.report.at("learning", done, of, f"loss {loss:.3f}"),
            )
            fit = self.learner.examine(taught, (settings.seed, number, EXAMINING))
            figures = {
                "round": number,
                "player": "network" if number else settings.begin,
                **averages(logs := read_logs(self.folder.log(number))),
                "given": zlib.crc32(logs) if not number and settings.begin == "logs" else None,
                "positions": len(taught),
                "steps": steps,
                "loss": round(loss, 4),
                "error": round(fit.error, 3),
                "bias": round(fit.bias, 3),
                "seconds": [round(seconds_of_play, 1), round(time.monotonic() - began, 1)],
            }
            self.figures.append(figures)
            # Text: a checkpoint holds nothing but tensors, numbers and text.
            self.folder.write_checkpoint(
                number, self.learner.to_bytes({"figures": json.dumps(self.figures)})
            )
            self._tell_folder()
            self.report.round_done(figures)

    # Games

    def _have_logs(self, number: int) -> float:
        """Sees to it that a round's games are there; the seconds that playing them took."""
        if number in self._played_beside:
            return self._played_beside.pop(number).result(
                lambda: self.report.at("playing", *self._played)
            )
        if self.folder.log(number).exists():
            read_logs(self.folder.log(number))
            return 0.0
        settings = self.folder.settings(number)
        if number == 0 and settings.begin == "logs":
            raise TrainingError("A run that begins with logs needs --logs FILE.")
        return self._play(
            number,
            self._player(number, settings),
            lambda: self.report.at("playing", *self._played),
        )

    @contextmanager
    def _playing_beside(self, number: int) -> Iterator[None]:
        """Meanwhile plays a round's games, where the settings want that; not before the second's."""
        wanted = (
            2 <= number <= self.folder.last_settings.rounds
            and self.folder.settings(number).ahead > 0
            and not self.folder.log(number).exists()
        )
        if not wanted:
            yield
            return
        network = self.learner.network_file({})
        beside = Beside(lambda ask: self._play(number, network, ask))
        self._played_beside[number] = beside
        try:
            yield
        except BaseException:
            beside.end()
            raise

    def _play(self, number: int, network: bytes | None, ask: Callable[[], None]) -> float:
        games = self._games(number, self.folder.settings(number))
        self._played = (0, games.count)
        began = time.monotonic()
        logs, played = [], 0
        for count, part in self.table.logs(network, games, ask):
            logs.append(part)
            played += count
            self._played = (played, games.count)
            ask()
        self.folder.write_log(number, b"".join(logs))
        return time.monotonic() - began

    def _games(self, number: int, settings: Settings) -> Games:
        return Games.of(
            settings.games if number else settings.first_games,
            settings.seed * ROUND_SEEDS + number,
            settings.kinds_of_games(),
            settings,
            surprises=settings.surprises,
            guests=settings.guests,
            # What the first round's players expect is not to be learned, only how games end.
            probes=settings.probes if number else 0,
            candidates=settings.candidates if number else 1,
            others=settings.others if number else 0,
        )

    def _player(self, number: int, settings: Settings) -> bytes | None:
        """The network that plays a round that is not played beside another; none for `handmade`."""
        if number == 0:
            if settings.begin == "nothing":
                return Learner(settings.seed, self.device).network_file({})
            return None
        if settings.ahead and number > 1:
            before = Learner(settings.seed, self.device)
            before.from_bytes(self.folder.read_checkpoint(number - 2))
            return before.network_file({})
        return self.learner.network_file({})

    def _lesson(self, number: int, settings: Settings) -> Lesson:
        """What the last rounds' games teach. Each round's is kept while the window is over it."""
        # How `handmade` plays is forgotten as soon as the network plays itself.
        first = 1 if number > 0 and settings.begin != "logs" else 0
        window = range(max(first, number - settings.window + 1), number + 1)
        wanted = [(at, settings.lambda_ if at else settings.first_lambda) for at in window]
        self._lessons = {key: held for key, held in self._lessons.items() if key in wanted}
        for at, returns in wanted:
            if (at, returns) not in self._lessons:
                logs = read_logs(self.folder.log(at))
                self._lessons[at, returns] = self.teacher.lesson(logs, returns)
        return Lesson.together([self._lessons[key] for key in wanted])

    # What is made of it

    def _finish(self) -> None:
        """Learns with a rate that falls to nothing, and measures what was gained."""
        settings = self.folder.last_settings
        last = len(self.figures) - 1
        if settings.final_steps:
            taught = self._lesson(last, settings)
            self.learner.learn(
                taught,
                settings.final_steps,
                PASSES_ALONE,
                settings.batch,
                lambda done: settings.rate * (1 - done),
                settings.decay,
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


def part_of_rate(done: float, warm_up: float) -> float:
    """A round's rate of learning: in the beginning it may rise, then it falls along half a cosine.

    A network plays best when it has learned slowly last, and each round's plays the games that follow.
    """
    fall = LEAST_RATE + (1 - LEAST_RATE) * 0.5 * (1 + math.cos(math.pi * done))
    return fall * min(1.0, done / warm_up + 0.01) if warm_up else fall
