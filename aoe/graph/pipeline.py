"""The stages of `aoe.graph` in their order.

What is decided for the subgraphs of a model (`aoe.graph.subgraph.subgraph`) comes from policies;
where there is none, from the default decisions. Both go the same way.
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
from aoe.graph.subgraph.chunks import Parts
from aoe.graph.subgraph.decisions import GraphDecisions, decisions_of, formed
from aoe.graph.subgraph.partition import partition
from aoe.graph.subgraph.strips import Strip
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import SubgraphPolicy

#: What is known of a subgraph, e.g. by a repository.
KnownSubgraphs: TypeAlias = Callable[[Subgraph], SubgraphPolicy | None]


def nothing_known(subgraph: Subgraph) -> None:
    """For who uses no repository of subgraphs."""


@dataclass(frozen=True)
class PreparedGraph:
    """A prepared model whose operators are still to be formed. `unfused`: one operator or view for
    each node; `default`: the operators that the default decisions make of it; both in the types
    that the model has. `narrowing`: where others are wanted. `origins`: what nodes were made of, by
    name. `preference`: the orders of dimensions that the default decisions prefer.
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
        """What may be decided separately."""
        return partition(self.unfused, self.decisions, self.narrowing)

    def with_exact(self, names: frozenset[str], whole: bool = False) -> PreparedGraph:
        """With these contractions exact, or of whole numbers even
        (`aoe.graph.precision.split_precision`).
        """
        if not names:
            return self
        unfused = marked(self.unfused, names, whole)
        default = lay_out(fuse(unfused), preference=self.preference)
        return replace(self, unfused=unfused, default=default)

    def origins_of(self, names: Collection[str]) -> frozenset[Provenance]:
        """What its nodes of these names were made of."""
        return frozenset(self.origins[name] for name in names if name in self.origins)

    def nodes_made_from(self, names: Collection[str], types: Collection[str]) -> frozenset[str]:
        """The names of its nodes that were made of nodes of the model of these names or types."""
        return frozenset(
            name
            for name, origin in self.origins.items()
            if origin.name in names or origin.type in types
        )

    def known(self, lookup: KnownSubgraphs) -> dict[str, SubgraphPolicy]:
        """The policies known for its subgraphs, by their keys."""
        found = {subgraph.key: lookup(subgraph) for subgraph in self.subgraphs}
        return {key: policy for key, policy in found.items() if policy is not None}

    def formed(self, policies: Mapping[str, SubgraphPolicy]) -> OperatorGraph:
        """Its operators under policies of subgraphs, by key; the default decisions elsewhere; in
        the precision wanted. Raises `PolicyError` for a policy that is none of its subgraph.
        """
        made = self._formed(policies)
        return made if self.narrowing is None else self.narrowing.narrowed(made)

    def _formed(self, policies: Mapping[str, SubgraphPolicy]) -> OperatorGraph:
        stored, orders = set(self.decisions.stored), dict(self.decisions.orders)
        strips: list[Strip] = []
        variants: dict[str, str] = {}
        parts: list[Parts] = []
        lanes: list[Mapping[str, int]] = []
        decided = [item for item in self.subgraphs if item.key in policies] if policies else []
        for subgraph in decided:
            decisions = subgraph.decisions(policies[subgraph.key])
            stored -= {node.output for node in subgraph.operator_nodes}
            stored |= decisions.stored
            orders.update(decisions.orders)
            strips += decisions.strips
            variants.update(decisions.variants)
            parts += decisions.parts
            lanes += decisions.lanes
        if not decided:
            return self.default
        return formed(
            self.unfused,
            GraphDecisions(
                frozenset(stored), orders, tuple(strips), variants, tuple(parts), tuple(lanes)
            ),
        )


def prepared_graph(
    model: onnx_ir.Model, name: str, backend: Backend | None = None
) -> PreparedGraph:
    """A model, prepared, with the default operators; changes `model` in place. `backend`: the one
    that computes it, whose preferences are followed; None for no particular one.

    Raises `ModelError` where shapes stay unknown and `UnsupportedModelError` listing every node
    that is not computed.
    """
    prepared = prepare(model)
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
