"""What only moves elements moves quantised ones: behind DequantizeLinear it comes before it, and in
front of QuantizeLinear behind it.

Products of dequantised operands are then next to what dequantises these, and next to what quantises
their results (`dequantized_products`). Scales are the same for all elements, so every move commutes
with them, and so does the maximum of a window, because scales are positive. A scale of each index
along an axis goes with that axis of a Transpose.

This is done where a device multiplies bytes (`CostModel.multiplies_bytes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import onnx_ir

from aoe.backends.registry import backend_of
from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    integers,
    operand,
    producer,
    shape_of,
    used_once,
)
from aoe.graph.prepare.rule_application import rule_for

_MOVES = ("Transpose", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "MaxPool")
#: What may read the parts of a Split that is brought to the other side of DequantizeLinear.
_READERS = frozenset({"QuantizeLinear", "MatMul", "Gemm", "Conv", *_MOVES})
_FLOAT = onnx_ir.DataType.FLOAT
_QUANTISED = (
    onnx_ir.DataType.INT8,
    onnx_ir.DataType.UINT8,
    onnx_ir.DataType.FLOAT8E4M3FN,
    onnx_ir.DataType.FLOAT8E5M2,
)


@dataclass(frozen=True, slots=True)
class _Scaling:
    """A DequantizeLinear in front of a move.

    Attributes:
        value: What it reads.
        parameters: Its scale, and its zero point if it has one.
        axis: The axis of the move's result that they lie along; None for one scale.
    """

    value: onnx_ir.Value
    parameters: tuple[onnx_ir.Value, ...]
    axis: int | None


@rule_for(*_MOVES)
def dequantized_behind(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A move of a dequantised value is dequantised behind it."""
    scaling = _scaling(node, build)
    if scaling is None:
        return None
    shape = shape_of(node.outputs[0])
    moved = build.again(node, [scaling.value, *node.inputs[1:]], shape, dtype=scaling.value.dtype)
    along = {} if scaling.axis is None else {"axis": scaling.axis}
    inputs = [moved, *scaling.parameters]
    return build.make("DequantizeLinear", inputs, shape, _FLOAT, **along)


@rule_for("Split")
def parts_dequantized_behind(node: onnx_ir.Node, build: Builder) -> Sequence[onnx_ir.Value] | None:
    """A Split of a dequantised value takes the parts of the bytes, where these are quantised again,
    moved or multiplied.
    """
    if build.target is None or node.domain or not has_shape(node.inputs[0], *node.outputs):
        return None
    if not backend_of(build.target).cost.multiplies_bytes(build.target):
        return None
    readers = [use.node for output in node.outputs for use in output.uses()]
    if any(output.is_graph_output() for output in node.outputs) or not all(
        reader.op_type in _READERS and not reader.domain for reader in readers
    ):
        return None
    scaling = _dequantized(node)
    if scaling is None or scaling.axis is not None:
        return None
    axis = integer(node, "axis", 0) % len(shape_of(scaling.value))
    parts, start = [], 0
    for output in node.outputs:
        shape = shape_of(output)
        piece = build.piece(scaling.value, axis, start, start + shape[axis])
        parts.append(build.make("DequantizeLinear", [piece, *scaling.parameters], shape, _FLOAT))
        start += shape[axis]
    return parts


