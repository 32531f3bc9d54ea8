"""The players there are, by their names: what a person picks from, and what measures them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from harmonies.players.interface import BadSkill, Player, UnknownPlayer
from harmonies.players.planned import PlannedPlayer
from harmonies.players.random_player import RandomPlayer
from harmonies.players.skill import Skill, split_spec

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A player one can ask for: its name, one honest line about it, and how to make it.

    A person knows it by its ``title``; ``skill`` is what makes a planned player as strong as it is.
    """

    name: str
    about: str
    make: Callable[[int | None], Player]
    title: str
    skill: Skill | None = None


def _planned(name: str, title: str, about: str, skill: Skill) -> PlayerKind:
    def make(seed: int | None) -> Player:
        return PlannedPlayer(name, skill, seed=seed or 0)

    return PlayerKind(name, about, make, title, skill)


_LEVELS = (
    _planned(
        "level-1",
        "Newcomer",
        "Decides token by token, thinks of one card, has no eye for water: 49 points a game.",
        Skill("naive", 1_000, width=1, cards=1, whole_turns=False, standing=False),
    ),
    _planned(
        "level-2",
        "Learner",
        "Thinks a turn through, but of one card, and has no eye for water: 57 points a game.",
        Skill("naive", 1_000, width=1, cards=1),
    ),
    _planned(
        "level-3",
        "Stroller",
        "Sees all points there are, but decides token by token: 67 points a game.",
        Skill("immediate", 1_000, width=1, whole_turns=False),
    ),
    _planned(
        "level-4",
        "Collector",
        "Builds for later turns, but misses habitats that stand already: 80 points a game.",
        Skill("handmade", 1_000, width=2, cards=1, standing=False),
    ),
    _planned(
        "level-5",
        "Harvester",
        "Gets the most out of each turn and fills its board soon: 84 points a game.",
        Skill("immediate", 4_000),
    ),
    _planned(
        "level-6",
        "Ranger",
        "Knows what positions are worth from playing against itself: 115 points a game.",
        Skill("learned", 2_500),
    ),
    _planned(
        "level-7",
        "Master",
        "Knows that too, and plays its best turns on to the next round: 122 points a game.",
        Skill("learned", 70_000, candidates=64),
    ),
)

PLAYERS: dict[str, PlayerKind] = {
    kind.name: kind
    for kind in (
        PlayerKind("random", "Plays any legal move.", RandomPlayer, "Carefree"),
        _planned(
            "greedy",
            "Greedy",
            "Takes the most points it can have this turn.",
            Skill("immediate", 5_000),
        ),
        _planned(
            "handmade",
            "Planner",
            "Builds for later turns by rules of thumb.",
            Skill("handmade", 5_000),
        ),
        *_LEVELS,
    )
}
"""Every player by its name."""

LEVELS: tuple[str, ...] = tuple(kind.name for kind in _LEVELS)
"""The names of those that a person picks from, the weakest first."""

STAND_IN = "level-4"
"""Who takes over for a person who has gone."""

LAST_RESORT = "random"
"""Who thinks least, and plays where nobody else can."""


def lighter(name: str) -> str | None:
    """Who can play in a player's place where there is not the time for it; None for the last resort.

    >>> lighter("level-7"), lighter("level-1"), lighter("random")
    ('level-6', 'random', None)
    """
    if name == LAST_RESORT:
        return None
    place = LEVELS.index(name) if name in LEVELS else 0
    return LEVELS[place - 1] if place else LAST_RESORT


def player(spec: str, seed: int | None = None, objective: str | None = None) -> Player:
    """The player with this name, or one with another skill: see :class:`Skill`.

    The same seed makes it play the same way; without one ``random`` is different each time. Who
    looks ahead does so by the ``objective``, where one is given: to ``win`` or for ``points``.

    >>> player("handmade:nodes=300,cards=2").name
    'handmade:nodes=300,cards=2'
    >>> player("gredy")
    Traceback (most recent call last):
    harmonies.players.interface.UnknownPlayer: No player is called 'gredy'. There are: random, \
greedy, handmade, level-1, level-2, level-3, level-4, level-5, level-6, level-7.
    """
    name, changes = split_spec(spec)
    kind = PLAYERS.get(name)
    if kind is None:
        raise UnknownPlayer(name, PLAYERS)
    if kind.skill is None:
        if changes:
            raise BadSkill(f"{spec}: {name} has no skill that could be changed.")
        return kind.make(seed)
    if objective is not None:
        changes["objective"] = objective
    return PlannedPlayer(spec, kind.skill.changed(changes), seed=seed or 0)
