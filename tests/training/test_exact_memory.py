"""The memory of a step in float64 is no more than what is estimated before."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable

import numpy as np
import onnx_ir
import pytest

from aoe.frontends.graph_builder import GraphBuilder
from aoe.graph.pipeline import prepared_graph
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.evaluate import evaluate
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, Tensor
from aoe.operators.types.attention.attention import attention
from aoe.operators.types.attention.attention_gradient import attention_gradient
from aoe.operators.useful_work import multiply_adds
from aoe.training.exact_step import _bytes, _work


def graph_of(
    shape: tuple[int, ...], make: Callable[[GraphBuilder, onnx_ir.Value], onnx_ir.Value]
) -> OperatorGraph:
    """What is made of an input of float64."""
    builder = GraphBuilder("memory", ("result",))
    made = builder.named(make(builder, builder.input("x", np.float64, shape)), "result")
    return prepared_graph(builder.model([made]), "memory").unfused


def peak(graph: OperatorGraph) -> int:
    """The most memory that its values take, with inputs, while Python looks for no cycles."""
    random = np.random.default_rng(0)
    given = {name: random.standard_normal(graph.tensors[name].shape) for name in graph.inputs}
    gc.disable()
    tracemalloc.start()
    try:
        evaluate(graph, given)
        held = sum(array.nbytes for array in given.values())
        return tracemalloc.get_traced_memory()[1] + held
    finally:
        tracemalloc.stop()
        gc.enable()


def chain(builder: GraphBuilder, x: onnx_ir.Value) -> onnx_ir.Value:
    for _ in range(40):
        x = builder.node("Sigmoid", x)
    return x


def seen_for_long(builder: GraphBuilder, x: onnx_ir.Value) -> onnx_ir.Value:
    """Sums of transposed arrays, which are read as they are only once, long before."""
    seen = []
    for _ in range(20):
        x = builder.node("Sigmoid", x)
        seen.append(builder.node("Transpose", x, perm=[1, 0]))
    total = seen[0]
    for item in seen[1:]:
        total = builder.node("Add", total, item)
    return total


def convolved(builder: GraphBuilder, x: onnx_ir.Value) -> onnx_ir.Value:
    return builder.node("Conv", x, np.ones((8, 28, 3, 3)), pads=[1, 1, 1, 1])


def pooled(op_type: str) -> Callable[[GraphBuilder, onnx_ir.Value], onnx_ir.Value]:
    return lambda builder, x: builder.node(op_type, x, kernel_shape=[5, 5])


@pytest.mark.parametrize(
    ("shape", "make"),
    [
        ((200, 500), chain),
        ((200, 500), seen_for_long),
        ((1, 28, 200, 200), convolved),
        ((1, 4, 200, 200), pooled("MaxPool")),
        ((1, 4, 200, 200), pooled("AveragePool")),
    ],
)
def test_memory_is_within_the_estimate(
    shape: tuple[int, ...], make: Callable[[GraphBuilder, onnx_ir.Value], onnx_ir.Value]
) -> None:
    graph = graph_of(shape, make)
    assert peak(graph) <= _bytes(graph)


def graph_of_operator(operator: Operator) -> OperatorGraph:
    """The graph of one operator."""
    operands = {f"x{number}": item for number, item in enumerate(operator.inputs)}
    tensors = {
        name: Tensor(item.dtype, item.shape, tuple(range(len(item.shape))))
        for name, item in (operands | {"y": operator.output}).items()
    }
    node = OperatorNode("n", operator, tuple(operands), "y", (("n", operator.type),))
    return OperatorGraph("memory", tuple(operands), ("y",), tensors, {}, (node,))


def attentions() -> list[Operator]:
    """Attention of few columns and many rows, and its gradient."""
    batch, heads, rows, columns = 2, 2, 256, 4
    queries = Operand.row_major("float64", (batch, heads, rows, columns))
    keys = Operand.row_major("float64", (batch, heads, columns, rows))
    mask = Operand.row_major("float64", (1, 1, rows, rows))
    factors = (queries, keys, queries)
    scaled = apply("mul", Accumulator(), Constant(0.5))
    found = []
    for is_causal in (False, True):
        found.append(attention(factors, scaled, (), queries, is_causal))
        found.append(attention(factors, apply("add", scaled, Load(3)), (mask,), queries, is_causal))
        found.append(attention_gradient(factors, queries, mask, 0.5, is_causal))
    return found


@pytest.mark.parametrize("operator", attentions(), ids=lambda operator: operator.key)
def test_the_scores_of_attention_are_in_the_estimate(operator: Operator) -> None:
    graph = graph_of_operator(operator)
    assert peak(graph) <= _bytes(graph)
    assert _work(graph) > multiply_adds(operator) + 10 * 2 * 2 * 256**2
