"""Places the values of loops: the body's operators become steps of the plan itself.

All results of a loop are computed by one run of its body. Each state has a buffer: that of its
first value where nothing else reads it, or one to which it is copied before the loop. The next
states are copied there at the end of each iteration. Rows of collections
are copied by the code of the loop (`aoe.backends.cpu.codegen.plan.loop_code`).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from aoe.backends.cpu.memory.placement import PlacedGraph, Placement, Placer
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.registry import definition_of
from aoe.operators.types.control_flow.loop import (
    COUNT,
    ENTER,
    FIRST_STATE,
    LIMIT,
    body_of,
    bound_inputs,
    states_of,
)

#: The number of a node behind all nodes of any graph: what is needed then may not be overwritten.
_ALWAYS = 1 << 60


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row that each iteration adds to a collection.

    Attributes:
        source: Where an iteration leaves it.
        target: The collection.
        row_bytes: The size of the row.
        room: How many rows the collection has room for.
    """

    source: Placement
    target: Placement
    row_bytes: int
    room: int


@dataclass(frozen=True, slots=True)
class PlacedLoop:
    """Steps that are repeated; see `aoe.runtime.loop_region.LoopRegion`.

    Attributes:
        first: The number of the first step.
        end: The number of the first step behind it.
        scalars: Limit, condition before the first iteration, condition for a further one, number of
            the iteration, and count.
        states: The buffers of the states.
        rows: The rows that are collected.
    """

    first: int
    end: int
    scalars: tuple[Placement, ...]
    states: tuple[Placement, ...]
    rows: tuple[PlacedRow, ...]

    @property
    def kept(self) -> frozenset[int]:
        """The allocations that must stay as they are through all iterations."""
        rows = (item for row in self.rows for item in (row.source, row.target))
        return frozenset(item.allocation for item in (*self.scalars, *self.states, *rows))


def place_with_loops(
    graph: OperatorGraph, reuse_memory: bool = True
) -> tuple[PlacedGraph, tuple[PlacedLoop, ...]]:
    """Returns the allocations, the steps and the loops of a graph. A loop is behind those that
    contain it. `reuse_memory`: see `aoe.backends.cpu.memory.placement.place`.

    Raises:
        CompileError: If an input's element type is unknown.
    """
    loops: list[PlacedLoop] = []
    placed = _LoopPlacer(graph, loops, reuse_memory).place()
    return placed, tuple(sorted(loops, key=lambda loop: (loop.first, -loop.end)))


