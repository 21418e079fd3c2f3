"""Narrowing: what a precision makes of a model, however its operators are grouped. A prepared graph
(`aoe.graph.pipeline`) and its subgraphs have one where the model is to be narrow, so that they are
tuned, known and compiled as what they will be. What is done: `aoe.graph.precision.mixed_precision`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from aoe.graph.precision.mixed_precision import MixedPrecision, names_of, with_mixed_precision
from aoe.graph.precision.reduction_facts import ReductionFacts
from aoe.operators.operator_graph import OperatorGraph, OperatorNode


@dataclass(frozen=True, slots=True)
class ReducedPrecision:
    """What is wanted of a model, and what is known of it."""

    wanted: MixedPrecision
    facts: ReductionFacts

    def narrowed(self, graph: OperatorGraph) -> OperatorGraph:
        """The operators of a model, or of a part of one, in this precision."""
        return with_mixed_precision(graph, self.wanted, self.facts.target, self.facts)

    def with_means(self, means: Mapping[str, np.ndarray]) -> ReducedPrecision:
        """With what contractions read on average, by name."""
        return replace(self, facts=self.facts.with_means(means))

    def without(self, names: frozenset[str]) -> ReducedPrecision:
        """In which these contractions keep their types."""
        return replace(self, wanted=replace(self.wanted, exact_names=names))

    def to_json(self, numbers: Mapping[str, int], nodes: tuple[OperatorNode, ...]) -> list[Any]:
        """What is wanted of these operators, whatever they are called; that some of them keep their
        types for the accuracy of a whole model is not a part of it. `numbers`: of their results.
        """
        wanted = self.wanted
        kept = [numbers[node.output] for node in nodes if names_of(node) & wanted.kept_names]
        types = [sorted(wanted.types), sorted(wanted.kept_types)]
        return [*types, sorted(kept), wanted.alone, wanted.always]
