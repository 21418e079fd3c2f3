"""Rewrite rules for operators whose number of results depends on data, and for what reads them.

The rules are listed by when they run: `aoe.graph.prepare.rules.order` names these tuples.
"""

from __future__ import annotations

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules.data_dependent import declared_sizes, operators

#: Before anything is checked.
SIZE_RULES: tuple[Rule, ...] = declared_sizes.RULES
RULES: tuple[Rule, ...] = operators.RULES
