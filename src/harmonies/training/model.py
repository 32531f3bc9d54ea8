"""The network in PyTorch: what the core computes in whole numbers, in numbers that can be learned.

A row of the first layer is learned as a sum of what it shares with its like: what a card's places
mean is much the same for all cards, so a card's own row begins with what the others have taught. The
sums are written out when the network is exported; playing costs nothing for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import torch
from torch import nn

from harmonies import _core
from harmonies.training.network_file import MOST_HIDDEN, MOST_READ, POINTS_UNIT

if TYPE_CHECKING:
    from collections.abc import Sequence

ROWS, WIDTH, HIDDEN, STAGES = _core.NETWORK_SHAPE
FIRST_ROW = {name: first for name, _, _, first in _core.NETWORK_PARTS}
ROW_COUNT = {name: rows for name, _, rows, _ in _core.NETWORK_PARTS}
SIDES = 2
ANIMALS = 32
LEFT = 5
PLACES, KINDS = 16, 26


def shared_rows() -> tuple[torch.Tensor, int]:
    """For each row the numbers of two more that it is the sum with (0: none), and how many there are."""
    partners = torch.zeros(ROWS, 2, dtype=torch.long)
    following = 1

    def share(part: str, column: int, groups: list[int]) -> None:
        nonlocal following
        first = FIRST_ROW[part]
        partners[first : first + len(groups), column] = torch.tensor(groups) + following
        following += max(groups) + 1

    for part, each in (("held_near", 6), ("held_far", 8), ("held_farther", 8)):
        rows = range(ROW_COUNT[part])
        share(part, 0, [row % (LEFT * each) for row in rows])
        share(part, 1, [row // (LEFT * each) * each + row % each for row in rows])
    each = ROW_COUNT["held_profile"] // ANIMALS
    share("held_profile", 0, [row % each for row in range(ROW_COUNT["held_profile"])])
    each = ROW_COUNT["offer"] // ANIMALS
    share("offer", 0, [row % each for row in range(ROW_COUNT["offer"])])
    share("offer", 1, [row // 15 for row in range(ROW_COUNT["offer"])])
    share("held_now", 0, [row % 4 for row in range(ROW_COUNT["held_now"])])
    share("offer_now", 0, [row % 3 for row in range(ROW_COUNT["offer_now"])])
    # A kind of stack on whatever place, and of two neighbours on whatever side.
    share("space", 0, [row % KINDS for row in range(ROW_COUNT["space"])])
    half = ROW_COUNT["pair"] // SIDES
    share("pair", 0, [row % half for row in range(ROW_COUNT["pair"])])
    return partners, following


class Positions(Protocol):
    """What a network learns from, wherever it is learned."""

    stages: torch.Tensor

    def sums(self, table: torch.Tensor, chosen: np.ndarray) -> torch.Tensor:
        """For each chosen position the sum of its rows in the table."""

    def with_others(self, others: Sequence[Any]) -> Positions:
        """These positions and behind them others of the same kind."""


class ProcessorPositions:
    """Rows of positions one behind the other, as the core gives them and sums them up."""

    def __init__(
        self,
        rows: np.ndarray,
        offsets: np.ndarray,
        stages: np.ndarray,
        layer: _core.FirstLayer,
    ) -> None:
        self.rows = rows
        self.offsets = offsets
        self.stages = torch.from_numpy(stages.astype("int64"))
        self.layer = layer

    def sums(self, table: torch.Tensor, chosen: np.ndarray) -> torch.Tensor:
        return _RowSums.apply(table.contiguous(), self, chosen)

    def with_others(self, others: Sequence[ProcessorPositions]) -> ProcessorPositions:
        every = [self, *others]
        starts = np.cumsum([0, *(len(positions.rows) for positions in every)])
        return ProcessorPositions(
            np.concatenate([positions.rows for positions in every]),
            np.concatenate(
                [positions.offsets + at for positions, at in zip(every, starts, strict=False)]
            ),
            torch.cat([positions.stages for positions in every]).numpy(),
            self.layer,
        )


class DevicePositions:
    """Positions in a GPU's memory, each with the same number of rows: row 0 adds nothing."""

    def __init__(self, rows: torch.Tensor, stages: torch.Tensor) -> None:
        self.rows = rows
        self.stages = stages

    @classmethod
    def of(
        cls, rows: np.ndarray, offsets: np.ndarray, stages: np.ndarray, device: torch.device
    ) -> DevicePositions:
        lengths = torch.from_numpy(np.diff(offsets, append=len(rows))).to(device)
        most = int(lengths.max()) if len(lengths) else 0
        filled = torch.arange(most, device=device) < lengths[:, None]
        table = torch.zeros(filled.shape, dtype=torch.int16, device=device)
        table.masked_scatter_(filled, torch.from_numpy(rows.view("int16")).to(device))
        return cls(table, torch.from_numpy(stages).to(device).long())

    def sums(self, table: torch.Tensor, chosen: np.ndarray) -> torch.Tensor:
        rows = self.rows[torch.from_numpy(chosen).to(self.rows.device)]
        return nn.functional.embedding_bag(rows.int(), table, mode="sum", padding_idx=0)

    def with_others(self, others: Sequence[DevicePositions]) -> DevicePositions:
        every = [self, *others]
        most = max(positions.rows.shape[1] for positions in every)
        return DevicePositions(
            torch.cat([nn.functional.pad(at.rows, (0, most - at.rows.shape[1])) for at in every]),
            torch.cat([positions.stages for positions in every]),
        )


