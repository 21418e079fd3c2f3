"""Matmul of int8 rows by constant weights of 4 or 8 bits, both quantised in blocks of K.

Products within a block are summed exactly in integers, four neighbours of K at a time. So bytes lie
in groups of four, in one 32-bit word for each column. W is the width of a panel of columns, P the
number of panels, B the block that shares a scale, and R a run of a block. Anchor inputs:

- x (M, K), int8; its scales (M, K / B), float32; its sums over runs (M, K / R), int32;
- steps (P, K / B, B / 4, W, 4), uint8, or (P, K / B, B / 8, W, 4) for 4 bits, where the lower
  halves of a word are four neighbours along K and the upper halves the next four;
- scales (P, K / B, W); and, unless the attribute `zero` is the step that stands for 0 everywhere,
  offsets (P, K / B, W).

The result is (M, P * W), float32: the sum over runs of
`x_scale * (scale * sum(x * step) + offset * x_sum)`, with `-zero * scale` for a missing offset.

`aoe.graph.prepare.rules.matmul.block_quantized` makes nodes of it. Implementation:
`matmul_block_quantized`. Floating-point rows are multiplied by `packed_matmul`.
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

TYPE = "BlockQuantizedMatMul"
#: Bytes of a word.
GROUP = 4
#: The attribute `zero` of an operator with offsets.
NO_ZERO = -1
#: Weights in a byte of `steps`, by bits.
EACH = {4: 2, 8: 1}
#: Weights above which the reference computes in float32.
_WIDE_WEIGHTS = 4_000_000


def _import_node(node: SourceNode) -> ImportedOperator:
    inputs = [required_input(node, number) for number in range(5)]
    offsets = optional_input(node, 5)
    bits, zero = integer_attribute(node, "bits", 4), integer_attribute(node, "zero", NO_ZERO)
    x, x_scales, x_sums, steps, scales = inputs
    flat = all(len(item.shape) == 2 for item in inputs[:3])
    if bits not in EACH or not flat or len(steps.shape) != 5:
        raise refuse(node, f"it has {bits} bits, or operands of other numbers of dimensions")
    panels, blocks, words, width, group = steps.shape
    rows = x.shape[0]
    block = words * group * EACH[bits]
    runs = x_sums.shape[1]
    shapes = {
        "x": (x.shape, (rows, blocks * block)),
        "the scales of x": (x_scales.shape, (rows, blocks)),
        "the sums of x": (x_sums.shape, (rows, runs)),
        "the scales": (scales.shape, (panels, blocks, width)),
        "the offsets": (offsets.shape if offsets else scales.shape, scales.shape),
    }
    for name, (found, expected) in shapes.items():
        if found != expected:
            raise refuse(node, f"{name} have the shape {found} in place of {expected}")
    if group != GROUP or runs < blocks or runs % blocks or block % (runs // blocks * 8):
        raise refuse(node, f"blocks of {block} have no {runs} runs of whole words")
    if (offsets is None) == (zero == NO_ZERO):
        raise refuse(node, "it has offsets and a zero, or neither")
    given = [*inputs, *([] if offsets is None else [offsets])]
    output = Operand.row_major("float32", (rows, panels * width))
    attributes = (("bits", bits), ("zero", zero))
    operator = Operator(TYPE, attributes, tuple(given), output, len(given))
    return ImportedOperator(operator, tuple(range(len(given))))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    x, x_scales, x_sums, stored, scales, *offsets = inputs
    dtype: type[np.floating[Any]] = np.float32 if stored.size > _WIDE_WEIGHTS else np.float64
    rows, blocks = x_scales.shape
    steps = _steps(stored, operator.integer("bits")).astype(dtype)
    scale = scales.astype(dtype)
    offset = offsets[0].astype(dtype) if offsets else -operator.integer("zero") * scale
    by_block = x.astype(dtype).reshape(rows, blocks, -1)
    sums = x_sums.astype(dtype).reshape(rows, blocks, -1).sum(2)
    products = np.einsum("rbk,pbkc->rpbc", by_block, steps, optimize=True) * scale
    products += sums[:, None, :, None] * offset
    result = np.einsum("rb,rpbc->rpc", x_scales.astype(dtype), products)
    return np.asarray(result.reshape(rows, -1))


def _steps(stored: np.ndarray, bits: int) -> np.ndarray:
    """The steps (P, K / B, B, W) that are stored."""
    if bits == 4:
        stored = np.stack([stored & 15, stored >> 4], 3)
        stored = stored.reshape(*stored.shape[:2], -1, *stored.shape[4:])
    panels, blocks, _, width, _ = stored.shape
    return np.moveaxis(stored, 4, 3).reshape(panels, blocks, -1, width)


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
