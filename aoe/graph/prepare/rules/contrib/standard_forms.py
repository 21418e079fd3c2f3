"""Operators of ONNX Runtime's domain that are older than their standard form.

PyTorch's, TensorFlow's and Keras' exporters wrote Trilu, GridSample, Range, ExpandDims,
ConvTransposeWithDynamicPads and UnfoldTensor while ONNX had no such operator.

Source: ONNX Runtime's documentation of the domain com.microsoft, and what its operators compute.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    attribute_values,
    constant_of,
    has_shape,
    integer,
    integers_of,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.shapes.shape_inference import infer_outputs


@rule_for("Trilu", "GridSample", "Range", "GatherND")
def standard_form(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Operators with the attributes and results of the standard one of their name. The limits of
    Range may be vectors of one element, the indices of GatherND int32.
    """
    given = [value for value in node.inputs if value is not None]
    if not given or not has_shape(*given):
        return None
    if node.op_type == "Range":
        limits = [build.reshape(value, ()) for value in given]
        given = [*limits, build.scalar(1, given[0])][:3]
    if node.op_type == "GatherND":
        given[1] = build.cast(given[1], onnx_ir.DataType.INT64)
    return build.infer(node.op_type, *given, **attribute_values(node))


@rule_for("Pad")
def padding(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Pad, whose pads may be a row of a matrix."""
    value, pads, filler = (operand(node, place) for place in range(3))
    if not has_shape(value, pads):
        return None
    assert pads is not None
    known = constant_of(pads)
    if known is not None:
        flat = build.integers(known.reshape(-1).tolist())
    else:
        flat = build.reshape(pads, (prod(shape_of(pads)),))
    if filler is not None and has_shape(filler):
        filler = build.reshape(filler, ())
    result = build.infer("Pad", value, flat, filler, **attribute_values(node))
    return result if has_shape(result) else None


@rule_for("ExpandDims")
def expanded(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ExpandDims along a known axis."""
    value, axis = operand(node, 0), integers_of(operand(node, 1))
    if axis is None or not has_shape(value):
        return None
    return build.infer("Unsqueeze", value, build.integers(axis))


@rule_for("ConvTransposeWithDynamicPads")
def transposed_convolution(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ConvTransposeWithDynamicPads with known pads."""
    value, filters, bias = (operand(node, place) for place in (0, 1, 3))
    pads = integers_of(operand(node, 2))
    if pads is None or not has_shape(value, filters):
        return None
    attributes = attribute_values(node) | {"pads": pads}
    result = build.infer("ConvTranspose", value, filters, bias, **attributes)
    return result if has_shape(result) else None


@rule_for("UnfoldTensor")
def windows(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """UnfoldTensor: the elements of each window along a dimension become the last dimension."""
    value = operand(node, 0)
    if value is None or not has_shape(value) or not shape_of(value):
        return None
    shape = shape_of(value)
    axis, size = integer(node, "dim", -1) % len(shape), integer(node, "size", 0)
    starts = np.arange(0, max(shape[axis] - size + 1, 0), max(integer(node, "step", 1), 1))
    places = build.constant(starts[:, None] + np.arange(size))
    found = build.infer("Gather", value, places, axis=axis)
    order = [d for d in range(len(shape) + 1) if d != axis + 1]
    return build.infer("Transpose", found, perm=[*order, axis + 1])


@rule_for("Unique")
def distinct(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Unique in the order of first occurrence; its second output says which one each is."""
    value = operand(node, 0)
    if value is None or not has_shape(value):
        return None
    unsorted = onnx_ir.convenience.convert_attributes({"sorted": 0})
    made = onnx_ir.Node("", "Unique", [value], unsorted, num_outputs=4, name=node.name)
    for place, output in enumerate(made.outputs):
        output.name = build.unused(f"{node.name}_unique_{place}")
    infer_outputs(made, build.version)
    build.nodes.append(made)
    elements, _, numbers, counts = made.outputs
    return [elements, numbers, counts][: len(node.outputs)]


CONTRIB_RULES: tuple[Rule, ...] = (
    standard_form,
    padding,
    expanded,
    transposed_convolution,
    windows,
    distinct,
)