class _RowSums(torch.autograd.Function):
    """The first layer on a processor, by the core: PyTorch's own takes several times as long."""

    @staticmethod
    def forward(
        ctx: Any, table: torch.Tensor, positions: ProcessorPositions, chosen: np.ndarray
    ) -> torch.Tensor:
        sums = torch.empty(len(chosen), WIDTH)
        positions.layer.sums(
            positions.rows, positions.offsets, chosen, table.detach().numpy(), sums.numpy()
        )
        ctx.positions, ctx.chosen = positions, chosen
        return sums

    @staticmethod
    def backward(ctx: Any, gradients: torch.Tensor) -> tuple[torch.Tensor, None, None]:
        found = torch.zeros(ROWS, WIDTH)
        positions = ctx.positions
        positions.layer.add(
            positions.rows,
            positions.offsets,
            ctx.chosen,
            found.numpy(),
            gradients.contiguous().numpy(),
        )
        return found, None, None


class Network(nn.Module):
    """What points a position will still bring, by the rows that it names and its stage."""

    def __init__(self) -> None:
        super().__init__()
        partners, shared = shared_rows()
        self.register_buffer("partners", partners)
        self.rows = nn.Parameter(torch.zeros(ROWS, WIDTH))
        self.shared = nn.Parameter(torch.zeros(shared, WIDTH))
        self.hidden = nn.Parameter(torch.empty(STAGES, HIDDEN, WIDTH))
        self.hidden_bias = nn.Parameter(torch.zeros(STAGES, HIDDEN))
        self.out = nn.Parameter(torch.empty(STAGES, HIDDEN))
        self.out_bias = nn.Parameter(torch.zeros(STAGES))
        nn.init.normal_(self.rows, std=0.03)
        nn.init.normal_(self.shared, std=0.03)
        first = torch.randn(HIDDEN, WIDTH) * (1.5 / WIDTH) ** 0.5
        last = torch.randn(HIDDEN) * (1.0 / HIDDEN) ** 0.5
        with torch.no_grad():
            # All stages begin alike: they are stages of one game.
            self.hidden.copy_(first.expand_as(self.hidden))
            self.out.copy_(last.expand_as(self.out))

    def table(self) -> torch.Tensor:
        """The first layer's rows as they are exported. Row 0 is nothing."""
        shared = torch.cat([torch.zeros_like(self.shared[:1]), self.shared[1:]])
        rows = self.rows + nn.functional.embedding(self.partners, shared).sum(1)
        return torch.cat([torch.zeros_like(rows[:1]), rows[1:]])

    def forward(self, positions: Positions, chosen: np.ndarray) -> torch.Tensor:
        sums = positions.sums(self.table(), chosen)
        stages = positions.stages[torch.from_numpy(chosen).to(positions.stages.device)]
        read = sums.clamp(0, MOST_READ)
        every = read @ self.hidden.reshape(-1, WIDTH).T
        hidden = (
            every.reshape(-1, STAGES, HIDDEN)
            .gather(1, stages.view(-1, 1, 1).expand(-1, 1, HIDDEN))
            .squeeze(1)
        )
        hidden = (hidden + self.hidden_bias[stages]).clamp(0, MOST_HIDDEN)
        return POINTS_UNIT * ((hidden * self.out[stages]).sum(1) + self.out_bias[stages])

    def weights(self, spread: np.ndarray) -> dict[str, np.ndarray]:
        """What :func:`harmonies.training.network_file.write` takes."""
        named = {
            "rows": self.table(),
            "hidden": self.hidden,
            "hidden_bias": self.hidden_bias,
            "out": self.out,
            "out_bias": self.out_bias,
        }
        return {name: value.detach().cpu().numpy() for name, value in named.items()} | {
            "spread": spread
        }
