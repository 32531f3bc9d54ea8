"""``Harmonies-Solo-v0``: the game for one, behind Gymnasium's interface.

>>> import gymnasium
>>> import harmonies.envs.solo
>>> env = gymnasium.make("Harmonies-Solo-v0", side="B", reward="suns")
>>> observation, info = env.reset(seed=1)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)

Without the import its name is ``harmonies.envs.solo:Harmonies-Solo-v0``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
from gymnasium.error import ResetNeeded

from harmonies.envs.one_game import (
    RENDER_MODES,
    Observed,
    OneGame,
    RenderMode,
    checked_mode,
    no_way_to_render,
    picture,
)
from harmonies.envs.options import OptionError
from harmonies.envs.spaces import action_space, observation_space
from harmonies.envs.vector import made_options

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from harmonies._core import State
    from harmonies.game import Game

ID = "Harmonies-Solo-v0"


class SoloEnv(gymnasium.Env[Observed, Any]):
    """The game for one seat. The options are those of :class:`harmonies.envs.options.Options`.

    ``info["action_mask"]`` has 1 for each legal action, and ``action_masks()`` gives the same;
    ``info["points"]`` says in the end what the game was worth. An illegal action ends the game with
    the reward ``penalty``, because Gymnasium's own checker and some learners play without the mask;
    with ``illegal="error"`` it raises IllegalMove.

    Without a seed, ``reset`` goes on to the game whose seed is the SHA-256 of the last.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(self, render_mode: RenderMode | None = None, **options: Any) -> None:
        checked_mode(render_mode)
        self.render_mode: RenderMode | None = render_mode
        self._one = OneGame(made_options({"players": 1, "illegal": "end"} | options))
        if self._one.options.players != 1:
            raise OptionError("this environment is for one player: harmonies.envs.aec has more")
        self.observation_space = observation_space(self._one.options)
        self.action_space = action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """A new game; ``options={"state": "A1 ..."}`` begins from a position text."""
        super().reset(seed=seed)
        chosen = options or {}
        for name in chosen:
            if name != "state":
                raise OptionError(f"reset has no option {name!r}. There is: 'state'.")
        if "state" in chosen:
            self._one.begin_at(chosen["state"], seed)
        else:
            self._one.begin(seed)
        return self._one.observation(), {"action_mask": self._one.mask()}

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        one = self._one
        if one.over:
            raise ResetNeeded("the game is over: call reset() before step()")
        one.step(action)
        info: dict[str, Any] = {"action_mask": one.mask()}
        if one.over:
            info["points"] = one.points(0)
        return one.observation(), float(one.rewards[0]), one.over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as learners with invalid-action masking ask for them."""
        return self._one.mask().astype(bool)

    def draw_action(self) -> int:
        """A legal action, all as likely, from a stream that the seed of the game fixes."""
        return self._one.draw_action()

    def render(self) -> Any:
        if self.render_mode is None:
            raise no_way_to_render()
        return picture(self._one.state, self.render_mode)

    # What planners and people need besides

    @property
    def state(self) -> State:
        """The whole state; ``str`` of it is the position text."""
        return self._one.state

    @property
    def game(self) -> Game:
        """The game with its log, to be printed as a record (:mod:`harmonies.records`)."""
        return self._one.game

    def set_state(self, state: State | str, seed: int | bytes | None = None) -> None:
        """Goes on from a position; the seed fixes what is drawn from then on."""
        self._one.begin_at(state, seed)

    def sampled(self, seed: int | bytes | None = None) -> SoloEnv:
        """An environment of its own in the same position, what is hidden drawn anew."""
        options = self._one.options
        other = SoloEnv(
            self.render_mode, **{name: getattr(options, name) for name in options.__slots__}
        )
        other._one = self._one.sampled(seed)
        return other


gymnasium.register(
    ID,
    entry_point="harmonies.envs.solo:SoloEnv",
    vector_entry_point="harmonies.envs.solo_vector:SoloVectorEnv",
)
