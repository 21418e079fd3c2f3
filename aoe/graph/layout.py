"""Layout: the dimension order in which each operator writes its result.

Convolutions write channels-last. Other operators write the order that their definition prefers,
given the orders of their inputs. A view keeps the memory of its source (`aoe.operators.views`).
Where a reshape cannot be a view, an operator that can write another order as well does so (the
heads of attention). Otherwise a copy is inserted, in an order that makes the reshape a view and
keeps the innermost dimension (channel shuffles).

The order of a result is a decision of subgraph tuning. This module makes the default decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, prod
from types import MappingProxyType
from typing import TypeAlias

from aoe.graph.fusion.normal_form import normal_form
from aoe.graph.slicing import whole_value
from aoe.loops.expression import Load
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, Tensor, ViewNode
from aoe.operators.registry import definition_of
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.operators.views import apply_view, is_row_major
from aoe.target import COMMON_LINE_ELEMENTS

#: Dimension orders by name of a value.
Orders: TypeAlias = Mapping[str, tuple[int, ...]]
#: The order that an operator's result should have, given how its inputs lie, and the order in which
#: an output of the graph takes it without a copy, if there is one.
Preference: TypeAlias = Callable[[Operator, tuple[int, ...] | None], tuple[int, ...]]
#: What the name of a result ends with whose copy is an output of the graph.
INSIDE = ":inside"


def type_preference(operator: Operator, uncopied: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """What the definition of an operator's type prefers, on whatever device."""
    return definition_of(operator).output_order(operator)


def lay_out(
    graph: OperatorGraph,
    orders: Orders = MappingProxyType({}),
    preference: Preference = type_preference,
    line: int = COMMON_LINE_ELEMENTS,
) -> OperatorGraph:
    """The graph with dimension orders, with copies where views are impossible, and with every
    operator in normal form.

    Args:
        graph: A fused graph.
        orders: The orders of results that are decided already, by name.
        preference: The orders preferred for the others, those of a backend for instance.
        line: Elements of a cache line (`aoe.target.Target.line_elements`).
    """
    return _Layout(graph, orders, preference, line).run()


def chosen_orders(graph: OperatorGraph) -> Orders:
    """The orders of the results of operators in a graph that was laid out."""
    orders: dict[str, tuple[int, ...]] = {}
    for node in graph.operator_nodes:
        whole = whole_value(node.output.removesuffix(INSIDE))
        orders.setdefault(whole, node.operator.output.order)
    return orders


