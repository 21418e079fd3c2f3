"""Rewrite rules for matmuls: Gemm, MatMul and Einsum.

The rules are listed by when they run: `aoe.graph.prepare.rules.order` names these tuples.
"""

from __future__ import annotations

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules.matmul import (
    einsum,
    four_bits,
    gemm,
    long_reductions,
    reshaped_products,
)

#: On nodes as the model has them.
FIRST_RULES: tuple[Rule, ...] = reshaped_products.RULES
#: Before other weights are dequantized.
PACKED_RULES: tuple[Rule, ...] = four_bits.RULES
RULES: tuple[Rule, ...] = (
    *gemm.RULES,
    *reshaped_products.LATER_RULES,
    *long_reductions.RULES,
)
EINSUM_RULES: tuple[Rule, ...] = einsum.RULES
