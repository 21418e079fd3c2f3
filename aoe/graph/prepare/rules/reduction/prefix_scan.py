"""CumSum of floating point in blocks and in float32, so that its error does not grow with the
length.

The blocks are summed separately, then the sums of whole blocks are added. Numbers of 16 bits are
summed in float32. The operator type is the prefix scan
(`aoe.operators.types.reduction.prefix_scan`).

Source: Higham, "Accuracy and Stability of Numerical Algorithms", 4.2, on the error of a sum of
sums.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    integers_of,
    is_floating,
    operand,
    shape_of,
)

#: Elements of a block, and of the longest axis that is summed one by one.
_BLOCK, _LONGEST = 256, 1024
_SHORT = (onnx_ir.DataType.FLOAT16, onnx_ir.DataType.BFLOAT16)


def sum_in_blocks(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """CumSum along a long axis becomes prefix sums within blocks, and of blocks."""
    found = _value_and_axis(node)
    if found is None:
        return None
    value, axis = found
    shape = shape_of(value)
    before, size, after = shape[:axis], shape[axis], shape[axis + 1 :]
    if size <= _LONGEST:
        return None
    blocks = -(-size // _BLOCK)
    whole = (*before, blocks * _BLOCK, *after)
    apart = (*before, blocks, _BLOCK, *after)
    if whole != shape:
        amounts = [0] * (2 * len(shape))
        amounts[len(shape) + axis] = blocks * _BLOCK - size
        value = build.make("Pad", [value, build.integers(amounts)], whole)
    value = build.reshape(value, apart)
    reverse, exclusive = integer(node, "reverse", 0), integer(node, "exclusive", 0)
    inner = _prefix_sum(build, value, axis + 1, reverse, exclusive)
    totals = build.infer("ReduceSum", value, build.integers([axis + 1]), keepdims=1)
    result = build.make("Add", [inner, _prefix_sum(build, totals, axis, reverse, 1)], apart)
    return build.piece(build.reshape(result, whole), axis, 0, size)


def _prefix_sum(
    build: Builder, value: onnx_ir.Value, axis: int, reverse: int, exclusive: int
) -> onnx_ir.Value:
    where = build.constant(np.asarray(axis))
    return build.make(
        "CumSum", [value, where], shape_of(value), reverse=reverse, exclusive=exclusive
    )


def sum_in_float32(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """CumSum of float16 and bfloat16 is computed in float32; each sum is rounded once."""
    found = _value_and_axis(node)
    if found is None or found[0].dtype not in _SHORT:
        return None
    value = found[0]
    assert value.dtype is not None
    wide = build.cast(value, onnx_ir.DataType.FLOAT)
    total = build.again(node, [wide, node.inputs[1]], shape_of(value), dtype=onnx_ir.DataType.FLOAT)
    return build.cast(total, value.dtype)


def _value_and_axis(node: onnx_ir.Node) -> tuple[onnx_ir.Value, int] | None:
    """The value and the axis of a floating-point CumSum, if both are known."""
    value, axes = operand(node, 0), integers_of(operand(node, 1))
    if node.op_type != "CumSum" or value is None or not has_shape(value):
        return None
    if axes is None or len(axes) != 1 or not is_floating(value):
        return None
    rank = len(shape_of(value))
    return (value, axes[0] % rank) if -rank <= axes[0] < rank else None


RULES: tuple[Rule, ...] = (sum_in_float32, sum_in_blocks)
