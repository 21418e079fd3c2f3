"""How far ten steps of SGD leave float64, over several seeds of model and data.

    python -m benchmarks.training.drift --task resnet18 --way aoe --seeds 8

One seed tells little of a network with ReLUs: a rounding error that turns the sign of one element
changes gradients by far more than itself. Ways are eager, last (eager, channels-last), inductor,
aoe, and precise (aoe with plain sums of products); each is a run of its own, since Dynamo compiles
a module once for a process. The losses are compared with those of eager mode in float64, and the
gradients of convolutions after the first step by their norms.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import geometric_mean, median
from typing import Any

import torch
from torch.nn import functional

import aoe.torch
from benchmarks.report import benchmark_parser, print_report
from benchmarks.training.task import Task
from benchmarks.training.tasks import TASKS

WAYS = ("eager", "last", "inductor", "aoe", "precise")
_STEPS = 10
#: Relative errors of gradients above it come from signs that turned, below it from rounding alone.
_ROUNDING = 1e-5


@dataclass(frozen=True)
class Trained:
    """What training left.

    Attributes:
        losses: The loss of each step.
        gradients: Those of the first step, of weights with four dimensions.
    """

    losses: Sequence[float]
    gradients: Mapping[str, torch.Tensor]


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains in one way and in float64, and prints a table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--task", default="resnet18", choices=TASKS)
    parser.add_argument("--way", default="aoe", choices=WAYS)
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args(list(sys.argv[1:] if arguments is None else arguments))
    torch.set_num_threads(options.threads)
    run = compiled(_seeded(options.task, 0).model, options.way)
    apart, turned = [], 0
    for seed in range(options.seeds):
        wanted = trained(_seeded(options.task, seed), torch.float64)
        found = trained(_seeded(options.task, seed), torch.float32, options.way, run)
        pairs = zip(found.losses, wanted.losses, strict=True)
        apart.append(max(abs(one - other) for one, other in pairs))
        errors = [
            float((found.gradients[name] - exact).norm() / exact.norm())
            for name, exact in wanted.gradients.items()
        ]
        turned += max(errors, default=0.0) > _ROUNDING
    row = {
        "task": options.task,
        "way": options.way,
        "median of worst losses": median(apart),
        "geometric mean": geometric_mean(apart),
        "worst": max(apart),
        "seeds within 1e-4": sum(item <= 1e-4 for item in apart),
        "seeds with turned signs in the first step": turned,
    }
    notes = [f"{options.seeds} seeds, {_STEPS} steps; PyTorch {torch.__version__}"]
    print_report("Losses beside float64", [row], options.json, notes)


def compiled(model: torch.nn.Module, way: str) -> Any:
    """The module that trains in a way; its weights are those of `model`."""
    if way == "last":
        return model.to(memory_format=torch.channels_last)
    if way == "eager":
        return model
    backend: Any = aoe.torch.backend if way in ("aoe", "precise") else way
    options = {"op_select_implmode": "high_precision"} if way == "precise" else None
    return torch.compile(model, backend=backend, dynamic=False, options=options)


def trained(task: Task, dtype: torch.dtype, way: str = "eager", run: Any = None) -> Trained:
    """Ten steps of a task on one batch. `run`: a module of `compiled` that takes the task's
    weights, so that all seeds share what was compiled.
    """
    model: Any = task.model.to(dtype)
    if run is not None:
        weights = zip(run.state_dict(), model.state_dict().values(), strict=True)
        run.load_state_dict(dict(weights))
        model = run
    inputs = [_input(item, dtype, way) for item in task.inputs]
    optimizer = torch.optim.SGD(model.parameters(), 0.01, momentum=0.9)
    losses: list[float] = []
    gradients: Mapping[str, torch.Tensor] = {}
    for _ in range(_STEPS):
        optimizer.zero_grad(set_to_none=True)
        loss: Any = functional.cross_entropy(model(*inputs), task.labels)
        loss.backward()
        gradients = gradients or _gradients(model)
        optimizer.step()
        losses.append(float(loss.detach().double()))
    return Trained(losses, gradients)


def _input(item: torch.Tensor, dtype: torch.dtype, way: str) -> torch.Tensor:
    if not item.is_floating_point():
        return item
    last = way == "last" and item.dim() == 4
    return item.to(dtype).contiguous(
        memory_format=torch.channels_last if last else torch.contiguous_format
    )


def _gradients(model: Any) -> Mapping[str, torch.Tensor]:
    return {
        name.removeprefix("_orig_mod."): weights.grad.double().contiguous()
        for name, weights in model.named_parameters()
        if weights.dim() == 4
    }


def _seeded(task: str, seed: int) -> Task:
    torch.manual_seed(seed)
    return TASKS[task]()


if __name__ == "__main__":
    main()
