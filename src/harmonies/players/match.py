"""Games between computer players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harmonies._core import Cancel, State
    from harmonies.game import Game
    from harmonies.players.interface import Budget, Player, Turn


def play_out(
    game: Game,
    players: Sequence[Player],
    budget: Budget | None = None,
    cancel: Cancel | None = None,
    watch: Callable[[State, Turn], None] | None = None,
) -> Game:
    """Plays a game to its end, each seat by its player, and returns it.

    A player is shown what its seat may know. ``watch`` is told each view and the turn chosen in it.

    >>> from harmonies import Game
    >>> from harmonies.players import player
    >>> dice = player("random", seed=1)
    >>> play_out(Game(players=2, seed=1), [dice, dice]).over
    True
    """
    seats = game.state.players
    if len(players) != seats:
        raise ValueError(f"a game of {seats} needs {seats} players, not {len(players)}")
    while not game.over:
        view = game.state.redacted(game.state.to_move)
        turn = players[view.to_move].choose(view, budget, cancel)
        if watch is not None:
            watch(view, turn)
        for move in turn.moves:
            game.play(move)
    return game
