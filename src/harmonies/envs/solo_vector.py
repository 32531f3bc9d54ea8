"""The game for one behind Gymnasium's vector interface, all games stepped by the core's threads.

>>> import gymnasium
>>> import harmonies.envs.solo
>>> envs = gymnasium.make_vec("Harmonies-Solo-v0", num_envs=64, reward="growth")
>>> observations, infos = envs.reset(seed=1)
>>> observations, rewards, ended, cut, infos = envs.step(envs.draw_actions())
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from harmonies.envs.layout import table_size
from harmonies.envs.one_game import (
    RENDER_MODES,
    Observed,
    RenderMode,
    checked_mode,
    no_way_to_render,
    observed,
    picture,
)
from harmonies.envs.options import OptionError, check_choice, checked_count
from harmonies.envs.spaces import action_space, observation_space
from harmonies.envs.vector import MOST_GAMES
from harmonies.envs.vector import VectorEnv as Games

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from harmonies.envs.options import Restart

RESTARTS: dict[AutoresetMode, Restart] = {
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.DISABLED: "never",
}

USUAL: dict[str, Any] = {"players": 1, "reward": "points", "illegal": "end"}


class SoloVectorEnv(VectorEnv[Observed, Any, Any]):
    """Many games for one. The options are those of :class:`harmonies.envs.options.Options`.

    All that is returned is what Gymnasium's own ``SyncVectorEnv`` of single environments returns.
    ``infos["action_mask"]`` has a row of 1 and 0 for each game. With ``copy=False`` arrays are the
    core's own memory, and the next step writes over them. ``autoreset_mode`` is Gymnasium's: in
    ``NEXT_STEP``, usual there and here, the step after a game's last move takes no notice of its
    action and begins the next; in ``SAME_STEP`` the next is observed at once, while
    ``infos["final_obs"]`` holds what was observed of the last and ``infos["final_info"]`` its
    ``points``. Without a seed, ``reset`` goes on to the next games.
    """

    metadata = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        render_mode: RenderMode | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        **options: Any,
    ) -> None:
        checked_mode(render_mode)
        checked_count("num_envs", num_envs, MOST_GAMES)
        if not isinstance(autoreset_mode, AutoresetMode):
            check_choice("autoreset_mode", autoreset_mode, [mode.value for mode in AutoresetMode])
        mode = AutoresetMode(autoreset_mode)
        self.metadata = type(self).metadata | {"autoreset_mode": mode}
        self.render_mode: RenderMode | None = render_mode
        self.num_envs = num_envs
        self.games = Games(
            num_envs,
            restart=RESTARTS[mode],
            threads=threads,
            **USUAL | options,
        )
        if self.games.options.players != 1:
            raise OptionError("this environment is for one player")
        self.single_observation_space = observation_space(self.games.options)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._table = self.games.features[:, : table_size(1)]
        self._all = np.ones(num_envs, bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """All games begin anew, game ``i`` with the seed ``seed + i`` or that of the list.

        ``options={"reset_mask": ...}`` begins only the games where the mask is true.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        chosen = options or {}
        for name in chosen:
            if name != "reset_mask":
                raise OptionError(f"reset has no option {name!r}. There is: 'reset_mask'.")
        if "reset_mask" not in chosen:
            self.games.reset(seed)
            return self._observed(), self._infos(self._all)
        begun = self._checked(chosen["reset_mask"])
        seeds = list(self.games.seeds(seed))
        for number in np.flatnonzero(begun).tolist():
            self.games.reset_game(number, seeds[number])
        return self._observed(), self._infos(begun)

    def _checked(self, reset_mask: Any) -> NDArray[np.bool_]:
        given = np.asarray(reset_mask)
        if given.dtype != np.bool_ or given.shape != (self.num_envs,):
            raise OptionError(
                f"reset_mask says true or false for each of {self.num_envs} games:"
                f" it is no array of {given.dtype} and shape {given.shape}"
            )
        return given

    def step(self, actions: Any) -> tuple[Observed, Any, Any, Any, dict[str, Any]]:
        games = self.games
        games.step(actions)
        infos = self._infos(self._all)
        if games.ended.any():
            infos |= self._finals() if self._same_step else self._points()
        return (
            self._observed(),
            self._given(games.rewards[:, 0]),
            self._given(games.ended),
            np.zeros(self.num_envs, bool),
            infos,
        )

    def draw_actions(self) -> NDArray[np.int64]:
        """A legal action for each game, all as likely."""
        return self._given(self.games.draw_actions())

    def render(self) -> tuple[Any, ...]:
        if self.render_mode is None:
            raise no_way_to_render()
        return tuple(
            picture(self.games.state(number), self.render_mode) for number in range(self.num_envs)
        )

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _observed(self) -> Observed:
        if self.games.options.observation == "features":
            return self._given(self.games.features)
        return {"planes": self._given(self.games.planes), "table": self._given(self._table)}

    # What Gymnasium calls infos: beside each array one that says for which games it holds

    def _infos(self, told: NDArray[np.bool_]) -> dict[str, Any]:
        return {"action_mask": self._given(self.games.mask), "_action_mask": told.copy()}

    def _points(self) -> dict[str, Any]:
        """What the games that ended were worth."""
        ended = self.games.ended.copy()
        return {"points": np.where(ended, self.games.points[:, 0], np.int64(0)), "_points": ended}

    def _finals(self) -> dict[str, Any]:
        """What was observed and known last of the games that ended with this step."""
        ended = self.games.ended.copy()
        final = np.full(self.num_envs, None, dtype=object)
        for number in np.flatnonzero(ended).tolist():
            final[number] = observed(self.games.end_before(number), 0, self.games.options)
        nothing = {
            "action_mask": np.zeros(self.games.mask.shape, np.int8),
            "_action_mask": ended.copy(),
        }
        return {
            "final_obs": final,
            "_final_obs": ended,
            "final_info": nothing | self._points(),
            "_final_info": ended.copy(),
        }
