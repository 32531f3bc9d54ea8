"""What a seat may know of a game, in the words that OpenSpiel has for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from harmonies import _core
from harmonies.envs.layout import PLANE_SHAPE, PLANES, feature_parts, table_size
from harmonies.envs.options import OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from harmonies._core import State
    from harmonies.envs.openspiel import HarmoniesState

PRIVATE = ("dealt", "returned")
SPIRITS = 10
# An event of the past is its number and 1, in binary; 0 is none yet, all ones what is not to be seen.
BITS = 11
HIDDEN = (1 << BITS) - 1


class Observer:
    """Fills one row of numbers, whose parts ``dict`` names.

    - ``seat``: 1 for the seat that looks,
    - ``planes`` and ``table``: as in docs/observations.md, but for the two parts of the table that
      others may not see,
    - ``spirits``: these two, of the seat that looks or of all seats,
    - ``past``, with perfect recall: all that happened, a row of binary digits for each event.
    """

    def __init__(
        self, kind: Any, players: int, longest: int, params: dict[str, Any] | None = None
    ) -> None:
        if params:
            raise OptionError(f"the observer has no parameters: {', '.join(params)}")
        self._public: bool = kind.public_info
        self._recalls: bool = kind.perfect_recall
        self._private = kind.private_info
        self._players = players
        self._table = np.zeros(0, np.int64)
        pieces: list[tuple[str, tuple[int, ...]]] = [("seat", (players,))]
        if self._public:
            private = [feature_parts(players)[name] for name in PRIVATE]
            self._table = np.delete(np.arange(table_size(players)), np.r_[private[0], private[1]])
            pieces += [
                ("planes", (players * len(PLANES), *PLANE_SHAPE)),
                ("table", (len(self._table),)),
            ]
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            pieces.append(("spirits", (len(PRIVATE), SPIRITS)))
        elif self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            pieces.append(("spirits", (players, len(PRIVATE), SPIRITS)))
        if self._recalls:
            pieces.append(("past", (longest, BITS)))
        self.tensor: NDArray[np.float32] = np.zeros(
            sum(int(np.prod(shape)) for _, shape in pieces), np.float32
        )
        self.dict: dict[str, NDArray[np.float32]] = {}
        at = 0
        for name, shape in pieces:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def _seats(self, player: int) -> tuple[int, ...]:
        """Whose secrets are told."""
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return (player,)
        if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return tuple(range(self._players))
        return ()

    def set_from(self, state: HarmoniesState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["seat"][player] = 1
        if self._recalls:
            events = self._events(state, player)
            digits = np.asarray(events, np.int64)[:, None] >> np.arange(BITS) & 1
            self.dict["past"][: len(events)] = digits
        if state.played is None:
            return
        if self._public:
            features, planes = _core.observe(state.position, player)
            self.dict["planes"][:] = planes
            self.dict["table"][:] = features[self._table]
        for row, seat in zip(self._spirit_rows(), self._seats(player), strict=True):
            row[:] = _spirits(state.position, seat, self._players)

    def _spirit_rows(self) -> list[NDArray[np.float32]]:
        spirits = self.dict.get("spirits")
        if spirits is None:
            return []
        return [spirits] if spirits.ndim == 2 else list(spirits)

    def _events(self, state: HarmoniesState, player: int) -> list[int]:
        seats = (-1, *self._seats(player))
        return [number + 1 if seat in seats else HIDDEN for number, seat in state.past]

    def string_from(self, state: HarmoniesState, player: int) -> str:
        seats = self._seats(player)
        if state.played is None:
            return f"seat {player + 1}"
        game = state.played
        now = str(game.state.redacted(*seats)) if self._public else f"turn {game.state.turn}"
        told = [f"seat {player + 1}", now]
        if self._recalls:
            told.insert(1, str(game.start.redacted(*seats)))
            told[2:2] = map(str, game.redacted_log(*seats))
        pending = state.past[len(state.past) - len(state.drawn) :]
        for name, (_, seat) in zip(state.drawn, pending, strict=True):
            told.append(name if seat in (-1, *seats) else "?")
        return "\n".join(told)


def _spirits(state: State, seat: int, players: int) -> NDArray[np.uint8]:
    features, _ = _core.observe(state, seat)
    parts = feature_parts(players)
    return np.stack([features[parts[name]] for name in PRIVATE])
