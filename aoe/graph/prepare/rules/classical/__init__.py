"""Rewrite rules for the operators of `ai.onnx.ml`: trees, linear models, scalers and encoders.

The rules are listed by when they run: `aoe.graph.prepare.rules.order` names these tuples.
"""

from __future__ import annotations

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules.classical import ensembles, features, linear, support_vectors

RULES: tuple[Rule, ...] = (
    *ensembles.RULES,
    *linear.RULES,
    *support_vectors.RULES,
    *features.RULES,
)
