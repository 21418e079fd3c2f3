"""Rewrite rules for operators of ONNX Runtime's own domain, com.microsoft.

The rules are listed by when they run: `aoe.graph.prepare.rules.order` names these tuples.
"""

from __future__ import annotations

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules.contrib import (
    attention,
    crops,
    grouped_query_attention,
    matrices,
    operators,
    quantized,
    quantized_layers,
    repeated_tokens,
    standard_forms,
)

RULES: tuple[Rule, ...] = (
    *operators.CONTRIB_RULES,
    *attention.CONTRIB_RULES,
    *grouped_query_attention.CONTRIB_RULES,
    *quantized.CONTRIB_RULES,
    *quantized_layers.CONTRIB_RULES,
    *matrices.CONTRIB_RULES,
    *crops.CONTRIB_RULES,
    *repeated_tokens.CONTRIB_RULES,
    *standard_forms.CONTRIB_RULES,
)
