"""The player that does anything."""

from __future__ import annotations

import secrets
from random import Random
from typing import TYPE_CHECKING

from harmonies.players.interface import Budget, Turn, check_choosable

if TYPE_CHECKING:
    from harmonies._core import Cancel, State


class RandomPlayer:
    """Plays each legal move with the same chance.

    The same seed plays the same turn in the same position; without one nobody knows what it plays.
    """

    name = "random"
    budget = Budget(nodes=1)

    def __init__(self, seed: int | None = None) -> None:
        self._seed = secrets.randbits(64) if seed is None else seed

    def choose(
        self,
        view: State,
        budget: Budget | None = None,  # noqa: ARG002
        cancel: Cancel | None = None,  # noqa: ARG002
    ) -> Turn:
        check_choosable(view)
        random = Random(f"{self._seed} {view}")
        moves = []
        while True:
            legal = view.legal_moves()
            move = legal[random.randrange(len(legal))]
            moves.append(move)
            if move.kind == "end":
                return Turn(tuple(moves))
            view = view.play(move)
