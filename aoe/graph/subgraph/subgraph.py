"""A subgraph: a region of a prepared graph, before fusion, that is decided on its own.

Subgraph tuning (AOE's SGAT) searches its policies. `aoe.graph.subgraph.partition` cuts a graph into
subgraphs.

Values that cross the boundary are stored, in an order that is part of the signature, so subgraphs
are independent of each other. Values are numbered by the structure of the subgraph only. So equal
subgraphs, such as the repeated blocks of a network, have equal signatures. A policy refers to
values by number and holds for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from aoe.errors import PolicyError
from aoe.graph.fusion.fuse import fuse
from aoe.graph.layout import ordered
from aoe.graph.precision.reduced_precision import ReducedPrecision
from aoe.graph.slicing import HEIGHT
from aoe.graph.subgraph.chunks import Chunks
from aoe.graph.subgraph.decisions import GraphDecisions, formed
from aoe.graph.subgraph.strips import Strip
from aoe.graph.switches import ALL_ON, Switches
from aoe.operators.earlier_signatures import earlier_key
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, Tensor, ViewNode
from aoe.policy import Decision, SubgraphPolicy
from aoe.repository.entry import SUBGRAPH
from aoe.signature import canonical_json, key_of
from aoe.target import COMMON_LINE_ELEMENTS

#: Keys of a policy's decisions. `STORED`: the numbers of the stored values. The others end in the
#: number of a value. `ORDER`: its dimension order. `VARIANT`: the variant of its operator. `STRIP`:
#: it is the last value of a chain in strips; the height of a strip, then the numbers of all values.
STORED, ORDER, VARIANT, STRIP = "stored", "order.", "variant.", "band."
#: Strips by the dimension that they cut: rows of images, the first dimension and the second.
STRIPS: Mapping[str, int] = MappingProxyType({STRIP: HEIGHT, "band0.": 0, "band1.": 1})
_STRIP_KEYS = {dimension: kind for kind, dimension in STRIPS.items()}
#: A chain in chunks, by dimension: the number of chunks, then the numbers of all values.
CHUNKS: Mapping[str, int] = MappingProxyType({"parts.": HEIGHT, "parts0.": 0, "parts1.": 1})
_CHUNK_KEYS = {dimension: kind for kind, dimension in CHUNKS.items()}
#: An inter-op region: each value's number and its branch.
BRANCHES = "lanes."
#: Ends the name of a value as it lies in memory outside of its subgraph.
_MEMORY = ":memory"


@dataclass(frozen=True)
class Subgraph:
    """A region of a graph before fusion; values are given by name.

    Attributes:
        model: The graph.
        nodes: The nodes of the region, in topological order.
        inputs: Constants, and values that the nodes read and others compute.
        outputs: Values that the nodes compute and others read.
        orders: The dimension orders of inputs and outputs.
        reduced_precision: Where reduced precision is wanted; None for the model's element types.
        switches: What no policy of it may use.
        line: Elements of a cache line of the device that it is for
            (`aoe.target.Target.line_elements`).
    """

    model: OperatorGraph
    nodes: tuple[Node, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    orders: Mapping[str, tuple[int, ...]]
    reduced_precision: ReducedPrecision | None = None
    switches: Switches = ALL_ON
    line: int = COMMON_LINE_ELEMENTS

    @property
    def name(self) -> str:
        """Its name in messages: the names of its first and last operator."""
        names = [node.name for node in self.operator_nodes]
        return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"

    @property
    def operator_nodes(self) -> tuple[OperatorNode, ...]:
        """The nodes that compute."""
        return tuple(node for node in self.nodes if isinstance(node, OperatorNode))

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The values by number: inputs first, then results of nodes."""
        return _numbered(self)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each value."""
        return {name: number for number, name in enumerate(self.values)}

    @cached_property
    def signature(self) -> str:
        """The canonical text of the subgraph. Equal subgraphs have equal signatures."""
        return self._signature(lambda operator: operator.key)

    @cached_property
    def earlier_signature(self) -> str:
        """The signature that earlier versions gave to the subgraph, mostly the same: its operators
        may have had other keys.
        """
        return self._signature(earlier_key)

    def _signature(self, key_of_operator: Callable[[Operator], str]) -> str:
        made = {node.output: node for node in self.nodes}
        data: dict[str, Any] = {
            "type": SUBGRAPH,
            "inputs": [self._input_json(name) for name in self.values if name not in made],
            "nodes": [
                self._node_json(made[name], key_of_operator) for name in self.values if name in made
            ],
            "outputs": [[self.numbers[name], list(self.orders[name])] for name in self.outputs],
        }
        if self.reduced_precision is not None:
            data["precision"] = self.reduced_precision.to_json(self.numbers, self.operator_nodes)
        if self.switches != ALL_ON:
            data["switched_off"] = self.switches.to_json()
        return canonical_json(data)

    @cached_property
    def key(self) -> str:
        """A 64-bit hash of the signature, in decimal: AOE's `repo_key`."""
        return key_of(self.signature)

    @cached_property
    def alone(self) -> OperatorGraph:
        """The subgraph as a model of its own, not fused.

        A value that is not row-major outside is an array in memory order here, seen transposed.
        """
        return _alone(self)

    @property
    def detached(self) -> Subgraph:
        """The same subgraph, without what else is in its model, to send it elsewhere."""
        names, whole = self.values, self.model
        model = OperatorGraph(
            whole.name,
            self.inputs,
            self.outputs,
            {name: whole.tensors[name] for name in names},
            {name: whole.constants[name] for name in names if name in whole.constants},
            self.nodes,
            input_ranges={n: whole.input_ranges[n] for n in names if n in whole.input_ranges},
            trains=whole.trains,
        )
        precision = self.reduced_precision
        return replace(
            self,
            model=model,
            reduced_precision=None if precision is None else precision.detached,
        )

    def fused(self, policy: SubgraphPolicy) -> OperatorGraph:
        """The operators that a policy fuses, as a model of its own, without its other decisions.

        Raises:
            PolicyError: The policy does not fit this subgraph.
        """
        return fuse(self.alone, self.decisions(policy).stored, self.switches)

    def formed(self, policy: SubgraphPolicy) -> OperatorGraph:
        """The operators under a policy, as a model of its own, in the model's element types.

        Raises:
            PolicyError: The policy does not fit this subgraph.
        """
        decisions = self.decisions(policy)
        boundary = {name: self.orders[name] for name in self.outputs}
        orders = {**boundary, **decisions.orders}
        made = formed(self.alone, replace(decisions, orders=orders), self.switches)
        for name, order in boundary.items():
            tensor = made.tensors[name]
            if ordered(tensor.shape, tensor.order) != ordered(tensor.shape, order):
                raise PolicyError(f"{name} must have another dimension order outside the subgraph")
        return made

    def in_reduced_precision(self, policy: SubgraphPolicy) -> OperatorGraph:
        """As `formed`, in the precision that it is computed in."""
        made = self.formed(policy)
        return made if self.reduced_precision is None else self.reduced_precision.applied_to(made)

    def policy(self, decisions: GraphDecisions) -> SubgraphPolicy:
        """The policy that holds a graph's decisions about this subgraph."""
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
                found[f"{_STRIP_KEYS[strip.dimension]}{members[-1]}"] = (strip.height, *members)
        for chunks in decisions.chunks:
            if chunks.values[-1] in stored:
                members = tuple(self.numbers[name] for name in chunks.values)
                found[f"{_CHUNK_KEYS[chunks.dimension]}{members[-1]}"] = (chunks.count, *members)
        for branches in decisions.branches:
            inside = [name for name in stored if name in branches]
            pairs = sorted((self.numbers[name], branches[name]) for name in inside)
            if pairs:
                found[f"{BRANCHES}{pairs[-1][0]}"] = tuple(item for pair in pairs for item in pair)
        return SubgraphPolicy.of(found)

    def decisions(self, policy: SubgraphPolicy) -> GraphDecisions:
        """The decisions of a policy, by name of value.

        The orders of outputs are not among them: they are decided outside.

        Raises:
            PolicyError: The policy does not fit this subgraph.
        """
        given = dict(policy.decisions)
        operators = {node.output for node in self.operator_nodes}
        stored = frozenset(self._value(number) for number in _numbers(given.pop(STORED, None)))
        if not set(self.outputs) <= stored <= operators:
            raise PolicyError("it must store every output, and results of operators only")
        orders: dict[str, tuple[int, ...]] = {}
        variants: dict[str, str] = {}
        strips: list[Strip] = []
        chunks: list[Chunks] = []
        regions: list[Mapping[str, int]] = []
        for name, decision in given.items():
            kind, value = self._about(name)
            if value not in stored:
                raise PolicyError(f"its decision {name!r} is about a value that is not stored")
            if kind == ORDER and value not in self.outputs:
                orders[value] = self._order(name, value, decision)
            elif kind == VARIANT and isinstance(decision, str):
                variants[value] = decision
            elif kind in STRIPS:
                height, members = self._slices(name, value, decision, stored)
                strips.append(Strip(members, height, STRIPS[kind]))
            elif kind in CHUNKS:
                count, members = self._slices(name, value, decision, stored)
                chunks.append(Chunks(members, count, CHUNKS[kind]))
            elif kind == BRANCHES:
                regions.append(self._branches(name, value, decision, stored))
            else:
                raise PolicyError(f"its decision {name!r} does not fit this subgraph")
        cuts = tuple(strips), variants, tuple(chunks)
        return GraphDecisions(stored, orders, *cuts, branches=tuple(regions), line=self.line)

    def _about(self, name: str) -> tuple[str, str]:
        """The kind of a decision and the value that it is about."""
        kind, point, number = name.partition(".")
        if not number.isdecimal():
            raise PolicyError(f"its decision {name!r} does not fit this subgraph")
        return kind + point, self._value(int(number))

    def _order(self, name: str, value: str, decision: Decision) -> tuple[int, ...]:
        order = _numbers(decision)
        if sorted(order) != [*range(len(self.model.tensors[value].shape))]:
            raise PolicyError(f"its decision {name!r} does not fit this subgraph")
        return order

    def _slices(
        self, name: str, last: str, decision: Decision, stored: frozenset[str]
    ) -> tuple[int, tuple[str, ...]]:
        """The height or number of slices, and the values that are computed so."""
        count, *members = _numbers(decision) or (0,)
        return count, self._members(name, last, members, stored)

    def _branches(
        self, name: str, last: str, decision: Decision, stored: frozenset[str]
    ) -> Mapping[str, int]:
        """The branch of each value."""
        numbers = _numbers(decision)
        members, branches = numbers[::2], numbers[1::2]
        if len(members) != len(branches):
            raise PolicyError(f"its decision {name!r} must give a branch for each value")
        values = self._members(name, last, members, stored)
        if {*branches} != {*range(max(branches) + 1)}:
            raise PolicyError(f"its decision {name!r} leaves branches empty")
        return dict(zip(values, branches, strict=True))

    def _members(
        self, name: str, last: str, numbers: Sequence[int], stored: frozenset[str]
    ) -> tuple[str, ...]:
        """The values of a chain or region: stored, in ascending order, `last` at the end."""
        values = tuple(self._value(number) for number in numbers)
        if not values or values[-1] != last or list(numbers) != sorted(set(numbers)):
            raise PolicyError(f"its decision {name!r} does not end with the value it is about")
        if not stored.issuperset(values):
            raise PolicyError(f"its decision {name!r} is about values that are not stored")
        return values

    def _value(self, number: int) -> str:
        if not 0 <= number < len(self.values):
            raise PolicyError(f"the subgraph has no value {number}")
        return self.values[number]

    def _input_json(self, name: str) -> list[Any]:
        tensor = self.model.tensors[name]
        constant = name in self.model.constants
        return [tensor.dtype, list(tensor.shape), list(self.orders[name]), constant]

    def _node_json(self, node: Node, key_of_operator: Callable[[Operator], str]) -> list[Any]:
        if isinstance(node, ViewNode):
            return [node.kind, list(node.arguments), [self.numbers[node.input]]]
        reads = [self.numbers[name] for name in node.inputs]
        return [node.operator.type, key_of_operator(node.operator), reads]


