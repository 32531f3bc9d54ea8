"""What the fuzz programs in Python share."""

from __future__ import annotations

import os
import sys


def seconds_and_seed() -> tuple[float, int]:
    """How long to go on and what to begin with: from the command line, or FUZZ_SECONDS and FUZZ_SEED."""
    given = [*sys.argv[1:], *[""] * 2]
    seconds = given[0] or os.environ.get("FUZZ_SECONDS", "10")
    seed = given[1] or os.environ.get("FUZZ_SEED", "1")
    return float(seconds), int(seed)
