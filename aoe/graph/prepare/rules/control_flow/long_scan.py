"""Makes a Loop of each Scan that has too many iterations to be unrolled.

The body reads its rows of the sequences by the number of the iteration.
`aoe.graph.prepare.loops.form` computes the Loop.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    has_shape,
    integer,
    integers,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for

_INT64 = onnx_ir.DataType.INT64


@rule_for("Scan")
def long_scan(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Scan that no other rule took."""
    if not has_shape(*node.inputs):
        return None
    values = [value for value in node.inputs if value is not None]
    scanned = integer(node, "num_scan_inputs", 1)
    states, sequences = values[: len(values) - scanned], values[len(values) - scanned :]
    collected = len(node.outputs) - len(states)
    output_axes = integers(node, "scan_output_axes") or (0,) * collected
    backwards = integers(node, "scan_input_directions") or (0,) * scanned
    reversed_outputs = integers(node, "scan_output_directions") or (0,) * collected
    places = [
        axis % len(shape_of(value))
        for axis, value in zip(
            integers(node, "scan_input_axes") or (0,) * scanned, sequences, strict=True
        )
    ]
    rows = node.outputs[len(states) :]
    if any(axis and value.shape is None for axis, value in zip(output_axes, rows, strict=True)):
        return None
    steps = shape_of(sequences[0])[places[0]]
    if steps == 0:
        return None
    body = node.attributes["body"].as_graph().clone(allow_outer_scope_values=True)
    numbers = [build.constant(np.asarray(item, np.int64)) for item in (steps, steps - 1)]
    _read_rows(body, sequences, places, backwards, numbers[1])
    attributes = [onnx_ir.AttrGraph("body", body)]
    inputs = [numbers[0], None, *states]
    loop = onnx_ir.Node("", "Loop", inputs, attributes, num_outputs=len(node.outputs))
    loop.name = f"{node.name}_loop"
    for old, new in zip(node.outputs, loop.outputs, strict=True):
        new.name = build.unused(f"{old.name or node.name}_of_loop")
    build.nodes.append(loop)
    results = list(loop.outputs[: len(states)])
    for value, like, axis, back in zip(
        loop.outputs[len(states) :], rows, output_axes, reversed_outputs, strict=True
    ):
        results.append(_arranged(build, value, like, axis, bool(back)))
    return results


def _read_rows(
    body: onnx_ir.Graph,
    sequences: Sequence[onnx_ir.Value],
    axes: Sequence[int],
    backwards: Sequence[int],
    last: onnx_ir.Value,
) -> None:
    """Makes the body of a Scan that of a Loop.

    Args:
        body: The body, changed in place.
        sequences: The sequences that it reads.
        axes: The dimension of each that is scanned.
        backwards: Whether each is read from its end.
        last: The number of the last iteration.
    """
    number = onnx_ir.Value(
        name="scan_number", shape=onnx_ir.Shape(()), type=onnx_ir.TensorType(_INT64)
    )
    boolean = onnx_ir.TensorType(onnx_ir.DataType.BOOL)
    goes_on = onnx_ir.Value(name="scan_goes_on", shape=onnx_ir.Shape(()), type=boolean)
    states = list(body.inputs[: len(body.inputs) - len(sequences)])
    formal = list(body.inputs[len(states) :])
    again = onnx_ir.Node("", "Identity", [goes_on])
    again.outputs[0].name = "scan_goes_on_again"
    from_end = onnx_ir.Node("", "Sub", [last, number])
    from_end.outputs[0].name = "scan_number_from_end"
    front = [again, from_end]
    for place, (row, value, axis) in enumerate(zip(formal, sequences, axes, strict=True)):
        at = from_end.outputs[0] if backwards[place] else number
        convert = onnx_ir.convenience.convert_attributes({"axis": axis})
        read = onnx_ir.Node("", "Gather", [value, at], convert)
        read.outputs[0].name = f"scan_row_{place}"
        front.append(read)
        row.replace_all_uses_with(read.outputs[0], replace_graph_outputs=True)
    first = next(iter(body), None)
    if first is None:
        body.extend(front)
    else:
        body.insert_before(first, front)
    body.inputs.clear()
    body.inputs.extend([number, goes_on, *states])
    body.outputs.insert(0, again.outputs[0])


def _arranged(
    build: Builder, rows: onnx_ir.Value, like: onnx_ir.Value, axis: int, back: bool
) -> onnx_ir.Value:
    """Collected rows in the order and along the dimension that an output of Scan has."""
    if back:
        bounds = [build.integers([item]) for item in (-1, np.iinfo(np.int64).min, 0, -1)]
        rows = build.infer("Slice", rows, *bounds)
    if not axis:
        return rows
    assert like.shape is not None
    rank = len(like.shape)
    order = list(range(1, rank))
    order.insert(axis % rank, 0)
    return build.infer("Transpose", rows, perm=order)


RULES: tuple[Rule, ...] = (long_scan,)
