"""Installed buckets are those that were asked for, and gradients are DDP's to the bit on two ranks,
with every feature of DDP.
"""

from __future__ import annotations

from typing import Any

import pytest
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import bf16_compress_hook

from aoe.torch.gradients.reducer import (
    Layout,
    buckets_in_use,
    install,
    is_installed,
    layout_of,
    parameters_of,
    restore,
)

from .models import Chain, Gradients, batch, gradients, same, step, wrapped
from .workers import WorkerError, Workers


def register_bfloat16(ddp: Any) -> None:
    """PyTorch's own hook, under a name that builds of PyTorch without CUDA do not refuse."""
    ddp.register_comm_hook(None, lambda state, bucket: bf16_compress_hook(state, bucket))


def three_segments(ddp: Any, sends: str | None = None) -> Layout:
    """Three segments of the parameters from last to first."""
    count = len(parameters_of(ddp))
    return layout_of(ddp, range(count - 1, -1, -1), (1, count // 2, count), sends)


def compared(
    rank: int, change: str, options: dict[str, Any], types: bool = False
) -> dict[str, Any]:
    """Trains a model with DDP's buckets and one with ours."""
    found: list[list[Gradients]] = []
    layouts: list[Any] = []
    for ours in (False, True):
        ddp = wrapped(Chain(types, branch="unused" in change), **options)
        if change == "hook":
            register_bfloat16(ddp)
        if change == "frozen":
            ddp = wrapped(frozen(Chain(types)), **options)
        run = torch.compile(ddp, backend="aot_eager") if change == "compiled" else ddp
        steps = [step(rank, run, 0)]
        if ours:
            layout = three_segments(ddp)
            install(ddp, layout)
            layouts.append(layout.buckets)
        for number in range(1, 4):
            if change == "unused":
                ddp.module.uses_branch = number == 2 and rank == 1
            if change == "accumulated":
                ddp.zero_grad()
                with ddp.no_sync():
                    ddp(batch(rank, 50 + number)).sum().backward()
                ddp(batch(rank, number)).square().sum().backward()
                steps.append(gradients(ddp))
            else:
                steps.append(step(rank, run, number))
        layouts.append(buckets_in_use(ddp))
        found.append(steps)
    return {
        "same": [same(one, other) for one, other in zip(*found, strict=True)],
        "reduced": all(item is None or bool(item.abs().sum() > 0) for item in found[1][-1]),
        "default": layouts[0],
        "wanted": layouts[1],
        "in use": layouts[2],
    }


def frozen(module: Chain) -> Chain:
    for parameter in module.layers[0].parameters():
        parameter.requires_grad_(False)
    return module


@pytest.mark.parametrize(
    ("change", "options"),
    [
        ("plain", {}),
        ("views", {"gradient_as_bucket_view": True}),
        ("static", {"static_graph": True}),
        ("static views", {"static_graph": True, "gradient_as_bucket_view": True}),
        ("unused", {"find_unused_parameters": True}),
        ("accumulated", {}),
        ("accumulated", {"gradient_as_bucket_view": True}),
        ("hook", {}),
        ("frozen", {}),
        ("compiled", {}),
    ],
)
def test_gradients_are_those_of_ddp(workers: Workers, change: str, options: dict[str, Any]) -> None:
    for result in workers.run(compared, change, options):
        assert result["same"] == [True] * 4
        assert result["in use"] == result["wanted"]
        assert result["in use"] != result["default"]


def test_a_segment_of_two_element_types_is_two_buckets(workers: Workers) -> None:
    for result in workers.run(compared, "plain", {}, True):
        assert result["same"] == [True] * 4
        assert [len(bucket) for bucket in result["in use"]] == [1, 5, 2, 4]


def reinstalled(rank: int) -> dict[str, Any]:
    """Changes the layout many times, and gives DDP its own back."""
    ddp, plain = wrapped(Chain()), wrapped(Chain())
    good = []
    for number in range(12):
        count = len(parameters_of(ddp))
        order = range(count - 1, -1, -1)
        install(ddp, layout_of(ddp, order, (number + 1, count) if number < count - 1 else (count,)))
        good.append(same(step(rank, ddp, number), step(rank, plain, number)))
    pinned = is_installed(ddp)
    restore(ddp)
    good += [same(step(rank, ddp, number), step(rank, plain, number)) for number in range(3)]
    return {
        "good": good,
        "pinned": (pinned, is_installed(ddp)),
        "layouts": (buckets_in_use(ddp), buckets_in_use(plain)),
    }


def test_layouts_are_changed_and_given_back(workers: Workers) -> None:
    for result in workers.run(reinstalled):
        assert result["good"] == [True] * 15
        assert result["pinned"] == (True, False)
        assert result["layouts"][0] == result["layouts"][1]


def sent(rank: int) -> list[bool]:
    """Sends gradients as bfloat16 for some steps, beside a model with PyTorch's own hook."""
    ddp, hooked, plain = (wrapped(Chain()) for _ in range(3))
    register_bfloat16(hooked)
    for model in (ddp, hooked, plain):
        step(rank, model, 0)
    install(ddp, three_segments(ddp, "bfloat16"))
    good = [same(step(rank, ddp, n), step(rank, hooked, n)) for n in (1, 2)]
    restore(ddp)
    return [*good, *(same(step(rank, ddp, n), step(rank, plain, n)) for n in (3, 4))]


def test_gradients_are_sent_in_another_type_until_the_default_is_back(workers: Workers) -> None:
    assert workers.run(sent) == [[True] * 4] * 2


def without_gradient(rank: int) -> str:
    """A parameter gets no gradient, though DDP was not told so."""
    ddp = wrapped(Chain(branch=True))
    ddp.module.uses_branch = True
    step(rank, ddp, 0)
    install(ddp, three_segments(ddp))
    ddp.module.uses_branch = False
    step(rank, ddp, 1)
    try:
        step(rank, ddp, 2)
    except RuntimeError as error:
        return str(error)
    return ""


def test_a_parameter_without_gradient_is_still_told(workers: Workers) -> None:
    for message in workers.run(without_gradient):
        assert "did not receive grad" in message


def unfinished(rank: int) -> str:
    """Installs buckets while the last step is not reduced."""
    ddp = wrapped(Chain(branch=True))
    ddp.module.uses_branch = True
    step(rank, ddp, 0)
    ddp.module.uses_branch = False
    step(rank, ddp, 1)
    try:
        install(ddp, three_segments(ddp))
    except RuntimeError as error:
        return str(error)
    return ""


def test_a_step_that_is_not_finished_is_told(workers: Workers) -> None:
    for message in workers.run(unfinished):
        assert "finished reduction" in message


def forgotten(rank: int) -> list[bool]:
    """Trains beyond the step at which the order of gradients is forgotten."""
    from aoe.torch.gradients import reducer

    reducer.FORGET_EVERY = 3
    ddp, plain = wrapped(Chain()), wrapped(Chain())
    install(ddp, three_segments(ddp))
    return [same(step(rank, ddp, n), step(rank, plain, n)) for n in range(8)]


def test_forgetting_the_order_changes_nothing(workers: Workers) -> None:
    for good in workers.run(forgotten):
        assert good == [True] * 8


def failing(rank: int) -> None:
    dist.barrier()
    raise ValueError("on purpose")


def test_an_error_in_a_worker_is_told(workers: Workers) -> None:
    with pytest.raises(WorkerError, match="on purpose"):
        workers.run(failing)


def refused(rank: int) -> dict[str, Any]:
    """Installs a bucket of two element types, which PyTorch does not take, and goes on."""
    ddp, plain = wrapped(Chain(types=True)), wrapped(Chain(types=True))
    good = [same(step(rank, ddp, 0), step(rank, plain, 0))]
    told = ""
    try:
        install(ddp, Layout([range(len(parameters_of(ddp)))]))
    except RuntimeError as error:
        told = str(error)
    good += [same(step(rank, ddp, number), step(rank, plain, number)) for number in (1, 2)]
    return {"good": good, "told": told, "installed": is_installed(ddp)}


def test_a_layout_that_pytorch_refuses_leaves_ddp_its_own(workers: Workers) -> None:
    for result in workers.run(refused):
        assert "same dtype" in result["told"]
        assert result["good"] == [True] * 3
        assert not result["installed"]
