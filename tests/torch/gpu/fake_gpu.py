"""Graphs of tensors on a GPU that is not there: PyTorch's fake tensors know no memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from functorch.compile import make_boxed_func
from torch._functorch.aot_autograd import aot_function
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.func import functional_call
from torch.fx.experimental.proxy_tensor import make_fx

from aoe.torch.decompositions.table import decompositions
from aoe.torch.joint.joint_graph import partition
from aoe.torch.mutations import without_copies

GPU = torch.device("cuda:0")
CPU = torch.device("cpu")


def fakes(
    tensors: Sequence[Any], device: torch.device = GPU, *, numbers_stay: bool = False
) -> list[Any]:
    """Fakes of tensors, on another device. `numbers_stay`: all but those without dimensions."""
    with FakeTensorMode(allow_non_fake_inputs=True):
        return [
            torch.empty_strided(
                item.shape,
                item.stride(),
                dtype=item.dtype,
                device=item.device if numbers_stay and not item.dim() else device,
                requires_grad=item.requires_grad,
            )
            for item in tensors
        ]


def traced(function: Callable[..., Any], fake: Sequence[Any]) -> torch.fx.GraphModule:
    """The graph of a function of fake tensors, as AOTAutograd makes it without gradients."""
    found: list[torch.fx.GraphModule] = []

    def keep(module: torch.fx.GraphModule, _: object) -> Any:
        found.append(module)
        return make_boxed_func(module.forward)

    with fake[0].fake_mode, torch.no_grad():
        aot_function(function, keep, decompositions=dict(decompositions()))(*fake)
    without_copies(found[0])
    return found[0]


def of_module(
    module: torch.nn.Module, inputs: Sequence[Any]
) -> tuple[Callable[..., Any], list[Any]]:
    """A module as a function of its parameters, buffers and inputs, and these."""
    state = {**dict(module.named_parameters()), **dict(module.named_buffers())}

    def function(*given: Any) -> Any:
        held = dict(zip(state, given, strict=False))
        return functional_call(module, held, given[len(state) :])

    return function, [*state.values(), *inputs]


def forward_and_backward(
    function: Callable[..., Any], inputs: Sequence[Any]
) -> list[torch.fx.GraphModule]:
    """The graphs of a function and of its gradients, for tensors on a GPU.

    PyTorch makes no backward graph without a GPU, because autograd asks for its streams. So both
    are made for the CPU, and their nodes are called again with tensors of a GPU.
    """
    found: list[tuple[torch.fx.GraphModule, Sequence[Any]]] = []

    def keep(module: torch.fx.GraphModule, given: Sequence[Any]) -> Any:
        found.append((module, given))
        return make_boxed_func(module.forward)

    fake = fakes(inputs, CPU)
    table = dict(decompositions())
    with fake[0].fake_mode:
        compiled = aot_function(function, keep, keep, partition, decompositions=table)
        result = compiled(*fake)
        result.backward(torch.empty_like(result))
    return [_moved(module, given) for module, given in found]


def _moved(module: torch.fx.GraphModule, inputs: Sequence[Any]) -> torch.fx.GraphModule:
    """A graph of the CPU, on the GPU."""
    without_copies(module)
    for node in module.graph.nodes:
        if "device" in node.kwargs:
            node.kwargs = {**node.kwargs, "device": GPU}
    module.recompile()
    given = fakes([item.detach() for item in inputs])
    with given[0].fake_mode:
        made = make_fx(module, tracing_mode="real")(*given)
    made.graph.eliminate_dead_code()
    made.recompile()
    return made
