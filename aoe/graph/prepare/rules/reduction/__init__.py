"""Rewrite rules for reductions, normalisations and scans along axes.

The rules are listed by when they run: `aoe.graph.prepare.rules.order` names these tuples.
"""

from __future__ import annotations

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules.reduction import (
    arg_reductions,
    normalizations,
    prefix_scan,
    reductions,
)

NORMALIZATION_RULES: tuple[Rule, ...] = normalizations.RULES
RULES: tuple[Rule, ...] = (
    *reductions.RULES,
    *arg_reductions.RULES,
    *prefix_scan.RULES,
)
