"""Updates that come as soon as a segment is reduced give the same bits as usual steps. What is not
exact keeps the usual steps, and what was seen too late is an error.
"""

from __future__ import annotations

import copy
import io
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
import torch
from torch.distributed.algorithms.ddp_comm_hooks import default_hooks

from aoe.torch.gradients import updates as updates_module
from aoe.torch.gradients.reducer import Layout, install, layout_of
from aoe.torch.gradients.updates import SegmentUpdates, UpdateError, install_layout

from .models import Chain, batch, wrapped
from .workers import Workers


class Training:
    """A model on one rank, whose updates may come earlier."""

    def __init__(self, rank: int, make: Callable[[Any], Any], early: bool, **options: Any) -> None:
        self.rank, self.early = rank, early
        self.types = options.pop("types", False)
        self.hook = options.pop("hook", None)
        model = Chain(types=self.types)
        if options.pop("channels_last", False):
            model.layers[0].weight.data = model.layers[0].weight.data.t().contiguous().t()
        self.ddp = wrapped(model, **options)
        if self.hook is not None:
            self.ddp.register_comm_hook(self.ddp.process_group, self.hook)
        self.optimizer = make(model.parameters())
        self.updates = SegmentUpdates(self.ddp, self.optimizer) if early else None
        self.count = 0
        self.layout = layout_of(self.ddp, range(11, -1, -1), (3, 8, 10, 12), updates=early)
        install_layout(self.ddp, self.layout, self.updates)

    def backward(self, number: int) -> None:
        if self.updates is not None:
            self.updates.before_forward(self.ddp.require_backward_grad_sync)
        self.ddp(batch(self.rank, number)).square().sum().backward()

    def step(self, number: int, set_to_none: bool = True) -> None:
        self.optimizer.zero_grad(set_to_none=set_to_none)
        self.backward(number)
        if self.updates is not None:
            self.count += len(self.updates._updated)
        self.optimizer.step()

    def values(self) -> dict[str, Any]:
        """All that a checkpoint has, and the gradients."""
        return {
            "model": self.ddp.module.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "gradients": self.gradients(),
        }

    def gradients(self) -> list[Any]:
        return [item.grad for item in self.ddp.parameters()]


def equal(one: Any, other: Any) -> bool:
    """Whether two nested values are the same to the bit."""
    if isinstance(one, torch.Tensor):
        return bool(torch.equal(one, other)) and one.dtype == other.dtype
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(equal, one, other))
    return bool(one == other)


OPTIMIZERS: dict[str, Callable[[Any], Any]] = {
    "sgd": lambda p: torch.optim.SGD(p, 0.05),
    "momentum": lambda p: torch.optim.SGD(p, 0.05, momentum=0.9, weight_decay=0.01),
    "momentum foreach": lambda p: torch.optim.SGD(p, 0.05, momentum=0.9, foreach=True),
    "nesterov": lambda p: torch.optim.SGD(p, 0.05, momentum=0.9, nesterov=True),
    "momentum fused": lambda p: torch.optim.SGD(p, 0.05, momentum=0.9, fused=True),
    "adam": lambda p: torch.optim.Adam(p, 1e-2),
    "adam foreach": lambda p: torch.optim.Adam(p, 1e-2, amsgrad=True, foreach=True),
    "adam fused": lambda p: torch.optim.Adam(p, 1e-2, fused=True),
    "adamw": lambda p: torch.optim.AdamW(p, 1e-2),
    "adamw foreach": lambda p: torch.optim.AdamW(p, 1e-2, foreach=True),
    "adamw fused": lambda p: torch.optim.AdamW(p, 1e-2, fused=True),
    "adamw tensor lr": lambda p: torch.optim.AdamW(p, torch.tensor(1e-2), capturable=False),
    "adagrad": lambda p: torch.optim.Adagrad(p, 1e-2),
    "adadelta": lambda p: torch.optim.Adadelta(p, 1.0),
    "adafactor": lambda p: torch.optim.Adafactor(p, 1e-2),
    "adamax": lambda p: torch.optim.Adamax(p, 1e-2, foreach=True),
    "asgd": lambda p: torch.optim.ASGD(p, 1e-2),
    "nadam": lambda p: torch.optim.NAdam(p, 1e-2),
    "radam": lambda p: torch.optim.RAdam(p, 1e-2, foreach=True),
    "rmsprop": lambda p: torch.optim.RMSprop(p, 1e-2, momentum=0.5, centered=True),
    "rprop": lambda p: torch.optim.Rprop(p, 1e-2),
}


