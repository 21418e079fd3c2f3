"""Rewrite rules for LSTM, GRU and RNN.

The rules are listed by when they run: `aoe.graph.prepare.rules.order` names these tuples.
"""

from __future__ import annotations

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules.recurrent import recurrence

RULES: tuple[Rule, ...] = recurrence.RULES
