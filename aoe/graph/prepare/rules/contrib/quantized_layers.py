"""Layers that ONNX Runtime's quantiser writes as one operator each: DynamicQuantizeLSTM, QAttention
and QEmbedLayerNormalization; and smaller operators of its domain around them.

`quantized` has matmuls, convolutions and elementwise operators.

Source: ONNX Runtime's documentation of the domain com.microsoft, and what its operators compute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

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
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.contrib.attention import attended_projection
from aoe.graph.prepare.rules.contrib.operators import normalized_embedding
from aoe.graph.prepare.rules.contrib.quantized import (
    channels_first,
    channels_last_order,
    known_inputs,
    scaled,
    single,
    unpacked,
)
from aoe.graph.prepare.rules.quantized import dynamically_quantized
from aoe.graph.prepare.rules.recurrent.layer import Quantization, recurrent_layer
from aoe.graph.prepare.rules.recurrent.recurrence import rewritten


@rule_for("DynamicQuantizeLSTM")
def quantized_lstm(node: onnx_ir.Node, build: Builder) -> Replacement:
    """DynamicQuantizeLSTM: an LSTM with weights of 8 bits.

    The input is rounded to 8 bits as a whole, the state of each sequence in each step by itself.
    ONNX Runtime rounds the states of sequences that one thread computes together, so its results
    for several sequences depend on its number of threads.
    """
    if not known_inputs(node, range(12)):
        return None
    x = operand(node, 0)
    factors = [_weights(node, place, 8 + 2 * number) for number, place in enumerate((1, 2))]
    if x is None or factors[0] is None or factors[1] is None:
        return None
    of_input, of_state = factors[0], factors[1]
    constants = [build.constant(factor.steps) for factor in (of_input, of_state)]
    inputs = [x, *constants, *(operand(node, place) for place in range(3, 8))]
    plain = onnx_ir.Node("", "LSTM", inputs, node.attributes.values(), name=node.name)
    layer = recurrent_layer(plain, build)
    for place in range(len(inputs)):  # it only described what to build
        plain.replace_input_with(place, None)
    if layer is None:
        return None
    if layer.steps:
        longest = _within_longest(build, layer.x, layer.lengths)
        rounded, scale, zero = dynamically_quantized(build, longest)
        layer = replace(
            layer,
            x=rounded,
            quantization=Quantization(
                scale,
                zero,
                build.constant(of_input.scales),
                _unless_zero(build, of_input.zeros, np.int8),
                build.constant(of_state.scales),
                _unless_zero(build, of_state.zeros, np.int32),
            ),
        )
    return rewritten(layer, build)[: len(node.outputs)]


def _within_longest(
    build: Builder, x: onnx_ir.Value, lengths: onnx_ir.Value | None
) -> onnx_ir.Value:
    """The input (T, B, size) with zeros behind the end of the longest sequence.

    Only steps before this end count for the range that the input is rounded by.
    """
    if lengths is None:
        return x
    times = build.constant(np.arange(shape_of(x)[0], dtype=np.int32)[:, None, None])
    longest = build.make("ReduceMax", [lengths], (), keepdims=0)
    return build.infer("Where", build.infer("Less", times, longest), x, build.scalar(0.0, x))


@dataclass(frozen=True, slots=True)
class _ByteWeights:
    """Weights of an LSTM as int8, (steps − zeros)·scales.

    Attributes:
        steps: The bytes, (directions, columns, size), as an LSTM has its weights.
        scales: Float32, (directions, columns).
        zeros: The zero points, between −128 and 127, of the same shape.
    """

    steps: np.ndarray
    scales: np.ndarray
    zeros: np.ndarray


def _weights(node: onnx_ir.Node, place: int, scale_place: int) -> _ByteWeights | None:
    """Constant weights (D, size, columns) of either type of bytes; None if they are not known."""
    array = constant_of(operand(node, place))
    scale = constant_of(operand(node, scale_place))
    given = operand(node, scale_place + 1)
    zero = np.zeros(1, np.int8) if given is None else constant_of(given)
    if array is None or scale is None or zero is None:
        return None
    middle = 128 if array.dtype == np.uint8 else 0
    steps = (array.astype(np.int32) - middle).astype(np.int8)
    moved = zero.astype(np.int32) - (128 if zero.dtype == np.uint8 else 0)
    if given is None:
        moved -= middle
    spread = (_by_column(item, array) for item in (scale.astype(np.float32), moved))
    return _ByteWeights(np.asarray(steps.swapaxes(1, 2), order="C"), *spread)


def _by_column(fact: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """A scale or zero point, of all, by direction or by column too, as (directions, columns)."""
    directions, _, columns = weights.shape
    shaped = fact.reshape(1, 1) if fact.size == 1 else fact.reshape(directions, -1)
    return np.asarray(np.broadcast_to(shaped, (directions, columns)), order="C")


def _unless_zero(build: Builder, zeros: np.ndarray, dtype: type) -> onnx_ir.Value | None:
    return build.constant(zeros.astype(dtype)) if zeros.any() else None


@rule_for("QAttention")
def quantized_attention(node: onnx_ir.Node, build: Builder) -> Replacement:
    """QAttention: Attention whose projection is a matmul of integers."""
    if not known_inputs(node, range(len(node.inputs))):
        return None
    if integer(node, "do_rotary", 0) or integer(node, "past_present_share_buffer", 0):
        return None
    value, weights, bias, scale, other, mask, p, q, past = (operand(node, n) for n in range(9))
    zeros = [None if zero is None else single(build, zero) for zero in (p, q)]
    total = build.infer("MatMulInteger", value, weights, *zeros)
    if not has_shape(total):
        return None
    projected = scaled(build, total, [scale, other])
    if bias is not None:
        projected = build.infer("Add", projected, bias)
    return attended_projection(node, build, projected, mask, past)


@rule_for("QEmbedLayerNormalization")
def quantized_embedding(node: onnx_ir.Node, build: Builder) -> Replacement:
    """QEmbedLayerNormalization: EmbedLayerNormalization of tables of 8 bits."""
    if not known_inputs(node, range(18)):
        return None
    inputs: list[onnx_ir.Value | None] = [operand(node, 0), operand(node, 1)]
    for number in range(5):
        table, scale, zero = (operand(node, place + number) for place in (2, 8, 13))
        if table is not None and scale is not None:
            facts = [single(build, item) for item in (scale, zero) if item is not None]
            table = build.infer("DequantizeLinear", table, *facts)
        inputs.append(table)
    return normalized_embedding(node, build, [*inputs, operand(node, 7), None])


@rule_for("QuantizeLinear", "DequantizeLinear")
def standard_quantization(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """QuantizeLinear and DequantizeLinear of ONNX Runtime's domain, which took more types first."""
    if not known_inputs(node, range(len(node.inputs))):
        return None
    value = operand(node, 0)
    rank = 0 if value is None else len(shape_of(value))
    facts = [None if item is None else single(build, item) for item in node.inputs[1:]]
    axis = integer(node, "axis", 1)
    attributes = {"axis": axis} if -rank <= axis < rank else {}
    result = build.infer(node.op_type, value, *facts, **attributes)
    return result if has_shape(result) else None


