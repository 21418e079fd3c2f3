"""What the forward pass saves for gradients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from functorch.compile import make_boxed_func
from torch._dynamo.backends.common import aot_autograd

from aoe.torch.joint.joint_graph import partition


def saved_types(call: Callable[[torch.Tensor], Any], x: torch.Tensor) -> list[torch.dtype]:
    """The element types of the results of the forward graph of a function."""
    found: list[torch.dtype] = []

    def compiled(module: torch.fx.GraphModule, inputs: Sequence[Any]) -> Any:
        (output,) = (node for node in module.graph.nodes if node.op == "output")
        found.extend(item.meta["val"].dtype for item in output.args[0])
        return make_boxed_func(module.forward)

    backend = aot_autograd(
        fw_compiler=compiled,
        bw_compiler=lambda module, inputs: make_boxed_func(module.forward),
        partition_fn=partition,
    )
    result = torch.compile(call, backend=backend)(x)
    result.sum().backward()
    return found


def test_a_max_pool_saves_a_byte_for_each_maximum() -> None:
    x = torch.randn(2, 3, 8, 8, requires_grad=True)
    # The result, the places, and what the gradient of exp reads.
    expected = [torch.float32, torch.uint8, torch.float32]
    assert saved_types(lambda x: F.max_pool2d(x, 2).exp(), x) == expected


def test_indices_are_saved_where_no_byte_would_do() -> None:
    x = torch.randn(1, 1, 40, 40, requires_grad=True)
    assert torch.int64 in saved_types(lambda x: F.max_pool2d(x, 20), x)
