"""What learns: the network, its average over the last steps, and what Adam remembers."""

from __future__ import annotations

import copy
import io
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from harmonies import _core
from harmonies.training import TrainingError
from harmonies.training.model import STAGES, DevicePositions, Network, ProcessorPositions
from harmonies.training.network_file import write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from harmonies.training.model import Positions

AVERAGED = 0.02  # how much of the average each step's network becomes
LEAST_ERROR = 10.0  # points from which on an error counts as such and no longer as its square
MEMORY = (0.9, 0.99)  # Adam's
EXAMINED = 20_000  # positions that say how good the network is
TOLD = 200  # times that it is said how far learning is


@dataclass(frozen=True)
class Lesson:
    """Positions, and what they came to."""

    positions: Positions
    gains: torch.Tensor  # points still to come, by the return that was asked for
    finals: np.ndarray  # and those that came, where it was played
    stages: np.ndarray

    def __len__(self) -> int:
        return len(self.stages)

    @classmethod
    def together(cls, lessons: Sequence[Lesson]) -> Lesson:
        """Several lessons, one behind the other."""
        if len(lessons) == 1:
            return lessons[0]
        return cls(
            lessons[0].positions.with_others([lesson.positions for lesson in lessons[1:]]),
            torch.cat([lesson.gains for lesson in lessons]),
            np.concatenate([lesson.finals for lesson in lessons]),
            np.concatenate([lesson.stages for lesson in lessons]),
        )


class Teacher:
    """Makes lessons of logs, for one device."""

    def __init__(self, threads: int, device: torch.device) -> None:
        self.threads = threads
        self.device = device
        self._layer = _core.FirstLayer(threads)

    def lesson(self, logs: bytes, returns: float) -> Lesson:
        """What logs of games teach."""
        rows, offsets, stages, gains, finals, _ = _core.samples(logs, returns, self.threads)
        positions: Positions
        if self.device.type == "cpu":
            positions = ProcessorPositions(rows, offsets, stages, self._layer)
        else:
            positions = DevicePositions.of(rows, offsets, stages, self.device)
        return Lesson(positions, torch.from_numpy(gains).to(self.device), finals, stages)


def device_named(name: str) -> torch.device:
    """The device, once it is known to be there."""
    # The core's threads do the work of the first layer, and PyTorch's stand in their way: it is ten
    # times as slow with them.
    torch.set_num_threads(1)
    if name == "cpu":
        return torch.device("cpu")
    if name != "cuda":
        raise TrainingError(f"A device is cpu or cuda, not '{name}'.")
    if not torch.cuda.is_available():
        raise TrainingError("PyTorch finds no GPU here. Without --device it takes the processor.")
    return torch.device("cuda")


@dataclass(frozen=True)
class Fit:
    """How well final scores are foretold, in points."""

    error: float
    bias: float


class Learner:
    """The network and all that goes on with it from round to round."""

    def __init__(self, seed: int, device: torch.device) -> None:
        torch.manual_seed(seed)
        self.device = device
        self.network = Network().to(device)
        self.average = copy.deepcopy(self.network)
        self.adam = torch.optim.AdamW(self.network.parameters(), betas=MEMORY)
        self.spread = np.zeros(STAGES)

    def learn(
        self,
        lesson: Lesson,
        steps: int,
        passes: int,
        batch: int,
        rate: Callable[[float], float],
        decay: float,
        seed: tuple[int, ...],
        tell: Callable[[int, int, float], None],
    ) -> tuple[int, float]:
        """Takes so many steps, how many in the end, and the average loss.

        They are fewer where that would be more ``passes`` over the positions than it is good to
        learn by heart.
        ``rate`` gives the rate of learning by the part that is done; weights shrink by ``decay``
        times that a step, so that what is rarely seen is not learned by heart. ``tell`` is told
        steps done, all steps and the loss.
        """
        if len(lesson) == 0:
            raise TrainingError(
                "There is nothing to learn from: the logs hold no turns to be learned."
            )
        random = np.random.default_rng(seed)
        batch = min(batch, len(lesson))
        steps = max(1, min(steps, passes * len(lesson) // batch))
        order, at, told = random.permutation(len(lesson)), 0, 0
        # Summed up where it is: asking a GPU for each step's loss would make it wait.
        lost = torch.zeros((), dtype=torch.float64, device=self.device)
        for step in range(steps):
            if at + batch > len(order):
                order, at = random.permutation(len(lesson)), 0
            chosen = np.sort(order[at : at + batch])
            at += batch
            for group in self.adam.param_groups:
                group["lr"], group["weight_decay"] = rate(step / steps), decay
            loss = torch.nn.functional.smooth_l1_loss(
                self.network(lesson.positions, chosen),
                lesson.gains[torch.from_numpy(chosen).to(self.device)],
                beta=LEAST_ERROR,
            )
            self.adam.zero_grad(set_to_none=True)
            loss.backward()
            self.adam.step()
            with torch.no_grad():
                for mean, value in zip(
                    self.average.parameters(), self.network.parameters(), strict=True
                ):
                    mean.lerp_(value, AVERAGED)
            lost += loss.detach()
            if (step + 1) * TOLD // steps > told or step + 1 == steps:
                told = (step + 1) * TOLD // steps
                tell(step + 1, steps, lost.item() / (step + 1))
        average = lost.item() / steps
        if not math.isfinite(average):
            raise TrainingError("The network learned nonsense. A lower --rate may help.")
        return steps, average

    def examine(self, lesson: Lesson, seed: tuple[int, ...]) -> Fit:
        """How well the average network foretells final scores; remembers the spread by stage."""
        random = np.random.default_rng(seed)
        played = np.flatnonzero(np.isfinite(lesson.finals))  # what was only looked at has no score
        chosen = np.sort(random.permutation(played)[:EXAMINED])
        with torch.no_grad():
            said = self.average(lesson.positions, chosen).cpu().numpy()
        errors, stages = said - lesson.finals[chosen], lesson.stages[chosen]
        for stage in range(STAGES):
            if (stages == stage).any():
                self.spread[stage] = np.sqrt((errors[stages == stage] ** 2).mean())
        return Fit(float(np.sqrt((errors**2).mean())), float(errors.mean()))

    def network_file(self, provenance: Mapping[str, Any]) -> bytes:
        return write(self.average.weights(self.spread), provenance)

    def to_bytes(self, more: Mapping[str, Any]) -> bytes:
        """All there is to go on with, and ``more`` that is to be remembered."""
        held = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "adam": self.adam.state_dict(),
            "spread": self.spread.tolist(),
            "more": dict(more),
        }
        content = io.BytesIO()
        torch.save(held, content)
        return content.getvalue()

    def from_bytes(self, content: bytes) -> dict[str, Any]:
        """The learner becomes what it was; what was to be remembered."""
        held = torch.load(io.BytesIO(content), map_location=self.device, weights_only=True)
        self.network.load_state_dict(held["network"])
        self.average.load_state_dict(held["average"])
        self.adam.load_state_dict(held["adam"])
        self.spread = np.array(held["spread"])
        return dict(held["more"])
