"""Measures importing and compiling with default policies, and how the time grows with the model.

    python -m benchmarks.overheads.compile_time bert_base.onnx --nodes 500 1000 2000 4000

The synthetic models are stacks of a gated perceptron with normalisations, ten nodes a block. Those
called "varied" have another width in every block, so that few kernels are equal. Repositories are
empty, and the compile cache is not used.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from aoe.application.model.compilation import compile_known
from aoe.application.model.machine import this_machine
from aoe.application.model.request.cache_request import CacheRequest
from aoe.application.model.source import Source
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.settings import read_settings
from benchmarks.report import Row, benchmark_parser, existing_model, print_report
from benchmarks.sessions import repository_at

ROWS, WIDTH = 32, 64

#: A block: operator, inputs, output; {0} is the block's number, {1} what the block before gives.
BLOCK = (
    ("LayerNormalization", ("{1}", "scale"), "normal{0}"),
    ("MatMul", ("normal{0}", "up{0}"), "wide{0}"),
    ("Add", ("wide{0}", "bias{0}"), "sum{0}"),
    ("Sigmoid", ("sum{0}",), "gate{0}"),
    ("Mul", ("sum{0}", "gate{0}"), "gated{0}"),
    ("MatMul", ("gated{0}", "down{0}"), "narrow{0}"),
    ("Add", ("narrow{0}", "{1}"), "joined{0}"),
    ("Transpose", ("joined{0}",), "turned{0}"),
    ("Softmax", ("turned{0}",), "shares{0}"),
    ("Transpose", ("shares{0}",), "block{0}"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures every model once and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument(
        "models", nargs="*", type=existing_model, help=".onnx files of static shapes"
    )
    parser.add_argument("--nodes", nargs="*", type=int, default=[500, 1000, 2000, 4000])
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, repository_at(Path(folder)):
        rows = [measure(path.stem, path, options.threads) for path in options.models]
        for nodes in options.nodes:
            for varied in (False, True):
                name = f"{'varied' if varied else 'equal'} blocks"
                rows.append(measure(name, stack(nodes, varied), options.threads))
    print_report(
        "Compile time", rows, options.json, ["seconds, one run each; without the compile cache"]
    )
    return 0


def measure(name: str, source: Path | onnx.ModelProto, threads: int) -> Row:
    """Returns the row of one compilation: seconds of each stage."""
    start = time.perf_counter()
    model = load_onnx(source)
    nodes = len(model.graph)
    loaded = time.perf_counter()
    graph = build(model, name)
    built = time.perf_counter()
    settings = read_settings()
    target = this_machine(threads, settings)
    compile_known(graph, Source(name), target, settings, cache=CacheRequest("disable"))
    done = time.perf_counter()
    return {
        "model": name,
        "nodes": nodes,
        "operators": len({node.operator.key for node in graph.operator_nodes}),
        "load": loaded - start,
        "build": built - loaded,
        "compile": done - built,
        "all": done - start,
    }


def stack(nodes: int, varied: bool) -> onnx.ModelProto:
    """Builds a synthetic model of at least `nodes` nodes."""
    random = np.random.default_rng(0)
    weights: dict[str, np.ndarray] = {"scale": np.ones(WIDTH, np.float32)}
    made, value = [], "x"
    for number in range(-(-nodes // len(BLOCK))):
        wide = WIDTH + 8 * number if varied else WIDTH
        for name, shape in (("up", (WIDTH, wide)), ("bias", (wide,)), ("down", (wide, WIDTH))):
            array = random.standard_normal(shape, dtype=np.float32) / 8
            weights[f"{name}{number}"] = array
        for op_type, inputs, output in BLOCK:
            names = [item.format(number, value) for item in inputs]
            made.append(helper.make_node(op_type, names, [output.format(number)]))
        value = f"block{number}"
    whole = [ROWS, WIDTH]
    graph = helper.make_graph(
        made,
        "stack",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, whole)],
        [helper.make_tensor_value_info(value, TensorProto.FLOAT, whole)],
        [numpy_helper.from_array(array, name) for name, array in weights.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


if __name__ == "__main__":
    sys.exit(main())
