"""Pooling that is more than one operator: indices of MaxPool, global norms, and long windows.

Sums over long windows are taken in blocks, so that their error does not grow with the length.
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
from aoe.graph.prepare.rule_application import rule_for

#: Most elements of a window, and of its longest dimension, that are summed one by one.
_LONGEST, _LONGEST_ROW = 4096, 1024


@rule_for("MaxPool")
def max_pool_with_indices(node: onnx_ir.Node, build: Builder) -> Sequence[onnx_ir.Value] | None:
    """MaxPool whose second output is used becomes MaxPool and a node that finds the maxima.

    The node is `aoe.operators.types.window.pool_indices`.
    """
    if len(node.outputs) < 2:
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


@rule_for("GlobalLpPool")
def global_norm(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """GlobalLpPool becomes LpPool with a window over the whole image."""
    if not has_shape(node.inputs[0], node.outputs[0]):
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
    """AveragePool over a long window without padding becomes averages along one dimension at a
    time.
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
    """The sizes of a long window over floating-point numbers without padding and dilation.

    Returns None for other windows. float64 has digits enough.
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
    """The averages of windows along an axis.

    A long window has as many blocks as a block has elements, and a rest. The averages of the blocks
    are averaged.
    """
    if length <= _LONGEST_ROW:
        return _pool(build, value, axis, length, stride, 1)
    block = isqrt(length)
    size, rest = shape_of(value)[axis], length % block
    whole = length - rest
    if size < length + stride:  # one window only
        blocks = _pool(build, build.piece(value, axis, 0, whole), axis, block, block, 1)
        result = _pool(build, blocks, axis, whole // block, 1, 1)
    else:
        blocks = _pool(build, value, axis, block, 1, 1)
        blocks = build.piece(blocks, axis, 0, size - block + 1 - rest)
        result = _pool(build, blocks, axis, whole // block, stride, block)
    if rest == 0:
        return result
    few = _pool(build, build.piece(value, axis, whole, size), axis, rest, stride, 1)
    averages = [(result, whole / length), (few, rest / length)]
    terms = [build.infer("Mul", item, build.scalar(share, item)) for item, share in averages]
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
