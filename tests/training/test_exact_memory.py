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
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from aoe.training.exact_step import _bytes


def graph_of(
    shape: tuple[int, ...], make: Callable[[GraphBuilder, onnx_ir.Value], onnx_ir.Value]
) -> OperatorGraph:
    """What is made of an input of float64."""
    builder = GraphBuilder("memory", ("result",))
    made = builder.named(make(builder, builder.input("x", np.float64, shape)), "result")
    return prepared_graph(builder.model([made]), "memory").unfused


def peak(graph: OperatorGraph) -> int:
    """The most memory that its values take, with the input, while Python looks for no cycles."""
    array = np.random.default_rng(0).standard_normal(graph.tensors["x"].shape)
    gc.disable()
    tracemalloc.start()
    try:
        evaluate(graph, {"x": array})
        return tracemalloc.get_traced_memory()[1] + array.nbytes
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
