"""How a network was made, for its file."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harmonies import __version__, _core

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harmonies.training.run_folder import RunFolder


def provenance(
    folder: RunFolder,
    figures: Sequence[dict[str, Any]],
    measured: dict[str, Any] | None,
    spread: Sequence[float],
) -> dict[str, Any]:
    """What the file says of itself: nothing that differs when the same is made again."""
    settings = folder.last_settings
    last = figures[-1]
    return {
        "version": __version__,
        "commit": commit(),
        "encoding": _core.NETWORK_MARK,
        "command": shlex.join(["harmonies", "train", "FOLDER", *settings.options()]),
        "told": folder.told(),
        "seed": settings.seed,
        "rounds": len(figures) - 1,
        "games": sum(figure["games"] for figure in figures),
        "figures": {
            "loss": last["loss"],
            "error": last["error"],
            "spread": [round(points, 3) for points in spread],
            "points": last["points"],
            "kinds": last["kinds"],
            "measured": measured,
        },
        "given": figures[0]["given"],
    }


@cache
def commit() -> str | None:
    """The commit that this program is of, where it runs from a checkout."""
    git = shutil.which("git")
    root = Path(__file__).resolve().parents[3]
    if git is None or not (root / ".git").exists():
        return None
    told = subprocess.run(
        [git, "-C", str(root), "describe", "--always", "--abbrev=12", "--dirty", "--exclude=*"],
        capture_output=True,
        text=True,
        check=False,
    )
    return told.stdout.strip() or None if told.returncode == 0 else None
