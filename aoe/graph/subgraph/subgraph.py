"""Subgraph: a region of a prepared graph, before fusing, whose preparation is decided by itself;
what SGAT tunes. `aoe.graph.subgraph.partition` cuts a graph into them.

What crosses its boundary is stored, in an order that is part of its signature, so that subgraphs
are independent of each other. Its values are numbered in an order that depends on nothing but its
structure: equal subgraphs, such as the repeated blocks of a network, have equal signatures, and a
policy, which speaks of values by number, is one for all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from aoe.errors import PolicyError
from aoe.graph.layout import ordered
from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.slicing import ROWS
from aoe.graph.subgraph.chunks import Parts
from aoe.graph.subgraph.decisions import GraphDecisions, formed
from aoe.graph.subgraph.region import reads_of
from aoe.graph.subgraph.strips import Strip
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, Tensor, ViewNode
from aoe.policy import Decision, SubgraphPolicy
from aoe.repository.entry import SUBGRAPH
from aoe.signature import canonical_json, key_of

#: The decisions of a policy: numbers of the stored values; and with a value's number added, its
#: dimension order; the variant its operator is computed as; that it is the last of values computed
#: in bands: how many of its rows are one, then the numbers of all these values; in parts: how many,
#: then these numbers; side by side: each one's number and its lane.
STORED, ORDER, VARIANT, BAND = "stored", "order.", "variant.", "band."
#: The same along other dimensions than the rows of images: the first and the second.
BANDS: Mapping[str, int] = MappingProxyType({BAND: ROWS, "band0.": 0, "band1.": 1})
_BAND_OF = {dimension: kind for kind, dimension in BANDS.items()}
PARTS: Mapping[str, int] = MappingProxyType({"parts.": ROWS, "parts0.": 0, "parts1.": 1})
_PARTS_OF = {dimension: kind for kind, dimension in PARTS.items()}
LANES = "lanes."
#: What a value is called as it lies in memory outside its subgraph.
_MEMORY = ":memory"


@dataclass(frozen=True)
class Subgraph:
    """Nodes of `model`, a graph before fusing, in topological order. `inputs`: the values they read
    that others make, and constants; `outputs`: those of theirs that others read. `orders`: of
    inputs and outputs. All of these by name. `narrowing`: where it is not of the types it has.
    """

    model: OperatorGraph
    nodes: tuple[Node, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    orders: Mapping[str, tuple[int, ...]]
    narrowing: ReducedPrecision | None = None

    @property
    def name(self) -> str:
        """What it is called in messages: its first operator's name, and its last one's."""
        names = [node.name for node in self.operator_nodes]
        return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"

    @property
    def operator_nodes(self) -> tuple[OperatorNode, ...]:
        """Its nodes that compute."""
        return tuple(node for node in self.nodes if isinstance(node, OperatorNode))

    @cached_property
    def values(self) -> tuple[str, ...]:
        """Its values by number: its inputs, then what its nodes make."""
        return _numbered(self)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The numbers of its values."""
        return {name: number for number, name in enumerate(self.values)}

    @cached_property
    def signature(self) -> str:
        """The canonical text of the subgraph: equal signatures mean the same subgraph."""
        made = {node.output: node for node in self.nodes}
        data: dict[str, Any] = {
            "type": SUBGRAPH,
            "inputs": [self._input_json(name) for name in self.values if name not in made],
            "nodes": [self._node_json(made[name]) for name in self.values if name in made],
            "outputs": [[self.numbers[name], list(self.orders[name])] for name in self.outputs],
        }
        if self.narrowing is not None:
            data["precision"] = self.narrowing.to_json(self.numbers, self.operator_nodes)
        return canonical_json(data)

    @cached_property
    def key(self) -> str:
        """A 64-bit hash of the signature, in decimal: AOE's `repo_key`."""
        return key_of(self.signature)

    @cached_property
    def alone(self) -> OperatorGraph:
        """The subgraph as a model of its own, not fused yet. What lies in another order than
        row-major outside is an array of the dimensions in that order, seen transposed.
        """
        return _alone(self)

    def formed(self, policy: SubgraphPolicy) -> OperatorGraph:
        """The operators of the subgraph, as a model of its own, under a policy, none made narrow.
        Raises `PolicyError` for a policy that is not one of this subgraph.
        """
        decisions = self.decisions(policy)
        boundary = {name: self.orders[name] for name in self.outputs}
        made = formed(self.alone, replace(decisions, orders={**boundary, **decisions.orders}))
        for name, order in boundary.items():
            tensor = made.tensors[name]
            if ordered(tensor.shape, tensor.order) != ordered(tensor.shape, order):
                raise PolicyError(f"{name} does not lie as it should outside the subgraph")
        return made

    def narrowed(self, policy: SubgraphPolicy) -> OperatorGraph:
        """As `formed`, in the precision that it is computed in."""
        made = self.formed(policy)
        return made if self.narrowing is None else self.narrowing.narrowed(made)

    def policy(self, decisions: GraphDecisions) -> SubgraphPolicy:
        """The part of a graph's decisions that is about this subgraph."""
        found: dict[str, Decision] = {}
        stored = [node.output for node in self.operator_nodes if node.output in decisions.stored]
        found[STORED] = tuple(sorted(self.numbers[name] for name in stored))
        for name in stored:
            if name not in self.outputs:
                found[f"{ORDER}{self.numbers[name]}"] = decisions.orders[name]
            if name in decisions.variants:
                found[f"{VARIANT}{self.numbers[name]}"] = decisions.variants[name]
        for strip in decisions.strips:
            if strip.values[-1] in stored:
                members = tuple(self.numbers[name] for name in strip.values)
                found[f"{_BAND_OF[strip.dimension]}{members[-1]}"] = (strip.height, *members)
        for parts in decisions.parts:
            if parts.values[-1] in stored:
                members = tuple(self.numbers[name] for name in parts.values)
                found[f"{_PARTS_OF[parts.dimension]}{members[-1]}"] = (parts.count, *members)
        for lanes in decisions.lanes:
            pairs = sorted((self.numbers[name], lanes[name]) for name in stored if name in lanes)
            if pairs:
                found[f"{LANES}{pairs[-1][0]}"] = tuple(item for pair in pairs for item in pair)
        return SubgraphPolicy.of(found)

    def decisions(self, policy: SubgraphPolicy) -> GraphDecisions:
        """What a policy decides, by the names of the values; not the orders of its outputs, which
        are decided outside. Raises `PolicyError` for a policy that is not one of this subgraph.
        """
        given = dict(policy.decisions)
        operators = {node.output for node in self.operator_nodes}
        stored = frozenset(self._value(number) for number in _numbers(given.pop(STORED, None)))
        if not set(self.outputs) <= stored <= operators:
            raise PolicyError("it does not store what the subgraph must, or more than it can")
        orders: dict[str, tuple[int, ...]] = {}
        variants: dict[str, str] = {}
        strips: list[Strip] = []
        parts: list[Parts] = []
        lanes: list[Mapping[str, int]] = []
        for name, decision in given.items():
            kind, value = self._about(name)
            if value not in stored:
                raise PolicyError(f"its decision {name!r} is about a value that is not stored")
            if kind == ORDER and value not in self.outputs:
                orders[value] = self._order(name, value, decision)
            elif kind == VARIANT and isinstance(decision, str):
                variants[value] = decision
            elif kind in BANDS:
                height, members = self._together(name, value, decision, stored)
                strips.append(Strip(members, height, BANDS[kind]))
            elif kind in PARTS:
                count, members = self._together(name, value, decision, stored)
                parts.append(Parts(members, count, PARTS[kind]))
            elif kind == LANES:
                lanes.append(self._lanes(name, value, decision, stored))
            else:
                raise PolicyError(f"its decision {name!r} is none about this subgraph")
        return GraphDecisions(stored, orders, tuple(strips), variants, tuple(parts), tuple(lanes))

    def _about(self, name: str) -> tuple[str, str]:
        """The kind of a decision and the value that it is about."""
        kind, point, number = name.partition(".")
        if not number.isdecimal():
            raise PolicyError(f"its decision {name!r} is none about this subgraph")
        return kind + point, self._value(int(number))

    def _order(self, name: str, value: str, decision: Decision) -> tuple[int, ...]:
        order = _numbers(decision)
        if sorted(order) != [*range(len(self.model.tensors[value].shape))]:
            raise PolicyError(f"its decision {name!r} is none about this subgraph")
        return order

    def _together(
        self, name: str, last: str, decision: Decision, stored: frozenset[str]
    ) -> tuple[int, tuple[str, ...]]:
        """How many rows or parts, and the values that are computed so."""
        count, *members = _numbers(decision) or (0,)
        values = tuple(self._value(number) for number in members)
        if not values or values[-1] != last or members != sorted(set(members)):
            raise PolicyError(f"its decision {name!r} does not end with the value it is about")
        if not stored.issuperset(values):
            raise PolicyError(f"its decision {name!r} is about values that are not stored")
        return count, values

    def _lanes(
        self, name: str, last: str, decision: Decision, stored: frozenset[str]
    ) -> Mapping[str, int]:
        """The lane of each value."""
        numbers = _numbers(decision)
        members, lanes = numbers[::2], numbers[1::2]
        values = [self._value(number) for number in members]
        if len(members) != len(lanes) or not values or values[-1] != last:
            raise PolicyError(f"its decision {name!r} does not end with the value it is about")
        if not stored.issuperset(values) or list(members) != sorted(set(members)):
            raise PolicyError(f"its decision {name!r} is about values that are not stored")
        if {*lanes} != {*range(max(lanes) + 1)}:
            raise PolicyError(f"its decision {name!r} leaves lanes empty")
        return dict(zip(values, lanes, strict=True))

    def _value(self, number: int) -> str:
        if not 0 <= number < len(self.values):
            raise PolicyError(f"the subgraph has no value {number}")
        return self.values[number]

    def _input_json(self, name: str) -> list[Any]:
        tensor = self.model.tensors[name]
        constant = name in self.model.constants
        return [tensor.dtype, list(tensor.shape), list(self.orders[name]), constant]

    def _node_json(self, node: Node) -> list[Any]:
        if isinstance(node, ViewNode):
            return [node.kind, list(node.arguments), [self.numbers[node.input]]]
        reads = [self.numbers[name] for name in node.inputs]
        return [node.operator.type, node.operator.key, reads]


