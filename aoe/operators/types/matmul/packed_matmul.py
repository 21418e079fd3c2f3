"""Matmul by constant weights that are stored in few bits and taken apart as they are read.

W is the width of a panel of columns, P the number of panels. Anchor inputs: x (M, K), and weights
in as many bits as the attribute `bits` says. The result is (M, P * W).

- 8 and 4 bits: steps (P, K / B, B, W), uint8, or (P, K / B, B / 2, W) for 4 bits, where the lower
  half of a byte is the first of two neighbours along K; scales (P, K / B, W); and, unless the
  attribute `zero` is the step that stands for 0 everywhere, offsets (P, K / B, W). A weight is
  step * scale + offset, or (step - zero) * scale. B is the block that shares a scale.
- 24 bits: the lower 8 of them, uint8, and the upper 16, uint16, both (P, 1, K, W).

`aoe.graph.prepare.rules.matmul.packed_rows` makes nodes of it. Implementation: `matmul_packed`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    row_major_order,
)
from aoe.operators.importing import integer_attribute, optional_input, refuse, required_input
from aoe.operators.operator import Operand, Operator

TYPE = "PackedMatMul"
#: Weights above which the reference computes in float32.
_WIDE_WEIGHTS = 4_000_000
#: The attribute `zero` of an operator with offsets.
NO_ZERO = -1
#: Weights in one byte of `steps`, by bits.
EACH = {4: 2, 8: 1, 24: 1}


def _import_node(node: SourceNode) -> ImportedOperator:
    x, steps, scales = (required_input(node, number) for number in range(3))
    bits, zero = integer_attribute(node, "bits", 8), integer_attribute(node, "zero", NO_ZERO)
    offsets = optional_input(node, 3)
    inputs = [x, steps, scales, *([] if offsets is None else [offsets])]
    if bits not in EACH or len(x.shape) != 2 or len(steps.shape) != 4:
        raise refuse(node, f"it has {bits} bits, or operands of other numbers of dimensions")
    panels, blocks, stored, width = steps.shape
    beside = steps.shape if bits == 24 else (panels, blocks, width)
    if x.shape[1] != blocks * stored * EACH[bits] or scales.shape != beside:
        raise refuse(node, f"shapes {x.shape}, {steps.shape} and {scales.shape} do not multiply")
    if bits < 24 and (offsets is None) == (zero == NO_ZERO):
        raise refuse(node, "it has offsets and a zero, or neither")
    output = Operand.row_major(x.dtype, (x.shape[0], panels * width))
    attributes = (("bits", bits), ("zero", zero))
    operator = Operator(TYPE, attributes, tuple(inputs), output, len(inputs))
    return ImportedOperator(operator, tuple(range(len(inputs))))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    x, weights = inputs[0], _weights(operator, inputs[1:])
    dtype = weights.dtype
    panels, blocks, block, width = weights.shape
    matrices = weights.reshape(panels, blocks * block, width)
    products = x.astype(dtype) @ matrices
    return np.asarray(products.transpose(1, 0, 2).reshape(len(x), -1))


def _weights(operator: Operator, stored: Sequence[np.ndarray]) -> np.ndarray:
    """The weights (P, K / B, B, W) that are stored."""
    steps, scales, *offsets = stored
    dtype: type[np.floating[Any]] = np.float32 if steps.size > _WIDE_WEIGHTS else np.float64
    bits = operator.integer("bits")
    if bits == 24:
        upper, lower = scales.astype(np.uint32) << 16, steps.astype(np.uint32) << 8
        return np.asarray((upper | lower).view(np.float32).astype(dtype))
    if bits == 4:
        halves = np.stack([steps & 15, steps >> 4], 3)
        steps = halves.reshape(*steps.shape[:2], -1, steps.shape[3])
    wide: np.ndarray = steps.astype(dtype)
    scale: np.ndarray = scales.astype(dtype)[:, :, None]
    if offsets:
        return np.asarray(wide * scale + offsets[0].astype(dtype)[:, :, None])
    return np.asarray((wide - operator.integer("zero")) * scale)


def _multiply_adds(operator: Operator) -> int:
    return prod(operator.output.shape) * operator.inputs[0].shape[1]


OPERATOR = OperatorDefinition(
    type=TYPE,
    onnx_types=(TYPE,),
    import_node=_import_node,
    reference=_reference,
    output_order=row_major_order,
    multiply_adds=_multiply_adds,
)
