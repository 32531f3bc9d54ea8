"""Computer players, behind one small interface.

>>> from harmonies import Game
>>> from harmonies.players import Budget, player
>>> game = Game(players=2, seed=7)
>>> turn = player("greedy").choose(game.state.redacted(game.state.to_move), Budget(nodes=2000))
>>> for move in turn.moves:
...     _ = game.play(move)
>>> game.state.turn
2
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from harmonies.players.interface import (
    Budget,
    Cancel,
    NoBudget,
    NothingToChoose,
    Player,
    PlayerError,
    SpiritsHidden,
    Turn,
    UnknownPlayer,
)
from harmonies.players.match import play_out
from harmonies.players.planned import PlannedPlayer
from harmonies.players.random_player import RandomPlayer

__all__ = [
    "PLAYERS",
    "Budget",
    "Cancel",
    "NoBudget",
    "NothingToChoose",
    "Player",
    "PlayerError",
    "PlayerKind",
    "SpiritsHidden",
    "Turn",
    "UnknownPlayer",
    "play_out",
    "player",
]


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A player one can ask for: its name, one honest line about it, and how to make it."""

    name: str
    about: str
    make: Callable[[int | None], Player]


def _planned(name: str, evaluation: str, budget: Budget) -> Callable[[int | None], Player]:
    return lambda seed: PlannedPlayer(name, evaluation, budget, seed=seed or 0)


PLAYERS: dict[str, PlayerKind] = {
    kind.name: kind
    for kind in (
        PlayerKind("random", "Plays any legal move.", RandomPlayer),
        PlayerKind(
            "greedy",
            "Takes the most points it can have this turn.",
            _planned("greedy", "immediate", Budget(nodes=5_000)),
        ),
        PlayerKind(
            "handmade",
            "Builds for later turns by rules of thumb.",
            _planned("handmade", "handmade", Budget(nodes=5_000)),
        ),
    )
}
"""Every player by its name."""


def player(name: str, seed: int | None = None) -> Player:
    """The player with this name.

    The same seed makes it play the same way; without one ``random`` is different each time.

    >>> player("gredy")
    Traceback (most recent call last):
    harmonies.players.interface.UnknownPlayer: No player is called 'gredy'. There are: random, \
greedy, handmade.
    """
    kind = PLAYERS.get(name)
    if kind is None:
        raise UnknownPlayer(name, PLAYERS)
    return kind.make(seed)
