"""Where everything lies in what is observed: docs/observations.md tells and draws it.

>>> feature_parts(players=2)["bag"], PLANES[:4]
(slice(10, 16, None), ('empty', 'W', 'F', 'L'))
"""

from __future__ import annotations

from harmonies import _core

PLANES = _core.PLANES
"""The planes of a seat. A stack's number here is its code in the compact form, too."""

PLANE_SHAPE = (_core.PLANE_ROWS, _core.PLANE_COLUMNS)

ACTIONS = len(_core.MOVES)


def feature_parts(players: int) -> dict[str, slice]:
    """Where in the compact form each part lies. The last is the boards, ``spaces``; what is before
    them is the table."""
    parts, at = {}, 0
    for name, size, each_seat in _core.FEATURE_PARTS:
        length = size * (players if each_seat else 1)
        parts[name] = slice(at, at + length)
        at += length
    return parts


def features_size(players: int) -> int:
    """How many numbers the compact form has."""
    return int(feature_parts(players)["spaces"].stop)


def table_size(players: int) -> int:
    """How many numbers there are before the boards."""
    return int(feature_parts(players)["spaces"].start)
