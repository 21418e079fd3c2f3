"""Graphs of tensors on a GPU are translated whole, and compiled for the architectures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import nn
from torch.nn import functional

from aoe.torch.decompositions.attention import ATTENTION
from aoe.torch.translate.translation import UntranslatedGraphError, translated
from tests.torch.gpu.fake_gpu import GPU, fakes, forward_and_backward, of_module, traced
from tests.torch.nets import Encoder, cnn, images, mlp, resnet, words
from tests.torch.training import close

NETS: dict[str, Callable[[], tuple[nn.Module, tuple[torch.Tensor, ...]]]] = {
    "mlp": lambda: (mlp(), (torch.randn(16, 20),)),
    "cnn": lambda: (cnn(), images()),
    "resnet": lambda: (resnet(), images()),
    "encoder": lambda: (Encoder(), words()),
}


@pytest.mark.parametrize("name", NETS)
def test_the_forward_graph_is_translated(name: str) -> None:
    module, inputs = NETS[name]()
    function, given = of_module(module, inputs)
    graph = traced(function, fakes(given))
    assert translated(graph, name, device=GPU).interface.nodes > 3


@pytest.mark.parametrize("name", NETS)
def test_the_graphs_of_a_step_are_translated(name: str) -> None:
    module, inputs = NETS[name]()
    for graph in forward_and_backward(*of_module(module, inputs)):
        assert translated(graph, name, device=GPU).interface.nodes > 3


def attention(call: Callable[..., Any], *more: Any) -> torch.fx.GraphModule:
    """The graph of one of PyTorch's operators of attention."""
    given = fakes([torch.randn(2, 3, 8, 4).half() for _ in range(3)])
    return traced(lambda q, k, v: call(q, k, v, *more)[0], given)


ATEN = torch.ops.aten


@pytest.mark.parametrize(
    ("call", "more"),
    [
        (ATEN._scaled_dot_product_flash_attention.default, (0.0, True)),
        (ATEN._scaled_dot_product_efficient_attention.default, (None, True)),
        (ATEN._scaled_dot_product_cudnn_attention.default, (None, True)),
    ],
    ids=["flash", "efficient", "cudnn"],
)
def test_attention_of_gpus_is_translated(call: Callable[..., Any], more: tuple[Any, ...]) -> None:
    graph = attention(call, *more)
    assert translated(graph, "attention", device=GPU).interface.nodes
    assert not any("scaled_dot_product" in str(node.target) for node in graph.graph.nodes)


#: What the gradients of operators of attention get behind the result and its sums.
SEED = torch.zeros((), dtype=torch.int64)
BEHIND: dict[str, tuple[Any, ...]] = {
    "flash": (SEED, SEED, 8, 8, 0.0, True, SEED, SEED),
    "efficient": (SEED, SEED, 0.0, (True, True, True, False), True),
    "cudnn": (SEED, SEED, None, SEED, SEED, 8, 8, 0.0, True),
}


@pytest.mark.parametrize("name", BEHIND)
def test_gradients_of_attention_of_gpus_are_those_of_autograd(name: str) -> None:
    """The functions that take the operators apart compute the same on a CPU."""
    q, k, v, gradient = (torch.randn(2, 3, 8, 4) for _ in range(4))
    given = [item.clone().requires_grad_() for item in (q, k, v)]
    expected = functional.scaled_dot_product_attention(*given, is_causal=True)
    right = torch.autograd.grad(expected, given, gradient)
    arguments = (0.0, True) if name == "flash" else (None, True, 0.0, True)
    y, sums, *_ = ATTENTION[f"_scaled_dot_product_{name}_attention.default"](q, k, v, *arguments)
    bias = (None,) if name == "efficient" else ()
    backward = ATTENTION[f"_scaled_dot_product_{name}_attention_backward.default"]
    found = backward(gradient, q, k, v, *bias, y, sums, *BEHIND[name])
    close(y, expected.detach())
    for one, other in zip(found[:3], right, strict=True):
        close(one, other)


@pytest.mark.parametrize("name", BEHIND)
def test_attention_with_dropout_stays_with_pytorch(name: str) -> None:
    call = getattr(ATEN, f"_scaled_dot_product_{name}_attention").default
    graph = attention(call, *((0.5,) if name == "flash" else (None, True, 0.5)))
    with pytest.raises(UntranslatedGraphError, match=f"_scaled_dot_product_{name}_attention"):
        translated(graph, "attention", device=GPU)


def test_products_under_autocast_of_a_gpu_are_of_its_type() -> None:
    module, inputs = mlp(), (torch.randn(16, 20),)
    function, given = of_module(module, inputs)
    before = torch.get_autocast_dtype("cuda")
    torch.set_autocast_enabled("cuda", True)
    torch.set_autocast_dtype("cuda", torch.bfloat16)
    try:
        graph = traced(function, fakes(given))
    finally:
        torch.set_autocast_enabled("cuda", False)
        torch.set_autocast_dtype("cuda", before)
    products = [node for node in graph.graph.nodes if "addmm" in str(node.target)]
    assert {node.meta["val"].dtype for node in products} == {torch.bfloat16}
    assert translated(graph, "mlp", device=GPU).interface.nodes