class _Layout:
    def __init__(
        self, graph: OperatorGraph, orders: Orders, preference: Preference, line: int
    ) -> None:
        self.graph = graph
        self.orders = orders
        self.preference = preference
        self.line = line
        self.views: dict[str, View] = {}
        self.tensors: dict[str, Tensor] = {}
        self.nodes: list[Node] = []
        self.roots: dict[str, str] = {}
        self.readers: dict[str, list[ViewNode]] = {}
        for node in graph.nodes:
            if isinstance(node, ViewNode):
                self.readers.setdefault(node.input, []).append(node)

    def run(self) -> OperatorGraph:
        for name in (*self.graph.inputs, *self.graph.constants):
            tensor = self.graph.tensors[name]
            self.declare(name, View.dense(Operand.row_major(tensor.dtype, tensor.shape)))
        for node in self.graph.nodes:
            if isinstance(node, ViewNode):
                self.add_view(node)
            else:
                self.add_operator(node)
        return replace(self.graph, tensors=self.tensors, nodes=tuple(self.nodes))

    def declare(self, name: str, view: View, root: str = "") -> None:
        self.views[name] = view
        self.roots[name] = root or name
        self.tensors[name] = Tensor(view.dtype, view.shape, canonical_order(view))

    def add_operator(self, node: OperatorNode) -> None:
        operator = replace(
            node.operator,
            inputs=tuple(
                replace(
                    operand,
                    order=self.tensors[name].order,
                    constant=self.roots[name] in self.graph.constants,
                )
                for name, operand in zip(node.inputs, node.operator.inputs, strict=True)
            ),
        )
        order = self.orders.get(node.output) or self.output_order(operator, node.output)
        is_output = node.output in self.graph.outputs
        rows = tuple(range(len(order)))
        copied = is_output and order != rows and operator.anchor_inputs > 0
        if is_output and not copied:
            order = rows
        output = replace(operator.output, order=order)
        written = f"{node.output}{INSIDE}" if copied else node.output
        self.declare(written, View.dense(output))
        operator = replace(operator, output=output)
        self.nodes.append(normal_form(replace(node, operator=operator, output=written)))
        if copied:
            self.copy(written, node.output, rows)

    def output_order(self, operator: Operator, name: str) -> tuple[int, ...]:
        """The preferred order, or one with the same innermost dimension that saves copies."""
        shape = operator.output.shape
        uncopied = next(self.output_orders(name, tuple(range(len(shape)))), None)
        preferred = ordered(shape, self.preference(operator, uncopied))
        candidates = [preferred]
        for order in self.wanted_orders(name, tuple(range(len(shape)))):
            order = ordered(shape, order)
            if order not in candidates and _innermost(shape, order) == _innermost(shape, preferred):
                candidates.append(order)
        if len(candidates) == 1:
            return preferred

        def copies(order: tuple[int, ...]) -> int:
            view = View.dense(Operand(operator.output.dtype, shape, order))
            return self.copies_after(name, view)

        return min(candidates, key=copies)

    def wanted_orders(self, name: str, axes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Orders in which a value is row-major where it is reshaped.

        Args:
            name: The value, or a view of it.
            axes: The dimensions of `name` as dimensions of the value.
        """
        for node in self.readers.get(name, ()):
            if node.kind == "transpose":
                yield from self.wanted_orders(node.output, tuple(axes[i] for i in node.arguments))
            elif node.kind == "reshape":
                yield axes

    def output_orders(self, name: str, axes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Orders in which a value, or a transpose of it, is an output of the graph without a copy.
        Arguments as of `wanted_orders`.
        """
        if name in self.graph.outputs:
            yield axes
        for node in self.readers.get(name, ()):
            if node.kind == "transpose":
                yield from self.output_orders(node.output, tuple(axes[i] for i in node.arguments))

    def copies_after(self, name: str, view: View) -> int:
        """How many views of a value with this layout need a copy."""
        count = 0
        for node in self.readers.get(name, ()):
            result = apply_view(view, node.kind, node.arguments)
            count += 1 if result is None else self.copies_after(node.output, result)
        return count

    def add_view(self, node: ViewNode) -> None:
        source, view = node.input, self.views[node.input]
        result = apply_view(view, node.kind, node.arguments)
        if result is None:
            source = f"{node.output}:copy"
            self.copy(node.input, source, reshape_order(view, node.arguments, self.line))
            result = apply_view(self.views[source], node.kind, node.arguments)
            assert result is not None, "the copy was made for this reshape"
        is_output = node.output in self.graph.outputs
        copied = is_output and not self.can_be_output(source, result)
        name = f"{node.output}{INSIDE}" if copied else node.output
        self.nodes.append(replace(node, input=source, output=name))
        self.declare(name, result, self.roots[source])
        if copied:
            self.copy(name, node.output, tuple(range(len(result.shape))))

    def can_be_output(self, source: str, view: View) -> bool:
        """Whether a view of `source` is the whole result of an operator, row-major."""
        root = self.roots[source]
        if root in self.graph.inputs or root in self.graph.constants or root in self.graph.outputs:
            return False
        return is_row_major(view) and prod(view.shape) == prod(self.views[root].shape)

    def copy(self, source: str, target: str, order: tuple[int, ...]) -> None:
        """Adds a pointwise operator that copies a value to another order."""
        view = self.views[source]
        constant = self.roots[source] in self.graph.constants
        operand = Operand(view.dtype, view.shape, self.tensors[source].order, constant)
        output = Operand(view.dtype, view.shape, ordered(view.shape, order))
        operator = pointwise(Load(0), (operand,), output)
        self.declare(target, View.dense(output))
        self.nodes.append(OperatorNode(f"{source} (copy)", operator, (source,), target))


def ordered(shape: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """The order with dimensions of size 1, which may be anywhere, at fixed places: row-major if the
    others are row-major, else in front.
    """
    others = [dimension for dimension in order if shape[dimension] > 1]
    if others == sorted(others):
        return tuple(range(len(shape)))
    return (*(dimension for dimension, size in enumerate(shape) if size == 1), *others)


def canonical_order(view: View) -> tuple[int, ...]:
    """The dimensions of a view from the largest to the smallest stride, broadcast ones in front."""
    dimensions = sorted(
        range(len(view.shape)),
        key=lambda dimension: (view.strides[dimension] != 0, -abs(view.strides[dimension])),
    )
    return ordered(view.shape, dimensions)


def _innermost(shape: Sequence[int], order: Sequence[int]) -> int | None:
    others = [dimension for dimension in order if shape[dimension] > 1]
    return others[-1] if others else None


def reshape_order(
    view: View, shape: Sequence[int], line: int = COMMON_LINE_ELEMENTS
) -> tuple[int, ...]:
    """The order in which a dense copy of a view can be reshaped. Dimensions that the reshape joins
    lie together. The innermost dimension that is long enough for vectors stays innermost: of a
    pixel shuffle these are the channels, not the pixels that they become.

    Args:
        view: The view.
        shape: What it is reshaped to.
        line: Elements of a cache line. So many are long enough.
    """
    blocks = list(_blocks(view.shape, shape))
    innermost = _long_innermost(view, line)

    def depth(block: tuple[int, ...]) -> float:
        steps = [abs(view.strides[d]) for d in block if view.shape[d] > 1 and view.strides[d]]
        return 0 if innermost in block else -min(steps, default=inf)  # repeated blocks in front

    kept = [block for block in blocks if any(view.shape[d] > 1 for d in block)]
    kept.sort(key=depth)
    inside = [dimension for block in kept for dimension in block]
    rest = [dimension for dimension in range(len(view.shape)) if dimension not in inside]
    order = (*rest, *inside)
    dense = View.dense(Operand(view.dtype, view.shape, order))
    return order if apply_view(dense, "reshape", shape) else tuple(range(len(view.shape)))


def _long_innermost(view: View, line: int) -> int | None:
    """The innermost dimension with at least as many elements as a cache line, if the dimensions
    inside it have no more elements than that together.
    """
    dimensions = [d for d, size in enumerate(view.shape) if size > 1 and view.strides[d]]
    inside = 1
    for dimension in sorted(dimensions, key=lambda d: abs(view.strides[d])):
        if abs(view.strides[dimension]) != inside or inside > line:
            return None
        if view.shape[dimension] >= line:
            return dimension
        inside *= view.shape[dimension]
    return None


def _blocks(old: Sequence[int], new: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The shortest runs of old dimensions that have as many elements as a run of new ones."""
    block: list[int] = []
    position, left, right = 0, 1, 1
    for dimension, size in enumerate(old):
        block.append(dimension)
        left *= size
        while right < left and position < len(new):
            right *= new[position]
            position += 1
        if left == right:
            yield tuple(block)
            block, left, right = [], 1, 1
    if block:
        yield tuple(block)
