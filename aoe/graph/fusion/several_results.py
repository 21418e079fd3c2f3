"""Makes one operator of pointwise operators that read the same values, or each other's results: it
reads every value once and writes several tensors (XLA's multi-output fusion).

An optimizer's step is such a case. It reads a parameter, its gradient and its moments, and writes
the parameter and the moments. Sums over the same axes are another: the mean and the variance of
channels, and what follows from them. `fuse` keeps an operator for each tensor that is written; this
pass runs behind it, on operators that were laid out.

Two operators are joined where one of the places that they have is right for both: all that the
later one reads is known at the place of the earlier one, or nothing reads the earlier one's results
before the place of the later one. So the order of the others stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from aoe.element_types import computed_type
from aoe.graph.fusion.compose import LARGEST_EXPRESSION, without_unused
from aoe.graph.fusion.fuse import is_pointwise
from aoe.graph.fusion.joined import joined_pointwise, preceded, reduced, sums, with_results
from aoe.graph.fusion.normal_form import normal_form
from aoe.loops.expression import Apply, Expression
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, ViewNode

#: The most tensors that an operator of several results reads and writes: each is a stream that
#: hardware prefetchers follow.
MOST_STREAMS = 16
#: How far behind an operator another one is looked for that it could be joined with, in operators.
_REACH = 64

#: Whether two operators are better joined; gets both and the joined one.
IsWorthwhile: TypeAlias = Callable[[Operator, Operator, Operator], bool]


def with_several_results(graph: OperatorGraph, is_worthwhile: IsWorthwhile) -> OperatorGraph:
    """The graph with pointwise operators joined where that is possible and worthwhile."""
    joining = _Joining(graph, is_worthwhile)
    joining.run()
    return replace(graph, nodes=joining.in_order())


@dataclass
class _Joining:
    """A graph whose operators are joined.

    Attributes:
        graph: The graph as it was.
        is_worthwhile: Whether two operators are better joined.
        nodes: The nodes by their first result.
        places: Where each value is computed; lower places come first.
        readers: The nodes that read each value, by their first result.
    """

    graph: OperatorGraph
    is_worthwhile: IsWorthwhile
    nodes: dict[str, Node] = field(init=False)
    places: dict[str, int] = field(init=False)
    readers: dict[str, set[str]] = field(init=False)

    def __post_init__(self) -> None:
        nodes = list(_views_early(self.graph))
        self.nodes = {node.output: node for node in nodes}
        self.places, self.readers = {}, {}
        for number, node in enumerate(nodes):
            self.note(node, number)
        self.outputs = frozenset(self.graph.outputs)
        self.apart = frozenset(
            value
            for region in self.graph.inter_op_regions
            for branch in region.branches
            for value in branch
        )

    def run(self) -> None:
        """Joins each operator with those behind it that read the same or its results."""
        for name in list(self.nodes):
            first = self.joinable(name)
            while first is not None:
                first = self.joined(first)

    def in_order(self) -> tuple[Node, ...]:
        """The nodes in topological order."""
        return tuple(sorted(self.nodes.values(), key=lambda node: self.places[node.output]))

    def joined(self, first: OperatorNode) -> OperatorNode | None:
        """The operator joined with one behind it, which takes their places; None if there is none
        to join it with.
        """
        for name in self.candidates(first):
            second = self.joinable(name)
            if second is None or not _fit(first.operator, second.operator):
                continue
            place = self.place(first, second)
            made = None if place is None else self.together(first, second)
            if place is None or made is None:
                continue
            if self.is_worthwhile(first.operator, second.operator, made.operator):
                self.replace(first, second, made, place)
                return made
        return None

    def candidates(self, first: OperatorNode) -> list[str]:
        """The nodes not far behind an operator that read its results or what it reads."""
        begin = self.places[first.output]
        shared = {*first.inputs, *first.outputs} - self.graph.constants.keys()
        found = {reader for name in shared for reader in self.readers.get(name, ())}
        behind = [name for name in found if begin < self.places[name]]
        return sorted(behind, key=self.places.__getitem__)[:_REACH]

    def joinable(self, name: str) -> OperatorNode | None:
        """The operator of a first result, if it may become part of another one."""
        node = self.nodes.get(name)
        if not isinstance(node, OperatorNode) or not node.inputs:
            return None
        if node.operator.inter_op or node.output in self.apart:
            return None
        return node if is_pointwise(node) or sums(node.operator) else None

    def place(self, first: OperatorNode, second: OperatorNode) -> int | None:
        """A place that is right for both operators; None if neither of theirs is."""
        early, late = self.places[first.output], self.places[second.output]
        read = (self.places.get(name, -1) for name in second.inputs if name not in first.outputs)
        if all(place < early for place in read):
            return early
        readers = {reader for name in first.outputs for reader in self.readers.get(name, ())}
        return late if all(self.places[name] >= late for name in readers) else None

    def together(self, first: OperatorNode, second: OperatorNode) -> OperatorNode | None:
        """One operator that computes the results of both; None if there is none, or if it would be
        too large.
        """
        if not is_pointwise(first):
            made = reduced(first, second)
        elif is_pointwise(second):
            made = joined_pointwise(first, second)
        else:
            made = preceded(first, second)
        if made is None:
            return None
        if is_pointwise(made):
            read = {
                name for name in made.outputs if self.readers.get(name, set()) - {second.output}
            }
            made = with_results(made, read | self.outputs)
        made = normal_form(without_unused(made))
        parts = (part for item in made.operator.results for part in (item.prologue, item.epilogue))
        size = len({piece for part in parts for piece in _pieces(part)})
        streams = len(made.inputs) + len(made.outputs)
        return made if size <= LARGEST_EXPRESSION and streams <= MOST_STREAMS else None

    def replace(
        self, first: OperatorNode, second: OperatorNode, made: OperatorNode, place: int
    ) -> None:
        """Replaces two operators by one at the place of one of them."""
        for node in (first, second):
            del self.nodes[node.output]
            for name in node.inputs:
                self.readers[name].discard(node.output)
        self.nodes[made.output] = made
        self.note(made, place)

    def note(self, node: Node, place: int) -> None:
        """Notes where a node is and what it reads."""
        for name in node.outputs:
            self.places[name] = place
        for name in node.inputs:
            self.readers.setdefault(name, set()).add(node.output)


def _views_early(graph: OperatorGraph) -> Iterator[Node]:
    """The nodes in an order in which a view follows at once what it shows."""
    views: dict[str, list[ViewNode]] = {}
    for node in graph.nodes:
        if isinstance(node, ViewNode):
            views.setdefault(node.input, []).append(node)

    def shown(name: str) -> Iterator[Node]:
        for view in views.get(name, ()):
            yield view
            yield from shown(view.output)

    for name in (*graph.inputs, *graph.constants):
        yield from shown(name)
    for node in graph.operator_nodes:
        yield node
        for name in node.outputs:
            yield from shown(name)


def _fit(first: Operator, second: Operator) -> bool:
    """Whether operators write tensors of one shape in one order, in the types they compute in, so
    that what is read of one is what it wrote.
    """
    one, other = first.output, second.output
    same = one.shape == other.shape and _order(one) == _order(other)
    exact = all(item.dtype == computed_type(item.dtype) for item in first.outputs)
    return same and exact and first.precision == second.precision


def _order(operand: Operand) -> tuple[int, ...]:
    return tuple(dimension for dimension in operand.order if operand.shape[dimension] > 1)


def _pieces(expression: Expression) -> Iterator[Expression]:
    yield expression
    if isinstance(expression, Apply):
        for argument in expression.arguments:
            yield from _pieces(argument)
