"""Compares tuning of single operators with TVM's MetaSchedule: the code found, and the seconds.

    python -m benchmarks.search.against_tvm --python tvm=/path/to/python --seconds 150

Each operator is an ONNX model of one node. MetaSchedule tunes it for `--seconds`, open-aoe from an
empty repository for less than a tenth of that, start and end included. Then the two results run in
turns on the same inputs (`benchmarks.peers.contest`). The same command with the same `--output`
goes on with the next operator after an interruption.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from math import prod, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from benchmarks.peers.__main__ import comparison_at, interpreters_of
from benchmarks.peers.contest import Entry, Plan
from benchmarks.peers.engine import FLOAT32
from benchmarks.peers.results import Comparison, Result
from benchmarks.report import Row, benchmark_parser, print_report

OURS, TVM = "open-aoe tuned", "TVM"
#: The part of MetaSchedule's seconds that open-aoe searches for. With what is around a search
#: (reading the model, starting processes, compiling the result) a tenth is not exceeded.
SHARE = 0.09


def main(arguments: Sequence[str] | None = None) -> int:
    """Tunes and compares the operators and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--operators", nargs="+", choices=OPERATORS, default=list(OPERATORS))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=150.0, help="MetaSchedule's, an operator")
    parser.add_argument("--measure", type=float, default=10.0, help="seconds of comparing each")
    parser.add_argument("--output", type=Path, default=Path("build/against_tvm"), metavar="FOLDER")
    parser.add_argument("--python", nargs="+", default=[], metavar="ENGINE=PATH")
    options = parser.parse_args(arguments)
    folder: Path = options.output.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    plan = Plan(
        entries=[Entry("open_aoe_tuned", FLOAT32), Entry("tvm", FLOAT32)],
        folder=folder / "prepared",
        seconds=options.measure,
        processes=3,
        budgets={"tvm": options.seconds, "open_aoe_tuned": options.seconds * SHARE},
        interpreters=interpreters_of(options.python),
        repository=None,
        builders=None,
    )
    rows: list[Row] = []
    failed = False
    for name in options.operators:
        path = folder / f"{name}.onnx"
        onnx.save(OPERATORS[name](), path)
        found = comparison_at(folder, path, options.threads, plan)
        rows.append(row_of(found))
        failed |= bool(found.failures)
        for item in found.absences:
            print(f"{name}: {item.engine}: {item.reason}", file=sys.stderr)
    notes = [
        f"threads: {options.threads}; µs of a run with NumPy inputs and outputs, medians of "
        "3 processes each; engines in turns",
        "seconds: all that tuning and compiling took, from an empty repository and database",
    ]
    print_report("Tuning against TVM's MetaSchedule", rows, options.json, notes)
    return int(failed)


def row_of(comparison: Comparison) -> Row:
    """Returns the row of an operator.

    "speed" is TVM's time over ours, "share of s" our seconds over its.
    """
    results: Mapping[str, Result] = {item.engine: item for item in comparison.results}
    ours, theirs = results.get(OURS), results.get(TVM)
    both = None if ours is None or theirs is None else (ours, theirs)
    return {
        "operator": comparison.model,
        "open-aoe µs": None if ours is None else ours.median * 1e6,
        "TVM µs": None if theirs is None else theirs.median * 1e6,
        "open-aoe spread": None if ours is None else ours.spread * 1e6,
        "TVM spread": None if theirs is None else theirs.spread * 1e6,
        "speed": None if both is None else both[1].median / both[0].median,
        "open-aoe s": None if ours is None else ours.prepare_seconds,
        "TVM s": None if theirs is None else theirs.prepare_seconds,
        "share of s": None if both is None else both[0].prepare_seconds / both[1].prepare_seconds,
        "largest error": max((item.error for item in comparison.results), default=None),
    }


def convolution(shape: Sequence[int], weights: Sequence[int], **attributes: Any) -> onnx.ModelProto:
    """Builds a convolution of an NCHW image, with constant weights and bias."""
    fan_in = prod(weights[1:])
    constants = {"w": normal(weights) / sqrt(fan_in), "b": normal(weights[:1])}
    return one_node("Conv", shape, constants, **attributes)


def one_node(
    operator: str,
    shape: Sequence[int],
    constants: Mapping[str, np.ndarray] | None = None,
    **attributes: Any,
) -> onnx.ModelProto:
    """Builds a model of one operator: an input `x`, the constants after it, and one output."""
    constants = constants or {}
    node = helper.make_node(operator, ["x", *constants], ["y"], **attributes)
    graph = helper.make_graph(
        [node],
        operator,
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [onnx.ValueInfoProto(name="y")],
        [numpy_helper.from_array(array, name) for name, array in constants.items()],
    )
    opsets = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    inferred = onnx.shape_inference.infer_shapes(model, strict_mode=True)
    onnx.checker.check_model(inferred)
    return inferred


def normal(shape: Sequence[int]) -> np.ndarray:
    """Returns seeded float32 numbers."""
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


#: From the models that are usual: a 3×3, a 1×1 and a strided 3×3 convolution of ResNet-50, a
#: depthwise one of MobileNet v2, a product of BERT, and its layer normalisation.
OPERATORS: Mapping[str, Callable[[], onnx.ModelProto]] = {
    "conv3x3": lambda: convolution((1, 128, 28, 28), (128, 128, 3, 3), pads=[1] * 4),
    "conv1x1": lambda: convolution((1, 256, 28, 28), (512, 256, 1, 1)),
    "conv3x3_stride2": lambda: convolution(
        (1, 128, 56, 56), (128, 128, 3, 3), pads=[1] * 4, strides=[2, 2]
    ),
    "depthwise3x3": lambda: convolution(
        (1, 144, 56, 56), (144, 1, 3, 3), pads=[1] * 4, group=144
    ),
    "matmul": lambda: one_node("MatMul", (128, 768), {"w": normal((768, 3072)) / 28}),
    "layer_normalization": lambda: one_node(
        "LayerNormalization", (512, 768), {"scale": normal((768,)), "bias": normal((768,))}
    ),
}  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
