"""Decides in which buffer every value of a graph lies, and how: the first half of planning.

Views share their source's buffer. Operators whose results a concatenation joins write straight into
their part of the joined buffer, and of the concatenation nothing is left but copies of what cannot:
what is computed elsewhere, or written into another concatenation's result. A pointwise operator
overwrites an input that nothing reads afterwards: its threads have these lines at hand, while those
of other memory are, as often as not, in another core's cache. Graph outputs are written where the
caller wants them. What cannot be had by strides alone (an impossible reshape, an
output that is another value seen differently) becomes a copy, an ordinary pointwise operator.
`aoe.backends.cpu.memory.planner` lowers the steps and gives the buffers their memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import prod

from aoe.element_types import ITEM_BYTES
from aoe.errors import CompileError
from aoe.loops.expression import Accumulator, Load
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, Tensor, ViewNode
from aoe.operators.registry import definition_of
from aoe.operators.types.pointwise import pointwise
from aoe.operators.views import apply_view, is_row_major, order_of, reshape, reshapeable, slice_view


@dataclass(frozen=True, slots=True)
class BufferAllocation:
    """A buffer: the space it is in (`aoe.runtime.plan.SPACES`), which array of `input` or `output`
    it is, its size, and its name if it is a constant.
    """

    space: str
    bytes: int
    index: int = 0
    constant: str = ""


@dataclass(frozen=True, slots=True)
class Placement:
    """A value: the number of its room and how it lies there."""

    room: int
    view: View


@dataclass(frozen=True, slots=True)
class Step:
    """An operator applied to placed values. `name` is its node's, for profiles; `lane`: the numbers
    of its section and of its lane there, if it is in one; `overwritten`: the number of the input
    that lies where the output does.
    """

    name: str
    operator: Operator
    inputs: tuple[Placement, ...]
    output: Placement
    lane: tuple[int, int] | None = None
    overwritten: int | None = None


@dataclass(frozen=True, slots=True)
class PlacedGraph:
    """What is computed, in order, and the rooms that it is computed in."""

    steps: tuple[Step, ...]
    rooms: tuple[BufferAllocation, ...]


@dataclass(frozen=True, slots=True)
class Home:
    """The part of a concatenation's result that a value is, seen in `shape`: from `start` along
    dimension `axis`.
    """

    joined: str
    axis: int
    start: int
    shape: tuple[int, ...]


def place(graph: OperatorGraph) -> PlacedGraph:
    """Rooms and steps for a graph. Raises `CompileError` if an input's element type is unknown."""
    return _Placer(graph).place()


def concatenation_homes(graph: OperatorGraph) -> dict[str, Home]:
    """The values that can be written straight into a concatenation's result.

    An operator's result can, or a view of it that only adds or drops dimensions of 1, if it has the
    result's dimension order, is used once in it and is neither an output of the graph nor part of
    another concatenation already.
    """
    made = {node.output: node.output for node in graph.operator_nodes}
    for view in graph.nodes:
        if isinstance(view, ViewNode) and _keeps_extents(view, graph) and view.input in made:
            made[view.output] = made[view.input]
    homes: dict[str, Home] = {}
    for node in graph.operator_nodes:
        if not _only_concatenates(node.operator) or len(set(node.inputs)) < len(node.inputs):
            continue
        whole = graph.tensors[node.output]
        axis = node.operator.integer("axis") % len(whole.shape)
        shapes = [graph.tensors[value].shape for value in node.inputs]
        starts = (0, *accumulate(shape[axis] for shape in shapes))
        for value, shape, start in zip(node.inputs, shapes, starts, strict=False):
            root = made.get(value)
            if root is None or root in homes or {root, value} & set(graph.outputs):
                continue
            if _lies_alike(graph.tensors[value], whole):
                homes[root] = Home(node.output, axis, start, shape)
    return homes


def last_readers(graph: OperatorGraph) -> dict[str, int]:
    """The number of the last node that reads each value; that behind all nodes for outputs."""
    found: dict[str, int] = {}
    for number, node in enumerate(graph.nodes):
        read = (node.input,) if isinstance(node, ViewNode) else node.inputs
        found |= dict.fromkeys(read, number)
    return found | dict.fromkeys(graph.outputs, len(graph.nodes))


