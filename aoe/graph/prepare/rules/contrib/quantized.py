"""Quantised operators of ONNX Runtime's domain, which its quantiser and optimizer write.

Each becomes the standard operator between DequantizeLinear and QuantizeLinear, or an integer matmul
and a multiplication with the scales. Weights of few bits are unpacked. Standard quantised operators
are in `aoe.graph.prepare.rules.quantized`.

Source: ONNX Runtime's documentation of the domain com.microsoft.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    attribute_values,
    constant_of,
    has_shape,
    integer,
    integers,
    number,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.matmul import block_quantized, four_bits
from aoe.graph.prepare.rules.matmul.packed_rows import packed
from aoe.graph.prepare.rules.quantized import dynamically_quantized
from aoe.graph.prepare.validation import check_replacement

FLOAT = onnx_ir.DataType.FLOAT

#: The standard operator and the number of operands: each is a value, its scale and its zero point.
_BETWEEN = {
    "QLinearAdd": ("Add", 2),
    "QLinearMul": ("Mul", 2),
    "QLinearSigmoid": ("Sigmoid", 1),
    "QLinearLeakyRelu": ("LeakyRelu", 1),
    "QLinearSoftmax": ("Softmax", 1),
    "QLinearReduceMean": ("ReduceMean", 1),
    "QLinearAveragePool": ("AveragePool", 1),
    "QLinearGlobalAveragePool": ("GlobalAveragePool", 1),
}
#: Attributes that the standard operators do not have.
_OWN_ATTRIBUTES = ("channels_last", "opset", "axes")

#: Bits of a packed weight.
_WEIGHT_BITS = (2, 4, 8)


@rule_for(*_BETWEEN)
def between_quantizations(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Operators of quantised operands and result that are computed in floating point."""
    op_type, count = _BETWEEN[node.op_type]
    if not known_inputs(node, range(3 * count)):
        return None
    first = operand(node, 0)
    assert first is not None
    values: list[onnx_ir.Value] = [_dequantized(node, build, 3 * place) for place in range(count)]
    channels_last = bool(integer(node, "channels_last", 0))
    if channels_last:
        values[0] = channels_first(build, values[0])
    axes = integers(node, "axes")
    extra = [build.integers(axes)] if axes is not None else []
    attributes = attribute_values(node, drop=_OWN_ATTRIBUTES)
    shape = shape_of(first)
    together = op_type == "Softmax" and integer(node, "opset", 13) < 13
    if together:  # of all dimensions from the axis on
        before = prod(shape[: integer(node, "axis", -1) % len(shape)])
        values[0] = build.reshape(values[0], (before, prod(shape) // max(before, 1)))
        attributes["axis"] = 1
    result = build.infer(op_type, *values, *extra, **attributes)
    if not has_shape(result):
        return None
    if together:
        result = build.reshape(result, shape)
    if channels_last:
        result = channels_last_order(build, result)
    return _quantized(node, build, result, 3 * count, first)


@rule_for("QLinearWhere")
def choice(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """QLinearWhere."""
    if not known_inputs(node, range(7)):
        return None
    first = operand(node, 1)
    assert first is not None
    values = [_dequantized(node, build, place) for place in (1, 4)]
    return _quantized(node, build, build.infer("Where", operand(node, 0), *values), 7, first)


@rule_for("QLinearConcat")
def joined(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """QLinearConcat; the scale and zero point of the result come first."""
    count = len(node.inputs)
    if count < 5 or not known_inputs(node, range(count)):
        return None
    first = operand(node, 2)
    assert first is not None
    values = [_dequantized(node, build, place) for place in range(2, count, 3)]
    result = build.infer("Concat", *values, axis=integer(node, "axis", 0))
    return _quantized(node, build, result, 0, first)


@rule_for("QGemm")
def quantized_gemm(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """QGemm: α·(A·B + C), C int32. Without a scale of the result it is floating point."""
    if not known_inputs(node, range(9)):
        return None
    a, p = (_factor(node, build, place, f"trans{side}") for place, side in ((0, "A"), (2, "")))
    b, q = (_factor(node, build, place, f"trans{side}") for place, side in ((3, "B"), (5, "")))
    if a is None or b is None:
        return None
    total = build.infer("MatMulInteger", a, b, p, q)
    summand = operand(node, 6)
    if summand is not None:
        total = build.infer("Add", total, summand)
    alpha = number(node, "alpha", 1.0)
    result = scaled(build, total, [operand(node, 1), operand(node, 4)])
    if alpha != 1.0:
        result = build.infer("Mul", result, build.scalar(alpha, result))
    return result if operand(node, 7) is None else _quantized(node, build, result, 7, a)


def integer_matmul_to_float(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """MatMulIntegerToFloat, and DynamicQuantizeMatMul, which quantises its first operand by its
    range.
    """
    dynamic = node.op_type == "DynamicQuantizeMatMul"
    if not (dynamic or node.op_type == "MatMulIntegerToFloat"):
        return None
    if not known_inputs(node, range(len(node.inputs))):
        return None
    bias = operand(node, 4 if dynamic else 6)
    a, scale, p = operand(node, 0), operand(node, 2), operand(node, 4)
    other, q = operand(node, 3), operand(node, 5)
    if dynamic:
        assert a is not None
        a, scale, p = dynamically_quantized(build, a)
        other, q = operand(node, 2), operand(node, 3)
    zeros = [None if zero is None else single(build, zero) for zero in (p, q)]
    total = build.infer("MatMulInteger", a, operand(node, 1), *zeros)
    result = scaled(build, total, [scale, other])
    return result if bias is None else build.infer("Add", result, bias)


@rule_for("MatMulNBits")
def unpacked_matmul(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """MatMulNBits: a matmul with constant weights of few bits, quantised in blocks of a column."""
    if not has_shape(operand(node, 0)):
        return None
    weights, scales = constant_of(operand(node, 1)), constant_of(operand(node, 2))
    given, bias = operand(node, 3), operand(node, 5)
    zeros = constant_of(given)
    if weights is None or scales is None or (given is not None and zeros is None):
        return None
    if operand(node, 4) is not None or integer(node, "weight_prepacked", 0):
        return None
    if bias is not None and not has_shape(bias):
        return None
    bits, block = integer(node, "bits", 4), integer(node, "block_size", 0)
    columns, depth = integer(node, "N", 0), integer(node, "K", 0)
    if bits not in _WEIGHT_BITS or min(block, columns, depth) < 1:
        return None
    blocks = -(-depth // block)
    steps = unpacked(weights.reshape(columns, blocks, -1), bits).astype(np.float32)
    if steps.shape != (columns, blocks, block) or scales.size != columns * blocks:
        return None
    if zeros is None:
        middle: np.ndarray = np.asarray(1 << (bits - 1), np.float32)
    elif zeros.dtype == np.uint8:
        middle = unpacked(zeros.reshape(columns, -1), bits)[:, :blocks, None].astype(np.float32)
    else:
        middle = zeros.astype(np.float32).reshape(columns, blocks, 1)
    x = operand(node, 0)
    whole = bits in (4, 8) and depth == blocks * block
    # ONNX Runtime multiplies rows of float32 where zero points are no steps.
    allowed = integer(node, "accuracy_level", 0) == block_quantized.ALLOWED
    allowed = allowed and (zeros is None or zeros.dtype == np.uint8)
    make = None
    if whole and allowed and block_quantized.takes(build, x, columns * depth, block):
        make = block_quantized.product
    elif whole and scales.dtype == np.float32 and four_bits.takes(build, x, columns * depth, block):
        make = packed
    if make is not None:
        assert x is not None
        by_block = scales.reshape(columns, blocks).T
        zero = middle.reshape(columns, blocks).T if middle.ndim else middle
        result = make(build, x, steps.transpose(1, 2, 0), by_block, zero, bits)
        return result if bias is None else build.infer("Add", result, bias)
    matrix = (steps - middle) * scales.astype(np.float32).reshape(columns, blocks, 1)
    matrix = matrix.reshape(columns, -1)[:, :depth].T
    factor = build.constant(np.asarray(matrix.astype(scales.dtype), order="C"))
    result = build.infer("MatMul", operand(node, 0), factor)
    return result if bias is None else build.infer("Add", result, bias)


@rule_for("QLinearConv")
def channels_last_convolution(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ONNX Runtime's QLinearConv, whose channels may come last."""
    if not known_inputs(node, range(len(node.inputs))):
        return None
    value = operand(node, 0)
    assert value is not None
    attributes = attribute_values(node, drop=_OWN_ATTRIBUTES)
    if not integer(node, "channels_last", 0):
        result = build.infer("QLinearConv", *node.inputs, **attributes)
        check_replacement(node, result)
        return result
    first = channels_first(build, value)
    result = build.infer("QLinearConv", first, *node.inputs[1:], **attributes)
    check_replacement(node, result)
    return channels_last_order(build, result) if has_shape(result) else None


def known_inputs(node: onnx_ir.Node, places: Sequence[int]) -> bool:
    """Whether the inputs at these positions have static shapes or are absent."""
    given = [operand(node, place) for place in places]
    return all(value is None or has_shape(value) for value in given) and bool(node.inputs)


def single(build: Builder, value: onnx_ir.Value) -> onnx_ir.Value:
    """A scale or zero point of a whole tensor as a scalar; one of many elements unchanged."""
    return build.reshape(value, ()) if shape_of(value) == (1,) else value


def _dequantized(node: onnx_ir.Node, build: Builder, place: int) -> onnx_ir.Value:
    value, scale, zero = (operand(node, place + offset) for offset in range(3))
    assert scale is not None
    given = [single(build, scale)] + ([] if zero is None else [single(build, zero)])
    return build.infer("DequantizeLinear", value, *given)


def _quantized(
    node: onnx_ir.Node, build: Builder, value: onnx_ir.Value, place: int, like: onnx_ir.Value
) -> onnx_ir.Value:
    """A value quantised by the scale at `place` and the zero point after it.

    A missing zero point is 0, of the dtype of `like`.
    """
    scale, zero = operand(node, place), operand(node, place + 1)
    assert scale is not None
    zero = build.scalar(0, like) if zero is None else single(build, zero)
    return build.infer("QuantizeLinear", value, single(build, scale), zero)


def _factor(
    node: onnx_ir.Node, build: Builder, place: int, transposed: str
) -> onnx_ir.Value | None:
    """An operand or zero point of QGemm."""
    value = operand(node, place)
    if value is None:
        return None
    if len(shape_of(value)) == 2 and integer(node, transposed, 0):
        return build.infer("Transpose", value, perm=(1, 0))
    return single(build, value)


def scaled(
    build: Builder, total: onnx_ir.Value, scales: Sequence[onnx_ir.Value | None]
) -> onnx_ir.Value:
    """An integer sum times the scales of its operands, which may be one for each column."""
    first, second = (single(build, scale) for scale in scales if scale is not None)
    return build.infer("Mul", build.cast(total, FLOAT), build.infer("Mul", first, second))


def unpacked(packed: np.ndarray, bits: int) -> np.ndarray:
    """Numbers of `bits` bits from the bytes of the last dimension, lowest bits first."""
    shifts = np.arange(0, 8, bits, dtype=np.uint8)
    numbers = (packed[..., None] >> shifts) & np.uint8((1 << bits) - 1)
    return np.asarray(numbers.reshape(*packed.shape[:-1], -1))


def channels_first(build: Builder, value: onnx_ir.Value) -> onnx_ir.Value:
    """An image with channels last, with channels first."""
    rank = len(shape_of(value))
    return build.infer("Transpose", value, perm=(0, rank - 1, *range(1, rank - 1)))


def channels_last_order(build: Builder, value: onnx_ir.Value) -> onnx_ir.Value:
    """An image with channels first, with channels last."""
    rank = len(shape_of(value))
    return build.infer("Transpose", value, perm=(0, *range(2, rank), 1))


CONTRIB_RULES: tuple[Rule, ...] = (
    between_quantizations,
    choice,
    joined,
    quantized_gemm,
    integer_matmul_to_float,
    unpacked_matmul,
    channels_last_convolution,
)
