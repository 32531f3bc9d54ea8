"""How strong the computer players are against themselves, and what a turn of theirs costs.

    python bench/players.py                          2 players, side A, without spirits
    python bench/players.py --all                    the other configurations too
    python bench/players.py handmade --nodes 20000   one player, with another budget
    python bench/players.py --against                pairs of players on the same deals

Seeds begin at 10,000: tools/tune_handmade.py uses none of these. Times are CPU time of one core.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import TYPE_CHECKING, NamedTuple

from harmonies import Game
from harmonies.players import PLAYERS, Budget, play_out, player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harmonies import State
    from harmonies.players import Cancel, Player, Turn

FIRST_SEED = 10_000


class Setup(NamedTuple):
    side: str
    players: int
    spirits: bool

    def __str__(self) -> str:
        seats = "solo" if self.players == 1 else f"{self.players} players"
        return f"{seats}, side {self.side}{', spirits' if self.spirits else ''}"


USUAL = Setup("A", 2, False)
ALL = (
    USUAL,
    Setup("B", 2, False),
    Setup("A", 2, True),
    Setup("B", 2, True),
    Setup("A", 3, False),
    Setup("A", 4, False),
    Setup("A", 1, False),
    Setup("B", 1, False),
)


class Timed:
    """A player, and what its turns cost."""

    def __init__(self, inner: Player) -> None:
        self.name = inner.name
        self.budget = inner.budget
        self.turns = 0
        self.nodes = 0
        self.seconds = 0.0
        self._inner = inner

    def choose(
        self, view: State, budget: Budget | None = None, cancel: Cancel | None = None
    ) -> Turn:
        began = time.process_time()
        turn = self._inner.choose(view, budget, cancel)
        self.seconds += time.process_time() - began
        self.turns += 1
        self.nodes += turn.nodes
        return turn


def mean_and_error(values: Sequence[float]) -> str:
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return f"{statistics.mean(values):6.2f} ± {error:4.2f}"


def self_play(name: str, setup: Setup, games: int, budget: Budget | None) -> str:
    one = Timed(player(name, seed=1))
    points: list[int] = []
    averages: list[float] = []
    for seed in range(FIRST_SEED, FIRST_SEED + games):
        game = Game(setup.players, setup.side, spirits=setup.spirits, seed=seed)
        play_out(game, [one] * setup.players, budget)
        mine = [game.state.points(seat) for seat in range(setup.players)]
        points += mine
        # Seats of one game depend on each other: the error is that of the games' averages.
        averages.append(statistics.mean(mine))
    return (
        f"{name:10} {mean_and_error(averages)} points, median {statistics.median(points):5.1f},"
        f" {1000 * one.seconds / one.turns:6.2f} ms and {one.nodes / one.turns:6.0f} nodes a turn,"
        f" {one.turns / games / setup.players:4.1f} turns a seat"
    )


def against(name: str, other: str, games: int, budget: Budget | None) -> str:
    """Each deal is played twice, with the seats changed."""
    leads: list[float] = []
    wins = 0.0
    for seed in range(FIRST_SEED, FIRST_SEED + games):
        lead = 0
        for seat in (0, 1):
            players = [player(other, seed=1), player(other, seed=1)]
            players[seat] = player(name, seed=1)
            game = play_out(Game(USUAL.players, USUAL.side, seed=seed), players, budget)
            outcome = game.outcome
            assert outcome is not None
            wins += (seat in outcome.winners) / len(outcome.winners)
            lead += game.state.points(seat) - game.state.points(1 - seat)
        leads.append(lead / 2)
    return (
        f"{name} against {other}: {100 * wins / games / 2:.1f}% won,"
        f" ahead by {mean_and_error(leads)} points"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("players", nargs="*", metavar="PLAYER", help=", ".join(PLAYERS))
    parser.add_argument("--games", type=int, default=200, help="for each figure (200)")
    parser.add_argument("--all", action="store_true", help="other sides, players and spirits too")
    parser.add_argument("--nodes", type=int, help="the budget, instead of each player's own")
    parser.add_argument("--against", action="store_true", help="one player against another")
    options = parser.parse_args()
    budget = Budget(nodes=options.nodes) if options.nodes else None
    names: list[str] = options.players or list(PLAYERS)
    if options.against:
        for number, name in enumerate(names):
            for other in names[:number]:
                print(against(name, other, options.games, budget), flush=True)
        return
    for setup in ALL if options.all else (USUAL,):
        print(f"{setup}, {options.games} games")
        for name in names:
            print(f"  {self_play(name, setup, options.games, budget)}", flush=True)


if __name__ == "__main__":
    main()
