"""Rewrite rules for operators that select or place elements.

The rules are listed by when they run: `aoe.graph.prepare.rules.order` names these tuples.
"""

from __future__ import annotations

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules.selection import (
    column_to_image,
    element_assignment,
    index_comparisons,
    selection,
)

COMPARISON_RULES: tuple[Rule, ...] = index_comparisons.RULES
RULES: tuple[Rule, ...] = (
    *element_assignment.RULES,
    *selection.RULES,
    *column_to_image.RULES,
)
