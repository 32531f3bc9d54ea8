"""Tokens, stacks, and what a board scores.

A board is a dict from the name of a space to its stack, bottom first ("TTL"), with a star behind
it where a cube stands on it ("TL*"). An empty space is missing.
"""

from __future__ import annotations

from .cards import ANIMALS, SPIRITS, ScoreRow
from .geometry import NEIGHBOURS, SPACES, connected_groups, distances

TOKENS = "WMTLFH"
TOKENS_IN_BOX = {"W": 23, "M": 23, "T": 21, "L": 19, "F": 19, "H": 15}

# What a token may be placed on; "" is an empty space. A stack with a cube is never among them.
GOES_ON: dict[str, set[str]] = {
    "W": {""},
    "F": {""},
    "M": {"", "M", "MM"},
    "T": {"", "T"},
    "L": {"", "T", "TT"},
    "H": {"", "T", "M", "H"},
}

LANDSCAPE_OF: dict[str, str] = {
    "W": "water",
    "F": "field",
    "L": "tree",
    "TL": "tree",
    "TTL": "tree",
    "M": "mountain",
    "MM": "mountain",
    "MMM": "mountain",
    "TH": "building",
    "MH": "building",
    "HH": "building",
}

STACKS: set[str] = set(LANDSCAPE_OF) | {"H", "T", "TT"}

TREE_POINTS = {"L": 1, "TL": 3, "TTL": 7}
MOUNTAIN_POINTS = {"M": 1, "MM": 3, "MMM": 7}
RIVER_POINTS = {0: 0, 1: 0, 2: 2, 3: 5, 4: 8, 5: 11, 6: 15}


def without_cubes(board: dict[str, str]) -> dict[str, str]:
    """The stacks alone."""
    return {space: stack.rstrip("*") for space, stack in board.items() if stack}


def may_place(token: str, space: str, board: dict[str, str]) -> bool:
    return board.get(space, "") in GOES_ON[token]


def empty_spaces(side: str, board: dict[str, str]) -> list[str]:
    return [space for space in SPACES[side] if not board.get(space)]


def spaces_of(landscape: str, stacks: dict[str, str]) -> set[str]:
    return {space for space, stack in stacks.items() if LANDSCAPE_OF.get(stack) == landscape}


def score_trees(stacks: dict[str, str]) -> int:
    return sum(TREE_POINTS[stacks[space]] for space in spaces_of("tree", stacks))


def score_mountains(side: str, stacks: dict[str, str]) -> int:
    mountains = spaces_of("mountain", stacks)
    return sum(
        MOUNTAIN_POINTS[stacks[space]] for space in mountains if NEIGHBOURS[side][space] & mountains
    )


def score_fields(side: str, stacks: dict[str, str]) -> int:
    groups = connected_groups(side, spaces_of("field", stacks))
    return 5 * len([group for group in groups if len(group) >= 2])


def score_buildings(side: str, stacks: dict[str, str]) -> int:
    points = 0
    for space in spaces_of("building", stacks):
        colours = {stacks[near][-1] for near in NEIGHBOURS[side][space] if near in stacks}
        if len(colours) >= 3:
            points += 5
    return points


def river_length(side: str, stacks: dict[str, str]) -> int:
    """Tokens on the longest of the shortest paths between two water tokens; 0 without water."""
    water = spaces_of("water", stacks)
    longest = 0
    for start in water:
        longest = max(longest, max(distances(side, start, water).values()) + 1)
    return longest


def score_water(side: str, stacks: dict[str, str]) -> int:
    if side == "A":
        length = river_length(side, stacks)
        return RIVER_POINTS[length] if length <= 6 else 15 + 4 * (length - 6)
    land = set(SPACES[side]) - spaces_of("water", stacks)
    return 5 * len(connected_groups(side, land))


def score_animals(cards: dict[str, int]) -> int:
    return sum(ANIMALS[card].points[cubes - 1] for card, cubes in cards.items() if cubes > 0)


def _row_points(rows: list[ScoreRow], value: int) -> int:
    for row in rows:
        if row.low <= value and (row.high is None or value <= row.high):
            return row.points
    return 0


def score_spirit(side: str, stacks: dict[str, str], spirit: str) -> int:
    """The rule of a spirit whose cube is settled."""
    card = SPIRITS[spirit]
    spaces = spaces_of(card.of, stacks)
    if card.by == "groups":
        values = [len(group) for group in connected_groups(side, spaces)]
    else:
        values = [len(stacks[space]) for space in spaces]
    return sum(_row_points(card.rows, value) for value in values)


def score_board(
    side: str,
    board: dict[str, str],
    cards: dict[str, int],
    spirit: str | None,
    spirit_settled: bool,
) -> dict[str, int]:
    """All the parts of a score, and their total."""
    stacks = without_cubes(board)
    score = {
        "trees": score_trees(stacks),
        "mountains": score_mountains(side, stacks),
        "fields": score_fields(side, stacks),
        "buildings": score_buildings(side, stacks),
        "water": score_water(side, stacks),
        "animals": score_animals(cards),
        "spirit": 0,
    }
    if spirit is not None and spirit_settled:
        score["spirit"] = score_spirit(side, stacks, spirit)
    score["total"] = sum(score.values())
    return score
