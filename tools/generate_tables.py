"""Write the core's tables from the one place where cards and boards are data.

python tools/generate_tables.py          writes core/include/harmonies/card_tables.hpp
python tools/generate_tables.py --check  says whether the file is what this would write
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "src" / "harmonies" / "data"
HEADER = ROOT / "core" / "include" / "harmonies" / "card_tables.hpp"

# A step in a column is one bit, a step to the next column nine: see space.hpp.
COLUMN_STEP = 9

HABITAT_STACK = {
    "W": "W",
    "F": "F",
    "L": "L",
    "TL": "TL",
    "TTL": "TTL",
    "M": "M",
    "MM": "MM",
    "MMM": "MMM",
    "H2": "any_building",
}
MOST_CUBES = 5
MOST_PARTS = 3
MOST_ROWS = 3
NO_LIMIT = 255

Part = tuple[str, int, int]


def turned(parts: list[Part]) -> list[Part]:
    """The same habitat, a sixth of a turn further round its cube's space."""
    return [(stack, -r, q + r) for stack, q, r in parts]


def rotations(card: dict[str, Any]) -> list[list[Part]]:
    """The distinct ways to turn a habitat, each without the cube's own space."""
    cube, *others = card["habitat"]
    assert cube["at"] == [0, 0], card["id"]
    parts: list[Part] = [(part["stack"], part["at"][0], part["at"][1]) for part in others]
    assert len(parts) <= MOST_PARTS, card["id"]
    found: dict[frozenset[Part], list[Part]] = {}
    for _ in range(6):
        found.setdefault(frozenset(parts), parts)
        parts = turned(parts)
    return list(found.values())


def habitat(card: dict[str, Any]) -> str:
    ways = rotations(card)
    lines = []
    for way in ways:
        parts = ", ".join(
            f"{{Stack::{HABITAT_STACK[stack]}, {q * COLUMN_STEP + r}}}" for stack, q, r in way
        )
        lines.append(f"          {{{{{parts}}}}},")
    cube = HABITAT_STACK[card["habitat"][0]["stack"]]
    body = "\n".join(lines)
    count = len(ways[0])
    return f"{{Stack::{cube}, {count}, {len(ways)},\n        {{{{\n{body}\n        }}}}}}"


def animal(card: dict[str, Any]) -> str:
    points = card["points"]
    assert 1 <= len(points) <= MOST_CUBES, card["id"]
    ladder = ", ".join(str(value) for value in points)
    return f'    {{"{card["id"]}", {len(points)}, {{{{{ladder}}}}},\n       {habitat(card)}}},'


def spirit(card: dict[str, Any]) -> str:
    score = card["score"]
    rows = ", ".join(
        f"{{{low}, {NO_LIMIT if high is None else high}, {points}}}"
        for low, high, points in score["rows"]
    )
    assert len(score["rows"]) <= MOST_ROWS, card["id"]
    by = {"groups": "groups", "count": "landscapes"}[score["by"]]
    rule = (
        f"{{SpiritScores::{by}, Landscape::{score['of']}, {len(score['rows'])}, "
        f"{{{{{rows}}}}}, {card['solo_suns']}}}"
    )
    return f'    {{"{card["id"]}",\n       {rule},\n       {habitat(card)}}},'


def header() -> str:
    cards = json.loads((DATA / "cards.json").read_text(encoding="utf-8"))
    boards = json.loads((DATA / "boards.json").read_text(encoding="utf-8"))
    animals = "\n".join(animal(card) for card in cards["animals"])
    spirits = "\n".join(spirit(card) for card in cards["spirits"])
    box = ", ".join(str(token["count"]) for token in boards["tokens"])
    letters = "".join(token["letter"] for token in boards["tokens"])
    assert letters == "WMTLFH"
    columns = "\n".join(
        "    {{" + ", ".join(str(n) for n in side["columns"]) + "}}," for side in boards["sides"]
    )
    return f"""// Written by tools/generate_tables.py from src/harmonies/data: change the data, not this file.
#pragma once

#include <array>

#include "harmonies/card_types.hpp"

namespace harmonies {{

// clang-format off

inline constexpr TokenCount kBox = {{{{{{{box}}}}}}};

// How many spaces the columns of each side have.
inline constexpr std::array<std::array<std::uint8_t, kMostColumns>, 2> kColumnHeights = {{{{
{columns}
}}}};

inline constexpr std::array<AnimalCard, {len(cards["animals"])}> kAnimals = {{{{
{animals}
}}}};

inline constexpr std::array<SpiritCard, {len(cards["spirits"])}> kSpirits = {{{{
{spirits}
}}}};

// clang-format on

}}  // namespace harmonies
"""


def main(arguments: list[str]) -> int:
    text = header()
    if arguments == ["--check"]:
        if HEADER.read_text(encoding="utf-8") != text:
            print(f"{HEADER.relative_to(ROOT)} is not fresh: run `make tables`", file=sys.stderr)
            return 1
        return 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    HEADER.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
