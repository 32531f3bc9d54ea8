"""How fast the core is, beside this machine's own yardsticks: `make bench`.

    python bench/core.py [--json]

What `harmonies bench` measures, and in the same run how many games the oracle of the tests plays: the
rules in plain Python, which makes figures of different machines comparable.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from harmonies.bench import as_json, as_lines, bench
from oracle import random_game


def oracle_games(count: int) -> int:
    """Plays so many games by the oracle."""
    for seed in range(count):
        random_game(random.Random(seed), "A", 2, spirits=False)
    return count


def main(arguments: list[str]) -> int:
    rates = bench(oracle=oracle_games)
    print(
        json.dumps(as_json(rates), indent=2)
        if "--json" in arguments
        else "\n".join(as_lines(rates))
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
