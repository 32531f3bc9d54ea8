"""``harmonies_v0``: the game for one to four behind PettingZoo's interface, seat after seat.

>>> from harmonies.envs import harmonies_v0
>>> env = harmonies_v0.env(players=3, spirits=True)
>>> env.reset(seed=1)
>>> for seat in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     mask = observation["action_mask"]
...     env.step(None if over else env.action_space(seat).sample(mask))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv

from harmonies.envs.layout import ACTIONS
from harmonies.envs.one_game import (
    RENDER_MODES,
    Observed,
    OneGame,
    RenderMode,
    checked_mode,
    no_way_to_render,
    picture,
)
from harmonies.envs.spaces import action_space, mask_space, observation_space
from harmonies.envs.vector import made_options

if TYPE_CHECKING:
    from harmonies._core import State
    from harmonies.game import Game

SEATS = ("seat_1", "seat_2", "seat_3", "seat_4")


class SeatsEnv(AECEnv[str, Observed, Any]):
    """A game whose seats are the agents. The options are those of
    :class:`harmonies.envs.options.Options`; the reward is ``rank`` unless another is chosen, and
    ``points`` for one player.

    A seat is selected move after move until its turn ends. What ``observe`` gives has
    ``observation``, what that seat may know, and ``action_mask``, which is empty for all seats but
    the one to move. Where planes are observed, ``observation`` has the boards and ``table`` the
    rest. An illegal action raises IllegalMove, or ends the game for all seats with
    ``illegal="end"``.

    Without a seed, ``reset`` goes on to the game whose seed is the SHA-256 of the last.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "harmonies_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(self, render_mode: RenderMode | None = None, **options: Any) -> None:
        checked_mode(render_mode)
        super().__init__()
        self.render_mode = render_mode
        usual = "points" if options.get("players") == 1 else "rank"
        self._one = OneGame(made_options({"reward": usual} | options))
        self.possible_agents = list(SEATS[: self._one.options.players])
        self.agents: list[str] = []
        self._numbers = {seat: number for number, seat in enumerate(self.possible_agents)}
        seen = _in_pettingzoos_words(observation_space(self._one.options))
        one_seat = spaces.Dict(seen | {"action_mask": mask_space()})
        self.observation_spaces = dict.fromkeys(self.possible_agents, one_seat)
        self.action_spaces = {seat: action_space() for seat in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; ``options={"state": "A2 ..."}`` begins from a position text.

        Other options are not looked at: PettingZoo's own checker makes some up.
        """
        if options and "state" in options:
            self._one.begin_at(options["state"], seed)
        else:
            self._one.begin(seed)
        self._start_anew()

    def _start_anew(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self._one.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {seat: {} for seat in self.agents}
        self.agent_selection = self.possible_agents[self._one.state.to_move]

    def step(self, action: Any) -> None:
        if not self.agents:
            raise ResetNeeded("there is no game to play: call reset() first")
        seat = self.agent_selection
        if self.terminations[seat] or self.truncations[seat]:
            self._was_dead_step(action)
            return
        self._one.step(action)
        self._cumulative_rewards[seat] = 0.0
        for one, reward in zip(self.agents, self._one.rewards.tolist(), strict=True):
            self.rewards[one] = reward
        if self._one.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self._one.to_move]
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observed:
        self._one.check_begun()
        if agent == self.agent_selection:
            seen, mask = self._one.observation(), self._one.mask()
        else:
            seen = self._one.observation_of(self._numbers[agent])
            mask = np.zeros(ACTIONS, np.int8)
        return _in_pettingzoos_words(seen) | {"action_mask": mask}

    def draw_action(self) -> int:
        """A legal action of the seat to move, all as likely, from a stream that the seed fixes."""
        return self._one.draw_action()

    def render(self) -> Any:
        if self.render_mode is None:
            raise no_way_to_render()
        return picture(self._one.state, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    # What planners and people need besides

    @property
    def position(self) -> State:
        """The whole state; ``str`` of it is the position text."""
        return self._one.state

    @property
    def game(self) -> Game:
        """The game with its log, to be printed as a record (:mod:`harmonies.records`)."""
        return self._one.game

    def set_position(self, state: State | str, seed: int | bytes | None = None) -> None:
        """Goes on from a position; the seed fixes what is drawn from then on."""
        self._one.begin_at(state, seed)
        self._start_anew()

    def sampled(self, seed: int | bytes | None = None) -> SeatsEnv:
        """An environment of its own in the same position, what the seat to move may not know
        drawn anew."""
        options = self._one.options
        other = SeatsEnv(
            self.render_mode, **{name: getattr(options, name) for name in options.__slots__}
        )
        other._one = self._one.sampled(seed)
        other._start_anew()
        return other


def _in_pettingzoos_words(seen: Any) -> dict[str, Any]:
    """An observation, or its space: PettingZoo's tools look for an array called ``observation``."""
    if isinstance(seen, (dict, spaces.Dict)):
        return {"observation": seen["planes"], "table": seen["table"]}
    return {"observation": seen}


def env(render_mode: RenderMode | None = None, **options: Any) -> SeatsEnv:
    """The environment, under the name that PettingZoo's users look for."""
    return SeatsEnv(render_mode, **options)


raw_env = env
