"""Training of the network that the strongest players go by. docs/training.md

It needs NumPy and PyTorch, which nobody needs who only plays.
"""

from __future__ import annotations

from importlib.util import find_spec

__all__ = ["TrainingError", "need"]


class TrainingError(Exception):
    """Training cannot begin or go on, and why."""


def need(*packages: str) -> None:
    """Raises an error that says what to install where a package is missing."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        extra = "train,ray" if "ray" in missing else "train"
        raise TrainingError(
            f"Training needs {' and '.join(packages)}; missing here: {', '.join(missing)}. "
            f"Install them with: pip install 'harmonies[{extra}]'"
        )
