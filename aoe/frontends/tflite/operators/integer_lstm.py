"""LSTM over a sequence, in integers: inputs, weights and hidden state of int8, gates and cell of
int16.

TFLite rounds after each product. The same values are computed here in float32, which holds these
integers exactly, and rounded at the same places. TFLite's tables of sigmoid and tanh differ from
the functions by a few units of 2^-15, so a result may differ by one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import frexp

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import (
    GraphBuilder,
    Iteration,
    Operand,
    UnsupportedNodeError,
    shape_of,
)
from aoe.frontends.layout import LayoutOperand
from aoe.frontends.tflite.call import INTEGERS, Call, int64
from aoe.frontends.tflite.model_file import FileTensor

#: Gates among the operands of TFLite: input, forget, cell, output.
_INPUTS, _STATES, _BIASES = 1, 5, 12
_HIDDEN, _CELL = 18, 19
#: Gates have 3 bits before the binary point, sigmoids and tanhs none.
_GATE, _UNIT = 2.0**-12, 2.0**-15
_LOW, _HIGH = -32768.0, 32767.0
#: Integers that float32 holds exactly.
_EXACT = 1 << 24


def integer_lstm(call: Call) -> LayoutOperand | None:
    """The layer, if its inputs are integers."""
    first = call.input_tensors[0]
    if first is None or not first.is_quantized:
        return None
    _refuse(call)
    x = call.plain(0)
    if not call.option("time_major"):
        x = call.node("Transpose", x, perm=[1, 0, 2])
    entries = _rounded(call.builder, _product(call, x, _INPUTS, first, biased=True))
    y = _steps(call, _limited(call.builder, entries))
    kind = np.iinfo(call.dtype)
    y = call.node("Clip", y, np.asarray(kind.min, np.float32), np.asarray(kind.max, np.float32))
    y = call.node("Cast", y, to=int(onnx_ir.DataType.from_numpy(call.dtype)))
    return y if call.option("time_major") else call.node("Transpose", y, perm=[1, 0, 2])


INTEGERS["UNIDIRECTIONAL_SEQUENCE_LSTM"] = integer_lstm


def _refuse(call: Call) -> None:
    places = ((1, 12), "couples its gates", False), ((9, 10, 11), "has peepholes", True)
    for numbers, what, there in (*places, ((16, 17), "has a projection", True)):
        if any(call.has(number) == there for number in numbers):
            raise UnsupportedNodeError(f"it computes with integers and {what}")
    if any(call.has(number) for number in range(20, 24)):
        raise UnsupportedNodeError("it computes with integers and normalizes its gates")
    if call.activation != "TANH" or call.option("diagonal"):
        raise UnsupportedNodeError(
            f"its activation is {call.activation}, or its weights are diagonals"
        )
    result, hidden = call.output_tensors[0], _scaled(call, _HIDDEN)
    if not hidden.scaling.equals(result.quantization) or hidden.kind != result.kind:
        raise UnsupportedNodeError("its hidden state has another scale than its result")


def _scaled(call: Call, number: int) -> FileTensor:
    """An operand with one scale."""
    tensor = call.input_tensors[number]
    if tensor is None or tensor.quantization is None or tensor.quantization.scale.size != 1:
        raise UnsupportedNodeError(f"its operand {number} has not one scale")
    return tensor


def _zero(tensor: FileTensor) -> np.ndarray:
    return tensor.scaling.zero_point.reshape(()).astype(np.float32)


def _weights(call: Call, first: int) -> tuple[np.ndarray, np.ndarray]:
    """Matrices of the four gates side by side, and the scale of each column."""
    parts, scales = [], []
    for number in range(first, first + 4):
        tensor = _scaled(call, number)
        if tensor.scaling.zero_point.any():
            raise UnsupportedNodeError(f"its operand {number} has a zero point")
        parts.append(call.constant(number, "weights").astype(np.float32))
        scales.append(np.full(len(parts[-1]), float(tensor.scaling.scale.item())))
    return np.ascontiguousarray(np.concatenate(parts).T), np.concatenate(scales)


def _product(call: Call, x: Operand, first: int, source: FileTensor, *, biased: bool) -> Operand:
    """Products of integers by the weights of all gates, in units of gates."""
    weights, scales = _weights(call, first)
    if len(weights) * (1 << 15) > _EXACT:
        raise UnsupportedNodeError(f"it adds up {len(weights)} products")
    builder = call.builder
    centred = builder.node("Sub", builder.node("Cast", x, to=1), _zero(source))
    total = builder.node("MatMul", centred, weights)
    if biased:
        numbers = range(_BIASES, _BIASES + 4)
        total = builder.node(
            "Add",
            total,
            np.concatenate([call.constant(n, "biases") for n in numbers]).astype(np.float32),
        )
    factor = scales * float(source.scaling.scale.item()) / _GATE
    return builder.node("Mul", total, factor.astype(np.float32))


def _rounded(builder: GraphBuilder, value: Operand) -> onnx_ir.Value:
    return builder.node("Round", value)


def _limited(builder: GraphBuilder, value: Operand, most: float = _HIGH) -> onnx_ir.Value:
    """A value as an integer of 16 bits."""
    low = _LOW if most == _HIGH else -most
    return builder.node("Clip", value, np.asarray(low, np.float32), np.asarray(most, np.float32))


def _scaled_by(builder: GraphBuilder, value: Operand, factor: float) -> onnx_ir.Value:
    return _rounded(builder, builder.node("Mul", value, np.asarray(factor, np.float32)))


def _steps(call: Call, entries: Operand) -> Operand:
    """The hidden state after each step, as integers in float32: steps × batch × units."""
    hidden, cell = _scaled(call, _HIDDEN), _scaled(call, _CELL)
    weights, scales = _weights(call, _STATES)
    steps, batch, wide = shape_of(entries)
    units = wide // 4
    unit = float(cell.scaling.scale.item())
    if frexp(unit)[0] != 0.5 or cell.scaling.zero_point.any():
        raise UnsupportedNodeError("the scale of its cell is no power of 2")
    scale, zero = float(hidden.scaling.scale.item()), _zero(hidden)
    clip = call.number("cell_clip")
    most = min(round(clip / unit), 32767) if clip > 0 else 32767
    factors = (scales * scale / _GATE).astype(np.float32)

    def iteration(
        inner: GraphBuilder, number: onnx_ir.Value, states: Sequence[onnx_ir.Value]
    ) -> Iteration:
        before, memory = states
        part = inner.node("Gather", entries, number, axis=0)
        product = inner.node("MatMul", inner.node("Sub", before, zero), weights)
        recurrent = _rounded(inner, inner.node("Mul", product, factors))
        gates = _limited(inner, inner.node("Add", part, recurrent))
        real = inner.node("Mul", gates, np.asarray(_GATE, np.float32))
        parts = inner.nodes("Split", 4, real, int64([units] * 4), axis=1)
        kinds = ("Sigmoid", "Sigmoid", "Tanh", "Sigmoid")
        entry, forget, new, output = (
            _limited(inner, _scaled_by(inner, inner.node(kind, item), 1 / _UNIT))
            for kind, item in zip(kinds, parts, strict=True)
        )
        kept = _scaled_by(inner, inner.node("Mul", forget, memory), _UNIT)
        # Products of two numbers of 15 bits are not exact in float32.
        added = _scaled_by(
            inner,
            inner.node("Mul", inner.node("Mul", entry, np.asarray(_UNIT, np.float32)), new),
            _UNIT / unit,
        )
        after = _limited(inner, inner.node("Add", kept, added), float(most))
        bent = inner.node("Tanh", inner.node("Mul", after, np.asarray(unit, np.float32)))
        bent = _limited(inner, _scaled_by(inner, bent, 1 / _UNIT))
        shown = inner.node("Mul", inner.node("Mul", output, np.asarray(_UNIT, np.float32)), bent)
        shown = inner.node("Add", _scaled_by(inner, shown, _UNIT / scale), zero)
        shown = inner.node("Clip", shown, np.asarray(-128, np.float32), np.asarray(127, np.float32))
        return Iteration([shown, after], [shown])

    starts = [np.full((batch, units), zero, np.float32), np.zeros((batch, units), np.float32)]
    _, (found,) = call.builder.loop(steps, starts, iteration)
    return found