def beside(rank: int, name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Trains with early updates and with usual ones."""
    one, other = (Training(rank, OPTIMIZERS[name], early, **options) for early in (True, False))
    good = []
    for number in range(4):
        for training in (one, other):
            training.step(number, set_to_none=number % 2 == 0)
        good.append(equal(one.values(), other.values()))
    return {"good": good, "updated": one.count}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_parameters_states_and_gradients_are_those_of_usual_steps(
    workers: Workers, name: str
) -> None:
    for found in workers.run(beside, name, {}):
        assert found == {"good": [True] * 4, "updated": 4 * 12}


@pytest.mark.parametrize(
    "options",
    [
        {"gradient_as_bucket_view": True},
        {"types": True},
        {"channels_last": True},
        {"hook": default_hooks.allreduce_hook},
        {"hook": default_hooks.fp16_compress_hook},
        {"hook": default_hooks.fp16_compress_hook, "gradient_as_bucket_view": True},
    ],
    ids=lambda options: ", ".join(options),
)
def test_features_of_ddp_stay(workers: Workers, options: dict[str, Any]) -> None:
    for found in workers.run(beside, "adamw foreach", options):
        assert found == {"good": [True] * 4, "updated": 4 * 12}


def scheduled(rank: int) -> list[Any]:
    """Trains with a schedule of the learning rate, accumulation, groups of their own options, a
    parameter without an update, one of another model, and a state that is loaded on the way.
    """
    found = []
    for early in (True, False):
        extra = torch.nn.Parameter(torch.ones(3))

        def make(parameters: Any, extra: torch.nn.Parameter = extra) -> Any:
            own = [*parameters]
            groups = [{"params": own[:5]}, {"params": [*own[6:], extra], "weight_decay": 0.1}]
            return torch.optim.AdamW(groups, 1e-2)

        training = Training(rank, make, early)
        schedule = torch.optim.lr_scheduler.OneCycleLR(training.optimizer, 0.1, total_steps=12)
        for number in range(8):
            training.optimizer.zero_grad()
            with training.ddp.no_sync():
                training.backward(100 + number)
            extra.grad = torch.full((3,), 0.5)
            training.backward(number)
            early and (counts := len(training.updates._updated))  # type: ignore[union-attr]
            training.optimizer.step()
            schedule.step()
            if number == 3:
                state = copy.deepcopy(training.optimizer.state_dict())
                training.optimizer.load_state_dict(state)
        found.append([training.values(), extra.data, schedule.state_dict()["last_epoch"]])
    return [equal(found[0], found[1]), counts]


def test_schedules_accumulation_groups_and_loaded_states(workers: Workers) -> None:
    assert workers.run(scheduled) == [[True, 11]] * 2


def trained_by(rank: int, kind: str, early: bool) -> str | None:
    """What is said of a script that does more between a pass and a step."""
    fused = " fused" if kind == "scales" else ""
    training = Training(rank, OPTIMIZERS[f"momentum{fused}"], True)
    updates, optimizer = training.updates, training.optimizer
    assert updates is not None
    if not early:  # steps are watched only
        install_layout(training.ddp, Layout(training.layout.buckets), updates)
    try:
        for number in range(2):
            optimizer.zero_grad()
            training.backward(number)
            _between(kind, training, number)
    except UpdateError as error:
        return str(error)
    return updates.reason


def _between(kind: str, training: Training, number: int) -> None:
    ddp, optimizer = training.ddp, training.optimizer
    if kind == "clips":
        torch.nn.utils.clip_grad_norm_(ddp.parameters(), 1.0)
    elif kind == "clips data":
        for item in ddp.parameters():
            item.grad.data.clamp_(-0.01, 0.01)
    elif kind == "adds a pass":
        training.backward(100 + number)
    elif kind == "adds a pass without reduction":
        with ddp.no_sync():
            training.backward(100 + number)
    elif kind == "skips a step":
        return
    elif kind == "changes the rate":
        optimizer.param_groups[0]["lr"] *= 0.5
    elif kind == "changes parameters":
        with torch.no_grad():
            ddp.module.layers[0].weight.mul_(0.99)
    elif kind == "gives a closure":
        optimizer.step(lambda: 0.0)
        return
    elif kind == "reads the state":
        optimizer.state_dict()
    elif kind == "loads a state":
        optimizer.load_state_dict({"state": {}, "param_groups": saved_groups(optimizer)})
    elif kind == "adds a hook" and number == 0:
        optimizer.register_step_pre_hook(lambda *_: None)
    elif kind == "compiles":
        torch.compile(optimizer.step, backend="aot_eager")()
        return
    elif "scales" in kind:
        scaler = torch.amp.GradScaler("cpu")
        scaler.scale(torch.ones(()))
        scaler.step(optimizer)
        return
    optimizer.step()


def saved_groups(optimizer: Any) -> list[dict[str, Any]]:
    """The groups of a saved state of an optimizer."""
    return [{**group, "params": [*range(len(group["params"]))]} for group in optimizer.param_groups]


SCRIPTS = {
    "clips": "gradients are changed",
    "adds a pass": "a second backward pass",
    "adds a pass without reduction": "gradients are changed",
    "skips a step": "a second backward pass",
    "changes the rate": "options of the optimizer",
    "changes parameters": "parameters are changed",
    "adds a hook": "a hook runs before the step",
    "compiles": "is compiled",
    "gives a closure": "closure",
    "reads the state": "the state of the optimizer is read between",
    "loads a state": "the state of the optimizer is loaded between",
    "scales": "a gradient scaler inspects",
}


@pytest.mark.parametrize("kind", ["clips data", "scales data"])
def test_changes_that_have_no_version_are_seen_while_steps_are_watched(
    workers: Workers, kind: str
) -> None:
    assert "gradients are changed" in workers.run(trained_by, kind, False)[0]


def watched(rank: int, name: str) -> str | None:
    """What is said of an optimizer after some steps that were watched."""
    training = Training(rank, OPTIMIZERS[name], True)
    assert training.updates is not None
    install_layout(training.ddp, Layout(training.layout.buckets), training.updates)
    for number in range(4):
        training.step(number)
    return training.updates.reason


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_usual_steps_of_an_optimizer_forbid_nothing(workers: Workers, name: str) -> None:
    assert workers.run(watched, name) == [None] * 2


def changing(rank: int) -> str | None:
    """What is said of an optimizer whose step adds to the gradients."""

    def make(parameters: Any) -> Any:
        return torch.optim.SGD(parameters, 0.05, momentum=0.9, nesterov=True, foreach=True)

    with patch.dict(OPTIMIZERS, {"changes": make}):
        return watched(rank, "changes")


def test_an_optimizer_that_changes_gradients_is_left_alone(workers: Workers) -> None:
    assert "the step of the optimizer changes gradients" in workers.run(changing)[0]


def copied(rank: int) -> list[bool]:
    """Whether a copy and a saved model with their optimizers are left alone."""
    training = Training(rank, OPTIMIZERS["adamw"], True)
    training.step(0)
    file = io.BytesIO()
    pair = training.ddp, training.optimizer
    torch.save(pair, file)
    file.seek(0)
    found = []
    for ddp, optimizer in (copy.deepcopy(pair), torch.load(file, weights_only=False)):
        ddp(batch(rank, 1)).square().sum().backward()
        optimizer.step()
        found.append(not optimizer._optimizer_step_pre_hooks)
    training.step(1)
    known = training.ddp.module.state_dict()
    return [*found, equal(known, ddp.module.state_dict()), training.count == 24]


def test_copies_have_usual_updates(workers: Workers) -> None:
    assert workers.run(copied) == [[True] * 4] * 2


def read_between(rank: int) -> list[bool]:
    """Whether a script reads the same gradients between a pass and a step."""
    one, other = (Training(rank, OPTIMIZERS["adamw fused"], early) for early in (True, False))
    good = []
    for number in range(3):
        for training in (one, other):
            training.optimizer.zero_grad()
            training.backward(number)
        good.append(equal(one.gradients(), other.gradients()))
        for training in (one, other):
            training.optimizer.step()
    return good


def test_gradients_can_be_read_before_the_step(workers: Workers) -> None:
    assert workers.run(read_between) == [[True] * 3] * 2


@pytest.mark.parametrize("kind", SCRIPTS)
def test_what_needs_all_gradients_is_seen(workers: Workers, kind: str) -> None:
    watched, in_use = (workers.run(trained_by, kind, early)[0] for early in (False, True))
    assert SCRIPTS[kind] in watched
    assert watched.endswith("parameters are updated when all gradients are reduced")
    assert SCRIPTS[kind] in in_use
    assert "start again from the last checkpoint" in in_use


class Clock:
    """A clock that a test moves."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now


def waiting(rank: int) -> list[float | None]:
    """The tails of passes whose last segment is reduced late, and long before it is asked for."""
    training, found, clock = Training(rank, OPTIMIZERS["sgd"], True), [], Clock()
    updates = training.updates
    assert updates is not None
    for seconds in (0.5, 0.0):
        taken = updates.use(training.layout.buckets)
        assert taken is not None
        install(training.ddp, training.layout, taken)
        usual = taken.taken

        def slow(seconds: float = seconds, usual: Any = usual) -> list[Any]:
            *others, last = usual()

            def reduced() -> Any:
                clock.now += seconds
                return last()

            return [*others, reduced]

        with patch.object(taken, "taken", slow), patch.object(updates_module, "time", clock):
            training.step(0)
        found.append(updates.tail)
    return found


def test_the_end_of_the_last_segment_is_known_only_if_it_was_waited_for(workers: Workers) -> None:
    assert workers.run(waiting) == [[0.5, None]] * 2
