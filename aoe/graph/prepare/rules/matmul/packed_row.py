"""Products of one row and constants that are stored packed and taken apart as they are read.

A row uses each weight once, so its time is that of reading them. A product is a sum over blocks, in
which each stored number is taken apart, scaled and multiplied; fusion makes one reduction of it.
Weights lie in panels as wide as a cache line of bytes, so that each thread reads a stream.

`packed_rows` has products of several rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, shape_of
from aoe.target import COMMON_LINE_ELEMENTS

#: The metadata key of nodes that take packed constants apart, which folding must leave.
KEPT = "aoe.packed"
_FLOAT = onnx_ir.DataType.FLOAT
_BOOL = onnx_ir.DataType.BOOL
#: Neighbours of which two are stored, and bits of a byte that choose each of these.
_GROUP, _CHOICES = 4, 2


@dataclass(frozen=True, slots=True)
class Panels:
    """Columns of weights in panels.

    Attributes:
        columns: Columns of the product.
        width: Columns of a panel.
    """

    columns: int
    width: int

    @staticmethod
    def of(build: Builder, columns: int) -> Panels:
        """The panels that suit the device."""
        line = COMMON_LINE_ELEMENTS if build.target is None else build.target.line_elements
        return Panels(columns, min(4 * line, columns))

    @property
    def count(self) -> int:
        """How many panels there are."""
        return -(-self.columns // self.width)

    def split(self, array: np.ndarray) -> np.ndarray:
        """(…, N) as (panels, …, width), with zeros behind the last column."""
        behind = self.count * self.width - self.columns
        padded = np.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, behind)])
        split = padded.reshape(*array.shape[:-1], self.count, self.width)
        return np.asarray(np.moveaxis(split, -2, 0), order="C")

    def per_block(self, build: Builder, values: np.ndarray) -> onnx_ir.Value:
        """A constant with a number for each block of weights, (K / block, N), or one for all."""
        numbers = values.astype(np.float32)
        return build.constant(self.split(numbers)[:, :, None] if numbers.ndim else numbers)

    def scaling(
        self, build: Builder, scales: np.ndarray, zeros: np.ndarray
    ) -> tuple[list[onnx_ir.Value], dict[str, int]]:
        """The last inputs of an operator of packed weights, which make numbers of steps, and its
        attribute `zero` unless there are offsets.

        Args:
            build: Takes the constants.
            scales: (K / block, N).
            zeros: Zero points, (K / block, N) or a scalar.
        """
        wide = scales.astype(np.float32)
        inputs = [build.constant(self.split(wide))]
        if not zeros.ndim:
            return inputs, {"zero": int(zeros)}
        return [*inputs, build.constant(self.split(-zeros.astype(np.float32) * wide))], {}

    def product(
        self,
        build: Builder,
        kind: str,
        inputs: Sequence[onnx_ir.Value],
        x: onnx_ir.Value,
        **attributes: int,
    ) -> onnx_ir.Value:
        """The float32 result of an operator of packed weights, in the shape of x times the weights.

        Args:
            build: Makes the nodes.
            kind: The type of the operator.
            inputs: What it reads.
            x: The rows, (…, K).
            attributes: Of the operator.
        """
        outer = shape_of(x)[:-1]
        shape = (prod(outer), self.count * self.width)
        made = build.make(kind, inputs, shape, _FLOAT, **attributes)
        return build.reshape(build.piece(made, 1, 0, self.columns), (*outer, self.columns))

    def summed(self, build: Builder, terms: onnx_ir.Value, x: onnx_ir.Value) -> onnx_ir.Value:
        """The sum of terms (panels, …, width) over all but the first and last dimension, in the
        shape of x times the weights.
        """
        axes = list(range(1, len(shape_of(terms)) - 1))
        total = build.infer("ReduceSum", terms, build.integers(axes), keepdims=0)
        flat = build.reshape(total, (self.count * self.width,))
        shape = (*shape_of(x)[:-1], self.columns)
        return build.reshape(build.piece(flat, 0, 0, self.columns), shape)


def kept(value: onnx_ir.Value) -> onnx_ir.Value:
    """A value whose node is not folded."""
    node = value.producer()
    assert node is not None
    node.metadata_props[KEPT] = "yes"
    return value


def eight_bits(
    build: Builder,
    x: onnx_ir.Value,
    steps: np.ndarray,
    scales: np.ndarray,
    zeros: np.ndarray,
) -> onnx_ir.Value:
    """x (…, K), of one row, times (steps - zeros)·scales.

    Args:
        build: Makes the nodes.
        x: One row.
        steps: The weights (K / block, block, N), uint8.
        scales: (K / block, N).
        zeros: Zero points, (K / block, N) or a scalar.
    """
    blocks, block, columns = steps.shape
    panels = Panels.of(build, columns)
    packed = build.constant(panels.split(steps.astype(np.uint8)))
    wide = kept(build.cast(packed, _FLOAT))
    weight = build.infer("Sub", wide, panels.per_block(build, zeros))
    row = build.reshape(x, (1, blocks, block, 1))
    scale = panels.per_block(build, scales)
    scaled = build.infer("Mul", build.infer("Mul", weight, row), scale)
    return panels.summed(build, scaled, x)


def four_bits(
    build: Builder,
    x: onnx_ir.Value,
    steps: np.ndarray,
    scales: np.ndarray,
    zeros: np.ndarray,
) -> onnx_ir.Value:
    """x (…, K), of one row, times (steps - zeros)·scales. The product is a sum over blocks and
    pairs.

    Args:
        build: Makes the nodes.
        x: One row.
        steps: The weights (K / block, block, N), from 0 to 15.
        scales: (K / block, N).
        zeros: Zero points, (K / block, N) or a scalar.
    """
    blocks, block, columns = steps.shape
    panels = Panels.of(build, columns)
    pairs = steps.reshape(blocks, block // 2, 2, columns).astype(np.uint8)
    packed = build.constant(panels.split(pairs[:, :, 0] | (pairs[:, :, 1] << np.uint8(4))))
    row = build.reshape(x, (1, blocks, block // 2, 2))
    zero = panels.per_block(build, zeros)
    low = kept(build.infer("BitwiseAnd", packed, build.constant(np.asarray(15, np.uint8))))
    four = build.constant(np.asarray(4, np.uint8))
    high = kept(build.infer("BitShift", packed, four, direction="RIGHT"))
    terms = []
    for half, bits in enumerate((low, high)):
        weight = build.infer("Sub", build.cast(bits, _FLOAT), zero)
        terms.append(build.infer("Mul", weight, build.piece(row, 3, half, half + 1)))
    scale = panels.per_block(build, scales)
    scaled = build.infer("Mul", build.infer("Add", *terms), scale)
    return panels.summed(build, scaled, x)


def two_of_four(
    build: Builder, x: onnx_ir.Value, values: np.ndarray, places: np.ndarray
) -> onnx_ir.Value:
    """x (…, K), of one row, times weights of which two of four neighbours are stored.

    The first of both is never the last of its group, and the second never the first, so that each
    is one of three and two bits choose it. A byte has the four bits of a group: with those of two
    groups, the reduction would have more operands than fusion allows.

    Args:
        build: Makes the nodes.
        x: One row.
        values: (K / 4, 2, N), float32.
        places: Their places in the group, likewise, ascending.
    """
    groups, kept_values, columns = values.shape
    panels = Panels.of(build, columns)
    steps = places - np.arange(kept_values, dtype=np.uint8)[:, None]
    bits = ((np.uint8(1) << steps) >> 1) << (_CHOICES * np.arange(kept_values, dtype=np.uint8))[
        :, None
    ]
    packed = build.constant(panels.split(np.bitwise_or.reduce(bits, axis=1)))
    row = build.reshape(x, (1, groups, 1, _GROUP))
    parts = [
        build.reshape(build.piece(row, 3, place, place + 1), (1, groups, 1))
        for place in range(_GROUP)
    ]

    def has_bit(number: int) -> onnx_ir.Value:
        mask = build.constant(np.asarray(1 << number, np.uint8))
        return build.cast(kept(build.infer("BitwiseAnd", packed, mask)), _BOOL)

    terms = []
    for number in range(kept_values):
        low = _CHOICES * number
        near = build.infer("Where", has_bit(low), parts[number + 1], parts[number])
        chosen = build.infer("Where", has_bit(low + 1), parts[number + 2], near)
        value = build.constant(panels.split(values[:, number]))
        terms.append(build.infer("Mul", value, chosen))
    return panels.summed(build, build.infer("Add", *terms), x)
