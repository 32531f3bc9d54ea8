"""An arena for players: who is how strong, on the same deals for all.

>>> from harmonies.players.arena import Arena, played_deals, table
>>> arena = Arena(("random", "greedy:nodes=100"), games=4, seed=3)
>>> found = table(arena.players, list(played_deals(arena)))
>>> [(player.name, player.games) for player in found.players]
[('random', 4), ('greedy:nodes=100', 4)]
>>> found.meetings[0].won.value
1.0
"""

from __future__ import annotations

from harmonies.players.arena.figures import Mean, Share
from harmonies.players.arena.jobs import JobLost, played_deals
from harmonies.players.arena.ladder import Rating
from harmonies.players.arena.plan import Arena, BadArena, Deal
from harmonies.players.arena.play import Played, PlayedDeal, PlayerBroke, play_deal
from harmonies.players.arena.table import Meeting, Standing, Table, table

__all__ = [
    "Arena",
    "BadArena",
    "Deal",
    "JobLost",
    "Mean",
    "Meeting",
    "Played",
    "PlayedDeal",
    "PlayerBroke",
    "Rating",
    "Share",
    "Standing",
    "Table",
    "play_deal",
    "played_deals",
    "table",
]
