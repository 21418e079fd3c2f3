"""Rewrite rules that remove work, or give equal computations equal nodes.

The rules are listed by when they run: `aoe.graph.prepare.rules.order` names these tuples.
"""

from __future__ import annotations

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules.simplification import (
    canonical,
    disjoint_sums,
    empty_values,
    inference_mode,
    recognise,
    simplify,
)

#: On nodes as the model has them, too.
FIRST_RULES: tuple[Rule, ...] = (simplify.drop_whole_slice,)
RULES: tuple[Rule, ...] = simplify.RULES
SUM_RULES: tuple[Rule, ...] = disjoint_sums.RULES
EMPTY_RULES: tuple[Rule, ...] = empty_values.RULES
#: What several nodes compute together, before each of them is rewritten.
RECOGNISING_RULES: tuple[Rule, ...] = recognise.RULES
#: What is left to get its canonical form.
CANONICAL_RULES: tuple[Rule, ...] = canonical.RULES
DROPOUT_RULES: tuple[Rule, ...] = inference_mode.RULES
