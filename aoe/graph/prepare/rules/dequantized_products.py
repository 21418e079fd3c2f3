"""Products of dequantised operands become products of integers, if a device multiplies bytes fast.

A model in QDQ form dequantises both operands of a convolution or matmul, which would then multiply
float32. With scales s and t and zero points p and q,
Σ s(x − p) · t(w − q) = s·t · Σ(x − p)(w − q): the integer operator (`quantized`,
`quantized_convolution`) and one factor, of each filter or column where t has several. Sums of
integers are exact, so the result is nearer to the true one than that of float32.

The zero point of one operand takes the sums of the other, which cost nothing where that is
constant. A computed second operand, as in attention, must have columns enough, and the first one
rows, that such a sum is little beside the products of its elements. Convolutions of several groups,
most of them depthwise, have too few terms for it. Values of float8_e4m3fn and
float8_e5m2 have no zero points and are multiplied in the same way (`float8_products`), also one by
the other.

Whether integers are faster is the backend's decision (`CostModel.multiplies_bytes`), and so is it
for float8 (`PrecisionRules.fast_types`). Without a device, they are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
import onnx_ir

from aoe.backends.registry import backend_of
from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    number,
    operand,
    producer,
    shape_of,
)
from aoe.graph.prepare.rules import moved_quantization
from aoe.graph.prepare.rules.float8_products import FLOAT8_TYPES, OF_FLOAT8

_BYTES = frozenset({onnx_ir.DataType.INT8, onnx_ir.DataType.UINT8})
_FLOAT, _INT32 = onnx_ir.DataType.FLOAT, onnx_ir.DataType.INT32
#: Terms of which a sum of products of differences of bytes has no more than 31 bits.
_MOST_TERMS = (2**31 - 1) // 255**2
#: Rows, and columns, of a product of two computed operands: an element is read once for a sum and
#: so often for products.
_FEWEST_LINES = 16
#: The operators, and those of integers in their place.
_INTEGER = {"Conv": "ConvInteger", "MatMul": "MatMulInteger", "Gemm": "MatMulInteger"}


@dataclass(frozen=True, slots=True)
class _Operand:
    """A dequantised operand.

    Attributes:
        value: Its bytes or numbers of float8.
        scale: Their scale, one number or one of each filter or column.
        zero: Their zero point, likewise; None for 0.
    """

    value: onnx_ir.Value
    scale: onnx_ir.Value
    zero: onnx_ir.Value | None

    @property
    def is_float8(self) -> bool:
        """Whether it has numbers of float8."""
        return self.value.dtype in FLOAT8_TYPES


def product(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Conv, MatMul and Gemm of two dequantised operands become ConvInteger or MatMulInteger, or
    those of float8, a factor, and the bias.
    """
    found = _operands(node, build)
    if found is None:
        return None
    x, w = found
    shape, value = shape_of(node.outputs[0]), w.value
    if node.op_type == "Gemm" and integer(node, "transB", 0):
        known = constant_of(value)
        assert known is not None, "others are left as they are"
        value = build.constant(np.ascontiguousarray(known.T))
    drop = ("alpha", "beta", "transA", "transB")
    if x.is_float8:
        total = build.again(node, [x.value, value], shape, OF_FLOAT8[node.op_type], _FLOAT, drop)
    else:
        inputs = [x.value, value, x.zero, w.zero]
        total = build.again(node, inputs, shape, _INTEGER[node.op_type], _INT32, drop)
    scale = build.reshape(x.scale, ())
    factor = build.infer("Mul", scale, _along(build, w.scale, node, len(shape)))
    result = build.make("Mul", [build.cast(total, _FLOAT), factor], shape)
    bias = operand(node, 2)
    if bias is None:
        return result
    if node.op_type == "Conv":
        bias = build.reshape(bias, (1, *shape_of(bias), *[1] * (len(shape) - 2)))
    return build.make("Add", [result, bias], shape)


def stays_bytes(node: onnx_ir.Node, build: Builder) -> bool:
    """Whether a DequantizeLinear of constants is read by such products only, or by what moves the
    elements and is about to do so in front of it.
    """
    uses = node.outputs[0].uses()
    return (
        bool(uses)
        and not node.outputs[0].is_graph_output()
        and all(
            (use.idx < 2 and _operands(use.node, build, before_moves=True) is not None)
            or moved_quantization.is_moved_before(use.node, build)
            for use in uses
        )
    )


