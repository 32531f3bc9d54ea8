"""What a computer player is: the view of a state in, a whole turn out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from harmonies._core import Cancel
from harmonies.errors import HarmoniesError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harmonies._core import Move, State

__all__ = [
    "BadSkill",
    "Budget",
    "Cancel",
    "IllegalTurn",
    "NoBudget",
    "NothingToAdvise",
    "NothingToChoose",
    "Player",
    "PlayerError",
    "SpiritsHidden",
    "Turn",
    "UnknownPlayer",
]


class PlayerError(HarmoniesError):
    """A computer player cannot do what it was asked."""

    code = "player/failed"
    sentence = "A computer player could not choose a turn."


class UnknownPlayer(PlayerError, LookupError):
    """No player is called that. ``known`` holds the names there are."""

    code = "player/unknown"

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(f"No player is called '{name}'. There are: {', '.join(self.known)}.")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.name, self.known)


class NoBudget(PlayerError, ValueError):
    """A budget in which nothing can be thought."""

    code = "player/no-budget"


class BadSkill(PlayerError, ValueError):
    """A player was asked for with a skill that there is not."""

    code = "player/bad-skill"


class IllegalTurn(PlayerError, ValueError):
    """A player gave a turn that the rules refuse. ``position`` is what it was shown."""

    code = "player/illegal-turn"

    def __init__(self, player: str, what: str, position: str) -> None:
        self.player = player
        self.what = what
        self.position = position
        super().__init__(f"{player} gave a turn that is not legal: {what} Position: {position}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.player, self.what, self.position)


class NothingToChoose(PlayerError, ValueError):
    """The game has ended, or chance is to answer first."""

    code = "player/nothing-to-choose"


class NothingToAdvise(PlayerError, ValueError):
    """Advice of no turns at all was asked for."""

    code = "player/nothing-to-advise"


class SpiritsHidden(PlayerError, ValueError):
    """The view is not that of the seat to move: it does not show the spirits to choose from."""

    code = "player/spirits-hidden"


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a player may think about a turn: states looked at, milliseconds, or both.

    What comes first ends the search. The same nodes give the same turn on every machine,
    milliseconds do not.

    >>> Budget(nodes=0)
    Traceback (most recent call last):
    harmonies.players.interface.NoBudget: A budget of 0 nodes leaves nothing to think with.
    """

    nodes: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        if self.nodes is None and self.milliseconds is None:
            raise NoBudget("A budget is a number of nodes, of milliseconds, or both.")
        if self.nodes is not None and self.nodes < 1:
            raise NoBudget(f"A budget of {self.nodes} nodes leaves nothing to think with.")
        # What is not above nothing is too little, and so is what is no number.
        if self.milliseconds is not None and not self.milliseconds > 0:
            raise NoBudget(f"A budget of {self.milliseconds} ms leaves nothing to think with.")


@dataclass(frozen=True, slots=True)
class Turn:
    """The rest of a turn, move by move: each is legal after those before it, the last is ``end``.

    ``value`` is what the player expects of it, in points, where it expects anything; ``nodes`` is
    how many states it looked at; ``stopped`` says that it was cancelled or ran out of time;
    ``win`` is the chance to win, where it plays for that and looked ahead.
    """

    moves: tuple[Move, ...]
    value: float | None = None
    nodes: int = 0
    stopped: bool = False
    win: float | None = None

    def __str__(self) -> str:
        return ", ".join(str(move) for move in self.moves)


class Player(Protocol):
    """Who chooses turns. Anything with these three is one."""

    @property
    def name(self) -> str:
        """What it is called, in records too."""

    @property
    def budget(self) -> Budget:
        """How much it thinks when nobody says how much."""

    def choose(
        self, view: State, budget: Budget | None = None, cancel: Cancel | None = None
    ) -> Turn:
        """The rest of the turn of the seat to move.

        ``view`` is the state as that seat may know it; a turn that has begun is finished. A search
        that is cancelled gives the best turn it has found so far, and there always is one.
        """


def check_choosable(view: State) -> None:
    """Raises NothingToChoose or SpiritsHidden when no player could choose a turn here."""
    if view.over:
        raise NothingToChoose("The game has ended: there is no turn to choose.")
    if view.phase == "deal":
        raise NothingToChoose("Tokens or cards are to be drawn before a turn can be chosen.")
    if view.phase == "keep" and view.dealt is None:
        raise SpiritsHidden("Only the seat to move sees the spirits it chooses from.")
