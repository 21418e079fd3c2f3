"""Rewrite rules for resizing, and for sampling at computed positions.

The rules are listed by when they run: `aoe.graph.prepare.rules.order` names these tuples.
"""

from __future__ import annotations

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules.sampling import affine_grid, grid_sample, resize

POSITION_RULES: tuple[Rule, ...] = affine_grid.RULES
RULES: tuple[Rule, ...] = (
    *resize.RULES,
    *grid_sample.RULES,
)
