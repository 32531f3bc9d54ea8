"""Write the golden playthroughs again, after the game has changed on purpose.

    python tools/playthroughs.py          writes tests/data/playthroughs
    python tools/playthroughs.py --check  says which files are not what this would write

What they tell is in tests/golden_games.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from golden_games import FOLDER, golden


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    stale = 0
    FOLDER.mkdir(exist_ok=True)
    for path, text in golden():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if arguments:
            print(f"{path.name} is not fresh", file=sys.stderr)
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name} written")
    return 1 if stale and arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
