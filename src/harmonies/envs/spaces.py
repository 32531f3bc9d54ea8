"""The spaces of actions and observations, in Gymnasium's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from harmonies import _core

if TYPE_CHECKING:
    from harmonies.envs.options import Options

ACTION_SPACE_SIZE = len(_core.MOVES)


def features_size(players: int) -> int:
    """How many numbers the compact form has."""
    return sum(size * (players if each else 1) for _, size, each in _core.FEATURE_PARTS)


def observation_space(options: Options) -> spaces.Space[Any]:
    """The space of what is observed, in the form that the options say."""
    size = features_size(options.players)
    if options.observation == "features":
        return spaces.Box(0, 255, (size,), np.uint8)
    spaces_size = next(count for name, count, _ in _core.FEATURE_PARTS if name == "spaces")
    planes = _core.PLANES_PER_SEAT * options.players
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 1, (planes, _core.PLANE_ROWS, _core.PLANE_COLUMNS), np.uint8),
            "table": spaces.Box(0, 255, (size - spaces_size * options.players,), np.uint8),
        }
    )


def action_space() -> spaces.Discrete:
    """All moves; which of them are legal is the mask's business."""
    return spaces.Discrete(ACTION_SPACE_SIZE)


def mask_space() -> spaces.Box:
    return spaces.Box(0, 1, (ACTION_SPACE_SIZE,), np.int8)
