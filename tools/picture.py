"""Draw docs/picture.svg: two computer players, some turns before the end of their game.

    python tools/picture.py [--check]

The picture holds its position, so that --check can say whether it would be drawn the same way now.
"""

from __future__ import annotations

import re
import sys
from html import unescape
from pathlib import Path

from harmonies import Game, State
from harmonies.pictures import table_svg
from harmonies.players import player

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "picture.svg"
NAMES = ("Anna", "Bo")
SEED = 5
TURNS = 17


def nice_game() -> State:
    """The state the picture shows."""
    game = Game(players=2, spirits=True, seed=SEED, first=0)
    handmade = player("handmade", seed=SEED)
    while game.state.turn < TURNS:
        view = game.state.redacted(game.state.to_move)
        for move in handmade.choose(view).moves:
            game.play(move)
    return game.state


def is_fresh() -> bool:
    """Whether the picture is what would be drawn now of the position it shows."""
    drawn = PICTURE.read_text(encoding="utf-8")
    position = re.search("<desc>(.*?)</desc>", drawn)
    return position is not None and drawn == table_svg(
        State.parse(unescape(position[1])), names=NAMES
    )


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        if is_fresh():
            return 0
        print("docs/picture.svg is not fresh: run python tools/picture.py", file=sys.stderr)
        return 1
    PICTURE.write_text(table_svg(nice_game(), names=NAMES), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
