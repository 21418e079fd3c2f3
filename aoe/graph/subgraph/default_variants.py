"""The variants that operators have where no policy decides: those that a backend's cost model
expects to gain.

Each subgraph is decided on its own, kind by kind. A variant is taken if it lowers the estimated
time of the subgraph. One that copies values must save a share of what it replaces
(`CostModel.least_gain`), because an estimate may be wrong. A model is compiled for parallel units
that share a cache and for those that share none, as a host places them. So the geometric mean of
both times must fall: a variant may lose a little in the second state
(`CostModel.unshared_seconds`) if it gains much in the first.

Estimates are those of the target at its common speed. So equal targets have equal decisions,
whatever was measured. `aoe.graph.subgraph.variants` has the variants, and
`aoe.tuning.subgraph` measures what is only estimated here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from aoe.backends.registry import backend_of, default_estimate
from aoe.errors import AoeError
from aoe.graph.layout import Orders, ordered
from aoe.graph.subgraph.decisions import GraphDecisions, formed
from aoe.graph.subgraph.partition import partition
from aoe.graph.subgraph.subgraph import VARIANT, Subgraph
from aoe.graph.subgraph.variants.variants import sites
from aoe.graph.switches import ALL_ON, Switches
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import SubgraphPolicy
from aoe.target import Target

#: The kinds that may be defaults, in the order in which they are tried, and whether each copies
#: values that the plain form does not copy. The cost model was compared with measurements of these.
#: All other kinds are choices of subgraph tuning only.
DEFAULT_KINDS: Mapping[str, bool] = MappingProxyType(
    {
        "grouped_shuffle_elimination": False,
        "pixel_shuffle_elimination": False,
        "joined_matmuls": False,
        "dilated_as_phases": True,
        "transposed_as_phases": True,
        "summed_in_parts": False,
    }
)
#: Two sums of the same estimates in another order differ by less.
_TIE = 1e-9


def default_variants(
    graph: OperatorGraph, decisions: GraphDecisions, target: Target, switches: Switches = ALL_ON
) -> GraphDecisions:
    """The default decisions about a graph with variants.

    Args:
        graph: The unfused graph.
        decisions: Its default decisions without variants.
        target: The device.
        switches: Variants that are off.

    Returns:
        The decisions. The order of a value that leaves its subgraph is the one that its variant
        gives it.
    """
    choice = _Choice(target, [kind for kind in DEFAULT_KINDS if kind not in switches.variants_off])
    known: dict[str, _Decided] = {}
    orders: dict[str, tuple[int, ...]] = {}
    variants: dict[str, str] = {}
    subgraph_of: dict[str, int] = {}
    for place, subgraph in enumerate(partition(graph, decisions, switches=switches)):
        own = _with_orders(subgraph, orders)
        found = known.get(own.key) or choice.of(own, own.policy(decisions))
        known[own.key] = found
        variants |= {own.values[number]: kind for number, kind in found.variants.items()}
        subgraph_of |= {own.values[number]: place for number in found.variants}
        orders |= {own.values[number]: order for number, order in found.orders.items()}
    orders = {**decisions.orders, **orders}
    return replace(decisions, orders=orders, variants=variants, subgraph_of=subgraph_of)


def _with_orders(subgraph: Subgraph, orders: Orders) -> Subgraph:
    """The subgraph with other orders of its inputs and outputs."""
    changed = {name: orders.get(name, order) for name, order in subgraph.orders.items()}
    return subgraph if changed == subgraph.orders else replace(subgraph, orders=changed)


@dataclass(frozen=True, slots=True)
class _Decided:
    """The variants of a subgraph, and the orders of outputs by them; by number of value."""

    variants: Mapping[int, str] = field(default_factory=dict)
    orders: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Estimate:
    """The estimated times of a subgraph in one form.

    Attributes:
        decided: The form.
        each: Each operator by its key, as often as it occurs.
        seconds: All of it.
        unshared: All of it where parallel units share no cache.
    """

    decided: _Decided
    each: Counter[str]
    seconds: float
    unshared: float


class _Choice:
    """Chooses the variants of subgraphs for one target; estimates of operators are cached."""

    def __init__(self, target: Target, kinds: Collection[str]) -> None:
        self.target = target.at_common_speed
        self.cost = backend_of(target).cost
        self.kinds = kinds
        self.known: dict[str, float] = {}

    def of(self, subgraph: Subgraph, policy: SubgraphPolicy) -> _Decided:
        """The variants of a subgraph. `policy`: its policy without variants."""
        best: _Estimate | None = None
        decided = _Decided()
        for values, kind in self._candidates(subgraph, policy):
            numbers = [subgraph.numbers[value] for value in values]
            if decided.variants.keys() & set(numbers):
                continue
            best = best or self._estimate(subgraph, policy, {})
            more = {**decided.variants, **dict.fromkeys(numbers, kind)}
            found = self._estimate(subgraph, policy, more)
            if best is not None and found is not None and self._gains(best, found, kind):
                decided, best = found.decided, found
        return decided

    def _candidates(
        self, subgraph: Subgraph, policy: SubgraphPolicy
    ) -> Iterator[tuple[tuple[str, ...], str]]:
        """The values whose operators are replaced together, and the kind of their variant."""
        fused = subgraph.fused(policy)
        for kind in self.kinds:
            yield from ((values, kind) for values in sites(fused, kind))

    def _estimate(
        self, subgraph: Subgraph, policy: SubgraphPolicy, variants: Mapping[int, str]
    ) -> _Estimate | None:
        """The times with these variants; None if they cannot be carried out or computed."""
        decided = {f"{VARIANT}{number}": kind for number, kind in variants.items()}
        wanted = SubgraphPolicy.of({**dict(policy.decisions), **decided})
        try:
            orders = _orders_of_outputs(subgraph, wanted)
            made = _with_orders(subgraph, orders).formed(wanted)
            each = {node.output: self._seconds(node.operator) for node in made.operator_nodes}
        except AoeError:
            return None
        seconds = self.cost.graph_seconds(made, each, self.target)
        apart = self.cost.unshared_seconds(made, self.target)
        keys = Counter(node.operator.key for node in made.operator_nodes)
        numbered = {subgraph.numbers[name]: order for name, order in orders.items()}
        return _Estimate(_Decided(variants, numbered), keys, seconds, seconds + apart)

    def _seconds(self, operator: Operator) -> float:
        if operator.key not in self.known:
            self.known[operator.key] = default_estimate(operator, self.target)
        return self.known[operator.key]

    def _gains(self, before: _Estimate, after: _Estimate, kind: str) -> bool:
        replaced = before.each - after.each
        seconds = sum(self.known[key] * count for key, count in replaced.items())
        share = self.cost.least_gain(self.target) if DEFAULT_KINDS[kind] else 0.0
        least = max(share * seconds, _TIE * before.seconds)
        in_the_mean = after.seconds * after.unshared < before.seconds * before.unshared
        return before.seconds - after.seconds > least and in_the_mean


def _orders_of_outputs(subgraph: Subgraph, policy: SubgraphPolicy) -> Orders:
    """The orders that variants give to values that leave a subgraph, where these differ.

    Such a value is a view of a result. Its order is that of the result.
    """
    decisions = subgraph.decisions(policy)
    leaving = [name for name in subgraph.outputs if name in decisions.variants]
    if not leaving:
        return {}
    tensors = formed(subgraph.alone, decisions, subgraph.switches).tensors
    found = {name: ordered(tensors[name].shape, tensors[name].order) for name in leaving}
    return {name: order for name, order in found.items() if order != subgraph.orders[name]}
