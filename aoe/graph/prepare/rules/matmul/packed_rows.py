"""Products of several rows and constants that are stored packed (`PackedMatMul`).

`packed_row` has products of one row. More rows share what taking a weight apart costs, so they are
an operator of their own (`aoe.operators.types.matmul.packed_matmul`).
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, shape_of
from aoe.graph.prepare.rules.matmul import packed_row
from aoe.graph.prepare.rules.matmul.packed_row import Panels

#: Of float32: the bits of the magnitude, half of the last bit that 24 bits have, and numbers from
#: which adding it would give infinity. The bit that keeps a NaN a NaN without its lower bits.
_MAGNITUDE, _HALF, _LARGEST = np.uint32(0x7FFFFFFF), np.uint32(0x80), np.uint32(0x7F7FFF80)
_QUIET = np.uint32(1 << 22)


def packed(
    build: Builder,
    x: onnx_ir.Value,
    steps: np.ndarray,
    scales: np.ndarray,
    zeros: np.ndarray,
    bits: int,
) -> onnx_ir.Value:
    """As `product`, of any number of rows."""
    if prod(shape_of(x)[:-1]) > 1:
        return product(build, x, steps, scales, zeros, bits)
    row = packed_row.four_bits if bits == 4 else packed_row.eight_bits
    return row(build, x, steps, scales, zeros)


def product(
    build: Builder,
    x: onnx_ir.Value,
    steps: np.ndarray,
    scales: np.ndarray,
    zeros: np.ndarray,
    bits: int,
) -> onnx_ir.Value:
    """x (…, K) times (steps - zeros)·scales.

    Args:
        build: Makes the nodes.
        x: The rows.
        steps: The weights (K / block, block, N), from 0 to 15 or 255.
        scales: (K / block, N).
        zeros: Zero points, (K / block, N) or a scalar.
        bits: 4 or 8; of a block in 4 bits the length is even.
    """
    blocks, block, columns = steps.shape
    rows, panels = prod(shape_of(x)[:-1]), Panels.of(build, columns)
    stored = steps.astype(np.uint8)
    if bits == 4:
        pairs = stored.reshape(blocks, block // 2, 2, columns)
        stored = pairs[:, :, 0] | (pairs[:, :, 1] << np.uint8(4))
    factors, zero = panels.scaling(build, scales, zeros)
    inputs = [build.reshape(x, (rows, blocks * block)), build.constant(panels.split(stored))]
    return panels.product(build, "PackedMatMul", [*inputs, *factors], x, bits=bits, **zero)


def product_in_24_bits(build: Builder, x: onnx_ir.Value, weights: np.ndarray) -> onnx_ir.Value:
    """x (…, K) times weights (K, N) that are rounded to 24 bits."""
    depth, columns = weights.shape
    rows, panels = prod(shape_of(x)[:-1]), Panels.of(build, columns)
    lower, upper = (panels.split(part)[:, None] for part in in_24_bits(weights))
    inputs = [build.reshape(x, (rows, depth)), build.constant(lower), build.constant(upper)]
    return panels.product(build, "PackedMatMul", inputs, x, bits=24)


def in_24_bits(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The lower 8 bits and the upper 16 of the nearest numbers with 24 bits: sign, exponent and 15
    bits of the fraction. NaN stays NaN.
    """
    numbers = np.asarray(weights, np.float32, order="C")
    bits = numbers.view(np.uint32)
    nearest = np.where(bits & _MAGNITUDE < _LARGEST, bits + _HALF, bits)
    nearest = np.where(np.isnan(numbers), bits | _QUIET, nearest)
    return (nearest >> 8).astype(np.uint8), (nearest >> 16).astype(np.uint16)


def of_24_bits(lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """The numbers with these bits, float32."""
    bits = (upper.astype(np.uint32) << 16) | (lower.astype(np.uint32) << 8)
    return np.asarray(bits.view(np.float32))
