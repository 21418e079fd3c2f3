"""The policies of a subgraph with the least sum of its operators' times.

A variable is the dimension order of a stored value, or the form of an operator: plain, as a
variant, or split at a value inside that is then stored. The time of an operator depends on its
form, its order and the orders of the values it reads. Times are measured ones where they are known,
else estimates. The least sum is found exactly (`aoe.tuning.subgraph.variable_elimination`).
`aoe.tuning.subgraph.subgraph_search` tries these policies first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf, prod
from typing import TypeAlias

import numpy as np

from aoe.errors import AoeError, PolicyError
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
#: Entries of one operator's table, at most. Beyond, the values it reads keep their default orders.
_LARGEST_TABLE = 64
#: Values inside an operator at which it may be split, at most.
_MOST_SPLITS = 2


@dataclass(frozen=True, slots=True)
class Form:
    """How an operator is computed.

    Attributes:
        variant: As this variant; empty for none.
        stored: With this value inside of it stored; empty for none.
    """

    variant: str = ""
    stored: str = ""


@dataclass(frozen=True, slots=True)
class _Fused:
    """An operator of the default policy.

    Attributes:
        value: The value it computes.
        region: The nodes it is fused from.
        forms: How it may be computed, the default first.
    """

    value: str
    region: Region
    forms: tuple[Form, ...]


def best_choices(model: SubgraphModel, default: SubgraphPolicy) -> list[SubgraphPolicy]:
    """The policies with the least sum: of all, of those with the default orders, and of those with
    the default forms; each once, without the default.

    Raises:
        PolicyError: The default policy does not apply to the subgraph.
    """
    choices = _Choices(model, default)
    costs = choices.costs()
    found: dict[SubgraphPolicy, None] = {}
    for kept in (costs, _only(costs, _FORM), _only(costs, _ORDER)):
        policy = choices.policy(least_sum(kept))
        if policy is not None and policy != default:
            found.setdefault(policy)
    return list(found)


#: Beginnings of the names of variables.
_ORDER, _FORM = "order ", "form "


def _only(costs: Sequence[Cost], kind: str) -> list[Cost]:
    """The costs with variables of other kinds fixed to their default, the first value."""
    return [
        Cost(
            tuple(name for name in cost.choices if name.startswith(kind)),
            cost.table[tuple(slice(None) if name.startswith(kind) else 0 for name in cost.choices)],
        )
        for cost in costs
    ]


class _Choices:
    """The variables of a subgraph and the costs of their values."""

    def __init__(self, model: SubgraphModel, default: SubgraphPolicy) -> None:
        self.model, self.default = model, default
        self.subgraph = model.subgraph
        decisions = self.subgraph.decisions(default)
        self.stored, self.variants = decisions.stored, decisions.variants
        self.decided: Mapping[str, Order] = {**self.subgraph.orders, **decisions.orders}
        formed_by_default = self.subgraph.formed(default)
        self.readers = Regions(formed_by_default.nodes, formed_by_default.outputs).readers
        self.operators = tuple(self._operators())
        self.orders = {item.value: self._orders(item.value) for item in self.operators}

    def _operators(self) -> Iterator[_Fused]:
        regions = Regions(self.subgraph.nodes, self.subgraph.outputs)
        alone = self.subgraph.fused(self.default)
        made = {node.output: node for node in alone.operator_nodes}
        owner: dict[str, str] = {}
        members: dict[str, list[OperatorNode]] = {name: [] for name in made}
        for node in reversed(self.subgraph.operator_nodes):
            name = node.output
            owner[name] = name if name in made else owner[regions.readers[name][0].output]
            members[owner[name]].insert(0, node)
        for name, nodes in members.items():
            if name in self.stored:
                found = variants_of(alone, made[name], self.subgraph.switches)
                variants = [Form(variant=item) for item in found]
                inside = [Form(stored=node.output) for node in nodes if node.output != name]
                default = Form(variant=self.variants.get(name, ""))
                forms = dict.fromkeys((default, Form(), *variants, *inside[:_MOST_SPLITS]))
                yield _Fused(name, regions.of(nodes), tuple(forms))

    def _orders(self, value: str) -> tuple[Order, ...]:
        """The possible orders of a value, the default one first. It has no other if all its readers
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
        """The time of each operator, by its form, its order and those of the values it reads."""
        return [self._cost(item) for item in self.operators]

    def _cost(self, item: _Fused) -> Cost:
        values = [name for name in dict.fromkeys(item.region.inputs) if name in self.orders]
        if prod(len(self.orders[name]) for name in (*values, item.value)) > _LARGEST_TABLE:
            values = []
        values.append(item.value)
        possible = [self.orders[name] for name in values]
        shape = (len(item.forms), *(len(orders) for orders in possible))
        seconds = [
            self._seconds(item, form, dict(zip(values, orders, strict=True)))
            for form in item.forms
            for orders in product(*possible)
        ]
        names = (f"{_FORM}{item.value}", *(f"{_ORDER}{name}" for name in values))
        table = np.array(seconds).reshape(shape)
        if np.isinf(table.flat[0]):
            # The default form replaces other operators, too. The operator alone cannot be judged.
            table[0], table[1:] = 0.0, inf
        return Cost(names, table)

    def _seconds(self, item: _Fused, form: Form, orders: Mapping[str, Order]) -> float:
        region, value = item.region, item.value
        around = (*region.inputs, *region.outputs)
        order_of = {name: orders.get(name) or self._order(name) for name in around}
        part = Subgraph(self.subgraph.model, region.nodes, region.inputs, region.outputs, order_of)
        variants = {value: form.variant} if form.variant else {}
        stored = frozenset((value, form.stored) if form.stored else (value,))
        order, line = {value: order_of[value]}, self.subgraph.line
        decisions = GraphDecisions(stored, order, (), variants, line=line)
        try:
            made = formed(part.alone, decisions, self.subgraph.switches)
            return self.model.operators.seconds(made)
        except AoeError:
            return inf

    def _order(self, name: str) -> Order:
        row_major = tuple(range(len(self.subgraph.model.tensors[name].shape)))
        return self.decided.get(name, row_major)

    def policy(self, chosen: Mapping[str, int] | None) -> SubgraphPolicy | None:
        """The policy of these values; None if it does not apply."""
        if chosen is None:
            return None
        forms = {
            item.value: item.forms[chosen.get(f"{_FORM}{item.value}", 0)] for item in self.operators
        }
        numbers = self.subgraph.numbers
        stored = self.stored | {form.stored for form in forms.values() if form.stored}
        decided: dict[str, Decision] = {STORED: tuple(sorted(numbers[name] for name in stored))}
        for name, possible in self.orders.items():
            if name not in self.subgraph.outputs:
                decided[f"{ORDER}{numbers[name]}"] = possible[chosen.get(f"{_ORDER}{name}", 0)]
            if forms[name].variant:
                decided[f"{VARIANT}{numbers[name]}"] = forms[name].variant
        try:
            return completed(self.subgraph, SubgraphPolicy.of(decided))
        except PolicyError:
            return None
