"""A game in the terminal: at one keyboard, alone or in turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harmonies.cli.failure import Failure
from harmonies.cli.play.loop import Loop
from harmonies.cli.play.saves import interrupted
from harmonies.cli.play.table import Table
from harmonies.cli.show import Screen
from harmonies.game import is_name

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_PLAYERS = 2
MOST_PLAYERS = 4
DEFAULT_SIDE = "A"

_MOST_SEED = 2**256 - 1
_LONGEST_NAME = 24


def play_game(
    *,
    players: int | None,
    side: str | None,
    spirits: bool,
    seed: str | None,
    names: Sequence[str],
    resume: str | None,
    color: bool,
) -> int:
    """Plays a new game or goes on with one; the exit code."""
    screen = Screen(color=color)
    if resume is not None:
        if players or side or spirits or seed or names:
            raise Failure("A game goes on as it is: leave out everything but --resume.")
        return Loop(Table.resumed(resume), screen).run()
    players = players or max(DEFAULT_PLAYERS, min(len(names), MOST_PLAYERS))
    side = (side or DEFAULT_SIDE).upper()
    if side not in {"A", "B"}:
        raise Failure(f"A side is A or B, not {side[:40]!r}.")
    if len(names) > players:
        raise Failure(f"There are {len(names)} names for a game of {players}.")
    for name in names:
        if not is_name(name) or len(name) > _LONGEST_NAME:
            raise Failure(f"A name is 1 to {_LONGEST_NAME} letters without spaces around it.")
    last = interrupted()
    table = Table.new(
        players=players,
        side=side,
        spirits=spirits,
        seed=None if seed is None else _seed(seed),
        names=list(names),
    )
    return Loop(table, screen, another_waits=last is not None).run()


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 78 or int(text) > _MOST_SEED:
        raise Failure(f"A seed is a number from 0 to 2**256 - 1, not {text[:80]!r}.")
    return int(text)
