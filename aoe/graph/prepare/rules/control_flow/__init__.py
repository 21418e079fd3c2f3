"""Rewrite rules that unroll loops and resolve sequences.

The rules are listed by when they run: `aoe.graph.prepare.rules.order` names these tuples.
"""

from __future__ import annotations

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules.control_flow import (
    branches,
    cut_at_count,
    long_scan,
    scan_and_loop,
    sequences,
    sliced_reductions,
    untaken_branch,
)

#: What reductions of the parts of a value become, before reductions are rewritten one by one.
SLICE_RULES: tuple[Rule, ...] = sliced_reductions.RULES
RULES: tuple[Rule, ...] = (
    *untaken_branch.RULES,
    *scan_and_loop.RULES,
    *branches.RULES,
    *sequences.RULES,
)
#: Where no other rule applies any more.
LAST_RULES: tuple[Rule, ...] = (
    *branches.LAST_RULES,
    *long_scan.RULES,
    *cut_at_count.RULES,
)