@rule_for("QuantizeLinear")
def quantized_before(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A value that is moved and then quantised is quantised and then moved."""
    x, scale = operand(node, 0), operand(node, 1)
    move = None if x is None else x.producer()
    if x is None or move is None or not _is_move(move, build) or not used_once(x):
        return None
    source = operand(move, 0)
    if source is None or not used_once(source) or constant_of(source) is not None:
        return None
    if not has_shape(source, scale, node.outputs[0]) or not _is_single(*node.inputs[1:]):
        return None
    if integer(node, "block_size", 0):
        return None  # blocks lie along a dimension of the moved value
    if node.outputs[0].dtype not in _QUANTISED or source.dtype != _FLOAT or not _is_known(scale):
        return None
    if move.op_type == "MaxPool" and integer(node, "saturate", 1) == 0:
        return None  # the largest number may become NaN
    inputs = [source, *node.inputs[1:]]
    quantised = build.again(node, inputs, shape_of(source), drop=("axis",))
    shape = shape_of(node.outputs[0])
    return build.again(move, [quantised, *move.inputs[1:]], shape, dtype=quantised.dtype)


def is_moved_before(node: onnx_ir.Node, build: Builder) -> bool:
    """Whether a node is a move that `dequantized_behind` brings to the other side."""
    return node.op_type in _MOVES and _scaling(node, build) is not None


def before_moves(value: onnx_ir.Value, build: Builder) -> onnx_ir.Value:
    """The dequantised value that moves make another of, which `dequantized_behind` brings to the
    other side; the value itself if there is none.
    """
    found, pooled = value, False
    while (node := found.producer()) is not None and _is_move(node, build):
        before = operand(node, 0)
        if before is None:
            return value
        found, pooled = before, pooled or node.op_type == "MaxPool"
    source = producer(found, "DequantizeLinear")
    if source is None or (pooled and not _is_known(operand(source, 1))):
        return value
    return found


def _scaling(node: onnx_ir.Node, build: Builder) -> _Scaling | None:
    """What a move reads, if it is a dequantised value that may be moved as it is."""
    return _dequantized(node) if _is_move(node, build) else None


def _dequantized(node: onnx_ir.Node) -> _Scaling | None:
    """What a node reads, if that is dequantised by one scale, or by those of an axis of a
    Transpose.
    """
    source = producer(node.inputs[0], "DequantizeLinear")
    if source is None or source.domain:
        return None
    value, scale, zero = (operand(source, position) for position in range(3))
    parameters = tuple(item for item in (scale, zero) if item is not None)
    if value is None or scale is None or integer(source, "block_size", 0):
        return None
    if not has_shape(value, *parameters, source.outputs[0], node.outputs[0]):
        return None
    if value.dtype not in _QUANTISED or source.outputs[0].dtype != _FLOAT or scale.dtype != _FLOAT:
        return None
    if _is_single(*parameters):
        fits = node.op_type != "MaxPool" or _is_known(scale)
        return _Scaling(value, parameters, None) if fits else None
    if node.op_type != "Transpose" or any(len(shape_of(item)) != 1 for item in parameters):
        return None
    rank = len(shape_of(value))
    order = integers(node, "perm") or tuple(range(rank))[::-1]
    return _Scaling(value, parameters, order.index(integer(source, "axis", 1) % rank))


def _is_move(node: onnx_ir.Node, build: Builder) -> bool:
    """Whether a node is a move on a device for which it is brought to the other side."""
    if build.target is None or node.domain or node.op_type not in _MOVES:
        return False
    if any(output.uses() or output.is_graph_output() for output in node.outputs[1:]):
        return False
    if node.op_type == "MaxPool" and not _windows_have_elements(node):
        return False
    return backend_of(build.target).cost.multiplies_bytes(build.target)


def _windows_have_elements(node: onnx_ir.Node) -> bool:
    """Whether no window lies in the border alone: its maximum is -∞, or the least byte."""
    pads, kernel = integers(node, "pads") or (), integers(node, "kernel_shape") or ()
    if not any(pads):
        return True
    dilated = any(dilation != 1 for dilation in integers(node, "dilations") or ())
    return not dilated and all(pad < size for pad, size in zip(pads, 2 * kernel, strict=True))


def _is_single(*values: onnx_ir.Value | None) -> bool:
    """Whether all that are there have one element."""
    there = [value for value in values if value is not None]
    return has_shape(*there) and all(prod(shape_of(value)) == 1 for value in there)


def _is_known(scale: onnx_ir.Value | None) -> bool:
    """Whether a scale is known, and positive."""
    known = constant_of(scale)
    return known is not None and bool((known > 0).all())


RULES: tuple[Rule, ...] = (dequantized_behind, parts_dequantized_behind, quantized_before)
