"""The spaces of actions and observations, in Gymnasium's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from harmonies.envs.layout import ACTIONS, PLANE_SHAPE, PLANES, features_size, table_size

if TYPE_CHECKING:
    from harmonies.envs.options import Options


def observation_space(options: Options) -> spaces.Space[Any]:
    """The space of what is observed, in the form that the options say."""
    if options.observation == "features":
        return spaces.Box(0, 255, (features_size(options.players),), np.uint8)
    planes = len(PLANES) * options.players
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 1, (planes, *PLANE_SHAPE), np.uint8),
            "table": spaces.Box(0, 255, (table_size(options.players),), np.uint8),
        }
    )


def action_space() -> spaces.Discrete:
    """All moves; which of them are legal is the mask's business."""
    return spaces.Discrete(ACTIONS)


def mask_space() -> spaces.Box:
    return spaces.Box(0, 1, (ACTIONS,), np.int8)
