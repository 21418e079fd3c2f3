"""Measures the error of Winograd's convolution against float64, beside the direct algorithm's.

    python -m benchmarks.winograd_accuracy

The layers are those of ResNet-50 and VGG-19, with activations as a ReLU leaves them and weights as
they are initialised. Errors are relative to the largest absolute result, as the implementation's
`tolerance` is: the largest error and the root of the mean square.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from aoe.backends.compilation import compile_graph
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import host_target
from aoe.backends.session import InferenceSession
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import reference
from aoe.policy import Policy
from aoe.runtime.offline_model import Manifest
from aoe.tuning.workload.single_operator import single_operator_graph, stored_arrays
from benchmarks.report import Row, benchmark_parser, print_report

#: Channels (in and out) and side of the image.
LAYERS = ((64, 56), (128, 28), (256, 14), (512, 7), (512, 14))


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a row for every layer and algorithm."""
    options = benchmark_parser(__doc__).parse_args(arguments)
    target = host_target(threads=1)
    rows = [row for channels, side in LAYERS for row in layer_rows(channels, side, target)]
    tolerance = implementations()["conv_winograd"].tolerance
    notes = [f"errors relative to the largest |result|; tolerance of conv_winograd: {tolerance}"]
    print_report("Accuracy of Winograd's convolution", rows, options.json, notes)
    return 0


def layer_rows(channels: int, side: int, target: CpuTarget) -> Iterator[Row]:
    """Yields the errors of each algorithm on one layer."""
    operator, arrays = layer(channels, side)
    exact = reference(operator, arrays).astype(np.float64)
    for algorithm, policy in algorithms(operator, target):
        error = np.abs(computed(operator, arrays, policy, target) - exact) / np.abs(exact).max()
        yield {
            "channels": channels,
            "image": f"{side}×{side}",
            "algorithm": algorithm,
            "largest error": float(error.max()),
            "root mean square": float(np.sqrt((error**2).mean())),
        }


def layer(channels: int, side: int) -> tuple[Operator, list[np.ndarray]]:
    """Returns a 3×3 convolution without an epilogue, and its input arrays."""
    x = Operand("float32", (1, channels, side, side), (0, 2, 3, 1))
    w = Operand.row_major("float32", (channels, channels, 3, 3), constant=True)
    window = (("dilations", (1, 1)), ("group", 1), ("pads", (1, 1, 1, 1)), ("strides", (1, 1)))
    generator = np.random.default_rng(channels + side)
    activations = np.maximum(generator.standard_normal(x.shape), 0)
    weights = generator.standard_normal(w.shape) * np.sqrt(2 / (9 * channels))
    arrays = [activations.astype(np.float32), weights.astype(np.float32)]
    return Operator("Conv", window, (x, w), x, 2), arrays


def algorithms(operator: Operator, target: CpuTarget) -> Iterator[tuple[str, Policy]]:
    """Yields the direct algorithm and each of Winograd's transforms with a default policy."""
    yield "direct", implementations()["conv_direct"].default(operator, target)
    seen: set[str] = set()
    for policy in implementations()["conv_winograd"].space(operator, target):
        transform = str(dict(policy.format)["transform"])
        if transform not in seen:
            seen.add(transform)
            yield f"Winograd {transform}", policy


def computed(
    operator: Operator, arrays: Sequence[np.ndarray], policy: Policy, target: CpuTarget
) -> np.ndarray:
    """Returns the operator's result under a policy, compiled and run, in (N, C, H, W)."""
    inputs, constants = stored_arrays(operator, arrays)
    graph = replace(single_operator_graph(operator), constants=constants)
    model = compile_graph(graph, {operator.key: policy}, Manifest("winograd", target))
    with InferenceSession(model, threads=1) as session:
        (result,) = session.run(None, dict(zip(graph.inputs, inputs, strict=True)))
    return result.transpose(np.argsort(operator.output.order))


if __name__ == "__main__":
    sys.exit(main())
