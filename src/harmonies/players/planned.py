"""The players that search whole turns with one of the core's evaluations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from harmonies import _core
from harmonies.players.interface import BadSkill, Budget, Turn, check_choosable
from harmonies.players.networks import network

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harmonies._core import Cancel, State
    from harmonies.players.skill import Skill

THOUSANDTHS = 1000
UNBOUNDED_NODES = 1 << 40


class PlannedPlayer:
    """Chooses the whole turn after which an evaluation likes the position best.

    >>> from harmonies import Game
    >>> from harmonies.players import Budget, player
    >>> turn = player("greedy", seed=1).choose(Game(players=2, seed=7).state, Budget(nodes=3000))
    >>> str(turn.moves[-1])
    'end'
    """

    def __init__(
        self,
        name: str,
        skill: Skill,
        *,
        seed: int = 0,
        weights: Sequence[int] | None = None,
    ) -> None:
        self.name = name
        self.skill = skill
        self.budget = Budget(nodes=skill.nodes)
        self._seed = seed
        given = None if weights is None else list(weights)
        learned = network(skill.network) if skill.evaluation == "learned" else None
        try:
            self._planner = _core.Planner(skill.evaluation, given, learned)
        except ValueError as error:
            raise BadSkill(f"{name}: {error}.") from error

    @property
    def looks_ahead(self) -> bool:
        """Whether its values come from looking into the next round."""
        return self.skill.candidates > 1

    def quick(self, nodes: int) -> PlannedPlayer:
        """The same player, thinking as little as makes sense; for playing on many times."""
        skill = replace(self.skill, width=1, candidates=1, nodes=min(nodes, self.skill.nodes))
        return PlannedPlayer(f"{self.name}, quickly", skill, seed=self._seed)

    def choose(
        self, view: State, budget: Budget | None = None, cancel: Cancel | None = None
    ) -> Turn:
        return self.best(view, 1, budget, cancel)[0]

    def best(
        self,
        view: State,
        count: int,
        budget: Budget | None = None,
        cancel: Cancel | None = None,
    ) -> list[Turn]:
        """The best turns it finds, at most so many, the best first."""
        check_choosable(view)
        limit = budget or self.budget
        _, turns, nodes, _, _, stopped = self._planner.plan(
            view,
            nodes=UNBOUNDED_NODES if limit.nodes is None else min(limit.nodes, UNBOUNDED_NODES),
            milliseconds=limit.milliseconds,
            seed=self._seed,
            width=self.skill.width,
            best=count,
            cards=self.skill.cards,
            whole_turns=self.skill.whole_turns,
            standing=self.skill.standing,
            candidates=self.skill.candidates,
            samples=self.skill.samples,
            reply_nodes=self.skill.reply_nodes,
            objective=self.skill.objective,
            cancel=cancel,
        )
        return [
            Turn(moves, value / THOUSANDTHS, nodes, stopped, win) for moves, value, win, _ in turns
        ]
