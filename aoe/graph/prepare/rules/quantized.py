"""Quantised models: every integer matmul becomes one of uint8 by int8 without zero points, or of
any two types of bytes where a device multiplies them as fast.

Corrections for the zero points p and q are added: Σ(a − p)(b − q) = Σab − p·Σb − q·Σa + n·p·q,
exact in int32. Where b is constant, so is Σb. Where q is 0, as in most models, only one correction
is left. A first operand of int8 becomes uint8, and a second of uint8 becomes int8, by adding or
subtracting 128 from it and its zero point. The byte instructions of CPUs multiply these types.
Those of GPUs multiply any, so a symmetric int8 stays and needs no correction
(`CostModel.multiplies_any_bytes`). `quantized_convolution` does the same for convolutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.backends.registry import backend_of
from aoe.element_types import FLOAT8_FORMATS
from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    constant_of,
    has_shape,
    integer,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules import dequantized_products
from aoe.graph.prepare.rules.matmul import four_bits
from aoe.graph.prepare.shapes.shape_inference import broadcast_shape

INT8, UINT8, INT32 = onnx_ir.DataType.INT8, onnx_ir.DataType.UINT8, onnx_ir.DataType.INT32
FLOAT = onnx_ir.DataType.FLOAT

#: The positions of the first operand, its zero point, the second operand and its zero point.
_FACTORS = {
    "MatMulInteger": (0, 2, 1, 3),
    "ConvInteger": (0, 2, 1, 3),
    "QLinearMatMul": (0, 2, 3, 5),
    "QLinearConv": (0, 2, 3, 5),
}


@dataclass(frozen=True, slots=True)
class Factor:
    """An operand of an integer matmul.

    Attributes:
        value: The elements.
        zero_point: Its zero point; None for 0.
    """

    value: onnx_ir.Value
    zero_point: onnx_ir.Value | None


@rule_for("DynamicQuantizeLinear")
def dynamic_quantization(node: onnx_ir.Node, build: Builder) -> Replacement:
    """DynamicQuantizeLinear becomes a range, a scale and a zero point, and QuantizeLinear."""
    x = operand(node, 0)
    if x is None or not has_shape(x):
        return None
    return None if 0 in shape_of(x) else dynamically_quantized(build, x)


def dynamically_quantized(build: Builder, x: onnx_ir.Value) -> list[onnx_ir.Value]:
    """A value as uint8, its scale and its zero point, from the range of its elements and 0.

    As in ONNX Runtime, the scale is 1 where the range has no width.
    """
    shape = shape_of(x)
    zero = build.scalar(0.0, x)
    axes = [build.integers(range(len(shape)))] if shape else []
    ends = []
    for reduce, combine in (("ReduceMin", "Min"), ("ReduceMax", "Max")):
        end = build.make(reduce, [x, *axes], (), keepdims=0) if shape else x
        ends.append(build.make(combine, [end, zero], ()))
    lowest, highest = ends
    width = build.make("Sub", [highest, lowest], ())
    scale = build.make("Div", [width, build.scalar(255.0, x)], ())
    one = build.scalar(1.0, x)
    scale = build.infer("Where", build.infer("Equal", width, zero), one, scale)
    moved = build.make("Div", [build.make("Neg", [lowest], ()), scale], ())
    zero_point = build.make("QuantizeLinear", [moved, one], (), UINT8)
    result = build.make("QuantizeLinear", [x, scale, zero_point], shape, UINT8)
    return [result, scale, zero_point]


@rule_for("DequantizeLinear")
def dequantized_constant(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """DequantizeLinear of constants, per tensor, along an axis or in blocks, becomes a constant."""
    if four_bits.stays_packed(node, build) or dequantized_products.stays_bytes(node, build):
        return None
    arrays = [constant_of(value) for value in node.inputs if value is not None]
    known = [array for array in arrays if array is not None]
    of_float8 = bool(known) and known[0].dtype.name in FLOAT8_FORMATS
    if len(known) != len(arrays) or not (of_float8 or known[0].dtype.kind in "iu"):
        return None
    x, scale = known[0], known[1]
    spread = [_spread(array, x, node) for array in known[1 : 2 if of_float8 else None]]
    if any(array is None for array in spread):
        return None
    steps = x.astype(np.float32 if of_float8 else np.int32)
    if len(spread) > 1 and spread[1] is not None:
        steps = steps - spread[1].astype(np.int32)
    assert spread[0] is not None
    dtype = node.outputs[0].dtype
    with np.errstate(over="ignore"):  # a mask may be the least number there is: it becomes infinite
        result = steps.astype(np.float32) * spread[0].astype(np.float32)
        result = result.astype(scale.dtype if dtype is None else dtype.numpy())
    return build.constant(result)


def _spread(array: np.ndarray, x: np.ndarray, node: onnx_ir.Node) -> np.ndarray | None:
    """A scale or zero point in a shape that broadcasts to x; None if it does not fit."""
    block = integer(node, "block_size", 0)
    if array.size == 1 and not block:
        return array.reshape(())
    axis = integer(node, "axis", 1)
    if not -x.ndim <= axis < x.ndim:
        return None
    axis %= x.ndim
    size = x.shape[axis]
    if not block:
        fits = array.ndim == 1 and array.size == size
        return array.reshape([-1 if d == axis else 1 for d in range(x.ndim)]) if fits else None
    if array.shape != (*x.shape[:axis], -(-size // block), *x.shape[axis + 1 :]):
        return None
    repeated = np.repeat(array, block, axis)
    return repeated[(*[slice(None)] * axis, slice(size))]


def qlinear_operator(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """QLinearMatMul and QLinearConv become the integer operator, scaled and quantised again."""
    convolution = node.op_type == "QLinearConv"
    if not (convolution or node.op_type == "QLinearMatMul"):
        return None
    if not has_shape(*node.inputs[:8], node.outputs[0]):
        return None
    a, p, b, q = (node.inputs[place] for place in _FACTORS[node.op_type])
    result_shape = shape_of(node.outputs[0])
    rank = len(result_shape)
    kind = "ConvInteger" if convolution else "MatMulInteger"
    total = build.again(node, [a, b, p, q], result_shape, kind, INT32)
    bias = operand(node, 8)
    if bias is not None:
        around = (1, shape_of(bias)[0], *(1 for _ in range(rank - 2)))
        total = build.make("Add", [total, build.reshape(bias, around)], result_shape)
    scales = [node.inputs[place] for place in (1, 4, 6)]
    assert None not in scales
    first, second, third = (
        _placed(build, value, position, convolution, rank)
        for position, value in enumerate(scales)
        if value is not None
    )
    factor = build.make("Mul", [first, second], _together(first, second))
    factor = build.make("Div", [factor, third], _together(factor, third))
    scaled = build.cast(total, FLOAT)
    factor = build.cast(factor, FLOAT)
    scaled = build.make("Mul", [scaled, factor], result_shape)
    one = build.constant(np.asarray(1.0, np.float32))
    return build.make(
        "QuantizeLinear", [scaled, one, node.inputs[7]], result_shape, node.outputs[0].dtype
    )


def _placed(
    build: Builder, value: onnx_ir.Value, position: int, convolution: bool, rank: int
) -> onnx_ir.Value:
    """A scale or zero point in a shape that broadcasts to the result.

    `position` is 0 for the first operand, 1 for the second and 2 for the result. Those of a
    convolution's weights are per output channel, those of a first matrix per row.
    """
    shape = shape_of(value)
    if all(size == 1 for size in shape):
        return build.reshape(value, ())
    if len(shape) > 1:
        return value
    if convolution:
        return build.reshape(value, (1, *shape, *(1 for _ in range(rank - 2))))
    return build.reshape(value, (*shape, 1)) if position != 1 else value


def _together(*values: onnx_ir.Value) -> tuple[int, ...]:
    return broadcast_shape(*(shape_of(value) for value in values))


@rule_for("MatMulInteger")
def integer_matmul(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """MatMulInteger becomes one of uint8 by int8 without zero points, a vector in it a matrix."""
    if not has_shape(*node.inputs[:2], node.outputs[0]):
        return None
    if min(len(shape_of(value)) for value in node.inputs[:2] if value is not None) < 2:
        return _product_of_vectors(node, build)
    found = factors(node, build)
    if found is None:
        return None
    a, b = found
    shape = shape_of(node.outputs[0])
    total = build.make("MatMulInteger", [a.value, b.value], shape, INT32)
    rank = len(shape)
    p = a.zero_point and _placed(build, a.zero_point, 0, False, rank)
    q = b.zero_point and _placed(build, b.zero_point, 1, False, rank)
    if p is not None:
        total = _less(build, total, _sum(build, b.value, -2), p)
    if q is not None:
        total = _less(build, total, _sum(build, a.value, -1), q)
    if p is not None and q is not None:
        both = build.make("Mul", [p, q], _together(p, q))
        depth = build.constant(np.asarray(shape_of(a.value)[-1], np.int32))
        total = build.make("Add", [total, build.make("Mul", [both, depth], shape_of(both))], shape)
    return total


def _product_of_vectors(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value:
    """MatMulInteger where an operand or both are vectors: a row, and a column."""
    row, column = node.inputs[:2]
    assert row is not None
    assert column is not None
    if len(shape_of(row)) == 1:
        row = build.reshape(row, (1, *shape_of(row)))
    if len(shape_of(column)) == 1:
        column = build.reshape(column, (*shape_of(column), 1))
    result = build.infer("MatMulInteger", row, column, *node.inputs[2:])
    return build.reshape(result, shape_of(node.outputs[0]))


def factors(node: onnx_ir.Node, build: Builder) -> tuple[Factor, Factor] | None:
    """The operands as uint8 and int8, or as they are where the device multiplies any bytes, with
    zero points of int32; None if they are so already.
    """
    a, p, b, q = (operand(node, place) for place in _FACTORS[node.op_type])
    if a is None or b is None or not has_shape(a, b):
        return None
    assert a.dtype is not None
    assert b.dtype is not None
    types = (UINT8, INT8)
    if _multiplies_any(build) and {a.dtype, b.dtype} <= {UINT8, INT8}:
        types = (a.dtype, b.dtype)
    if (a.dtype, b.dtype, p, q) == (*types, None, None):
        return None
    without_zero = _without_zero_point(build, b, q, node.op_type == "ConvInteger")
    return _moved(build, a, p, types[0]), without_zero or _moved(build, b, q, types[1])


def _multiplies_any(build: Builder) -> bool:
    """Whether the device multiplies bytes of any two types."""
    target = build.target
    return target is not None and backend_of(target).cost.multiplies_any_bytes(target)


def _without_zero_point(
    build: Builder, value: onnx_ir.Value, zero: onnx_ir.Value | None, of_filters: bool
) -> Factor | None:
    """A constant second operand less its zero point, if int8 holds the differences; else None.

    `of_filters`: the zero points of several elements belong to filters, not to columns.
    """
    array, less = constant_of(value), constant_of(zero)
    if array is None or (zero is not None and less is None):
        return None
    if value.dtype == INT8 and (less is None or not less.any()):
        return Factor(value, None)
    moved = array.astype(np.int32)
    if less is not None:
        shape = less.shape if less.size > 1 else ()
        if of_filters and less.size > 1:
            shape = (less.size, *[1] * (array.ndim - 1))
        moved = moved - less.astype(np.int32).reshape(shape)
    fits = moved.size and moved.shape == array.shape and -128 <= moved.min() <= moved.max() <= 127
    return Factor(build.constant(moved.astype(np.int8)), None) if fits else None


def _moved(
    build: Builder, value: onnx_ir.Value, zero: onnx_ir.Value | None, dtype: onnx_ir.DataType
) -> Factor:
    """An operand as `dtype`, with its zero point shifted with it and as int32."""
    known = None if zero is None else constant_of(zero)
    step = 0
    if value.dtype != dtype:
        step = 128 if dtype == UINT8 else -128
        array = constant_of(value)
        if array is None:
            wide = build.cast(value, INT32)
            by = build.constant(np.asarray(step, np.int32))
            value = build.cast(build.make("Add", [wide, by], shape_of(wide)), dtype)
        else:
            value = build.constant((array.astype(np.int32) + step).astype(dtype.numpy()))
    if zero is None or known is not None:
        moved = (np.asarray(0) if known is None else known).astype(np.int32) + step
        return Factor(value, build.constant(moved.astype(np.int32)) if moved.any() else None)
    wide = cast_to(build, zero, INT32)
    if step:
        by = build.constant(np.asarray(step, np.int32))
        wide = build.make("Add", [wide, by], shape_of(wide))
    return Factor(value, wide)


def cast_to(build: Builder, value: onnx_ir.Value, dtype: onnx_ir.DataType) -> onnx_ir.Value:
    """A value in another type; of a constant, a constant."""
    array = constant_of(value)
    if array is not None:
        return build.constant(array.astype(dtype.numpy()))
    return build.cast(value, dtype)


def _sum(build: Builder, matrix: onnx_ir.Value, axis: int) -> onnx_ir.Value:
    """The sums of a matrix's columns (axis −2) or rows (−1), as a row or a column of int32."""
    shape = list(shape_of(matrix))
    shape[axis] = 1
    wide = cast_to(build, matrix, INT32)
    array = constant_of(wide)
    if array is not None:
        return build.constant(array.sum(axis=axis, keepdims=True, dtype=np.int32))
    where = build.integers([axis % len(shape)])
    return build.make("ReduceSum", [wide, where], shape, keepdims=1)


def _less(
    build: Builder, total: onnx_ir.Value, sums: onnx_ir.Value, zero: onnx_ir.Value
) -> onnx_ir.Value:
    correction = _product(build, sums, zero)
    return build.make("Sub", [total, correction], shape_of(total))


def _product(build: Builder, a: onnx_ir.Value, b: onnx_ir.Value) -> onnx_ir.Value:
    arrays: Sequence[np.ndarray | None] = (constant_of(a), constant_of(b))
    if arrays[0] is not None and arrays[1] is not None:
        return build.constant(np.asarray(arrays[0] * arrays[1], np.int32))
    return build.make("Mul", [a, b], _together(a, b))


RULES: tuple[Rule, ...] = (
    dynamic_quantization,
    dequantized_constant,
    qlinear_operator,
    integer_matmul,
)
