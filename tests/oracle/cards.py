"""The 42 cards, read from cards.json."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

CARDS_FILE = Path(__file__).parent / ".." / ".." / "src" / "harmonies" / "data" / "cards.json"


@dataclass(frozen=True)
class HabitatSpace:
    """One space of a habitat; the first one of a habitat, at 0, 0, takes the cube."""

    q: int
    r: int
    stack: str


@dataclass(frozen=True)
class Animal:
    name: str
    points: list[int]  # points[k - 1] with k cubes settled; one cube for each entry
    habitat: list[HabitatSpace]


@dataclass(frozen=True)
class ScoreRow:
    """From `low` to `high` (None: no upper end), both included, the points are `points`."""

    low: int
    high: int | None
    points: int


@dataclass(frozen=True)
class Spirit:
    name: str
    by: str  # "groups" or "count"
    of: str  # a landscape
    rows: list[ScoreRow]
    solo_suns: int
    habitat: list[HabitatSpace]


def _load() -> tuple[dict[str, Animal], dict[str, Spirit]]:
    data = json.loads(CARDS_FILE.read_text(encoding="utf-8"))
    animals: dict[str, Animal] = {}
    spirits: dict[str, Spirit] = {}
    for entry in data["animals"] + data["spirits"]:
        name = str(entry["id"])
        habitat = [
            HabitatSpace(int(part["at"][0]), int(part["at"][1]), str(part["stack"]))
            for part in entry["habitat"]
        ]
        if "points" in entry:
            animals[name] = Animal(name, [int(points) for points in entry["points"]], habitat)
        else:
            score = entry["score"]
            rows = [
                ScoreRow(int(low), None if high is None else int(high), int(points))
                for low, high, points in score["rows"]
            ]
            spirits[name] = Spirit(
                name, str(score["by"]), str(score["of"]), rows, int(entry["solo_suns"]), habitat
            )
    return animals, spirits


# Both in the order of cards.json.
ANIMALS, SPIRITS = _load()


def habitat_of(card: str) -> list[HabitatSpace]:
    """The habitat of an animal or spirit card."""
    if card in ANIMALS:
        return ANIMALS[card].habitat
    if card in SPIRITS:
        return SPIRITS[card].habitat
    raise ValueError(f"no such card: {card}")
