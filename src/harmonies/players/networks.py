"""Networks that players hold positions by: the one that comes with the package, or one from a file."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from harmonies import _core
from harmonies.players.interface import PlayerError

SHIPPED = Path(__file__).resolve().parent / "network.net"

_SENTENCES = {
    "network/not-a-network": "This is no network's file.",
    "network/other-version": "This network's file is of a form that this program does not know.",
    "network/other-encoding": "This network sees positions in another way than this program shows them.",
    "network/cut-off": "This network's file ends too soon.",
    "network/too-long": "This network's file goes on behind its end.",
    "network/damaged": "This network's file is damaged: its content is not what was written.",
    "network/unreadable": "This network's file cannot be read.",
}


class BadNetwork(PlayerError, ValueError):
    """A network that cannot be used. ``fault`` says why, ``path`` which file it is."""

    code = "player/bad-network"

    def __init__(self, path: str, fault: str, detail: str = "") -> None:
        self.path = path
        self.fault = fault
        self.detail = detail
        super().__init__(f"{path}: {_SENTENCES[fault]}{detail and f' {detail}.'}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.path, self.fault, self.detail)


def network(path: str = "") -> _core.Network:
    """The network in a file; the one that comes with the package where none is named.

    >>> network("nowhere.net")
    Traceback (most recent call last):
    harmonies.players.networks.BadNetwork: nowhere.net: This network's file cannot be read. No such \
file or directory.
    """
    if not path:
        return _shipped()
    return _read(Path(path))


def provenance(path: str = "") -> dict[str, Any]:
    """How a network was made: the program's version, the command, the seed, games and figures."""
    told = json.loads(network(path).provenance)
    assert isinstance(told, dict)
    return told


@functools.cache
def _shipped() -> _core.Network:
    return _read(SHIPPED)


def _read(path: Path) -> _core.Network:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadNetwork(str(path), "network/unreadable", error.strerror or "") from error
    try:
        return _core.Network(content)
    except ValueError as error:
        raise BadNetwork(str(path), str(error)) from error
