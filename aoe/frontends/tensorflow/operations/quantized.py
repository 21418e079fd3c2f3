"""Quantised values: weights that are dequantised, and the rounding of quantised training.

The rules of each mode are those of TensorFlow's pages on `Dequantize`, `QuantizeAndDequantize` and
`FakeQuantWithMinMaxVars`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.errors import quoted
from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.layout import NchwView, dtype_of_tensor, shape_of_tensor
from aoe.frontends.shared_operators.quantization_steps import steps_between
from aoe.frontends.tensorflow.context import Context, axis_of, required
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held, known

TABLE = OperationTable()


@TABLE.add("Dequantize")
def _dequantize(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """`x * scale + offset`, with limits for the whole tensor or for each slice along an axis."""
    x = context.tensor(values[0])
    low, high = (required(value, "range").astype(np.float32) for value in values[1:])
    axis = node.integer("axis", -1)
    if axis != -1:
        rank = len(shape_of_tensor(x))
        shape = [-1 if place == axis_of(axis, rank) else 1 for place in range(rank)]
        low, high = low.reshape(shape), high.reshape(shape)
    elif low.size != 1 or high.size != 1:
        raise ValueError("its range is not one pair of numbers")
    else:
        low, high = low.reshape(()), high.reshape(())
    if node.dtype("dtype", np.float32) != np.float32:
        raise UnsupportedNodeError("its result is not float32")
    scale, offset = _rule(node, dtype_of_tensor(x), low, high)
    array = known(x)
    if array is not None:
        return np.asarray(array.astype(np.float32) * scale + offset, np.float32)
    value = context.elementwise("Cast", x, to=int(onnx_ir.DataType.FLOAT))
    scaled = context.elementwise("Mul", value, scale)
    return context.elementwise("Add", scaled, offset) if np.any(offset) else scaled


def _rule(
    node: Node, dtype: np.dtype, low: np.ndarray, high: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Scale and offset of a mode."""
    mode = node.text("mode", "MIN_COMBINED")
    least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
    least_float, steps = np.float32(least), np.float32(most - least)
    if mode == "SCALED":
        least += node.flag("narrow_range")
        scale = high / np.float32(most)
        if least < 0:
            scale = np.maximum(low / np.float32(least), scale)
        return np.asarray(scale, np.float32), np.asarray(0, np.float32)
    scale = (high - low) / steps
    if mode == "MIN_FIRST":
        # The smallest value is moved to a multiple of the step, so that 0 is exact.
        with np.errstate(all="ignore"):
            moved = np.round(low / scale) * scale
        first = np.where(high == low, low, moved)
        return np.asarray(scale, np.float32), np.asarray(first - least_float * scale, np.float32)
    if mode != "MIN_COMBINED":
        raise UnsupportedNodeError(f"its mode is {mode}")
    half = np.float32(0 if least == 0 else (most - least + 1) / 2)
    return np.asarray(scale, np.float32), np.asarray(low + half * scale, np.float32)


@TABLE.add(
    *("FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxVarsPerChannel", "FakeQuantWithMinMaxArgs"),
)
def _fake_quantize(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Rounds to one of the steps between two limits, which are moved so that 0 is a step."""
    if node.op.endswith("Args"):
        limits = [node.number("min", -6.0), node.number("max", 6.0)]
        low, high = (np.asarray(limit, np.float32) for limit in limits)
    else:
        low, high = (required(value, "range").astype(np.float32) for value in values[1:])
        rank = 1 if node.op.endswith("PerChannel") else 0
        if not low.ndim == high.ndim == rank or low.size != high.size:
            raise ValueError("its range is not one pair of numbers, or one for each channel")
    bits, narrow = _bits(node.integer("num_bits", 8)), node.flag("narrow_range")
    steps = steps_between(low, high, bits, narrow=narrow)
    if steps is None:
        pair = quoted(low.reshape(-1)), quoted(high.reshape(-1))
        raise UnsupportedNodeError(f"its range {pair[0]} to {pair[1]} does not hold 0")
    x = context.tensor(values[0])
    array = known(x)
    return steps.nodes(context.elementwise, x) if array is None else steps.rounded(array)


def _bits(count: int) -> int:
    """The number of bits of codes. Raises `ValueError` for one that is none."""
    if not 2 <= count <= 31:
        raise ValueError(f"it has {count} bits")
    return count


@TABLE.add("QuantizeAndDequantizeV2", "QuantizeAndDequantizeV3", "QuantizeAndDequantizeV4")
def _rounded(context: Context, node: Node, values: Sequence[Held]) -> Held:
    if not node.flag("range_given") or node.integer("axis", -1) != -1:
        raise UnsupportedNodeError("its range is not given, or there is one for each slice")
    low, high = (required(value, "range").astype(np.float32) for value in values[1:3])
    signed = node.flag("signed_input", True)
    if node.op.endswith("V3"):
        bits = int(required(values[3], "number of bits").reshape(()))
    else:
        bits = node.integer("num_bits", 8)
    bits = _bits(bits)
    least = -(1 << bits - 1) + node.flag("narrow_range") if signed else 0
    most = (1 << bits - 1) - 1 if signed else (1 << bits) - 1
    below = least * low
    from_low = np.float32(least) / low if below > 0 else np.float32(np.finfo(np.float32).max)
    from_high = np.float32(most) / high if most * high > 0 else np.float32(np.finfo(np.float32).max)
    scale = np.asarray(min(from_low, from_high), np.float32)
    inverse = np.asarray(np.float32(1) / scale, np.float32)
    limits = [np.asarray(np.float32(end) * inverse, np.float32) for end in (least, most)]
    if node.text("round_mode", "HALF_TO_EVEN") != "HALF_TO_EVEN":
        raise UnsupportedNodeError("it does not round halves to even")
    x = context.tensor(values[0])
    clipped = context.elementwise("Min", context.elementwise("Max", x, limits[0]), limits[1])
    steps = context.elementwise("Round", context.elementwise("Mul", clipped, scale))
    return context.elementwise("Mul", steps, inverse)


@TABLE.add("Bitcast")
def _bitcast(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """The same bits as another type of the same size."""
    x, dtype = context.tensor(values[0]), node.dtype("type")
    before = dtype_of_tensor(x)
    if before == dtype:
        return x
    if before.itemsize != dtype.itemsize or np.dtype(bool) in (before, dtype):
        raise UnsupportedNodeError(f"it takes {before} for {dtype}")
    array = known(x)
    if array is not None:
        return array.view(dtype)
    if isinstance(x, NchwView):
        return NchwView(context.builder.bit_cast(x.value, dtype))
    return context.builder.bit_cast(context.plain(x), dtype)
