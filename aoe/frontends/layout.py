"""Lazy layout: tensors of sources with channels last, in a graph with channels first.

TensorFlow and TFLite have channels last (NHWC), ONNX has them first (NCHW). A convolution or a
pooling gives an `NchwView`: a tensor that the source sees as NHWC, and the graph holds as NCHW.
Elementwise operators take and give views. A Transpose is made only for what needs the other layout,
once for each tensor. One spatial dimension (NWC) or three (NDHWC) are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import GraphBuilder, Operand, dtype_of, shape_of
from aoe.frontends.node_writer import reshaped


@dataclass(frozen=True, slots=True, eq=False)
class NchwView:
    """A tensor with channels last, of which the graph has the form with channels first.

    Attributes:
        value: The form with channels first.
    """

    value: onnx_ir.Value

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape with channels last."""
        batch, channels, *spatial = shape_of(self.value)
        return (batch, *spatial, channels)


#: A tensor of the source: with the layout of the source, or a view.
LayoutOperand: TypeAlias = "Operand | NchwView"


class Layouts:
    """Brings the tensors of one graph into the layout that an operator needs."""

    def __init__(self, builder: GraphBuilder) -> None:
        self._builder = builder
        #: The other form of tensors that have been transposed, by the identity of what they were
        #: made of, which is kept so that it stays the same.
        self._first: dict[int, tuple[Operand, Operand]] = {}
        self._last: dict[int, tuple[onnx_ir.Value, onnx_ir.Value]] = {}

    def to_nchw(self, operand: LayoutOperand) -> Operand:
        """The form with channels first. The rank is at least 3."""
        if isinstance(operand, NchwView):
            return operand.value
        found = self._first.get(id(operand))
        if found is None:
            order = nchw_order(len(shape_of(operand)))
            first: Operand
            if isinstance(operand, np.ndarray):
                first = np.ascontiguousarray(operand.transpose(order))
            else:
                first = self._padded(operand, order) or self._moved(operand, order)
                self._last[id(first)] = (first, operand)
            found = self._first[id(operand)] = (operand, first)
        return found[1]

    def to_nhwc(self, operand: LayoutOperand) -> Operand:
        """The form that the source sees."""
        if not isinstance(operand, NchwView):
            return operand
        value = operand.value
        found = self._last.get(id(value))
        if found is None:
            order = nhwc_order(len(shape_of(value)))
            last = self._moved(value, order)
            found = self._last[id(value)] = (value, last)
            self._first[id(last)] = (last, value)
        return found[1]

    def reshaped(self, view: NchwView, shape: Sequence[int]) -> LayoutOperand:
        """A view with as many elements in another shape. It stays a view where only axes of size 1
        come or go between the batch and the channels.
        """
        before, wanted = view.shape, tuple(shape)
        if wanted == before:
            return view
        ends = len(wanted) > 1 and (wanted[0], wanted[-1]) == (before[0], before[-1])
        if ends and _long(wanted[1:-1]) == _long(before[1:-1]):
            moved = self._in_shape(view.value, (wanted[0], wanted[-1], *wanted[1:-1]))
            return moved if len(wanted) == 2 else NchwView(moved)
        if prod(before[1:-1]) == 1 or before[-1] == 1:  # the order of elements is the same
            return self._in_shape(view.value, wanted)
        return self._in_shape(self._builder.value(self.to_nhwc(view)), wanted)

    def _in_shape(self, value: onnx_ir.Value, shape: Sequence[int]) -> onnx_ir.Value:
        if shape_of(value) == tuple(shape):
            return value
        return reshaped(self._builder, value, shape)

    def _padded(self, value: onnx_ir.Value, order: Sequence[int]) -> onnx_ir.Value | None:
        """A padded value in another layout: what is padded is moved, so that a convolution can take
        the padding. None for other values.
        """
        node = value.producer()
        if node is None or node.op_type != "Pad" or not 2 <= len(node.inputs) <= 3:
            return None
        source, pads = node.inputs[:2]
        if source is None or pads is None or pads.const_value is None:
            return None
        sides = pads.const_value.numpy().reshape(2, -1)[:, list(order)]
        with self._builder.layer(str(node.name)):
            return self._builder.node(
                "Pad",
                self._builder.value(self.to_nchw(source)),
                np.ascontiguousarray(sides).reshape(-1),
                *node.inputs[2:],
                mode=node.attributes["mode"].as_string() if "mode" in node.attributes else None,
            )

    def _moved(self, value: onnx_ir.Value, order: Sequence[int]) -> onnx_ir.Value:
        """A value in another layout: reshaped, where no more than one moved axis is long."""
        shape = shape_of(value)
        long = [axis for axis in order if shape[axis] != 1]
        if long == sorted(long):
            return reshaped(self._builder, value, [shape[axis] for axis in order])
        return self._builder.node("Transpose", value, perm=list(order))

    def together(self, operands: Sequence[LayoutOperand]) -> tuple[tuple[Operand, ...], bool]:
        """Operands that are broadcast with each other, all in one layout, and whether it is NCHW.

        It is if the largest tensor that is no constant is a view, and no operand has a higher rank.
        """
        largest = max(operands, key=_weight)
        rank = len(shape_of_tensor(largest))
        if not isinstance(largest, NchwView) or any(
            len(shape_of_tensor(operand)) > rank for operand in operands
        ):
            return tuple(self.to_nhwc(operand) for operand in operands), False
        return tuple(self._broadcast_nchw(operand, rank) for operand in operands), True

    def _broadcast_nchw(self, operand: LayoutOperand, rank: int) -> Operand:
        """An operand in NCHW, after dimensions of size 1 have been put before those it has."""
        if isinstance(operand, NchwView) and len(operand.shape) == rank:
            return operand.value
        plain = self.to_nhwc(operand)
        shape = shape_of(plain)
        if prod(shape) == 1 and len(shape) <= rank:
            return plain
        if len(shape) == rank:
            return self.to_nchw(plain)
        wide = (1,) * (rank - len(shape)) + shape
        if isinstance(plain, np.ndarray):
            return np.ascontiguousarray(plain.reshape(wide).transpose(nchw_order(rank)))
        if len(shape) == 1:
            return reshaped(self._builder, plain, (1, shape[0], *[1] * (rank - 2)))
        return self.to_nchw(reshaped(self._builder, plain, wide))


