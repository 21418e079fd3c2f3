"""ArgMax, ArgMin and Hardmax become reductions of positions.

The position is the least (or the greatest) index of the elements equal to the extreme value. Two
reductions compute it; the second has the comparison as its prologue.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    is_floating,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for

#: Each dtype holds all integers up to this one exactly.
_LARGEST_INDEX = {
    onnx_ir.DataType.FLOAT16: 1 << 11,
    onnx_ir.DataType.FLOAT: 1 << 24,
    onnx_ir.DataType.DOUBLE: 1 << 53,
    onnx_ir.DataType.INT32: (1 << 31) - 1,
    onnx_ir.DataType.INT64: (1 << 63) - 1,
}


@rule_for("ArgMax", "ArgMin")
def arg_reduction(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ArgMax and ArgMin become two reductions.

    Of equal elements the first counts, or the last with `select_last_index`. NaN counts as the
    extreme, as in NumPy.
    """
    value = operand(node, 0)
    if value is None:
        return None
    if not has_shape(value, node.outputs[0]) or not shape_of(value):
        return None
    last = bool(integer(node, "select_last_index", 0))
    axis = integer(node, "axis", 0) % len(shape_of(value))
    kept = bool(integer(node, "keepdims", 1))
    shape = shape_of(node.outputs[0])
    return position_of_extreme(build, value, axis, node.op_type == "ArgMax", last, kept, shape)


def position_of_extreme(
    build: Builder,
    value: onnx_ir.Value,
    axis: int,
    largest: bool,
    last: bool,
    kept: bool,
    shape: tuple[int, ...],
) -> onnx_ir.Value:
    """The position of the largest or smallest element along an axis, int64.

    Args:
        build: Makes the nodes.
        value: The elements.
        axis: The axis.
        largest: The largest element, not the smallest.
        last: The last of several equal elements.
        kept: The axis stays, with size 1.
        shape: The shape of the result.
    """
    whole = shape_of(value)
    size = whole[axis]
    axes = build.integers([axis])
    reduced = tuple(1 if i == axis else n for i, n in enumerate(whole))
    reduction = "ReduceMax" if largest else "ReduceMin"
    extreme = build.make(reduction, [value, axes], reduced, keepdims=1)
    reaches = build.infer("GreaterOrEqual" if largest else "LessOrEqual", value, extreme)
    beaten = build.infer("Not", reaches)
    if is_floating(value):
        is_number = build.infer("Equal", value, value)
        beaten = build.infer("And", beaten, is_number)
    dtype = _index_type(value, size)
    numbers = np.arange(size).reshape(-1, *([1] * (len(whole) - 1 - axis)))
    indices = build.constant(numbers.astype(dtype.numpy()))
    nowhere = build.constant(np.asarray(0 if last else size - 1, dtype.numpy()))
    candidates = build.infer("Where", beaten, nowhere, indices)
    combine = "ReduceMax" if last else "ReduceMin"
    position = build.make(combine, [candidates, axes], shape, keepdims=int(kept))
    return build.cast(position, onnx_ir.DataType.INT64)


def _index_type(value: onnx_ir.Value, size: int) -> onnx_ir.DataType:
    """The value's own dtype where it holds the indices, so that all is one fused reduction."""
    assert value.dtype is not None
    fits = size <= _LARGEST_INDEX.get(value.dtype, 0)
    return value.dtype if fits else onnx_ir.DataType.INT64


@rule_for("Hardmax")
def hardmax(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Hardmax becomes a comparison of the indices with the position of the maximum."""
    value = operand(node, 0)
    if value is None or not has_shape(value):
        return None
    whole = shape_of(value)
    axis = integer(node, "axis", -1) % len(whole)
    reduced = tuple(1 if i == axis else n for i, n in enumerate(whole))
    position = position_of_extreme(build, value, axis, True, False, True, reduced)
    numbers = np.arange(whole[axis]).reshape(-1, *([1] * (len(whole) - 1 - axis)))
    chosen = build.infer("Equal", position, build.constant(numbers))
    assert value.dtype is not None
    return build.cast(chosen, value.dtype)


RULES: tuple[Rule, ...] = (arg_reduction, hardmax)