def _keeps_extents(view: ViewNode, graph: OperatorGraph) -> bool:
    """Whether a view only adds or drops dimensions of 1."""
    before, after = graph.tensors[view.input].shape, graph.tensors[view.output].shape
    same = [n for n in before if n > 1] == [n for n in after if n > 1]
    return view.kind == "reshape" and same


def _only_concatenates(operator: Operator) -> bool:
    plain = operator.prologue == operator.epilogue == Accumulator()
    return definition_of(operator).joins_inputs and plain


def _lies_alike(part: Tensor, whole: Tensor) -> bool:
    """Whether a part's dimensions that matter are in the same order as the whole's."""

    def essential(order: tuple[int, ...]) -> list[int]:
        return [dimension for dimension in order if part.shape[dimension] > 1]

    return part.dtype == whole.dtype and essential(part.order) == essential(whole.order)


class _Placer:
    def __init__(self, graph: OperatorGraph) -> None:
        self.graph = graph
        self.homes = concatenation_homes(graph)
        self.rooms: list[BufferAllocation] = []
        self.steps: list[Step] = []
        self.placed: dict[str, Placement] = {}
        self.last_readers = last_readers(graph)
        #: The number of the last node that reads any of a room's values, by room.
        self.needed: dict[int, int] = {}
        self.lanes = {
            value: (number, lane)
            for number, section in enumerate(graph.sections)
            for lane, values in enumerate(section.lanes)
            for value in values
        }
        #: That of the node at hand.
        self.lane: tuple[int, int] | None = None

    def place(self) -> PlacedGraph:
        for index, name in enumerate(self.graph.inputs):
            self.keep(name, self.new(_row_major(self.graph.tensors[name]), "input", index))
        joined = {home.joined for home in self.homes.values()}
        for number, node in enumerate(self.graph.nodes):
            self.lane = self.lanes.get(node.output)
            if isinstance(node, ViewNode):
                self.place_view(node)
            elif node.output not in joined:
                self.place_operator(node, number)
            else:
                self.join(node)
        self.lane = None
        for index, name in enumerate(self.graph.outputs):
            self.place_output(name, index)
        return PlacedGraph(tuple(self.steps), tuple(self.rooms))

    def place_view(self, node: ViewNode) -> None:
        source = self.value(node.input)
        view = apply_view(source.view, node.kind, node.arguments)
        if view is None:
            source = self.copied(node.output, source, node.arguments)
            view = apply_view(source.view, node.kind, node.arguments)
            assert view is not None, "copied so that it can be reshaped"
        self.keep(node.output, Placement(source.room, view))

    def place_operator(self, node: OperatorNode, number: int) -> None:
        operands = zip(node.inputs, node.operator.inputs, strict=True)
        inputs = tuple(self.operand(node.name, name, operand) for name, operand in operands)
        overwritten = self.overwritten(node, number, inputs)
        if overwritten is not None:
            self.keep(node.output, inputs[overwritten])
        output = self.result(node.output)
        self.steps.append(Step(node.name, node.operator, inputs, output, self.lane, overwritten))

    def overwritten(
        self, node: OperatorNode, number: int, inputs: Sequence[Placement]
    ) -> int | None:
        """The first input whose memory a node's result can have: it fills a room of the arena in
        the result's order, and of what is there nothing is read by others, then or later. Lanes run
        beside others, whose readers have lower numbers.
        """
        if not node.operator.is_pointwise or node.output in self.homes or self.lane is not None:
            return None
        wanted = self.dense(node.output)
        rooms = [placement.room for placement in inputs]
        for place, placement in enumerate(inputs):
            room = self.rooms[placement.room]
            last = self.needed.get(placement.room, number) <= number
            whole = placement.view == wanted and room.bytes == _bytes(wanted)
            if room.space == "arena" and last and whole and rooms.count(placement.room) == 1:
                return place
        return None

    def keep(self, name: str, placement: Placement) -> None:
        """A value's placement, and for how long its room is needed."""
        self.placed[name] = placement
        needed = (self.needed.get(placement.room, -1), self.last_readers.get(name, -1))
        self.needed[placement.room] = max(needed)

    def join(self, node: OperatorNode) -> None:
        """Copies those parts of a concatenation that are not written where they belong."""
        whole = self.result(node.output)
        axis, start = node.operator.integer("axis") % len(whole.view.shape), 0
        homes = self.homes.values()
        written = {(home.start, home.shape) for home in homes if home.joined == node.output}
        for name, operand in zip(node.inputs, node.operator.inputs, strict=True):
            if (start, operand.shape) not in written:
                source = self.operand(node.name, name, operand)
                part = _slice(whole.view, axis, start, operand.shape)
                self.copy(node.name, source, Placement(whole.room, part))
            start += operand.shape[axis]

    def operand(self, step: str, name: str, operand: Operand) -> Placement:
        """A value in the shape the operator reads it, which may have other dimensions of 1."""
        source = self.value(name)
        view = reshape(source.view, operand.shape) if source.view.shape != operand.shape else None
        if source.view.shape == operand.shape:
            return source
        if view is None:
            source = self.copied(step, source, operand.shape)
            view = reshape(source.view, operand.shape)
        if view is None:
            raise CompileError(f"{step}: {name} of shape {source.view.shape} is read as {operand}")
        return Placement(source.room, view)

    def place_output(self, name: str, index: int) -> None:
        """The value's room becomes the caller's array if it is nothing else, else it is copied."""
        source = self.value(name)
        room = self.rooms[source.room]
        if (
            room.space == "arena"
            and room.bytes == _bytes(source.view)
            and is_row_major(source.view)
        ):
            self.rooms[source.room] = replace(room, space="output", index=index)
            return
        target = self.new(_row_major(self.graph.tensors[name]), "output", index)
        self.copy(name, source, target)

    def value(self, name: str) -> Placement:
        if name not in self.placed:
            if name not in self.graph.constants:
                raise CompileError(f"{self.graph.name}: {name} is used before it is computed")
            view = _row_major(self.graph.tensors[name])
            self.keep(name, self.new(view, "constant", constant=name))
        return self.placed[name]

    def result(self, name: str) -> Placement:
        """Where an operator writes: its part of a joined room, or a room of its own."""
        if name not in self.placed:
            home = self.homes.get(name)
            if home is None:
                self.keep(name, self.new(self.dense(name), "arena"))
            else:
                whole = self.result(home.joined)
                shape = self.graph.tensors[name].shape
                part = reshape(_slice(whole.view, home.axis, home.start, home.shape), shape)
                assert part is not None, "dimensions of 1 come and go"
                self.keep(name, Placement(whole.room, part))
        return self.placed[name]

    def dense(self, name: str) -> View:
        """How a value lies that has memory of its own."""
        tensor = self.graph.tensors[name]
        return View.dense(Operand(tensor.dtype, tensor.shape, tensor.order))

    def copied(self, name: str, source: Placement, shape: Sequence[int]) -> Placement:
        """A copy that can be reshaped to `shape`."""
        target = self.new(reshapeable(source.view, shape), "arena")
        self.copy(name, source, target)
        return target

    def copy(self, name: str, source: Placement, target: Placement) -> None:
        view = source.view
        if prod(view.shape) > 0:
            operand = Operand(view.dtype, view.shape, order_of(view))
            copy = replace(operand, order=order_of(target.view))
            operator = pointwise(Load(0), (operand,), copy)
            operator = replace(operator, alone=self.lane is not None)
            self.steps.append(Step(f"{name} (copy)", operator, (source,), target, self.lane))

    def new(self, view: View, space: str, index: int = 0, constant: str = "") -> Placement:
        self.rooms.append(BufferAllocation(space, _bytes(view), index, constant))
        return Placement(len(self.rooms) - 1, view)


def _slice(view: View, axis: int, start: int, shape: Sequence[int]) -> View:
    """The part of this shape that begins at `start` along a dimension."""
    cut = [(0, 1, extent) for extent in shape]
    cut[axis] = (start, 1, shape[axis])
    return slice_view(view, [number for item in cut for number in item])


def _row_major(value: Tensor | View) -> View:
    return View.dense(Operand.row_major(value.dtype, value.shape))


def _bytes(view: View) -> int:
    if view.dtype not in ITEM_BYTES:
        raise CompileError(f"tensors of {view.dtype} are not computed; convert the model's types")
    return prod(view.shape) * ITEM_BYTES[view.dtype]
