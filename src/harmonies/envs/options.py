"""What can be chosen about an environment, and what is refused."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from harmonies.errors import HarmoniesError

if TYPE_CHECKING:
    from collections.abc import Iterable

Observation = Literal["planes", "features"]
RewardName = Literal["points", "growth", "suns", "rank"]
Illegal = Literal["error", "end"]
Restart = Literal["same-step", "next-step", "never"]

PENALTY = -100.0
"""The reward of an illegal action that ends its game, where no other is chosen."""
MOST_PENALTY = 1e6


class OptionError(HarmoniesError, ValueError):
    """An option that an environment does not have, or that does not go with the others."""

    code = "environment/option"


def check_choice(name: str, value: object, right: Iterable[object]) -> None:
    """Raises OptionError, with the list of what would be right.

    >>> check_choice("side", "C", "AB")
    Traceback (most recent call last):
    harmonies.envs.options.OptionError: side='C' is none of: 'A', 'B'.
    """
    choices = list(right)
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        listed = ", ".join(map(repr, choices))
        raise OptionError(f"{name}={value!r} is none of: {listed}.")


def checked_count(name: str, count: int, most: int) -> int:
    """The count; OptionError when it is no whole number from 1 to ``most``."""
    if type(count) is not int or not 1 <= count <= most:
        raise OptionError(f"{name}={count!r} is not a number from 1 to {most}.")
    return count


@dataclass(frozen=True, slots=True)
class Options:
    """What kind of game an environment plays, and what it tells a learner.

    ``first`` is the seat of the first turn; without one the seed chooses it. ``reward`` is

    - ``points``: at the end, what each seat has,
    - ``growth``: with each move, by how much the points of its seat changed; adds up to ``points``
      less the 5 that an empty side B has,
    - ``suns``: at the end, what the points are worth in suns (one player),
    - ``rank``: at the end, the share of the other seats that a seat beats, less the share that beat
      it: from -1 to 1, and all seats together have 0 (two players or more).

    ``observation`` is ``planes`` (the boards as planes, the rest as a row of numbers) or
    ``features`` (all as one row). An ``illegal`` action raises IllegalMove (``error``) or ends its
    game (``end``) with ``penalty`` as the reward of the seat that chose it and 0 for the others.

    >>> Options(players=1, reward="rank")
    Traceback (most recent call last):
    harmonies.envs.options.OptionError: reward='rank' is none of: 'points', 'growth', 'suns'.
    """

    players: int = 2
    side: Literal["A", "B"] = "A"
    spirits: bool = False
    first: int | None = None
    reward: RewardName = "points"
    observation: Observation = "planes"
    illegal: Illegal = "error"
    penalty: float = PENALTY

    def __post_init__(self) -> None:
        check_choice("players", self.players, (1, 2, 3, 4))
        check_choice("side", self.side, ("A", "B"))
        check_choice("spirits", self.spirits, (False, True))
        check_choice("first", self.first, (None, *range(self.players)))
        last = "suns" if self.players == 1 else "rank"
        check_choice("reward", self.reward, ("points", "growth", last))
        check_choice("observation", self.observation, ("planes", "features"))
        check_choice("illegal", self.illegal, ("error", "end"))
        given: object = self.penalty
        if not isinstance(given, (int, float)) or not -MOST_PENALTY <= given <= 0:
            raise OptionError(
                f"penalty={self.penalty!r} is not a number from {-MOST_PENALTY:.0f} to 0."
            )


def checked_threads(threads: int | None) -> int:
    """How many threads; without a wish as many as this program may use processors."""
    if threads is None:
        return len(os.sched_getaffinity(0))
    return checked_count("threads", threads, 256)
