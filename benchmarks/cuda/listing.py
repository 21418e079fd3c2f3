"""The kernels of a model on a GPU, one line for each operator, without a GPU: its type, what it
reads and writes, its default policy and the time expected of it.

    python -m benchmarks.cuda.listing MODEL.onnx [--precision MODE] [--device sm_90]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from aoe.application.model.request.precision_request import MODES
from aoe.application.model.source import load_profiles
from aoe.backends.cuda.target.devices import named_target
from aoe.backends.registry import default_estimate, default_policy
from aoe.errors import AoeError
from aoe.frontends.frontend import ModelOrigin
from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.precision.reduction_facts import ReductionFacts
from aoe.operators.operator import Operand
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.target import Target

#: Short names of element types.
_SHORT = {"float32": "f32", "float16": "f16", "bfloat16": "bf16", "int64": "i64", "int32": "i32"}


def graph_of(path: Path, mode: str | None, target: Target) -> OperatorGraph:
    """The operators of a model as they are compiled for a device, before any accuracy is known."""
    _, (prepared,) = load_profiles(ModelOrigin(path), [{}], target=target)
    graph = prepared.formed({})
    wanted = None if mode is None else MODES[mode]
    if wanted is None:
        return graph
    return ReducedPrecision(wanted, ReductionFacts(target)).applied_to(graph)


def described(operand: Operand) -> str:
    """An operand in a few letters: its type, its shape from the largest to the smallest stride."""
    shape = "x".join(str(operand.shape[axis]) for axis in operand.order) or "1"
    plain = tuple(range(len(operand.shape)))
    order = "" if operand.order == plain else "@" + "".join(map(str, operand.order))
    constant = "=" if operand.constant else ""
    return f"{_SHORT.get(operand.dtype, operand.dtype)}[{shape}]{order}{constant}"


def line(node: OperatorNode, target: Target) -> str:
    """What is printed of an operator."""
    operator = node.operator
    policy = default_policy(operator, target).to_json()
    inputs = " ".join(map(described, operator.inputs))
    outputs = " ".join(map(described, operator.outputs))
    seconds = default_estimate(operator, target)
    sources = "+".join(kind for _, kind in node.sources) or "-"
    return f"{operator.type:12} {seconds * 1e6:7.2f} us  {outputs} <- {inputs}  {policy}  {sources}"


def lines(graph: OperatorGraph, target: Target) -> Iterator[str]:
    """What is printed of a graph: its operators, and how often each type of element is written."""
    for node in graph.operator_nodes:
        yield line(node, target)
    kinds = Counter(node.operator.type for node in graph.operator_nodes)
    written = Counter(node.operator.output.dtype for node in graph.operator_nodes)
    seconds = sum(default_estimate(node.operator, target) for node in graph.operator_nodes)
    yield f"{sum(kinds.values())} operators {dict(kinds)}, written {dict(written)}"
    yield f"expected: {seconds * 1e3:.3f} ms"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the operators of a model."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cuda.listing")
    parser.add_argument("model", type=Path, help="an ONNX file whose shapes are fixed")
    parser.add_argument("--precision", choices=[*MODES], help="as --precision_mode of aoe")
    parser.add_argument("--device", default="sm_90", help="a GPU, such as sm_90 or sm_90_132c")
    options = parser.parse_args(arguments)
    name, _, count = options.device.removesuffix("c").rpartition("_")
    try:
        own = (name, int(count)) if name.count("_") == 1 else (options.device, None)
        target = named_target(*own)
        for text in lines(graph_of(options.model, options.precision, target), target):
            print(text)
    except (AoeError, ValueError) as error:
        parser.exit(1, f"error: {error}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
