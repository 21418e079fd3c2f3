"""The suite's models that are neither image networks nor transformers: an LSTM and DLRM."""

from __future__ import annotations

import numpy as np
import onnx

from benchmarks.models.finishing import finished
from benchmarks.models.graph import Graph
from benchmarks.models.layers import gemm


def bilstm2() -> onnx.ModelProto:
    """Builds two bidirectional LSTM layers of 256 units and a dense layer, for 64 steps.

    The graph is that of PyTorch's older exporter: initial states are expanded from constants by
    the batch size, which is read from the input's shape.
    """
    g = Graph("bilstm2")
    x = g.input("x", 64, 1, 128)
    for _ in range(2):
        x = _bidirectional_lstm(g, x, 256)
    product = g.node("MatMul", x, g.weight((512, 64), 512))
    return finished(g, g.node("Add", g.constant(g.uniform(-0.1, 0.1, 64)), product))


def _bidirectional_lstm(g: Graph, x: str, units: int) -> str:
    """Adds a layer over T×1×C whose result is T×1×2·units."""
    steps, batch, width = g.shape(x)
    zeros = [_constant(g, np.zeros((2, 1, units), np.float32)) for _ in range(2)]
    states = [_initial_state(g, x, item, units) for item in zeros]
    bound = units**-0.5
    parameters = (
        g.uniform(-bound, bound, 2, 4 * units, width),
        g.uniform(-bound, bound, 2, 4 * units, units),
        g.uniform(-bound, bound, 2, 8 * units),
    )
    outputs = g.node_outputs(
        "LSTM",
        [x, *map(g.constant, parameters), "", *states],
        3,
        direction="bidirectional",
        hidden_size=units,
    )
    y = g.node("Transpose", outputs[0], perm=(0, 2, 1, 3))
    return g.node("Reshape", y, _constant(g, np.array((steps, batch, 2 * units), np.int64)))


def _initial_state(g: Graph, x: str, zeros: str, units: int) -> str:
    """Adds what the exporter writes for a state of zeros of the input's batch size."""
    batch = g.node("Gather", g.node("Shape", x), _constant(g, np.array(1, np.int64)))
    batch = g.node("Unsqueeze", batch, _constant(g, np.array((0,), np.int64)))
    directions, size = (_constant(g, np.array((item,), np.int64)) for item in (2, units))
    shape = g.node("Concat", directions, batch, size, axis=0)
    return g.node("Expand", zeros, shape)


def _constant(g: Graph, array: np.ndarray) -> str:
    """Adds a constant as a node, as the older exporter does, not as an initializer."""
    return g.node("Constant", value=onnx.numpy_helper.from_array(array))


def dlrm_b128() -> onnx.ModelProto:
    """Builds DLRM (Naumov et al., 2019): 26 tables of 2000 rows, 64 wide, for 128 samples."""
    g = Graph("dlrm_b128")
    tables, rows, width, batch = 26, 2000, 64, 128
    numbers = g.input("dense", batch, 13)
    indices = g.input("idx", batch, tables, dtype=np.int64)
    bottom = numbers
    for size in (512, 256, width):
        bottom = gemm(g, bottom, size, "relu")
    first = g.node("Unsqueeze", bottom, g.integers(1))
    offsets = g.constant(np.arange(tables, dtype=np.int64) * rows)
    table = g.constant(g.normal((tables * rows, width)) * np.float32(width**-0.5))
    looked_up = g.node("Gather", table, g.node("Add", indices, offsets), axis=0)
    vectors = g.node("Concat", first, looked_up, axis=1)
    products = g.node("MatMul", vectors, g.node("Transpose", vectors, perm=(0, 2, 1)))
    count = tables + 1
    products = g.node("Reshape", products, g.integers(-1, count * count))
    row, column = np.tril_indices(count, -1)
    pairs = g.node("Gather", products, g.constant(row * count + column), axis=1)
    top = g.node("Concat", bottom, pairs, axis=1)
    for size in (1024, 512, 256):
        top = gemm(g, top, size, "relu")
    return finished(g, g.node("Sigmoid", gemm(g, top, 1)))
