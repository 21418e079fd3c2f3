"""Runs the stages of `aoe.graph` in their order.

Decisions about the subgraphs of a model (`aoe.graph.subgraph.subgraph`) come from policies. Where
there is no policy, the default decisions hold. Both take the same path (`formed`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TypeAlias

import onnx_ir

from aoe.backends.registry import backend_of, implementations_of
from aoe.graph.fusion.fuse import SEVERAL_RESULTS, fuse, stored_values
from aoe.graph.fusion.several_results import with_several_results
from aoe.graph.import_graph import import_graph
from aoe.graph.layout import chosen_orders, lay_out, type_preference
from aoe.graph.precision.activation_sparsity import with_zeros_expected
from aoe.graph.precision.mixed_precision import names_of, types_of
from aoe.graph.precision.operator_precision import AS_NEEDED, OperatorPrecision
from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.precision.split_precision import marked
from aoe.graph.prepare.prepare import Revise, prepare
from aoe.graph.prepare.provenance import Provenance, provenance_of
from aoe.graph.prepare.wrap_errors import wrap_errors
from aoe.graph.subgraph.chunks import Chunks
from aoe.graph.subgraph.decisions import GraphDecisions, formed
from aoe.graph.subgraph.default_variants import default_variants
from aoe.graph.subgraph.partition import partition
from aoe.graph.subgraph.strips import Strip
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.graph.subgraph.variants.variants import with_variants
from aoe.graph.switches import ALL_ON, Switches
from aoe.graph.value_memory import require_value_memory
from aoe.operators.operator import PRECISIONS, Operator, Precision
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import SubgraphPolicy
from aoe.target import COMMON_LINE_ELEMENTS, Target

#: Operators are joined that save one byte in so many of the smaller one.
_LEAST_SAVED = 8

#: Looks a subgraph up, e.g. in a repository. Returns its policy, or None if it is unknown.
KnownSubgraphs: TypeAlias = Callable[[Subgraph], SubgraphPolicy | None]


def nothing_known(subgraph: Subgraph) -> None:
    """A `KnownSubgraphs` that knows nothing, for callers without a repository of subgraphs."""


@dataclass(frozen=True)
class PreparedGraph:
    """A prepared model, and the operators that decisions form of it.

    Attributes:
        unfused: One operator or view for each node, in the model's element types.
        decisions: The default decisions, in general those for `target`.
        default: The operators that the default decisions form, in the model's element types.
        reduced_precision: Where reduced precision is wanted; None for the model's element types.
        origins: The provenance of each node, by its name.
        target: The device that default decisions are made for; None for none in particular.
        switches: What is switched off.
    """

    unfused: OperatorGraph
    decisions: GraphDecisions
    default: OperatorGraph
    reduced_precision: ReducedPrecision | None = None
    origins: Mapping[str, Provenance] = field(default_factory=dict)
    target: Target | None = None
    switches: Switches = ALL_ON

    @cached_property
    def subgraphs(self) -> tuple[Subgraph, ...]:
        """The subgraphs, each of which is decided separately."""
        return partition(self.unfused, self.decisions, self.reduced_precision, self.switches)

    def with_precision(self, names: frozenset[str], precision: Precision) -> PreparedGraph:
        """The graph with a precision for the contractions of these names that have none yet
        (`aoe.graph.precision.split_precision`).
        """
        if not names:
            return self
        unfused = marked(self.unfused, names, precision)
        decisions, default = _by_default(unfused, self.target, self.switches, self.origins)
        return replace(self, unfused=unfused, decisions=decisions, default=default)

    def with_input_ranges(self, ranges: Mapping[str, tuple[int, int]]) -> PreparedGraph:
        """The graph with inputs that are measured within ranges."""
        if not ranges:
            return self
        unfused, default = (
            replace(item, input_ranges=ranges) for item in (self.unfused, self.default)
        )
        return replace(self, unfused=unfused, default=default)

    def in_operator_precision(self, wanted: OperatorPrecision) -> PreparedGraph:
        """The graph with the precision that the user wants of operators."""
        if wanted == AS_NEEDED:
            return self
        named: dict[Precision, set[str]] = {}
        for node in self.unfused.operator_nodes:
            origins = self.provenance_of_nodes([node.name])
            names = names_of(node) | {origin.name for origin in origins}
            types = types_of(node) | {origin.type for origin in origins}
            named.setdefault(wanted.of(names, types), set()).add(node.name)
        made = self
        for precision in PRECISIONS:
            if precision != "default" and (precision != "low" or self._may_be_low):
                made = made.with_precision(frozenset(named.get(precision, ())), precision)
        return made

    @property
    def _may_be_low(self) -> bool:
        """Whether the device multiplies float32 faster where its factors have 11 bits."""
        if self.target is None:
            return False
        return "tf32" in backend_of(self.target).precision.fast_types(self.target)

    def provenance_of_nodes(self, names: Collection[str]) -> frozenset[Provenance]:
        """The provenance of the nodes with these names."""
        return frozenset(self.origins[name] for name in names if name in self.origins)

    def nodes_made_from(self, names: Collection[str], types: Collection[str]) -> frozenset[str]:
        """The names of the nodes made from nodes of the model with these names or types."""
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
        if self.reduced_precision is not None:
            graph = self.reduced_precision.applied_to(graph)
        if SEVERAL_RESULTS in self.switches.fusions_off or not graph.trains:
            return graph
        return with_several_results(graph, partial(_saves_traffic, self.target))

    def _formed(self, policies: Mapping[str, SubgraphPolicy]) -> OperatorGraph:
        stored, orders = set(self.decisions.stored), dict(self.decisions.orders)
        variants = dict(self.decisions.variants)
        subgraph_of = dict(self.decisions.subgraph_of)
        strips: list[Strip] = []
        chunks: list[Chunks] = []
        branches: list[Mapping[str, int]] = []
        numbered = enumerate(self.subgraphs if policies else ())
        decided = [(place, item) for place, item in numbered if item.key in policies]
        for place, subgraph in decided:
            decisions = subgraph.decisions(policies[subgraph.key])
            own = {node.output for node in subgraph.operator_nodes}
            stored = (stored - own) | decisions.stored
            variants = {value: kind for value, kind in variants.items() if value not in own}
            orders.update(decisions.orders)
            strips += decisions.strips
            variants.update(decisions.variants)
            subgraph_of.update(dict.fromkeys(decisions.variants, place))
            chunks += decisions.chunks
            branches += decisions.branches
        if not decided:
            return self.default
        return formed(
            self.unfused,
            GraphDecisions(
                frozenset(stored),
                orders,
                tuple(strips),
                variants,
                tuple(chunks),
                tuple(branches),
                subgraph_of,
                self.decisions.line,
            ),
            self.switches,
        )


def prepared_graph(
    model: onnx_ir.Model,
    name: str,
    target: Target | None = None,
    switches: Switches = ALL_ON,
    wanted: OperatorPrecision = AS_NEEDED,
    wanted_in_loops: OperatorPrecision = AS_NEEDED,
    revise: Revise | None = None,
) -> PreparedGraph:
    """Prepares a model and forms the default operators; changes `model` in place.

    Args:
        model: The model.
        name: The name of the graph.
        target: The device that default decisions are made for. None for none in particular: no
            operator is then replaced by a variant.
        switches: What is switched off.
        wanted: The precision that the user wants of operators.
        wanted_in_loops: The same for those in the bodies of loops, whose accuracy nothing judges.
        revise: Changes the prepared nodes, such as their weights (`aoe.graph.compression`). It does
            not see the bodies of loops.

    Raises:
        ModelError: Shapes stay unknown.
        UnsupportedModelError: Some nodes cannot be computed. The message lists all of them. Or a
            value is larger than the memory of the machine, where the device is its CPU.
    """

    def form_body(body: onnx_ir.Model) -> OperatorGraph:
        inner = (wanted_in_loops, wanted_in_loops)
        return prepared_graph(body, str(body.graph.name), target, switches, *inner).default

    widens = None
    if wanted.widens and target is not None:
        widens = partial(backend_of(target).precision.widens_float16, target=target)
    prepared = prepare(model, target, form_body, revise, widens)
    with wrap_errors(model.graph.name):
        unfused = with_zeros_expected(import_graph(prepared, name))
        origins = {str(node.name): provenance_of(node) for node in prepared.graph}
        decisions, default = _by_default(unfused, target, switches, origins)
        made = PreparedGraph(
            unfused, decisions, default, origins=origins, target=target, switches=switches
        )
        return made.in_operator_precision(wanted)


def _saves_traffic(
    target: Target | None, first: Operator, second: Operator, both: Operator
) -> bool:
    """Whether one operator moves clearly fewer bytes than two, and the device computes it. Without
    a device, only pointwise operators are taken to be computed.
    """
    if target is None:
        if not both.is_pointwise:
            return False
    elif not implementations_of(both, target):
        return False
    one, other, together = map(_bytes_moved, (first, second, both))
    return (one + other - together) * _LEAST_SAVED >= min(one, other)


def _bytes_moved(operator: Operator) -> int:
    operands = (*operator.inputs, *operator.outputs)
    return sum(item.bytes for item in operands)


def _by_default(
    unfused: OperatorGraph,
    target: Target | None,
    switches: Switches,
    origins: Mapping[str, Provenance],
) -> tuple[GraphDecisions, OperatorGraph]:
    """The default decisions about a graph, and the operators that they form.

    Args:
        unfused: The prepared graph, before fusion.
        target: What it is compiled for; None where that is not known yet.
        switches: Which rules apply.
        origins: The provenance of each node, by its name.

    Returns:
        The decisions and the graph.
    """
    preference = type_preference if target is None else backend_of(target).output_order
    line = COMMON_LINE_ELEMENTS if target is None else target.line_elements
    fused = fuse(unfused, switches=switches, attends=partial(_attends, target))
    default = lay_out(fused, preference=preference, line=line)
    memory = None if target is None else backend_of(target).machine.memory(target)
    require_value_memory(default, origins, memory)  # before anything counts what is so large
    decisions = GraphDecisions(stored_values(fused), chosen_orders(default), line=line)
    if target is None:
        return decisions, default
    decisions = default_variants(unfused, decisions, target, switches)
    if decisions.variants:
        replaced = with_variants(fused, decisions.variants, decisions.subgraph_of)
        default = lay_out(replaced, decisions.orders, preference, line)
    return decisions, default


def _attends(target: Target | None, operator: Operator) -> bool:
    """Whether attention is one operator by default: what the device says; always without one."""
    return target is None or backend_of(target).cost.attends(operator, target)


def build(model: onnx_ir.Model, name: str) -> OperatorGraph:
    """The operator graph of a model under the default decisions; see `prepared_graph`."""
    return prepared_graph(model, name).default
