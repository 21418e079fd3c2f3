"""Measures how long a large graph takes until subgraph tuning can measure its first candidates.

    python -m benchmarks.overheads.large_graph --nodes 300 600 900

The synthetic models are densely connected: in a block, each layer reads all layers before it;
between blocks there are a convolution and a pooling. No two layers have equal shapes, so nothing is
skipped because it was seen before. Nothing is compiled.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from aoe.application.model.machine import this_machine
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.settings import read_settings
from aoe.target import Target
from aoe.tuning.subgraph.subgraph_search import start_subgraph_search
from aoe.tuning.subgraph.subgraph_tuning import default_policies, subgraph_tasks
from aoe.tuning.tuning_task import BATCH
from aoe.tuning.workload.subgraph_model import KnownOperators
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.sessions import repository_at

#: Layers of a block, channels that a layer adds, and pixels of a side.
LAYERS, GROWTH, SIDE = 12, 8, 16


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures a model of each size once and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--nodes", nargs="*", type=int, default=[300, 600, 900])
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, repository_at(Path(folder)):
        target = this_machine(options.threads, read_settings())
        rows = [measure(dense(nodes), target) for nodes in options.nodes]
    print_report(
        "First candidates of large graphs",
        rows,
        options.json,
        [f"seconds, one run each; first candidates: {BATCH} of every distinct subgraph at most"],
    )
    return 0


def measure(source: onnx.ModelProto, target: Target) -> Row:
    """Returns a row: the seconds of each step before the first measurement."""
    start = time.perf_counter()
    prepared = prepared_graph(load_onnx(source), "dense")
    ready = time.perf_counter()
    tasks = subgraph_tasks([prepared], KnownOperators(target))
    defaults = default_policies([prepared])
    cut = time.perf_counter()
    candidates = 0
    for task in tasks:
        search = start_subgraph_search(task.workload, defaults[task.workload.key], None)
        candidates += len(search.next_batch(BATCH))
    done = time.perf_counter()
    return {
        "nodes": len(source.graph.node),
        "subgraphs": len(tasks),
        "candidates": candidates,
        "prepare": ready - start,
        "partition": cut - ready,
        "candidates, s": done - cut,
        "partition and candidates": done - ready,
    }


def dense(nodes: int) -> onnx.ModelProto:
    """Builds a synthetic model of at least `nodes` nodes."""
    random = np.random.default_rng(0)
    weights: dict[str, np.ndarray] = {}
    made: list[onnx.NodeProto] = []

    def add(op_type: str, inputs: Sequence[str], **attributes: Any) -> str:
        name = f"v{len(made)}"
        made.append(helper.make_node(op_type, inputs, [name], **attributes))
        return name

    def convolution(value: str, filters: int, channels: int, size: int) -> str:
        name = f"w{len(made)}"
        shape = (filters, channels, size, size)
        weights[name] = random.standard_normal(shape, dtype=np.float32) / 16
        return add("Conv", [value, name], pads=[size // 2] * 4)

    value, channels, block = "x", 16, 0
    while len(made) < nodes:
        block += 1
        for layer in range(LAYERS):
            inner = 32 + block + 16 * (layer % 2)
            narrow = convolution(add("Relu", [value]), inner, channels, 1)
            new = convolution(add("Relu", [narrow]), GROWTH, inner, 3)
            value, channels = add("Concat", [value, new], axis=1), channels + GROWTH
        value, channels = convolution(value, 16 + block, channels, 1), 16 + block
        value = add("AveragePool", [value], kernel_shape=[3, 3], pads=[1] * 4)
    graph = helper.make_graph(
        made,
        "dense",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 16, SIDE, SIDE])],
        [helper.make_tensor_value_info(value, TensorProto.FLOAT, [1, channels, SIDE, SIDE])],
        [numpy_helper.from_array(array, name) for name, array in weights.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


if __name__ == "__main__":
    sys.exit(main())