class _LoopPlacer(Placer):
    """Places a graph that may have loops."""

    def __init__(self, graph: OperatorGraph, loops: list[PlacedLoop], reuse_memory: bool) -> None:
        super().__init__(graph, reuse_memory)
        self.loops = loops
        self.done: set[str] = set()

    def place_operator(self, node: OperatorNode, number: int) -> None:
        """See `Placer`. The first result of a loop places all of them."""
        if not definition_of(node.operator).repeats:
            super().place_operator(node, number)
        elif node.output not in self.done:
            self.place_loop(node)

    def place_loop(self, node: OperatorNode) -> None:
        """Places a loop, and all of its results."""
        operator, states = node.operator, states_of(node.operator)
        operands = zip(node.inputs, operator.inputs, strict=True)
        inputs = [self.operand(node.name, name, operand) for name, operand in operands]
        results = self.results_of(node)
        buffers = [
            placement
            if self.is_free(placement, inputs, results)
            else self.filled(node.name, placement)
            for placement in inputs[FIRST_STATE : FIRST_STATE + states]
        ]
        iteration = _iteration(self, operator, node.inputs, inputs, buffers)
        first = len(self.steps)
        iteration.place_nodes()
        outputs = [iteration.value(name) for name in iteration.graph.outputs]
        goes_on = self.filled(node.name, outputs[0])
        rows, collections = self.collected(node, outputs[1 + states :], results)
        self.replace_states(node, buffers, outputs[1 : 1 + states])
        count = self.number()
        scalars = (inputs[LIMIT], inputs[ENTER], goes_on, iteration.counter, count)
        self.loops.append(PlacedLoop(first, len(self.steps), scalars, tuple(buffers), tuple(rows)))
        found = {COUNT: count, **dict(enumerate(buffers)), **collections}
        for result in results:
            self.hand_over(result, found[result.operator.integer("result")])

    def results_of(self, node: OperatorNode) -> list[OperatorNode]:
        """Returns the nodes that are results of the same loop."""
        key = _loop_key(node)
        return [item for item in self.graph.operator_nodes if _loop_key(item) == key]

    def is_free(
        self, first: Placement, inputs: Sequence[Placement], results: Sequence[OperatorNode]
    ) -> bool:
        """Whether a state may overwrite its first value: it fills its memory, which nothing else
        reads, inside of the loop or behind it. `inputs`, `results`: all of the loop. A node between
        the results might read it, so the results have to be neighbours.
        """
        if not self.reuse_memory or self.branch is not None:
            return False
        allocation, view = self.allocations[first.allocation], first.view
        names = {item.output for item in results}
        places = [n for n, item in enumerate(self.graph.nodes) if item.output in names]
        return (
            places[-1] - places[0] + 1 == len(places)
            and allocation.space == "arena"
            and view == View.dense(Operand.row_major(view.dtype, view.shape))
            and allocation.bytes == view.bytes
            and self.needed.get(first.allocation, _ALWAYS) <= places[-1]
            and [item.allocation for item in inputs].count(first.allocation) == 1
        )

    def hand_over(self, node: OperatorNode, found: Placement) -> None:
        """Makes a placement the result of a node; a copy if the result must lie elsewhere."""
        self.done.add(node.output)
        wanted = self.dense(node.output)
        if node.output in self.homes or wanted.strides != found.view.strides:
            result = self.result(node.output)
            self.copy(node.name, found, result)
        else:
            self.keep(node.output, found)

    def filled(self, name: str, source: Placement) -> Placement:
        """Returns a new row-major buffer with a copy of a value."""
        target = self.buffer(source.view.dtype, source.view.shape)
        self.copy(name, source, target)
        return target

    def buffer(self, dtype: str, shape: tuple[int, ...]) -> Placement:
        return self.new(View.dense(Operand.row_major(dtype, shape)), "arena")

    def number(self) -> Placement:
        return self.buffer("int64", (1,))

    def collected(
        self, node: OperatorNode, outputs: Sequence[Placement], results: Sequence[OperatorNode]
    ) -> tuple[list[PlacedRow], dict[int, Placement]]:
        """Returns the rows of the collections that are results, and the collections by result."""
        rows: list[PlacedRow] = []
        collections: dict[int, Placement] = {}
        states = states_of(node.operator)
        wanted = {item.operator.integer("result") for item in results}
        for result, source in enumerate(outputs, states):
            if result not in wanted:
                continue
            view, room = source.view, node.operator.integer("trips")
            if view.strides != View.dense(Operand.row_major(view.dtype, view.shape)).strides:
                source = self.filled(node.name, source)
            target = self.buffer(view.dtype, (room, *view.shape))
            size = view.bytes
            rows.append(PlacedRow(source, target, size, room))
            collections[result] = target
        return rows, collections

    def replace_states(
        self, node: OperatorNode, buffers: Sequence[Placement], following: Sequence[Placement]
    ) -> None:
        """Copies the next states to the buffers. What lies in such a buffer is saved first."""
        own = {item.allocation for item in buffers}
        pairs = [pair for pair in zip(buffers, following, strict=True) if pair[0] != pair[1]]
        sources = [
            self.filled(node.name, source)
            if source.allocation in own and len(pairs) > 1
            else source
            for _, source in pairs
        ]
        for (buffer, _), source in zip(pairs, sources, strict=True):
            self.copy(node.name, source, buffer)


class _Iteration(_LoopPlacer):
    """Places one iteration of a loop among the steps of the graph around it."""

    def __init__(self, outer: _LoopPlacer, graph: OperatorGraph) -> None:
        super().__init__(graph, outer.loops, outer.reuse_memory)
        self.allocations, self.steps = outer.allocations, outer.steps
        self.values = outer.values
        self.counter = self.number()

    def place_nodes(self) -> None:
        for number, node in enumerate(self.graph.nodes):
            self.place_node(node, number)

    def given(self, name: str, placement: Placement) -> None:
        """Places a value that an iteration must not overwrite."""
        self.placed[name] = placement
        self.needed[placement.allocation] = _ALWAYS


def _iteration(
    outer: _LoopPlacer,
    operator: Operator,
    names: Sequence[str],
    inputs: Sequence[Placement],
    buffers: Sequence[Placement],
) -> _Iteration:
    body = body_of(operator)
    made = _Iteration(outer, body.graph)
    states = states_of(operator)
    scalar = View.dense(Operand.row_major("int64", ()))
    made.given(body.graph.inputs[0], Placement(made.counter.allocation, scalar))
    for name, buffer in zip(body.graph.inputs[1 : 1 + states], buffers, strict=True):
        made.given(name, buffer)
    for name, placement in _bound(operator, names, inputs).items():
        made.given(name, placement)
    return made


def _bound(
    operator: Operator, names: Sequence[str], inputs: Sequence[Placement]
) -> Mapping[str, Placement]:
    """The placements of the values and constants that a body reads, by the names in the body."""
    numbered = bound_inputs(operator, [str(number) for number in range(len(names))])
    return {inside: inputs[int(number)] for inside, number in numbered.items()}


def _loop_key(node: OperatorNode) -> Hashable:
    """What all results of a loop have in common; None for other operators."""
    if not definition_of(node.operator).repeats:
        return None
    attributes = [item for item in node.operator.attributes if item[0] != "result"]
    return tuple(attributes), node.inputs
