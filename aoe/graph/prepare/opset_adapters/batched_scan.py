"""Unrolls Scan of operator set 8, which also loops over a batch.

Scan of later operator sets has no batch. New nodes have the form of operator set 9: axes are
attributes.
"""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir

from aoe.graph.prepare.opset_adapters.adapter import NotConvertibleError, adapter
from aoe.graph.prepare.rewriting import Builder, has_shape, integer, integers, shape_of
from aoe.graph.prepare.rules.control_flow.scan_and_loop import MOST_NODES

#: Why a Scan cannot be unrolled.
_PROBLEM = (
    "it has a batch dimension that later ones have not, and the shapes of its inputs are not "
    "known, its sequences differ in length, or it has too many steps"
)


def _batched_scan(node: onnx_ir.Node, build: Builder) -> Sequence[onnx_ir.Value]:
    given = [value for value in node.inputs[1:] if value is not None]
    if node.inputs[0] is not None or not has_shape(*given):
        raise NotConvertibleError(_PROBLEM)
    first = len(given) - integer(node, "num_scan_inputs", 1)
    batch, steps = shape_of(given[first])[:2]
    body = node.attributes["body"].as_graph()
    size = sum(1 for _ in body.all_nodes()) + 4 * len(given)
    if not batch or not steps or batch * steps * size > MOST_NODES:
        raise NotConvertibleError(_PROBLEM)
    members = [
        _scan_member(node, build, body, given[:first], given[first:], member)
        for member in range(batch)
    ]
    return [_stacked(build, [member[i] for member in members]) for i in range(len(node.outputs))]


def _scan_member(
    node: onnx_ir.Node,
    build: Builder,
    body: onnx_ir.Graph,
    states: Sequence[onnx_ir.Value],
    sequences: Sequence[onnx_ir.Value],
    member: int,
) -> list[onnx_ir.Value]:
    """The final states and the stacked outputs of one member of the batch."""
    carried = [_element(build, value, member) for value in states]
    rows = [_element(build, value, member) for value in sequences]
    steps = shape_of(rows[0])[0]
    backwards = integers(node, "directions") or (0,) * len(rows)
    collected: list[list[onnx_ir.Value]] = []
    for step in range(steps):
        slices = [
            _element(build, row, steps - 1 - step if back else step)
            for row, back in zip(rows, backwards, strict=True)
        ]
        results = build.inline(body, [*carried, *slices])
        carried = results[: len(states)]
        collected.append(results[len(states) :])
    return [*carried, *(_stacked(build, pieces) for pieces in zip(*collected, strict=True))]


def _element(build: Builder, value: onnx_ir.Value, number: int) -> onnx_ir.Value:
    piece = build.infer("Slice", value, axes=[0], starts=[number], ends=[number + 1])
    return build.infer("Squeeze", piece, axes=[0])


def _stacked(build: Builder, values: Sequence[onnx_ir.Value]) -> onnx_ir.Value:
    rows = [build.infer("Unsqueeze", value, axes=[0]) for value in values]
    return build.infer("Concat", *rows, axis=0)


ADAPTERS = (adapter(9, _batched_scan, "Scan"),)