def _operands(
    node: onnx_ir.Node, build: Builder, before_moves: bool = False
) -> tuple[_Operand, _Operand] | None:
    """Both operands of a product that integers or float8 compute; None if it is no such.
    `before_moves`: the first one may still have to be brought behind what moves it.
    """
    if build.target is None or node.domain or node.op_type not in _INTEGER:
        return None
    first, second, bias = (operand(node, position) for position in range(3))
    if first is None or second is None:
        return None
    if not has_shape(first, second, node.outputs[0], *([] if bias is None else [bias])):
        return None
    left, right = shape_of(first), shape_of(second)
    if min(len(left), len(right)) < 2 or 0 in (*left, *right):
        return None
    transposed = node.op_type == "Gemm" and integer(node, "transB", 0) == 1
    axis = 0 if node.op_type == "Conv" or transposed else len(right) - 1
    origin = moved_quantization.before_moves(first, build) if before_moves else first
    x, w = _operand(origin, None), _operand(second, axis)
    terms = left[-1] if node.op_type != "Conv" else prod(right[1:])
    if x is None or w is None or x.is_float8 != w.is_float8:
        return None
    backend = backend_of(build.target)
    if x.is_float8:
        types = {FLOAT8_TYPES[item.value.dtype] for item in (x, w) if item.value.dtype}
        fast = types <= {*backend.precision.fast_types(build.target)}
    else:
        fast = terms <= _MOST_TERMS and backend.cost.multiplies_bytes(build.target)
    if not fast:
        return None
    if integer(node, "group", 1) > 1 or not _has_factor(x, w):
        return None
    if constant_of(w.value) is None and not _has_many_lines(node, x, w):
        return None
    plain = all(number(node, name, 1.0) == 1.0 for name in ("alpha", "beta"))
    return (x, w) if plain and not integer(node, "transA", 0) else None


def _has_factor(x: _Operand, w: _Operand) -> bool:
    """Whether float32 holds the product of both scales with all its bits, as far as they are known.

    Infinite, it would make NaN of a sum of 0; below the normal numbers, it would have fewer bits
    than products of float32, which are of larger numbers.
    """
    scales = constant_of(x.scale), constant_of(w.scale)
    if scales[0] is None or scales[1] is None:
        return True
    with np.errstate(invalid="ignore"):
        factor = np.abs(scales[0].reshape(()).astype(np.float64) * scales[1])
    limits = np.finfo(np.float32)
    return bool(np.all((factor == 0) | ((factor >= limits.tiny) & (factor <= limits.max))))


def _has_many_lines(node: onnx_ir.Node, x: _Operand, w: _Operand) -> bool:
    """Whether a product of two computed operands is worth their sums."""
    if node.op_type != "MatMul" or x.is_float8:
        return False
    return min(shape_of(x.value)[-2], shape_of(w.value)[-1]) >= _FEWEST_LINES


def _operand(value: onnx_ir.Value | None, axis: int | None) -> _Operand | None:
    """A dequantised operand with one scale, or with constant ones along an axis."""
    source = producer(value, "DequantizeLinear")
    if source is None or source.domain or source.outputs[0].dtype != _FLOAT:
        return None
    read, scale, zero = (operand(source, position) for position in range(3))
    if read is None or scale is None or scale.dtype != _FLOAT:
        return None
    if read.dtype not in (*_BYTES, *FLOAT8_TYPES):
        return None
    if read.dtype in FLOAT8_TYPES:
        zero = None  # it is 0
    if not has_shape(read, scale, *([] if zero is None else [zero])):
        return None
    if integer(source, "block_size", 0):
        return None
    single = all(prod(shape_of(item)) == 1 for item in (scale, zero) if item is not None)
    if not single:
        rank, sizes = len(shape_of(read)), shape_of(scale)
        given = integer(source, "axis", 1)
        if axis is None or given % rank != axis or sizes != (shape_of(read)[axis],):
            return None
        if zero is not None and shape_of(zero) != sizes:
            return None
    known = constant_of(zero)
    return _Operand(read, scale, None if known is not None and not known.any() else zero)


def _along(build: Builder, scale: onnx_ir.Value, node: onnx_ir.Node, rank: int) -> onnx_ir.Value:
    """The scale of the second operand, in a shape that broadcasts to the result."""
    count = prod(shape_of(scale))
    if count == 1:
        return build.reshape(scale, ())
    around = (count, *[1] * (rank - 2)) if node.op_type == "Conv" else (count,)
    return build.reshape(scale, around)


RULES: tuple[Rule, ...] = (product,)