def _numbers(decision: Decision | None) -> tuple[int, ...]:
    """A decision that is a list of numbers. Raises `PolicyError` for any other."""
    if not isinstance(decision, tuple):
        raise PolicyError("a decision that should be a list of numbers is none")
    numbers = tuple(item for item in decision if isinstance(item, int))
    if len(numbers) < len(decision):
        raise PolicyError("a decision that should be a list of numbers is none")
    return numbers


def _numbered(subgraph: Subgraph) -> tuple[str, ...]:
    """Inputs, then results of nodes, in the order of a walk from the outputs against the data."""
    made = {node.output: node for node in subgraph.nodes}
    inputs: dict[str, None] = {}
    results: dict[str, None] = {}
    walk = list(reversed(subgraph.outputs))
    while walk:
        name = walk[-1]
        if name not in made:
            inputs.setdefault(walk.pop())
            continue
        waiting = [read for read in reads_of(made[name]) if read not in results | inputs]
        if waiting and name not in results:
            walk += reversed(waiting)
        else:
            results.setdefault(walk.pop())
    return (*inputs, *results)


def _alone(subgraph: Subgraph) -> OperatorGraph:
    model = subgraph.model
    constants = {n: model.constants[n] for n in subgraph.inputs if n in model.constants}
    tensors = {name: model.tensors[name] for name in subgraph.values}
    before: list[Node] = []
    after: list[Node] = []
    inputs, outputs = [], []
    for name in subgraph.inputs:
        if name not in constants:
            order = subgraph.orders[name]
            memory = _memory(name, order, tensors)
            inputs.append(memory)
            if memory != name:
                back = tuple(order.index(dimension) for dimension in range(len(order)))
                before.append(ViewNode("transpose", back, memory, name))
    for name in subgraph.outputs:
        memory = _memory(name, subgraph.orders[name], tensors)
        outputs.append(memory)
        if memory != name:
            after.append(ViewNode("transpose", subgraph.orders[name], name, memory))
    nodes = (*before, *subgraph.nodes, *after)
    return OperatorGraph(subgraph.name, tuple(inputs), tuple(outputs), tensors, constants, nodes)


def _memory(name: str, order: Sequence[int], tensors: dict[str, Tensor]) -> str:
    """The name of a value with its dimensions in the order in which they lie, made a tensor."""
    if list(order) == sorted(order):
        return name
    tensor = tensors[name]
    shape = tuple(tensor.shape[dimension] for dimension in order)
    tensors[f"{name}{_MEMORY}"] = Tensor(tensor.dtype, shape, tuple(range(len(shape))))
    return f"{name}{_MEMORY}"
