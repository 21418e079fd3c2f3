"""A world in which training takes simulated time: gradients become ready at given times, and an
all-reduce takes a start-up and a time for each byte. So what tuning decides does not depend on how
busy the machine is. The steps themselves are real ones of real processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
import torch
from torch import nn

from aoe.gradient_tuning.link import Link
from aoe.torch.gradients import tuner, tuning
from aoe.torch.gradients.reducer import buckets_in_use, bytes_of, parameters_of

from .models import wrapped

#: Rows of the gradients; the large ones are ready first, as in a convolutional network.
WIDTHS = (64, 64, 64, 64, 512, 512, 512, 512, 2048, 2048)


class World:
    """The world of one model.

    Attributes:
        ddp: The model.
        link: The link.
        now: The time, in seconds.
        forward: Seconds of a step without its backward pass.
        noise: The spread of the time of a step.
        other_link: Whether the link is taken for another one.
        optimizer: Updates the parameters.
    """

    def __init__(
        self,
        rank: int,
        share: float = 1.0,
        noise: float = 0.01,
        scale: int = 1,
        other: bool = False,
        update: float = 0.0,
        clips: bool = False,
        types: bool = False,
    ) -> None:
        """`share` and `update`: the times of an all-reduce of all gradients and of a step of the
        optimizer, as parts of the backward pass. `clips`: whether the script clips gradients.
        `types`: whether every third layer is of another element type.
        """
        torch.manual_seed(0)
        layers = [nn.Linear(8, scale * width, bias=False) for width in WIDTHS]
        for layer in layers[::3] if types else ():
            layer.double()
        self.ddp: Any = wrapped(nn.ModuleList(layers))
        self.ddp.module.forward = lambda x: sum(
            layer(x.to(layer.weight.dtype)).sum() for layer in layers
        )
        self._clips = clips
        self.now, self.forward, self.noise, self.other_link = 0.0, 20e-3, noise, other
        self._draws = np.random.default_rng(rank)
        count = len(WIDTHS)
        # The last layer is ready first.
        self._ready = [2e-3 * (count - number) for number in range(count)]
        self._sizes = [bytes_of(parameter) for parameter in parameters_of(self.ddp)]
        self._startup, self._per_byte = 2e-4, share * self._ready[0] / sum(self._sizes)
        self._update = update * self._ready[0] / sum(self._sizes)
        self.optimizer = torch.optim.SGD(self.ddp.parameters(), 1e-3)
        self.link = Link.linear(self._startup, self._per_byte)
        self._end = 0.0

    @contextmanager
    def rules(self) -> Iterator[None]:
        """Within, tuning in this process takes place in this world."""
        world = self

        class Clock:
            def __init__(self, _: Any) -> None:
                pass

            def read(self) -> list[float]:
                spread = world._draws.normal(1.0, world.noise, len(WIDTHS))
                return [time * factor for time, factor in zip(world._ready, spread, strict=True)]

            def stop(self) -> None:
                pass

        class Time:
            @staticmethod
            def perf_counter() -> float:
                return world.now

        def link(*_: Any) -> Link:
            return world.link

        with (
            patch.multiple(tuner, ReadyClock=Clock, time=Time, measured_link=link),
            patch.object(tuner, "end_of_step", lambda _: world._end),
            patch.multiple(tuning, measured_link=link, is_other_link=lambda *_: world.other_link),
        ):
            yield

    def step(self) -> None:
        """Trains one step."""
        self.ddp(torch.randn(2, 8)).backward()
        if self._clips:
            torch.nn.utils.clip_grad_norm_(self.ddp.parameters(), 1.0)
        self.optimizer.step()
        updates = self.ddp._aoe_gradients.updates
        early = updates is not None and updates.in_use
        free = updated = 0.0
        halved = "compress" in self.ddp._get_ddp_logging_data().get("comm_hook", "")
        for bucket in buckets_in_use(self.ddp):
            size = sum(self._sizes[number] for number in bucket) / (1 + halved)
            start = max(free, *(self._ready[number] for number in bucket))
            free = start + self._startup + self._per_byte * size
            begun = max(updated, free, self._ready[0]) if early else updated
            updated = begun + self._update * sum(self._sizes[number] for number in bucket)
        self._end = free
        if early:
            updates.tail = free - self._ready[0]
        whole = self.forward + (updated if early else free + updated)
        self.now += whole * float(self._draws.normal(1.0, self.noise))
