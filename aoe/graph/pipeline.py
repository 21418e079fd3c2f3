"""Runs the stages of `aoe.graph` in their order.

Decisions about the subgraphs of a model (`aoe.graph.subgraph.subgraph`) come from policies. Where
there is no policy, the default decisions hold. Both take the same path (`formed`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

import onnx_ir

from aoe.backends.backend import Backend
from aoe.graph.fusion.fuse import fuse
from aoe.graph.import_graph import import_graph
from aoe.graph.layout import Preference, lay_out, type_preference
from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.precision.sparse_inputs import with_sparse_inputs
from aoe.graph.precision.split_precision import marked
from aoe.graph.prepare.prepare import prepare
from aoe.graph.prepare.provenance import Provenance, provenance_of
from aoe.graph.prepare.wrap_errors import wrap_errors
from aoe.graph.subgraph.chunks import Chunks
from aoe.graph.subgraph.decisions import GraphDecisions, decisions_of, formed
from aoe.graph.subgraph.partition import partition
from aoe.graph.subgraph.strips import Strip
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import SubgraphPolicy

#: Looks a subgraph up, e.g. in a repository. Returns its policy, or None if it is unknown.
KnownSubgraphs: TypeAlias = Callable[[Subgraph], SubgraphPolicy | None]


def nothing_known(subgraph: Subgraph) -> None:
    """A `KnownSubgraphs` that knows nothing, for callers without a repository of subgraphs."""


@dataclass(frozen=True)
class PreparedGraph:
    """A prepared model, and the operators that decisions form of it.

    Attributes:
        unfused: One operator or view for each node, in the model's element types.
        default: The operators that the default decisions form, in the model's element types.
        narrowing: Where reduced precision is wanted; None for the model's element types everywhere.
        origins: The provenance of each node, by its name.
        preference: The dimension orders that the default decisions prefer.
    """

    unfused: OperatorGraph
    default: OperatorGraph
    narrowing: ReducedPrecision | None = None
    origins: Mapping[str, Provenance] = field(default_factory=dict)
    preference: Preference = type_preference

    @cached_property
    def decisions(self) -> GraphDecisions:
        """The default decisions."""
        return decisions_of(self.default)

    @cached_property
    def subgraphs(self) -> tuple[Subgraph, ...]:
        """The subgraphs, each of which is decided separately."""
        return partition(self.unfused, self.decisions, self.narrowing)

    def with_split_terms(self, names: frozenset[str], whole: bool = False) -> PreparedGraph:
        """The graph with more split terms for some contractions
        (`aoe.graph.precision.split_precision`).

        Args:
            names: The contractions.
            whole: They are not split at all, rather than split into at least three terms.
        """
        if not names:
            return self
        unfused = marked(self.unfused, names, whole)
        default = lay_out(fuse(unfused), preference=self.preference)
        return replace(self, unfused=unfused, default=default)

    def provenance_of_nodes(self, names: Collection[str]) -> frozenset[Provenance]:
        """The provenance of the nodes with these names."""
        return frozenset(self.origins[name] for name in names if name in self.origins)

    def nodes_made_from(self, names: Collection[str], types: Collection[str]) -> frozenset[str]:
        """The names of the nodes graph from nodes of the model with these names or types."""
        return frozenset(
            name
            for name, origin in self.origins.items()
            if origin.name in names or origin.type in types
        )

    def known(self, lookup: KnownSubgraphs) -> dict[str, SubgraphPolicy]:
        """The policies that `lookup` knows for the subgraphs, by subgraph key."""
        found = {subgraph.key: lookup(subgraph) for subgraph in self.subgraphs}
        return {key: policy for key, policy in found.items() if policy is not None}

    def formed(self, policies: Mapping[str, SubgraphPolicy]) -> OperatorGraph:
        """The operators under policies of subgraphs, in the wanted precision.

        Args:
            policies: Policies by subgraph key. Other subgraphs follow the default decisions.

        Raises:
            PolicyError: A policy does not fit its subgraph.
        """
        graph = self._formed(policies)
        return graph if self.narrowing is None else self.narrowing.narrowed(graph)

    def _formed(self, policies: Mapping[str, SubgraphPolicy]) -> OperatorGraph:
        stored, orders = set(self.decisions.stored), dict(self.decisions.orders)
        strips: list[Strip] = []
        variants: dict[str, str] = {}
        chunks: list[Chunks] = []
        branches: list[Mapping[str, int]] = []
        decided = [item for item in self.subgraphs if item.key in policies] if policies else []
        for subgraph in decided:
            decisions = subgraph.decisions(policies[subgraph.key])
            stored -= {node.output for node in subgraph.operator_nodes}
            stored |= decisions.stored
            orders.update(decisions.orders)
            strips += decisions.strips
            variants.update(decisions.variants)
            chunks += decisions.chunks
            branches += decisions.branches
        if not decided:
            return self.default
        return formed(
            self.unfused,
            GraphDecisions(
                frozenset(stored), orders, tuple(strips), variants, tuple(chunks), tuple(branches)
            ),
        )


def prepared_graph(
    model: onnx_ir.Model,
    name: str,
    backend: Backend | None = None,
    switched_off: Collection[str] = (),
) -> PreparedGraph:
    """Prepares a model and forms the default operators; changes `model` in place.

    Args:
        model: The model.
        name: The name of the graph.
        backend: The backend whose preferences are followed; None for none in particular.
        switched_off: Performance rules that are not applied (`aoe.graph.prepare.prepare`).

    Raises:
        ModelError: Shapes stay unknown.
        UnsupportedModelError: Some nodes cannot be computed. The message lists all of them.
    """
    prepared = prepare(model, switched_off)
    with wrap_errors(model.graph.name):
        unfused = import_graph(prepared, name)
        preference = type_preference if backend is None else backend.output_order
        if backend is not None:
            unfused = with_sparse_inputs(unfused, backend.precision)
        origins = {str(node.name): provenance_of(node) for node in prepared.graph}
        default = lay_out(fuse(unfused), preference=preference)
        return PreparedGraph(unfused, default, origins=origins, preference=preference)


def build(model: onnx_ir.Model, name: str) -> OperatorGraph:
    """The operator graph of a model under the default decisions; see `prepared_graph`."""
    return prepared_graph(model, name).default
