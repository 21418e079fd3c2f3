"""Rewrites pooling that is more than one operator: the two outputs of MaxPool, norms over
everything, and sums over long windows, which are taken in blocks so that their error does not grow
with the length.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt, prod

import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    attribute_values,
    has_given_padding,
    has_shape,
    integer,
    integers,
    is_floating,
    shape_of,
)

#: Elements of the longest window, and of its longest dimension, that are added up one by one.
_LONGEST, _LONGEST_ROW = 4096, 1024


def max_pool_with_indices(node: onnx_ir.Node, build: Builder) -> Sequence[onnx_ir.Value] | None:
    """MaxPool whose second output is used becomes one without and a node that finds where the
    maxima lie (`aoe.operators.types.pool_indices`).
    """
    if node.op_type != "MaxPool" or len(node.outputs) < 2:
        return None
    places = node.outputs[1]
    used = bool(places.uses()) or places.is_graph_output()
    if not used or not has_shape(node.inputs[0], node.outputs[0]):
        return None
    shape = shape_of(node.outputs[0])
    largest = build.again(node, node.inputs, shape)
    attributes = attribute_values(node)
    places = build.make("MaxPoolIndices", [node.inputs[0], largest], shape, **attributes)
    places.dtype = onnx_ir.DataType.INT64
    return largest, places


def global_norm(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """GlobalLpPool becomes LpPool with a window over the whole map."""
    if node.op_type != "GlobalLpPool" or not has_shape(node.inputs[0], node.outputs[0]):
        return None
    value = node.inputs[0]
    assert value is not None
    return build.make(
        "LpPool",
        [value],
        shape_of(node.outputs[0]),
        kernel_shape=shape_of(value)[2:],
        p=integer(node, "p", 2),
    )


def long_average(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """AveragePool over a long window without padding becomes averages along one dimension after the
    other.
    """
    kernel = _long_window(node) if node.op_type == "AveragePool" else None
    if kernel is None:
        return None
    value = node.inputs[0]
    assert value is not None
    result = build.cast(value, onnx_ir.DataType.FLOAT)
    strides = integers(node, "strides") or (1,) * len(kernel)
    for axis, (length, stride) in enumerate(zip(kernel, strides, strict=True), start=2):
        result = _average(build, result, axis, length, stride)
    assert value.dtype is not None
    return build.cast(result, value.dtype)


def long_norm(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """LpPool over a long window without padding becomes an average of powers."""
    kernel = _long_window(node) if node.op_type == "LpPool" else None
    if kernel is None:
        return None
    value = node.inputs[0]
    assert value is not None
    power = float(integer(node, "p", 2))
    size = build.cast(build.infer("Abs", value), onnx_ir.DataType.FLOAT)
    powers = build.infer("Pow", size, build.scalar(power, size))
    shape = shape_of(node.outputs[0])
    average = build.again(node, [powers], shape, "AveragePool", powers.dtype, drop=("p",))
    total = build.infer("Mul", average, build.scalar(prod(kernel), average))
    norm = build.infer("Pow", total, build.scalar(1 / power, total))
    assert value.dtype is not None
    return build.cast(norm, value.dtype)


def _long_window(node: onnx_ir.Node) -> tuple[int, ...] | None:
    """The extents of a window over floating point numbers if it is long and has neither padding nor
    gaps; those of float64 have digits enough.
    """
    kernel, value = integers(node, "kernel_shape"), node.inputs[0]
    if kernel is None or prod(kernel) <= _LONGEST or not has_shape(value, node.outputs[0]):
        return None
    assert value is not None
    if not is_floating(value) or value.dtype == onnx_ir.DataType.DOUBLE:
        return None
    if any(integers(node, "pads") or ()) or integer(node, "ceil_mode", 0):
        return None
    if not has_given_padding(node, valid=True):
        return None
    return kernel if set(integers(node, "dilations") or (1,)) == {1} else None


def _average(
    build: Builder, value: onnx_ir.Value, axis: int, length: int, stride: int
) -> onnx_ir.Value:
    """The averages of windows along an axis; a long one has as many blocks as a block has elements,
    whose averages are averaged, and some elements more.
    """
    if length <= _LONGEST_ROW:
        return _pool(build, value, axis, length, stride, 1)
    block = isqrt(length)
    extent, rest = shape_of(value)[axis], length % block
    whole = length - rest
    if extent < length + stride:  # one window only
        blocks = _pool(build, build.piece(value, axis, 0, whole), axis, block, block, 1)
        result = _pool(build, blocks, axis, whole // block, 1, 1)
    else:
        blocks = _pool(build, value, axis, block, 1, 1)
        blocks = build.piece(blocks, axis, 0, extent - block + 1 - rest)
        result = _pool(build, blocks, axis, whole // block, stride, block)
    if rest == 0:
        return result
    few = _pool(build, build.piece(value, axis, whole, extent), axis, rest, stride, 1)
    parts = [(result, whole / length), (few, rest / length)]
    terms = [build.infer("Mul", part, build.scalar(share, part)) for part, share in parts]
    return build.infer("Add", *terms)


def _pool(
    build: Builder, value: onnx_ir.Value, axis: int, length: int, stride: int, gap: int
) -> onnx_ir.Value:
    """The averages of `length` elements along an axis, `gap` apart."""

    def at_axis(number: int) -> tuple[int, ...]:
        return tuple(number if d == axis else 1 for d in range(2, len(shape_of(value))))

    if length == stride == 1:
        return value
    kernel, strides, dilations = at_axis(length), at_axis(stride), at_axis(gap)
    return build.infer(
        "AveragePool", value, kernel_shape=kernel, strides=strides, dilations=dilations
    )


RULES: tuple[Rule, ...] = (max_pool_with_indices, global_norm, long_average, long_norm)
