"""What environments draw: the table as it is, and nothing that a spectator may not see."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from harmonies import State
from harmonies.envs import harmonies_v0
from harmonies.envs.one_game import RENDER_MODES, RenderMode, picture
from harmonies.envs.raster import GAP, LIFT, RADIUS, TOKEN, rgb, table_rgb
from harmonies.pictures.pen import TOKEN_COLOURS

BOARD = "A1 {},4/4/5/4/5 - WMT,LFF,MTH otter,fish,bear - W20M17T18L17F16H13 1 2 play"
EMPTY = BOARD.replace("{},4/", "5/")
# Where the first space lies: below the row of groups, half a space from the corner.
LEFT, TOP = GAP + RADIUS, 3 * GAP + 2 * TOKEN + GAP + 2 * LIFT + RADIUS * sqrt(3) / 2


@pytest.mark.parametrize("letter", "WMTLFH")
def test_a_token_has_its_colour_on_its_space(letter: str) -> None:
    drawn = table_rgb(State.parse(BOARD.format(letter)))
    assert tuple(drawn[round(TOP + 4), round(LEFT)]) == rgb(TOKEN_COLOURS[letter])
    empty = table_rgb(State.parse(EMPTY))
    rows, columns = np.nonzero((drawn != empty)[round(TOP - RADIUS) : round(TOP + RADIUS)].any(2))
    assert abs(columns - LEFT).max() < RADIUS
    assert len(rows) > 200


def test_a_stack_rises() -> None:
    def height(stack: str) -> int:
        empty = table_rgb(State.parse(EMPTY))
        changed = (table_rgb(State.parse(BOARD.format(stack))) != empty).any(2)
        return int(np.flatnonzero(changed[round(TOP) - 40 : round(TOP) + 20].any(1))[0])

    assert height("M") > height("MM") > height("MMM")


@pytest.mark.parametrize("mode", RENDER_MODES)
def test_no_picture_shows_what_is_hidden(mode: RenderMode) -> None:
    env = harmonies_v0.env(players=3, spirits=True, first=1)
    env.reset(seed=4)
    state = env.position
    assert state.phase == "keep"
    others = [state.redacted().sampled(seed) for seed in range(12)]
    assert len({other.dealt for other in others}) > 4
    for other in others:
        assert np.array_equal(picture(other, mode), picture(state, mode))
