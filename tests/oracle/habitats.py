"""Where the habitat of a card stands on a board."""

from __future__ import annotations

from .cards import HabitatSpace, habitat_of
from .geometry import SPACE_AT, SPACES, axial

BUILDINGS = {"TH", "MH", "HH"}


def turned(habitat: list[HabitatSpace]) -> list[HabitatSpace]:
    """The habitat turned by a sixth of a full turn around the space that takes the cube."""
    return [HabitatSpace(-part.r, part.q + part.r, part.stack) for part in habitat]


def rotations(habitat: list[HabitatSpace]) -> list[list[HabitatSpace]]:
    """All six."""
    result = [habitat]
    while len(result) < 6:
        result.append(turned(result[-1]))
    return result


def shows(wanted: str, stack: str) -> bool:
    """Whether a stack on the board (a cube on it does not matter) is what the card shows."""
    plain = stack.rstrip("*")
    if wanted == "H2":
        return plain in BUILDINGS
    return plain == wanted


def stands_at(
    side: str, board: dict[str, str], habitat: list[HabitatSpace], cube_space: str
) -> bool:
    """Whether the habitat, rotated as it is given, stands with its cube space there."""
    q, r = axial(cube_space)
    for part in habitat:
        space = SPACE_AT[side].get((q + part.q, r + part.r))
        if space is None or not shows(part.stack, board.get(space, "")):
            return False
    return True


def fits(side: str, board: dict[str, str], card_id: str) -> list[str]:
    """The spaces where a cube of the card could be settled now, by column, then by row."""
    orientations = rotations(habitat_of(card_id))
    return [
        space
        for space in SPACES[side]
        if not board.get(space, "").endswith("*")
        and any(stands_at(side, board, habitat, space) for habitat in orientations)
    ]