def shape_of_tensor(operand: LayoutOperand) -> tuple[int, ...]:
    """The shape that the source sees."""
    return operand.shape if isinstance(operand, NchwView) else shape_of(operand)


def dtype_of_tensor(operand: LayoutOperand) -> np.dtype:
    """The element type."""
    return dtype_of(held_of(operand))


def held_of(operand: LayoutOperand) -> Operand:
    """What the graph has of a tensor, in whichever layout."""
    return operand.value if isinstance(operand, NchwView) else operand


def _long(sizes: Sequence[int]) -> list[int]:
    return [size for size in sizes if size != 1]


def nchw_axis(axis: int, rank: int) -> int:
    """Where an axis of NHWC is in NCHW. It is not negative."""
    return 0 if axis == 0 else 1 if axis == rank - 1 else axis + 1


def nchw_order(rank: int) -> list[int]:
    """The permutation that moves channels from the last place to the second."""
    return [0, rank - 1, *range(1, rank - 1)]


def nhwc_order(rank: int) -> list[int]:
    """The permutation that moves channels from the second place to the last."""
    return [0, *range(2, rank), 1]


def _weight(operand: LayoutOperand) -> tuple[bool, int, int, bool]:
    """What decides on the layout of several operands: tensors before constants, then the rank, then
    the number of elements. Of equals a view decides.
    """
    shape = shape_of_tensor(operand)
    constant = isinstance(operand, np.ndarray)
    return (not constant, len(shape), prod(shape), isinstance(operand, NchwView))
