"""Unrolls Scan and Loop.

A Loop is unrolled where its trip count is known (`trip_count`). `aoe.graph.prepare.loops.form`
takes the others. `long_scan` makes a Loop of a Scan that is too long. `branches` takes If.

`aoe.graph.import_graph` refuses what is left, for the reason that `control_flow_problem` gives.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.graph.prepare.checks.loop_conditions import stays_true
from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    has_shape,
    integer,
    integers,
    integers_of,
    operand,
    scalar_of,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.control_flow.trip_count import counted_iterations
from aoe.graph.prepare.rules.control_flow.untaken_branch import ALWAYS_ENTERED

#: Most nodes that unrolling one Loop or Scan may make.
MOST_NODES = 50_000

CONTROL_FLOW = frozenset({"If", "Loop", "Scan"})
#: The key of a node's metadata that says why its loop is not computed.
LOOP_PROBLEM = "aoe.loop_problem"


def control_flow_problem(node: onnx_ir.Node) -> str | None:
    """Why a control flow node is left; None for other nodes."""
    if node.op_type not in CONTROL_FLOW or node.domain:
        return None
    if node.op_type == "If":
        return f"its condition is computed, and {_problem_of_branches(node)}"
    if node.op_type == "Scan":
        return "the shapes of its inputs are not known, or it has no iterations"
    return str(node.meta.get(LOOP_PROBLEM, "the shapes of its inputs are not known"))


def _problem_of_branches(node: onnx_ir.Node) -> str:
    """Why no result of two branches can be selected."""
    branches = (node.attributes[name].as_graph() for name in ("then_branch", "else_branch"))
    for first, second in zip(*(graph.outputs for graph in branches), strict=True):
        if first.shape is not None and second.shape is not None:
            ranks = len(first.shape), len(second.shape)
            if ranks[0] != ranks[1]:
                return (
                    f"its branches give tensors of unequal rank, {ranks[0]} and {ranks[1]} "
                    f"dimensions; give {first.name!r} and {second.name!r} one rank by Unsqueeze"
                )
    return "the shapes of what its branches give are not known"


@rule_for("Loop")
def loop(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Loop is unrolled where its trip count is known."""
    body = node.attributes["body"].as_graph()
    count = _trip_count(node, body, build.version)
    if count is None:
        return None
    carried: list[onnx_ir.Value | None] = list(node.inputs[2:])
    outputs: list[Sequence[onnx_ir.Value]] = []
    true = build.constant(np.asarray(True))
    for iteration in range(count):
        number = build.constant(np.asarray(iteration, np.int64))
        results = build.inline(body, [number, true, *carried])
        carried = list(results[1 : 1 + len(carried)])
        outputs.append(results[1 + len(carried) :])
    collected = []
    for position in range(len(node.outputs) - len(carried)):
        pieces = [results[position] for results in outputs]
        if pieces:
            collected.append(_stacked(build, pieces, 0))
        else:
            collected.append(_empty_stack(build, body.outputs[1 + len(carried) + position]))
    return [*carried, *collected]


def _trip_count(node: onnx_ir.Node, body: onnx_ir.Graph, version: int) -> int | None:
    """The trip count of a Loop; None if it is unknown or too large."""
    trips, condition = operand(node, 0), operand(node, 1)
    entered = condition is None or ALWAYS_ENTERED in node.meta
    begins = 1.0 if entered else scalar_of(condition)
    if begins == 0.0:
        return 0
    limit = MOST_NODES // max(nodes_in(body), 1)
    most: tuple[int, ...] | None = (limit + 1,) if trips is None else integers_of(trips)
    if begins is None or most is None or (trips is not None and most[0] > limit):
        return None
    if most[0] <= 0 or (trips is not None and stays_true(body)):
        return max(most[0], 0)
    count = counted_iterations(node, version, most[0])
    return None if count is None or count > limit else count


def nodes_in(body: onnx_ir.Graph) -> int:
    """How many nodes a body has, those of bodies inside it among them."""
    return sum(1 for _ in body.all_nodes())


def _stacked(build: Builder, values: Sequence[onnx_ir.Value], axis: int) -> onnx_ir.Value:
    axes = build.integers([axis])
    rows = [build.infer("Unsqueeze", value, axes) for value in values]
    return build.infer("Concat", *rows, axis=axis)


def _empty_stack(build: Builder, like: onnx_ir.Value) -> onnx_ir.Value:
    """The stacked output of a loop without iterations.

    As in ONNX Runtime, sizes that the body leaves open are 0.
    """
    sizes = () if like.shape is None else like.shape
    shape = [size if isinstance(size, int) else 0 for size in sizes]
    dtype = like.dtype or onnx_ir.DataType.FLOAT
    return build.constant(np.zeros((0, *shape), dtype.numpy()))


@rule_for("Scan")
def scan(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Scan is unrolled: each iteration reads slices of the inputs, and the results are stacked."""
    body = node.attributes["body"].as_graph()
    scanned = integer(node, "num_scan_inputs", 1)
    carried: list[onnx_ir.Value | None] = list(node.inputs[: len(node.inputs) - scanned])
    sequences = [value for value in node.inputs[len(carried) :] if value is not None]
    if len(sequences) != scanned or not sequences or not has_shape(*sequences):
        return None
    axes = [
        axis % len(shape_of(value))
        for axis, value in zip(
            integers(node, "scan_input_axes") or (0,) * scanned, sequences, strict=True
        )
    ]
    steps = shape_of(sequences[0])[axes[0]]
    if steps * (nodes_in(body) + 2 * scanned) > MOST_NODES or steps == 0:
        return None
    backwards = integers(node, "scan_input_directions") or (0,) * scanned
    collected: list[Sequence[onnx_ir.Value]] = []
    for iteration in range(steps):
        slices = [
            _slice_of(build, value, axis, steps - 1 - iteration if back else iteration)
            for value, axis, back in zip(sequences, axes, backwards, strict=True)
        ]
        results = build.inline(body, [*carried, *slices])
        carried = list(results[: len(carried)])
        collected.append(results[len(carried) :])
    count = len(node.outputs) - len(carried)
    output_axes = integers(node, "scan_output_axes") or (0,) * count
    reversed_outputs = integers(node, "scan_output_directions") or (0,) * count
    joined = []
    for position in range(count):
        pieces = [results[position] for results in collected]
        if reversed_outputs[position]:
            pieces.reverse()
        joined.append(_stacked(build, pieces, output_axes[position]))
    return [*carried, *joined]


def _slice_of(build: Builder, value: onnx_ir.Value, axis: int, number: int) -> onnx_ir.Value:
    shape = shape_of(value)
    piece = build.piece(value, axis, number, number + 1)
    return build.reshape(piece, (*shape[:axis], *shape[axis + 1 :]))


RULES: tuple[Rule, ...] = (loop, scan)
