"""Steps of a training task in one way: with eager PyTorch, Inductor or open-aoe."""

from __future__ import annotations

import copy
import time
from collections.abc import Mapping
from typing import Any

import torch
from torch.nn import functional

import aoe.torch
from benchmarks.training.task import Task

#: The ways: eager, or the backend of `torch.compile`.
WAYS = ("eager", "inductor", "aoe")
#: The first steps, which compile and are not timed.
UNTIMED = 2


class Training:
    """A copy of a model that is trained in one way.

    Attributes:
        way: The way: eager, or the backend of `torch.compile`.
        first: Seconds of the first two steps, which compile.
        losses: The loss of each step.
        wall: Seconds of each timed step.
        cpu: CPU seconds of the process in each timed step.
    """

    def __init__(
        self,
        way: str,
        task: Task,
        autocast: bool = False,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Compiles and trains the first two steps.

        Args:
            way: See `Training`.
            task: What is trained.
            autocast: Whether the forward pass and the loss run under autocast to bfloat16.
            options: What `torch.compile` takes for the backend.
        """
        self.way, self._task, self._autocast = way, task, autocast
        model = copy.deepcopy(task.model)
        self._model: Any = model
        if way != "eager":
            compiler = aoe.torch.backend if way == "aoe" else way
            self._model = torch.compile(model, backend=compiler, dynamic=False, options=options)
        self._optimizer = torch.optim.SGD(model.parameters(), 1e-3, momentum=0.9)
        self.losses: list[float] = []
        self.wall: list[float] = []
        self.cpu: list[float] = []
        start = time.perf_counter()
        for _ in range(UNTIMED):
            self.step()
        self.first = time.perf_counter() - start
        self.wall, self.cpu = [], []

    def step(self) -> None:
        """Trains one step. Its random numbers, as of dropout, are those of the other ways."""
        torch.manual_seed(len(self.losses))
        wall, cpu = time.perf_counter(), time.process_time()
        self._optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", torch.bfloat16, enabled=self._autocast):
            scores = self._model(*self._task.inputs)
            loss: Any = functional.cross_entropy(scores, self._task.labels)
        loss.backward()
        self._optimizer.step()
        self.cpu.append(time.process_time() - cpu)
        self.wall.append(time.perf_counter() - wall)
        self.losses.append(float(loss.detach()))
