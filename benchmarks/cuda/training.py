"""Training on the GPU by `torch.compile(backend="aoe")`: the losses of ten steps beside those of
eager mode, and steps in turns with eager mode and with the usual compiler of PyTorch.

A step is forward pass, loss, backward pass and an SGD step with momentum. Each way trains a copy of
the same network (`benchmarks.training.tasks`), and draws the same random numbers.
"""

from __future__ import annotations

import copy
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from benchmarks.cuda.results import Item

#: What this engine is called in results, and the backend of `torch.compile` of each way.
OWN, EAGER = "open-aoe", "eager"
WAYS: Mapping[str, str | None] = {EAGER: None, OWN: "aoe", "torch.compile": "inductor"}
#: The networks, by the names of `benchmarks.training.tasks`, small ones first.
NETWORKS = ("mlp", "cnn", "encoder1", "resnet18", "encoder4", "gpt2", "lstm")
#: Types of products: float32, or autocast to another.
PRECISIONS = ("float32", "bfloat16", "float16")
#: Steps whose losses are compared, the first of which compile, and timed steps.
STEPS, TURNS, TURN = 10, 10, 3


class Trained:
    """A copy of a network that is trained in one way.

    Attributes:
        losses: The loss of each step.
        first: Seconds of the first step, which compiles.
    """

    def __init__(self, task: Any, backend: Any, precision: str, place: str) -> None:
        """Compiles, and trains the first step.

        Args:
            task: A `benchmarks.training.task.Task` on the CPU.
            backend: Of `torch.compile`; None for eager mode.
            precision: One of `PRECISIONS`.
            place: The device, as PyTorch calls it.
        """
        import torch

        self._place, self._precision = torch.device(place), precision
        module = copy.deepcopy(task.model).to(place)
        self._inputs = [item.to(place) for item in task.inputs]
        self._labels = task.labels.to(place)
        self._call = module
        if backend is not None:
            self._call = torch.compile(module, backend=backend, dynamic=False)
        self._optimizer = torch.optim.SGD(module.parameters(), 1e-3, momentum=0.9)
        self.losses: list[float] = []
        begin = time.perf_counter()
        self.step()
        self.first = time.perf_counter() - begin

    def step(self) -> None:
        """Trains a step, and waits for its loss."""
        self.losses.append(float(self._started().detach()))

    def turn(self, count: int) -> tuple[float, float]:
        """Milliseconds of a step among some in a row: by the clock of the device, and of the host
        until all are enqueued. On a CPU both are the same.
        """
        import torch

        if self._place.type != "cuda":
            begin = time.perf_counter()
            for _ in range(count):
                self._started()
            seconds = time.perf_counter() - begin
            return seconds / count * 1e3, seconds / count * 1e3
        torch.cuda.synchronize()
        events = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
        events[0].record()
        begin = time.perf_counter()
        for _ in range(count):
            self._started()
        events[1].record()
        enqueued = time.perf_counter() - begin
        torch.cuda.synchronize()
        return events[0].elapsed_time(events[1]) / count, enqueued / count * 1e3

    def _started(self) -> Any:
        """The loss of a step, which may not have ended."""
        import torch

        torch.manual_seed(len(self.losses))
        self._optimizer.zero_grad(set_to_none=True)
        narrow = None if self._precision == "float32" else getattr(torch, self._precision)
        with torch.autocast(self._place.type, narrow, enabled=narrow is not None):
            scores = self._call(*self._inputs)
            loss = torch.nn.functional.cross_entropy(scores, self._labels)
        loss.backward()
        self._optimizer.step()
        return loss


def compared(
    name: str, precision: str, place: str = "cuda", ways: Mapping[str, Any] | None = None
) -> Item:
    """The losses and the times of a network in every way that works.

    Args:
        name: One of `NETWORKS`.
        precision: One of `PRECISIONS`.
        place: The device, as PyTorch calls it.
        ways: Backends by name; `WAYS` by default. The first is what others are compared with.

    Raises:
        ImportError: PyTorch is not installed.
    """
    import torch

    from aoe.torch.compiler import backend as own
    from aoe.torch.report import journal
    from benchmarks.training.tasks import TASKS

    torch.manual_seed(0)
    torch._dynamo.reset()
    task = TASKS[name]()
    told = len(journal().reports)
    given = {**WAYS, OWN: own} if ways is None else ways
    trained: dict[str, Trained] = {}
    failed: dict[str, str] = {}
    for way, backend in given.items():
        found = _trained(task, backend, precision, place)
        if isinstance(found, str):
            failed[way] = found
        else:
            trained[way] = found
    item = _summary(trained, _times(list(trained.values())))
    item["reports"] = [str(report) for report in journal().reports[told:]]
    if OWN in failed:
        item["error"] = f"{OWN}: {failed[OWN]}"
    return {**item, "failed": failed}


def _trained(task: Any, backend: Any, precision: str, place: str) -> Trained | str:
    """A copy of a network after the steps that are compared, or why there is none."""
    try:
        found = Trained(task, backend, precision, place)
        for _ in range(STEPS - 1):
            found.step()
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:300]
    return found


def _times(trained: Sequence[Trained]) -> list[list[tuple[float, float]]]:
    """The times of each, in turns."""
    found: list[list[tuple[float, float]]] = [[] for _ in trained]
    for _ in range(TURNS):
        for times, item in zip(found, trained, strict=True):
            times.append(item.turn(TURN))
    return found


def _summary(
    trained: Mapping[str, Trained], times: Sequence[Sequence[tuple[float, float]]]
) -> Item:
    """What the ways have found."""
    losses = {way: item.losses[:STEPS] for way, item in trained.items()}
    first = next(iter(losses.values()), [])
    return {
        "losses": losses,
        "loss_apart": {
            way: max(abs(one - other) for one, other in zip(found, first, strict=True))
            for way, found in losses.items()
        },
        "step_ms": {
            way: statistics.median(gpu for gpu, _ in found)
            for way, found in zip(trained, times, strict=True)
        },
        "enqueued_ms": {
            way: statistics.median(host for _, host in found)
            for way, found in zip(trained, times, strict=True)
        },
        "first_s": {way: item.first for way, item in trained.items()},
    }


def training_work() -> Iterator[tuple[str, Callable[[], Item]]]:
    """Each network in each precision, float32 first."""
    for precision in PRECISIONS:
        for name in NETWORKS:
            yield (
                f"{name} {precision}",
                lambda name=name, precision=precision: compared(name, precision),  # type: ignore[misc]
            )
