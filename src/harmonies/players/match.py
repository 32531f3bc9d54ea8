"""Games between computer players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harmonies.errors import IllegalMove
from harmonies.players.interface import IllegalTurn

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
        view, turn = play_turn(game, players[game.state.to_move], budget, cancel)
        if watch is not None:
            watch(view, turn)
    return game


def play_turn(
    game: Game, player: Player, budget: Budget | None = None, cancel: Cancel | None = None
) -> tuple[State, Turn]:
    """Plays one turn, and returns what its player was shown and what it chose.

    Raises IllegalTurn where the rules refuse what it chose.
    """
    view = game.state.redacted(game.state.to_move)
    turn = player.choose(view, budget, cancel)
    ends = [number for number, move in enumerate(turn.moves, 1) if move.kind == "end"]
    if ends != [len(turn.moves)]:
        what = f"'{turn}' has to end with its only 'end'."
        raise IllegalTurn(player.name, what, str(view))
    for move in turn.moves:
        try:
            game.play(move)
        except IllegalMove as error:
            raise IllegalTurn(player.name, str(error), str(view)) from error
    return view, turn
