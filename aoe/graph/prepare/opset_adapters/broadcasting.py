"""Broadcasting before operator set 7: the second operand spans some dimensions of the first.

With the attribute `broadcast`, the dimensions of the second operand are those of the first from
`axis` on, by default the last ones. Since operator set 7 broadcasting is that of NumPy.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.opset_adapters.adapter import (
    NotConvertibleError,
    adapter,
    first,
    ones,
    rank_of,
    rank_value,
    set_input,
    take,
)
from aoe.graph.prepare.rewriting import Builder, Replacement, operand

_ARITHMETIC = (
    *("Add", "And", "Div", "Equal", "Greater", "Less", "Mul", "Or", "Pow", "Sub", "Xor"),
)


def _from_axis(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Gives the second operand trailing dimensions of size 1."""
    axis, broadcast = take(node, "axis"), take(node, "broadcast")
    if not broadcast or axis is None:
        return None
    other = operand(node, 1)
    if other is None:
        raise NotConvertibleError("its second input is missing")
    set_input(node, 1, _trailing(build, other, first(node), int(axis)))
    return None


def _slope_of_channels(node: onnx_ir.Node, build: Builder) -> Replacement:
    """The slope of PRelu: one number for each channel, and channels are dimension 1."""
    value, slope = first(node), operand(node, 1)
    if slope is None or rank_of(slope) != 1 or rank_of(value) in (0, 1, 2):
        return None
    assert slope.shape is not None
    if slope.shape[0] != 1:
        set_input(node, 1, _trailing(build, slope, value, 1))
    return None


def _trailing(
    build: Builder, value: onnx_ir.Value, whole: onnx_ir.Value, axis: int
) -> onnx_ir.Value:
    """`value`, whose dimensions are those of `whole` from `axis` on, with as many dimensions behind
    as `whole` has.
    """
    rank, own = rank_of(whole), rank_of(value)
    if rank is not None and own is not None:
        behind = rank - own - (axis + rank if axis < 0 else axis)
        if behind <= 0:
            return value
        count = build.integers([behind])
    else:
        before = build.integers([axis])
        if axis < 0:
            before = build.infer("Add", before, rank_value(build, whole))
        taken = build.infer("Add", before, rank_value(build, value))
        count = build.infer("Sub", rank_value(build, whole), taken)
    behind_ones = ones(build, count, np.int64)
    shape = build.infer("Concat", build.infer("Shape", value), behind_ones, axis=0)
    return build.infer("Reshape", value, shape)


def _drop_broadcast(node: onnx_ir.Node, build: Builder) -> Replacement:
    """C of Gemm is broadcast along the first dimension, as by NumPy."""
    take(node, "broadcast")
    return None


ADAPTERS = (
    adapter(7, _from_axis, *_ARITHMETIC),
    adapter(7, _slope_of_channels, "PRelu"),
    adapter(7, _drop_broadcast, "Gemm"),
)
