"""`harmonies bench`: the figures on standard output."""

from __future__ import annotations

import json

from harmonies.bench import as_json as rates_as_json
from harmonies.bench import as_lines, bench
from harmonies.cli.failure import OK


def report(*, as_json: bool) -> int:
    """Measures and prints; the exit code."""
    rates = bench()
    print(json.dumps(rates_as_json(rates), indent=2) if as_json else "\n".join(as_lines(rates)))
    return OK
