"""The policies of a subgraph that are the best if the times of its operators add up.

A choice is the dimension order of a stored value, or the way of an operator: as it is, as a
variant, or parted at a value inside that is stored then. What an operator takes depends on its way,
its order and those of the values it reads, so the least sum is found exactly
(`aoe.tuning.subgraph.variable_elimination`), by what operators took when they were measured, else
by what the analytic model expects. `aoe.tuning.subgraph.subgraph_search` tries what comes out
first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf, prod
from typing import TypeAlias

import numpy as np

from aoe.errors import AoeError, PolicyError
from aoe.graph.fusion.fuse import fuse
from aoe.graph.subgraph.decisions import GraphDecisions, formed
from aoe.graph.subgraph.mutations import completed, usual_orders
from aoe.graph.subgraph.region import Region, Regions
from aoe.graph.subgraph.subgraph import ORDER, STORED, VARIANT, Subgraph
from aoe.graph.subgraph.variants.variants import variants_of
from aoe.operators.operator_graph import OperatorNode, ViewNode
from aoe.policy import Decision, SubgraphPolicy
from aoe.tuning.subgraph.variable_elimination import Cost, least_sum
from aoe.tuning.workload.subgraph_model import SubgraphModel

Order: TypeAlias = tuple[int, ...]
#: Entries of one operator's table; with more, what it reads is taken to lie as by default.
_LARGEST_TABLE = 64
#: Values inside an operator at which it may be parted.
_MOST_PARTS = 2


@dataclass(frozen=True, slots=True)
class Way:
    """How an operator is computed: as a variant, or with a value inside of it stored."""

    variant: str = ""
    stored: str = ""


@dataclass(frozen=True, slots=True)
class _Fused:
    """An operator of the default policy: the value it makes, and what it is computed from."""

    value: str
    region: Region
    ways: tuple[Way, ...]


def best_choices(model: SubgraphModel, default: SubgraphPolicy) -> list[SubgraphPolicy]:
    """The policies of the least estimated time: of all, of those with the default orders, and of
    those with the default ways; each once, without the default. Raises `PolicyError` if the default
    policy cannot be carried out.
    """
    choices = _Choices(model, default)
    costs = choices.costs()
    found: dict[SubgraphPolicy, None] = {}
    for kept in (costs, _only(costs, _WAY), _only(costs, _ORDER)):
        policy = choices.policy(least_sum(kept))
        if policy is not None and policy != default:
            found.setdefault(policy)
    return list(found)


#: Beginnings of the names of choices.
_ORDER, _WAY = "order ", "way "


def _only(costs: Sequence[Cost], kind: str) -> list[Cost]:
    """The costs with choices of other kinds made as by default, their first possibility."""
    return [
        Cost(
            tuple(name for name in cost.choices if name.startswith(kind)),
            cost.table[tuple(slice(None) if name.startswith(kind) else 0 for name in cost.choices)],
        )
        for cost in costs
    ]


class _Choices:
    """The choices of a subgraph and what they cost."""

    def __init__(self, model: SubgraphModel, default: SubgraphPolicy) -> None:
        self.model, self.default = model, default
        self.subgraph = model.subgraph
        decisions = self.subgraph.decisions(default)
        self.stored = decisions.stored
        self.decided: Mapping[str, Order] = {**self.subgraph.orders, **decisions.orders}
        formed_by_default = self.subgraph.formed(default)
        self.readers = Regions(formed_by_default.nodes, formed_by_default.outputs).readers
        self.operators = tuple(self._operators())
        self.orders = {item.value: self._orders(item.value) for item in self.operators}

    def _operators(self) -> Iterator[_Fused]:
        regions = Regions(self.subgraph.nodes, self.subgraph.outputs)
        alone = fuse(self.subgraph.alone, self.stored)
        made = {node.output: node for node in alone.operator_nodes}
        owner: dict[str, str] = {}
        members: dict[str, list[OperatorNode]] = {name: [] for name in made}
        for node in reversed(self.subgraph.operator_nodes):
            name = node.output
            owner[name] = name if name in made else owner[regions.readers[name][0].output]
            members[owner[name]].insert(0, node)
        for name, nodes in members.items():
            if name in self.stored:
                variants = [Way(variant=item) for item in variants_of(alone, made[name])]
                inside = [Way(stored=node.output) for node in nodes if node.output != name]
                ways = (Way(), *variants, *inside[:_MOST_PARTS])
                yield _Fused(name, regions.of(nodes), ways)

    def _orders(self, value: str) -> tuple[Order, ...]:
        """The possible orders of a value, the default one first; no other where all that read it
        write the same order, as convolutions in a row do.
        """
        decided = self.decided[value]
        if value in self.subgraph.outputs or not self._is_contested(value):
            return (decided,)
        usual = usual_orders(self.subgraph.model.tensors[value].shape)
        return tuple(dict.fromkeys([decided, *usual]))

    def _is_contested(self, value: str) -> bool:
        readers = self.readers.get(value, ())
        return any(
            isinstance(node, ViewNode) or node.operator.output.order != self.decided[value]
            for node in readers
        )

    def costs(self) -> list[Cost]:
        """What each operator takes, by its way, its order and those of what it reads."""
        return [self._cost(item) for item in self.operators]

    def _cost(self, item: _Fused) -> Cost:
        values = [name for name in dict.fromkeys(item.region.inputs) if name in self.orders]
        if prod(len(self.orders[name]) for name in (*values, item.value)) > _LARGEST_TABLE:
            values = []
        values.append(item.value)
        possible = [self.orders[name] for name in values]
        shape = (len(item.ways), *(len(orders) for orders in possible))
        seconds = [
            self._seconds(item, way, dict(zip(values, orders, strict=True)))
            for way in item.ways
            for orders in product(*possible)
        ]
        names = (f"{_WAY}{item.value}", *(f"{_ORDER}{name}" for name in values))
        return Cost(names, np.array(seconds).reshape(shape))

    def _seconds(self, item: _Fused, way: Way, orders: Mapping[str, Order]) -> float:
        region, value = item.region, item.value
        around = (*region.inputs, *region.outputs)
        lie = {name: orders.get(name) or self._order(name) for name in around}
        part = Subgraph(self.subgraph.model, region.nodes, region.inputs, region.outputs, lie)
        variants = {value: way.variant} if way.variant else {}
        stored = frozenset((value, way.stored) if way.stored else (value,))
        decisions = GraphDecisions(stored, {value: lie[value]}, (), variants)
        try:
            return self.model.operators.seconds(formed(part.alone, decisions))
        except AoeError:
            return inf

    def _order(self, name: str) -> Order:
        rows = tuple(range(len(self.subgraph.model.tensors[name].shape)))
        return self.decided.get(name, rows)

    def policy(self, chosen: Mapping[str, int] | None) -> SubgraphPolicy | None:
        """The policy of these possibilities; None if it cannot be carried out."""
        if chosen is None:
            return None
        ways = {
            item.value: item.ways[chosen.get(f"{_WAY}{item.value}", 0)] for item in self.operators
        }
        numbers = self.subgraph.numbers
        stored = self.stored | {way.stored for way in ways.values() if way.stored}
        decided: dict[str, Decision] = {STORED: tuple(sorted(numbers[name] for name in stored))}
        for name, possible in self.orders.items():
            if name not in self.subgraph.outputs:
                decided[f"{ORDER}{numbers[name]}"] = possible[chosen.get(f"{_ORDER}{name}", 0)]
            if ways[name].variant:
                decided[f"{VARIANT}{numbers[name]}"] = ways[name].variant
        try:
            return completed(self.subgraph, SubgraphPolicy.of(decided))
        except PolicyError:
            return None
