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

from harmonies.players.interface import (
    BadSkill,
    Budget,
    Cancel,
    IllegalTurn,
    NoBudget,
    NothingToAdvise,
    NothingToChoose,
    Player,
    PlayerError,
    SpiritsHidden,
    Turn,
    UnknownPlayer,
)
from harmonies.players.match import play_out
from harmonies.players.registry import (
    LAST_RESORT,
    LEVELS,
    PLAYERS,
    STAND_IN,
    PlayerKind,
    lighter,
    player,
)
from harmonies.players.skill import Skill

__all__ = [
    "LAST_RESORT",
    "LEVELS",
    "PLAYERS",
    "STAND_IN",
    "BadSkill",
    "Budget",
    "Cancel",
    "IllegalTurn",
    "NoBudget",
    "NothingToAdvise",
    "NothingToChoose",
    "Player",
    "PlayerError",
    "PlayerKind",
    "Skill",
    "SpiritsHidden",
    "Turn",
    "UnknownPlayer",
    "lighter",
    "play_out",
    "player",
]
