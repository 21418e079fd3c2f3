"""Rules that remove or join nodes whose work others do, or that change nothing.

The rules are listed by when they run: `aoe.graph.prepare.rules.order` names these tuples.
"""

from __future__ import annotations

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules.redundant import (
    bounds,
    exact_casts,
    requantization,
    whole_updates,
    zero_bias,
)

RULES: tuple[Rule, ...] = (
    *bounds.RULES,
    *exact_casts.RULES,
    *requantization.RULES,
    *whole_updates.RULES,
)
#: Behind those that give convolutions a bias.
BIAS_RULES: tuple[Rule, ...] = zero_bias.RULES