@rule_for("NhwcMaxPool")
def channels_last_pool(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """NhwcMaxPool: MaxPool of images whose channels come last."""
    value = operand(node, 0)
    if value is None or not has_shape(value):
        return None
    first = channels_first(build, value)
    result = build.infer("MaxPool", first, **attribute_values(node))
    return channels_last_order(build, result) if has_shape(result) else None


@rule_for("MatMulInteger16", "MulInteger", "ReduceSumInteger")
def integer_arithmetic(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """MatMulInteger16, MulInteger and ReduceSumInteger in int32, and of uint16 in uint32."""
    if not known_inputs(node, range(len(node.inputs))):
        return None
    unsigned = node.outputs[0].dtype == onnx_ir.DataType.UINT32
    dtype = onnx_ir.DataType.UINT32 if unsigned else onnx_ir.DataType.INT32
    values = [None if v is None else build.cast(v, dtype) for v in node.inputs]
    first = values[0]
    assert first is not None
    if node.op_type == "MatMulInteger16":
        return build.infer("MatMul", first, values[1])
    if node.op_type == "ReduceSumInteger":
        axes = build.integers(node.attributes["axes"].as_ints())
        return build.infer("ReduceSum", first, axes, keepdims=integer(node, "keepdims", 1))
    factors = [
        value if zero is None else build.infer("Sub", value, zero)
        for value, zero in ((first, values[1]), (values[2], operand_of(values, 3)))
    ]
    return build.infer("Mul", *factors)


def operand_of(values: Sequence[onnx_ir.Value | None], position: int) -> onnx_ir.Value | None:
    """A value of a list that may end before it."""
    return values[position] if position < len(values) else None


@rule_for("GatherBlockQuantized")
def unpacked_gather(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """GatherBlockQuantized: rows of a constant table of few bits, quantised in blocks."""
    if not has_shape(operand(node, 1)):
        return None
    table, scales = constant_of(operand(node, 0)), constant_of(operand(node, 2))
    given = operand(node, 3)
    zeros = constant_of(given)
    if table is None or scales is None or (given is not None and zeros is None):
        return None
    bits, packed = integer(node, "bits", 4), table.dtype == np.uint8
    axis = integer(node, "quantize_axis", 1) % table.ndim
    if packed and bits < 8:
        if axis != table.ndim - 1:
            return None
        table = unpacked(table, bits)
        zeros = None if zeros is None else unpacked(zeros, bits)[..., : scales.shape[-1]]
    middle: np.ndarray = np.asarray((1 << (bits - 1)) if packed else 0, np.float32)
    if zeros is not None:
        middle = zeros.astype(np.float32)
    block = integer(node, "block_size", 128)

    def spread(array: np.ndarray) -> np.ndarray:
        if not array.ndim:
            return array
        return np.repeat(array, block, axis)[(*[slice(None)] * axis, slice(table.shape[axis]))]

    values = (table.astype(np.float32) - spread(middle)) * spread(scales.astype(np.float32))
    rows = build.constant(np.asarray(values.astype(scales.dtype), order="C"))
    return build.infer("Gather", rows, operand(node, 1), axis=integer(node, "gather_axis", 0))


CONTRIB_RULES: tuple[Rule, ...] = (
    quantized_lstm,
    quantized_attention,
    quantized_embedding,
    standard_quantization,
    channels_last_pool,
    integer_arithmetic,
    unpacked_gather,
)
