"""Graphs of tensors on a GPU that is not there: PyTorch's fake tensors know no memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch._functorch.aot_autograd import aot_function
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx

from aoe.torch.decompositions import decompositions
from aoe.torch.mutations import without_copies

GPU = torch.device("cuda:0")


def fakes(tensors: Sequence[Any], device: torch.device = GPU) -> list[Any]:
    """Fakes of tensors, on another device; what has no dimensions stays where it is."""
    with FakeTensorMode(allow_non_fake_inputs=True):
        return [
            torch.empty_strided(
                item.shape,
                item.stride(),
                dtype=item.dtype,
                device=device if item.dim() else item.device,
            )
            for item in tensors
        ]


def traced(function: Callable[..., Any], fake: Sequence[Any]) -> torch.fx.GraphModule:
    """The graph of a function of fake tensors, as AOTAutograd makes it without gradients."""
    found: list[torch.fx.GraphModule] = []

    def keep(module: torch.fx.GraphModule, _: object) -> Any:
        found.append(module)
        return module.forward

    with fake[0].fake_mode, torch.no_grad():
        aot_function(function, keep, decompositions=dict(decompositions()))(*fake)
    without_copies(found[0])
    return found[0]


def moved(module: torch.fx.GraphModule, inputs: Sequence[Any]) -> torch.fx.GraphModule:
    """A graph of the CPU, on the GPU. `inputs`: its inputs on the CPU.

    PyTorch makes no backward graph without a GPU, because autograd asks for its streams.
    """
    for node in module.graph.nodes:
        given: Mapping[str, Any] = node.kwargs
        if "device" in given:
            node.kwargs = {**given, "device": GPU}
    module.recompile()
    return make_fx(module, tracing_mode="real")(*fakes(inputs))
