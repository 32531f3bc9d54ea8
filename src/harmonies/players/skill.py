"""What makes a planned player as strong as it is, and players' names with changes to that."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from harmonies.players.interface import BadSkill

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDEST = 256
ALL_CARDS = 5
OBJECTIVES = ("win", "points")


@dataclass(frozen=True, slots=True)
class Skill:
    """How a planned player thinks. The limits are those of people who are new to the game."""

    evaluation: str
    """What it holds positions for: one of the core's evaluations."""
    nodes: int
    """How many states it looks at in a turn when nobody says how many."""
    width: int = WIDEST
    """How many ways to go on it keeps in mind, for each group and with a card drafted or not."""
    cards: int = ALL_CARDS
    """How many of the face-up cards it thinks of: those that fit its board best."""
    whole_turns: bool = True
    """Whether it thinks a turn through; otherwise it decides token by token."""
    standing: bool = True
    """Whether it sees habitats that stood before it placed anything, or misses them."""
    candidates: int = 1
    """How many turns it plays on in its mind to its next one; with 1 it looks no further than now."""
    samples: int = 256
    """How often it plays a turn on at the most, each time with other tokens and cards drawn."""
    reply_nodes: int = 2_000
    """How many states it looks at for each turn on the way, the others' and its own next."""
    objective: str = "win"
    """Whether it looks ahead to win or for points; solo it is always points."""
    network: str = ""
    """The file of the network that ``learned`` rates by; the one of the package where none is named."""

    def __post_init__(self) -> None:
        if self.objective not in OBJECTIVES:
            raise BadSkill(f"An objective is {' or '.join(OBJECTIVES)}, not '{self.objective}'.")
        if self.network and self.evaluation != "learned":
            raise BadSkill(f"A network is for the evaluation 'learned', not '{self.evaluation}'.")

    def changed(self, changes: Mapping[str, str]) -> Skill:
        """This skill with some parts said anew.

        >>> Skill("handmade", 5000).changed({"nodes": "300", "standing": "no"})
        Skill(evaluation='handmade', nodes=300, width=256, cards=5, whole_turns=True, standing=False, \
candidates=1, samples=256, reply_nodes=2000, objective='win', network='')
        """
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        for name, text in changes.items():
            if name not in fields:
                raise BadSkill(f"A skill has no '{name}'. It has: {', '.join(fields)}.")
            fields[name] = _read(name, text, fields[name])
        return type(self)(**fields)


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """A player's name, and what is said behind it.

    >>> split_spec("handmade:nodes=300,width=4")
    ('handmade', {'nodes': '300', 'width': '4'})
    """
    name, _, rest = spec.partition(":")
    changes: dict[str, str] = {}
    for part in rest.split(",") if rest else ():
        key, equals, value = part.partition("=")
        if not equals:
            raise BadSkill(f"{spec}: '{part}' is not like nodes=300.")
        changes[key] = value
    return name, changes


def _read(name: str, text: str, before: Any) -> Any:
    match before:
        case bool():
            if text not in ("yes", "no"):
                raise BadSkill(f"{name} is yes or no, not '{text}'.")
            return text == "yes"
        case int():
            if not (text.isascii() and text.isdigit() and 0 < int(text) < 1 << 32):
                raise BadSkill(f"{name} is a number from 1, not '{text}'.")
            return int(text)
        case _:
            return text
