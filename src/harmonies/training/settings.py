"""What a training run is told: kinds of games, how many, how they are learned from."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields
from typing import Any

from harmonies.training import TrainingError

KIND = re.compile(r"([AB])([1-4])(s?)(?::([1-9][0-9]{0,5}))?")
BEGINNINGS = ("handmade", "nothing", "logs")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game, and how many of all games are of it, in whatever unit.

    >>> Kind.parse("B3s:6")
    Kind(players=3, side='B', spirits=True, weight=6)
    """

    players: int
    side: str
    spirits: bool
    weight: int = 1

    @classmethod
    def parse(cls, text: str) -> Kind:
        found = KIND.fullmatch(text)
        if found is None:
            raise TrainingError(
                f"A kind of game is a side, players, an s for spirits and a weight, "
                f"like A2:36 or B3s:6, not '{text}'."
            )
        side, players, spirits, weight = found.groups()
        return cls(int(players), side, spirits != "", int(weight or 1))

    @property
    def name(self) -> str:
        return f"{self.side}{self.players}{'s' if self.spirits else ''}"

    def for_core(self) -> tuple[int, str, bool, int]:
        return self.players, self.side, self.spirits, self.weight


@dataclass(frozen=True, slots=True)
class Settings:
    """All that decides what a run learns: the same settings make the same network.

    The first round learns how games end that somebody else has played, each other round from those
    that the network itself played last.
    """

    kinds: str = "A2:36,A2s:10,B2:14,B2s:6,A3:6,A4:5,A1:7,B1:4,B3:3,B4:3,A3s:3,A1s:2,A4s:1"
    begin: str = "handmade"  # who plays the first round, or whether its games are given as logs
    rounds: int = 30  # after the first
    games: int = 2_500  # a round
    first_games: int = 15_000
    nodes: int = 2_500  # for each turn
    width: int = 64  # of the beam
    candidates: int = 1  # turns that are played on to the next one; with 1 nothing is looked ahead
    surprises: int = 30  # of a thousand turns those that are not the best that was found
    probes: int = 400  # states looked at for what a turn comes to that goes wrong; 0: none are
    others: int = 0  # good turns that each turn is compared with, played on to the next one
    guests: int = 150  # of a thousand games those where all seats but one are somebody else's
    ahead: int = 0  # 1: a round's games are played while the one before is learned from
    lambda_: float = 0.6  # what counts of what came: 1 the final score, 0 the next turn's hope
    first_lambda: float = 1.0  # in the first round
    rate: float = 0.001  # of learning
    decay: float = 0.5  # how fast weights shrink that are not needed, for each unit of the rate
    steps: int = 900  # a round
    first_steps: int = 700
    final_steps: int = 2_000  # with a rate that falls to zero
    batch: int = 4_096  # positions a step
    window: int = 8  # rounds whose games are learned from
    measured: int = 200  # games of each kind that say what was gained; 0 for none
    seed: int = 1

    def __post_init__(self) -> None:
        self.kinds_of_games()
        if self.begin not in BEGINNINGS:
            raise TrainingError(f"A run begins with {', '.join(BEGINNINGS)}, not '{self.begin}'.")
        for name, (least, most) in LIMITS.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise TrainingError(f"{OPTIONS[name]} is from {least} to {most}, not {value}.")

    def kinds_of_games(self) -> list[Kind]:
        kinds = [Kind.parse(text.strip()) for text in self.kinds.split(",")]
        if len({kind.name for kind in kinds}) < len(kinds):
            raise TrainingError(f"A kind of game stands twice in '{self.kinds}'.")
        return kinds

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, values: Any) -> Settings:
        """Settings as :meth:`as_json` gave them; TrainingError for anything else."""
        known = {field.name: type(field.default) for field in fields(cls)}
        if not isinstance(values, dict) or set(values) != set(known):
            raise TrainingError("These are not the settings of a training run.")
        for name, kind in known.items():
            given = values[name]
            fits = isinstance(given, kind) or (kind is float and isinstance(given, int))
            if not fits or isinstance(given, bool):
                raise TrainingError(f"{name} cannot be {given!r}.")
        return cls(**values)

    def options(self) -> list[str]:
        """What a command line says of these settings: what is not as it would be anyway."""
        said = []
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                said += [OPTIONS[field.name], str(value)]
        return said


OPTIONS = {
    field.name: "--" + field.name.rstrip("_").replace("_", "-") for field in fields(Settings)
}

LIMITS: dict[str, tuple[float, float]] = {
    "rounds": (0, 100_000),
    "games": (1, 10_000_000),
    "first_games": (1, 100_000_000),
    "nodes": (1, 10_000_000),
    "width": (1, 1_024),
    "candidates": (1, 64),
    "surprises": (0, 1_000),
    "probes": (0, 10_000_000),
    "others": (0, 15),
    "guests": (0, 1_000),
    "ahead": (0, 1),
    "lambda_": (0, 1),
    "first_lambda": (0, 1),
    "rate": (1e-9, 1),
    "decay": (0, 100),
    "steps": (1, 1_000_000),
    "first_steps": (1, 1_000_000),
    "final_steps": (0, 1_000_000),
    "batch": (1, 1_000_000),
    "window": (1, 100_000),
    "measured": (0, 1_000_000),
    "seed": (0, 2**30 - 1),
}