def _numbers(decision: Decision | None) -> tuple[int, ...]:
    """A decision that is a list of numbers. Raises `PolicyError` for any other."""
    if not isinstance(decision, tuple):
        raise PolicyError("a decision must be a list of numbers")
    numbers = tuple(item for item in decision if isinstance(item, int))
    if len(numbers) < len(decision):
        raise PolicyError("a decision must be a list of numbers")
    return numbers


def _numbered(subgraph: Subgraph) -> tuple[str, ...]:
    """Inputs, then results of nodes, in the order of a walk from the outputs to the inputs."""
    made = {node.output: node for node in subgraph.nodes}
    inputs: dict[str, None] = {}
    results: dict[str, None] = {}
    walk = list(reversed(subgraph.outputs))
    while walk:
        name = walk[-1]
        if name not in made:
            inputs.setdefault(walk.pop())
            continue
        waiting = [read for read in made[name].inputs if read not in results | inputs]
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
    """The name of a value with its dimensions in memory order; adds it to `tensors`."""
    if list(order) == sorted(order):
        return name
    tensor = tensors[name]
    shape = tuple(tensor.shape[dimension] for dimension in order)
    tensors[f"{name}{_MEMORY}"] = Tensor(tensor.dtype, shape, tuple(range(len(shape))))
    return f"{name}{_MEMORY}"
