"""The personal boards: their spaces by name ("c3"), and which spaces touch."""

from __future__ import annotations

COLUMN_LENGTHS: dict[str, list[int]] = {
    "A": [5, 4, 5, 4, 5],
    "B": [4, 3, 4, 3, 4, 3, 4],
}


def name_of(column: int, row: int) -> str:
    """The name of a space; column and row are counted from 0."""
    return "abcdefg"[column] + str(row + 1)


def column_and_row(space: str) -> tuple[int, int]:
    """The inverse of name_of."""
    return "abcdefg".index(space[0]), int(space[1:]) - 1


def _spaces(side: str) -> list[str]:
    return [
        name_of(column, row)
        for column, length in enumerate(COLUMN_LENGTHS[side])
        for row in range(length)
    ]


def _neighbours(side: str, space: str) -> set[str]:
    """Straight from the rules text; names that are not on the board are dropped."""
    c, r = column_and_row(space)
    touching = [(c, r - 1), (c, r + 1)]
    for other_column in (c - 1, c + 1):
        if c % 2 == 0:
            touching += [(other_column, r - 1), (other_column, r)]
        else:
            touching += [(other_column, r), (other_column, r + 1)]
    lengths = COLUMN_LENGTHS[side]
    return {
        name_of(column, row)
        for column, row in touching
        if 0 <= column < len(lengths) and 0 <= row < lengths[column]
    }


# By column, then by row.
SPACES: dict[str, list[str]] = {side: _spaces(side) for side in "AB"}

NEIGHBOURS: dict[str, dict[str, set[str]]] = {
    side: {space: _neighbours(side, space) for space in SPACES[side]} for side in "AB"
}


def axial(space: str) -> tuple[int, int]:
    """The axial coordinates (q, r) used by cards.json."""
    column, row = column_and_row(space)
    return column, row - column // 2


SPACE_AT: dict[str, dict[tuple[int, int], str]] = {
    side: {axial(space): space for space in SPACES[side]} for side in "AB"
}


def connected_groups(side: str, members: set[str]) -> list[set[str]]:
    """The connected groups that the given spaces form."""
    groups: list[set[str]] = []
    waiting = set(members)
    while waiting:
        group: set[str] = set()
        frontier = {min(waiting)}
        while frontier:
            space = frontier.pop()
            group.add(space)
            frontier |= (NEIGHBOURS[side][space] & members) - group
        groups.append(group)
        waiting -= group
    return groups


def distances(side: str, start: str, members: set[str]) -> dict[str, int]:
    """Steps from start to each of the members it is connected with, through members only."""
    found = {start: 0}
    queue = [start]
    while queue:
        space = queue.pop(0)
        for neighbour in sorted(NEIGHBOURS[side][space] & members):
            if neighbour not in found:
                found[neighbour] = found[space] + 1
                queue.append(neighbour)
    return found
