"""ReducedPrecision: the precision that is wanted of a model, whatever its operators are fused to.

A prepared graph (`aoe.graph.pipeline`) and its subgraphs hold one where the model is to read fewer
bits. So they are tuned, stored and compiled in that precision. It is carried out by
`aoe.graph.precision.mixed_precision`.
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
    """A precision for a model.

    Attributes:
        wanted: What is wanted.
        facts: What is known of the model on a device.
    """

    wanted: MixedPrecision
    facts: ReductionFacts

    def applied_to(self, graph: OperatorGraph) -> OperatorGraph:
        """The graph of a model, or of a subgraph, in this precision."""
        return with_mixed_precision(graph, self.wanted, self.facts.target, self.facts)

    @property
    def detached(self) -> ReducedPrecision:
        """The same precision, without what was computed for it here, to send it elsewhere."""
        facts = ReductionFacts(self.facts.target, self.facts.means, self.facts.wanted_type)
        return replace(self, facts=facts)

    def with_means(self, means: Mapping[str, np.ndarray]) -> ReducedPrecision:
        """The same precision with the means of what contractions read, by name."""
        return replace(self, facts=self.facts.with_means(means))

    def of_type(self, dtype: str) -> ReducedPrecision:
        """The same precision in another reduced type."""
        facts = ReductionFacts(self.facts.target, self.facts.means, dtype)
        return ReducedPrecision(replace(self.wanted, reduced_type=dtype), facts)

    def without(self, names: frozenset[str]) -> ReducedPrecision:
        """The same precision, except that these contractions keep their types."""
        return replace(self, wanted=replace(self.wanted, float32_names=names))

    def to_json(self, numbers: Mapping[str, int], nodes: tuple[OperatorNode, ...]) -> list[Any]:
        """What is wanted of some operators, for the signature of a subgraph. It holds no names, and
        leaves out which contractions keep their types for the accuracy of the whole model.

        Args:
            numbers: The numbers of values by name.
            nodes: The operators.
        """
        wanted = self.wanted
        kept = [numbers[node.output] for node in nodes if names_of(node) & wanted.kept_names]
        types = [sorted(wanted.types), sorted(wanted.kept_types)]
        own_type = [] if wanted.reduced_type is None else [wanted.reduced_type]
        return [*types, sorted(kept), wanted.alone, wanted.always, *own_type]
