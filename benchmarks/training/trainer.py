"""Trains a task in one way, in a process of its own whose turns others await.

`Trainer` asks, `serve` answers.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from benchmarks.turn_process import TurnProcess, answer_requests


class Trainer:
    """A task that another process trains.

    Attributes:
        way: The way: eager, or the backend of `torch.compile`.
        first: Seconds of the first steps, which compile.
        losses: The loss of each step.
        wall: Seconds of each timed step.
        cpu: CPU seconds of the process in each timed step.
    """

    def __init__(self, way: str, process: TurnProcess, end: float) -> None:
        """Trains the first steps.

        Args:
            way: See `Trainer`.
            process: A process that calls `serve`.
            end: When answers must have come, in seconds of `time.monotonic`.

        Raises:
            TurnError: The process died, or took too long.
        """
        self.way, self._process, self._end = way, process, end
        begun = self._ask("begin")
        self.first = float(begun["seconds"])
        self.losses: list[float] = list(begun["losses"])
        self.wall: list[float] = []
        self.cpu: list[float] = []

    def turn(self, steps: int) -> None:
        """Trains steps behind one that is not timed: caches and threads have to wake up after the
        turns of others. Raises `TurnError` as above.
        """
        found = self._ask("turn", steps=steps)
        self.losses += found["losses"]
        self.wall += found["wall"]
        self.cpu += found["cpu"]

    def _ask(self, action: str, **more: int) -> Mapping[str, Any]:
        left = max(self._end - time.monotonic(), 0.0)
        return self._process.ask({"do": action, **more}, left)


def serve(task: str, way: str, threads: int, autocast: bool) -> None:
    """Trains a task as it is asked on standard input.

    Args:
        task: The name of the task.
        way: The way to train it.
        threads: Threads of PyTorch.
        autocast: Whether it is trained under autocast to bfloat16.
    """
    import torch

    from benchmarks.training.steps import Training
    from benchmarks.training.tasks import TASKS

    training: Training | None = None

    def answer(request: Mapping[str, Any]) -> Mapping[str, Any]:
        nonlocal training
        if request["do"] == "begin":
            torch.set_num_threads(threads)
            torch.manual_seed(0)
            training = Training(way, TASKS[task](), autocast)
            return {"seconds": training.first, "losses": training.losses}
        assert training is not None, "the first request begins"
        steps = request["steps"]
        for _ in range(1 + steps):
            training.step()
        losses = training.losses[-1 - steps :]
        return {"losses": losses, "wall": training.wall[-steps:], "cpu": training.cpu[-steps:]}

    answer_requests(answer)
