"""Views that are saved for gradients are saved as what they are views of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from functorch.compile import make_boxed_func
from torch import nn
from torch._dynamo.backends.common import aot_autograd
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils.checkpoint import checkpoint

from aoe.graph import prepared_graph
from aoe.loops.expression import Load
from aoe.operators.operator import Operator
from aoe.torch.decompositions.table import decompositions
from aoe.torch.joint.joint_graph import partition
from aoe.torch.joint.saved_views import save_bases
from aoe.torch.layouts import seen_outputs
from aoe.torch.translate.step_graphs import translated_graph
from tests.torch.training import check_gradients

Call = Callable[..., Sequence[torch.Tensor]]


def forward_and_backward(
    call: Call, inputs: Sequence[torch.Tensor], seen: int, mode: str = "fake"
) -> tuple[torch.fx.GraphModule, torch.fx.GraphModule]:
    """A graph that saves all results of a function but the first ones, and one that returns what
    was saved, after `save_bases`.
    """
    forward = make_fx(call, tracing_mode=mode)(*inputs)
    results: Any = forward.graph.output_node().args[0]
    graph = torch.fx.Graph()
    saved = [graph.placeholder(node.name) for node in results[seen:]]
    for node, argument in zip(results[seen:], saved, strict=True):
        argument.meta = dict(node.meta)
    graph.output(tuple(saved))
    backward = torch.fx.GraphModule(torch.nn.Module(), graph)
    save_bases(forward, backward, seen)
    return forward, backward


def saved_shapes(
    call: Call, *inputs: torch.Tensor, seen: int = 1, mode: str = "fake"
) -> list[tuple[int, ...]]:
    """The shapes of what is saved. The backward graph gets the same values as before, and the user
    sees the same.
    """
    forward, backward = forward_and_backward(call, inputs, seen, mode)
    expected = call(*(item.clone() for item in inputs))
    results = forward(*(item.clone() for item in inputs))
    torch.testing.assert_close(results[:seen], tuple(expected[:seen]))
    found = backward(*results[seen:])
    torch.testing.assert_close(found, tuple(expected[seen:]))
    assert [item.stride() for item in found] == [item.stride() for item in expected[seen:]]
    arguments = [node for node in backward.graph.nodes if node.op == "placeholder"]
    saved: Any = forward.graph.output_node().args[0]
    assert [node.name for node in arguments] == [node.name for node in saved[seen:]]
    for node in backward.graph.nodes:
        assert node.op == "output" or (node.users and "val" in node.meta)
    return [tuple(node.meta["val"].shape) for node in arguments]


X, W = torch.randn(6, 4), torch.randn(4, 12)


def heads(x: torch.Tensor, w: torch.Tensor) -> Sequence[torch.Tensor]:
    """q, k and v of three heads."""
    parts = (x @ w).view(2, 3, 3, 2, 2).permute(2, 0, 3, 1, 4).unbind(0)
    return (x.exp(), *parts)


def test_the_product_is_saved_in_place_of_its_heads() -> None:
    assert saved_shapes(heads, X, W) == [(6, 12)]


def test_values_beside_the_views_stay_in_their_order() -> None:
    def call(x: torch.Tensor, w: torch.Tensor) -> Sequence[torch.Tensor]:
        first, second = (x @ w).split([5, 7], 1)
        return (x.exp(), x.sin(), second.t(), x.cos(), first.unsqueeze(0), x)

    assert saved_shapes(call, X, W) == [(6, 4), (6, 12), (6, 4), (6, 4)]


def test_a_view_is_not_saved_beside_what_it_is_a_view_of() -> None:
    def call(x: torch.Tensor, w: torch.Tensor) -> Sequence[torch.Tensor]:
        y = x @ w
        return (x.exp(), y[:, :2], y)

    assert saved_shapes(call, X, W) == [(6, 12)]


def part(x: torch.Tensor, w: torch.Tensor) -> Sequence[torch.Tensor]:
    first, second, _ = (x @ w).chunk(3, 1)
    return (x.exp(), first, second)


def one_view(x: torch.Tensor, w: torch.Tensor) -> Sequence[torch.Tensor]:
    return (x.exp(), (x @ w).view(2, 3, 12))


def of_an_argument(x: torch.Tensor, w: torch.Tensor) -> Sequence[torch.Tensor]:
    return (x @ w, *w.chunk(2, 1))


def of_what_the_user_sees(x: torch.Tensor, w: torch.Tensor) -> Sequence[torch.Tensor]:
    y = x @ w
    return (y, *y.chunk(2, 1))


def seen_themselves(x: torch.Tensor, w: torch.Tensor) -> Sequence[torch.Tensor]:
    first, second = (x @ w).chunk(2, 1)
    return (first, first, second)


def of_a_new_value(x: torch.Tensor, w: torch.Tensor) -> Sequence[torch.Tensor]:
    y = x @ w[:, :4]
    x.copy_(y)
    return (w.exp(), *y.chunk(2, 1))


@pytest.mark.parametrize(
    ("call", "shapes"),
    [
        (part, [(6, 4), (6, 4)]),
        (one_view, [(2, 3, 12)]),
        (of_an_argument, [(4, 6), (4, 6)]),
        (of_what_the_user_sees, [(6, 6), (6, 6)]),
        (seen_themselves, [(6, 6), (6, 6)]),
        (of_a_new_value, [(6, 2), (6, 2)]),
    ],
)
def test_other_views_are_saved_themselves(call: Call, shapes: list[tuple[int, ...]]) -> None:
    assert saved_shapes(call, X, W) == shapes


def test_views_of_open_sizes_are_saved_themselves() -> None:
    def call(x: torch.Tensor, w: torch.Tensor) -> Sequence[torch.Tensor]:
        return (x.exp(), *(x @ w).unbind(1))

    forward, _ = forward_and_backward(call, (X, W), 1, "symbolic")
    assert len(forward.graph.output_node().args[0]) == 13


class Attention(nn.Module):  # type: ignore[misc]
    """Attention as in timm, whose gradient reads q, k and v."""

    def __init__(self, repeated: bool = False) -> None:
        super().__init__()
        self.qkv, self.out = nn.Linear(24, 72), nn.Linear(24, 24)
        self.repeated = repeated

    def attended(self, x: Any) -> Any:
        batch, places, width = x.shape
        parts = self.qkv(x).reshape(batch, places, 3, 3, 8).permute(2, 0, 3, 1, 4)
        q, k, v = parts.unbind(0)
        found = F.scaled_dot_product_attention(q, k, v)
        return self.out(found.transpose(1, 2).reshape(batch, places, width))

    def forward(self, x: Any) -> Any:
        if self.repeated:
            return checkpoint(self.attended, x, use_reentrant=False)
        return self.attended(x)


def _copies(operator: Operator) -> bool:
    """Whether an operator only moves elements."""
    return operator.is_pointwise and operator.epilogue == Load(0)


def test_attention_copies_no_heads() -> None:
    models: dict[str, Any] = {}
    orders: dict[str, tuple[int, ...]] = {}

    def compiler(kind: str) -> Any:
        def compiled(module: torch.fx.GraphModule, _: Sequence[Any]) -> Any:
            place, seen = torch.device("cpu"), seen_outputs()
            made = translated_graph(kind, module, kind, orders, (), place, seen)
            models[kind] = made.model
            return make_boxed_func(module.forward)

        return compiled

    made = aot_autograd(
        fw_compiler=compiler("forward"),
        bw_compiler=compiler("backward"),
        decompositions=dict(decompositions()),
        partition_fn=partition,
    )
    model = nn.Sequential(nn.LayerNorm(24), Attention())
    torch.compile(model, backend=made)(torch.randn(2, 7, 24)).sum().backward()
    for kind in ("forward", "backward"):
        graph = prepared_graph(models[kind], kind).default
        assert not [node.name for node in graph.operator_nodes if _copies(node.operator)]


@pytest.mark.parametrize("repeated", [False, True])
@pytest.mark.parametrize("dynamic", [False, True])
def test_gradients_of_attention_are_those_of_eager_mode(repeated: bool, dynamic: bool) -> None:
    check_gradients(Attention(repeated), (torch.randn(2, 7, 24),), dynamic=dynamic)


def test_a_graph_that_pytorch_computes_in_part_gets_the_views() -> None:
    attention = Attention()

    def call(x: torch.Tensor) -> torch.Tensor:
        q, k, v = attention.qkv(x).chunk(3, -1)
        found: torch.Tensor = torch.special.bessel_j0(q.detach()) * q * k * v
        return found

    check_gradients(call, (torch.randn(2, 7, 24),))
