"""Convolutions, dense layers and products of matrices of words.

A word is 256 times its upper byte and its lower byte. So a sum of products with bytes is two sums
of products of bytes, which the byte instructions of a CPU compute. Where these could leave int32,
where both factors are words, and for transposed convolutions, float64 sums up.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import LIMITS, WORDS, Call
from aoe.frontends.tflite.operators.convolution import convolution_operands, transposed_convolution
from aoe.frontends.tflite.operators.products import like_operand, matrix_transposed, rows_of
from aoe.frontends.tflite.words.scaling import (
    Factor,
    as_words,
    away,
    is_word,
    rounded,
    scale_of,
    wide,
)

#: The numbers of element types in the schema.
_INT32, _INT64 = 2, 4
#: Sums of products of bytes that int32 holds.
_MOST = (1 << 31) - 1
_BYTE = 256

#: Makes products of a first factor and weights; the name is that of the operator of bytes or not.
_Product = Callable[[Operand, np.ndarray, bool], Operand]


def _convolution(call: Call) -> LayoutOperand:
    _check(call, 0)
    found = convolution_operands(call)
    weights = _constant(found.weights)

    def product(x: Operand, weights: np.ndarray, of_bytes: bool) -> Operand:
        kind = "ConvInteger" if of_bytes else "Conv"
        return call.node(kind, x, weights, **found.attributes)

    total = _sums(call, found.x, weights, weights.reshape(len(weights), -1), product)
    shape = (-1, *[1] * (len(shape_of(total)) - 2))
    return call.view(_quantized(call, total, 0, 2, shape))


WORDS.update(dict.fromkeys(("CONV_2D", "DEPTHWISE_CONV_2D"), _convolution))


def _fully_connected(call: Call) -> LayoutOperand:
    _check(call, 0)
    weights = _constant(matrix_transposed(call, call.plain(1)))

    def product(x: Operand, weights: np.ndarray, of_bytes: bool) -> Operand:
        return call.node("MatMulInteger" if of_bytes else "MatMul", x, weights)

    total = _sums(call, rows_of(call), weights, weights.T, product)
    return like_operand(call, _quantized(call, total, 0, 2, (-1,)))


WORDS["FULLY_CONNECTED"] = _fully_connected


def _transposed_convolution(call: Call) -> LayoutOperand:
    _check(call, 2)
    x, filters = wide(call, call.given(2)), wide(call, call.given(1))
    total = transposed_convolution(call, x, filters)
    return call.view(_quantized(call, total, 2, 3, (-1, 1, 1)))


WORDS["TRANSPOSE_CONV"] = _transposed_convolution


def _batch_matmul(call: Call) -> LayoutOperand:
    """Of words by words or bytes, which need not be constant."""
    first, second = call.input_tensors[:2]
    product = np.float32(scale_of(first)) * np.float32(scale_of(second))
    factor = Factor.of(float(product) / scale_of(call.output_tensors[0]))
    operands = []
    for index, name in enumerate(("adj_x", "adj_y")):
        operand = call.layouts.to_nhwc(wide(call, call.plain(index)))
        operands.append(matrix_transposed(call, operand) if call.option(name) else operand)
    total = call.node("MatMul", *operands)
    return as_words(call, rounded(call, call.node("Mul", total, np.asarray(factor.upper))))


WORDS["BATCH_MATMUL"] = _batch_matmul


def _check(call: Call, place: int) -> None:
    """Refuses products that are none of words by constant bytes."""
    if not is_word(call.input_tensors[place]) or not is_word(call.output_tensors[0]):
        raise UnsupportedNodeError(
            "only some of its activations are of 16 bits; quantise all alike"
        )
    weights = call.input_tensors[1]
    if weights is None or not weights.is_quantized or weights.kind not in ("INT8", "INT4"):
        raise UnsupportedNodeError("its weights are not of 8 bits, as its activations of 16 want")
    if weights.scaling.zero_point.any():
        raise UnsupportedNodeError("its weights have a zero point")
    if "activation" in call.operator.options and call.activation not in ("NONE", *LIMITS):
        raise UnsupportedNodeError(f"its activation {call.activation} is not read for words")
    bias = place + 2 if place == 0 else 3
    tensor = call.input_tensors[bias] if call.has(bias) else None
    if tensor is not None and tensor.kind not in ("INT64", "INT32"):
        raise UnsupportedNodeError(f"its bias is of {tensor.kind.lower()}")


def _constant(weights: Operand) -> np.ndarray:
    if not isinstance(weights, np.ndarray):
        raise UnsupportedNodeError("its weights depend on the input, and its operand has 16 bits")
    return weights


def _sums(
    call: Call, x: Operand, weights: np.ndarray, rows: np.ndarray, product: _Product
) -> Operand:
    """Sums of products, in float64. `rows`: the weights of each output, for the largest sum."""
    largest = np.abs(rows.astype(np.int64)).sum(axis=-1).max(initial=0) * (_BYTE - 1)
    if largest > _MOST or isinstance(x, np.ndarray):
        return product(call.layouts.to_nhwc(wide(call, x)), weights.astype(np.float64), False)
    number = call.node("Cast", x, to=int(onnx_ir.DataType.FLOAT))
    size = np.asarray(_BYTE, np.float32)
    above = call.node("Floor", call.node("Mul", number, np.asarray(1 / _BYTE, np.float32)))
    below = call.node("Sub", number, call.node("Mul", above, size))
    sums = []
    for part, kind in ((above, onnx_ir.DataType.INT8), (below, onnx_ir.DataType.UINT8)):
        made = product(call.node("Cast", part, to=int(kind)), weights, True)
        sums.append(call.node("Cast", made, to=int(onnx_ir.DataType.DOUBLE)))
    return call.node("Add", call.node("Mul", sums[0], np.asarray(float(_BYTE))), sums[1])


def _quantized(
    call: Call, total: Operand, place: int, bias: int, shape: tuple[int, ...]
) -> Operand:
    """Sums with a bias, times the factor of each output, as words.

    Args:
        call: The operator.
        total: The sums, in float64.
        place: The place of the operand that is no weight.
        bias: The place of the bias.
        shape: The shape that a factor for each output has to have.
    """
    first, weights, result = (
        call.input_tensors[place],
        call.input_tensors[1],
        call.output_tensors[0],
    )
    assert weights is not None
    if call.has(bias):
        added = call.constant(bias, "biases")
        total = call.node("Add", total, added.astype(np.float64).reshape(shape))
    scales = weights.scaling.scale.astype(np.float64) * scale_of(first) / scale_of(result)
    is_dense, is_short = call.operator.kind == "FULLY_CONNECTED", _is_short(call, bias)
    if is_short and is_dense and scales.size == 1:
        product = weights.scaling.scale * np.float32(scale_of(first))
        scales = product.astype(np.float64) / scale_of(result)
    factors = [Factor.of(float(scale)) for scale in scales]
    numbers = scales
    if is_short or not is_dense:
        numbers = np.asarray([item.whole if is_short else item.upper for item in factors])
    numbers = numbers.reshape(shape) if numbers.size > 1 else numbers.reshape(())
    made = call.node("Mul", total, numbers)
    # Dense layers with sums of 64 bits multiply by real numbers.
    near = away(call, made) if is_dense and not is_short else rounded(call, made)
    return call.layouts.to_nhwc(as_words(call, near))


def _is_short(call: Call, bias: int) -> bool:
    """Whether LiteRT adds up in 32 bits, after which it multiplies by factors of 31 bits."""
    chosen = call.option("bias_type") if "bias_type" in call.operator.options else 0
    tensor = call.input_tensors[bias] if call.has(bias) else None
    if tensor is not None:
        return tensor.kind == "INT32"
    return chosen == _INT32 or (call.operator.kind == "FULLY_CONNECTED" and chosen != _INT64)
