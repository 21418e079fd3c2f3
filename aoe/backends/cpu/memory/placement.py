"""Assigns a buffer and a view to every value of a graph: the first half of memory planning.

- Views share their source's buffer.
- Operators whose results a concatenation joins write straight into their part of the joined buffer.
  Only the other parts are copied: values computed elsewhere, or written into another concatenation.
- A pointwise operator overwrites an input that nothing reads afterwards. Its threads own these
  cache lines, while those of other memory are often in another core's cache.
- Graph outputs are written to the caller's arrays. One that overwrites an input has the memory of
  that input: an operator that reads the input last writes it there, or it is copied at the end.
- What strides cannot express becomes a copy, an ordinary pointwise operator: an impossible reshape,
  or an output that is a view of another value.

`aoe.backends.cpu.memory.loop_placement` adds loops. `aoe.backends.cpu.memory.planner` lowers the
steps and assigns memory to the buffers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod

from aoe.backends.cpu.memory.concatenation import concatenation_homes
from aoe.element_types import ITEM_BYTES
from aoe.errors import CompileError
from aoe.loops.expression import Load
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, Tensor, ViewNode
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.operators.views import apply_view, is_row_major, order_of, reshape, reshapeable, slice_view


@dataclass(frozen=True, slots=True)
class BufferAllocation:
    """A buffer before it has an address.

    Attributes:
        space: The memory space (`aoe.runtime.memory_location.SPACES`).
        bytes: The size.
        index: The number of the `input` or `output` array.
        constant: The constant's name, else empty.
    """

    space: str
    bytes: int
    index: int = 0
    constant: str = ""


@dataclass(frozen=True, slots=True)
class Placement:
    """The location of a value.

    Attributes:
        allocation: The number of its allocation.
        view: Its shape, strides and offset there.
    """

    allocation: int
    view: View


@dataclass(frozen=True, slots=True)
class Step:
    """An operator applied to placed values.

    Attributes:
        name: The node's name, for profiles.
        operator: The operator.
        inputs: The locations of its inputs.
        output: The location of its output.
        branch: The numbers of its inter-op region and its branch there, if it is in one.
        overwritten: The results that share the memory of an input, each with the number of the
            input.
        further: The locations of its further results.
    """

    name: str
    operator: Operator
    inputs: tuple[Placement, ...]
    output: Placement
    branch: tuple[int, int] | None = None
    overwritten: tuple[tuple[int, int], ...] = ()
    further: tuple[Placement, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedGraph:
    """The steps of a graph in order, and their allocations.

    Attributes:
        steps: The steps.
        allocations: The allocations, by number.
        values: The first value in each allocation that holds one, by number.
    """

    steps: tuple[Step, ...]
    allocations: tuple[BufferAllocation, ...]
    values: Mapping[int, str] = field(default_factory=dict)


def place(graph: OperatorGraph, reuse_memory: bool = True) -> PlacedGraph:
    """Returns the allocations and steps of a graph.

    Args:
        graph: The graph.
        reuse_memory: Whether results may overwrite values that nothing reads any more.

    Raises:
        CompileError: If an input's element type is unknown.
    """
    return Placer(graph, reuse_memory).place()


def last_readers(graph: OperatorGraph) -> dict[str, int]:
    """Returns the number of the last node that reads each value; for outputs, the node count."""
    found: dict[str, int] = {}
    for number, node in enumerate(graph.nodes):
        read = (node.input,) if isinstance(node, ViewNode) else node.inputs
        found |= dict.fromkeys(read, number)
    return found | dict.fromkeys(graph.outputs, len(graph.nodes))


def _wanted_inputs(graph: OperatorGraph) -> dict[str, str]:
    """Returns the input that each of some values overwrites if it can: outputs with such an input,
    and the values that they are views of.
    """
    wanted = dict(graph.aliases)
    for node in reversed(graph.nodes):
        if isinstance(node, ViewNode) and node.output in wanted:
            wanted.setdefault(node.input, wanted[node.output])
    return wanted


class Placer:
    """Places the values of one graph, node by node."""

    def __init__(self, graph: OperatorGraph, reuse_memory: bool = True) -> None:
        """`reuse_memory`: see `place`."""
        self.graph = graph
        self.reuse_memory = reuse_memory
        self.homes = concatenation_homes(graph)
        self.joined = {home.joined for home in self.homes.values()}
        #: The input that the memory of a value is to be, where the value is an output or the
        #: source of one.
        self.wanted = _wanted_inputs(graph)
        self.allocations: list[BufferAllocation] = []
        self.steps: list[Step] = []
        self.placed: dict[str, Placement] = {}
        self.values: dict[int, str] = {}
        self.last_readers = last_readers(graph)
        #: For each allocation, the number of the last node that reads one of its values.
        self.needed: dict[int, int] = {}
        self.branches = {
            value: (number, branch)
            for number, region in enumerate(graph.inter_op_regions)
            for branch, values in enumerate(region.branches)
            for value in values
        }
        #: The region and branch of the current node.
        self.branch: tuple[int, int] | None = None

    def place(self) -> PlacedGraph:
        """Returns the steps of the graph and their allocations."""
        overwriting = {source: name for name, source in self.graph.aliases.items()}
        for index, name in enumerate(self.graph.inputs):
            view, output = _row_major(self.graph.tensors[name]), overwriting.get(name)
            if output is None:
                self.keep(name, self.new(view, "input", index))
            else:
                self.keep(name, self.new(view, "output", self.graph.outputs.index(output)))
        for number, node in enumerate(self.graph.nodes):
            self.place_node(node, number)
        self.branch = None
        self.save_overwritten()
        for index, name in enumerate(self.graph.outputs):
            self.place_output(name, index)
        return PlacedGraph(tuple(self.steps), tuple(self.allocations), self.values)

    def place_node(self, node: Node, number: int) -> None:
        """Places the result of a node. `number`: that of the node in the graph."""
        self.branch = self.branches.get(node.output)
        if isinstance(node, ViewNode):
            self.place_view(node)
        elif node.output not in self.joined:
            self.place_operator(node, number)
        else:
            self.join(node)

    def place_view(self, node: ViewNode) -> None:
        """Places a view in the memory of its source, which is copied if it must be."""
        source = self.value(node.input)
        view = apply_view(source.view, node.kind, node.arguments)
        if view is None:
            source = self.copied(node.output, source, node.arguments)
            view = apply_view(source.view, node.kind, node.arguments)
            assert view is not None, "copied so that it can be reshaped"
        self.keep(node.output, Placement(source.allocation, view))

    def place_operator(self, node: OperatorNode, number: int) -> None:
        """Places the result of an operator and adds its step."""
        operands = zip(node.inputs, node.operator.inputs, strict=True)
        inputs = tuple(self.operand(node.name, name, operand) for name, operand in operands)
        overwritten = self.overwritten(node, number, inputs)
        for result, index in overwritten:
            self.keep(node.outputs[result], inputs[index])
        output, *further = (self.result(name) for name in node.outputs)
        self.steps.append(
            Step(node.name, node.operator, inputs, output, self.branch, overwritten, tuple(further))
        )

    def overwritten(
        self, node: OperatorNode, number: int, inputs: Sequence[Placement]
    ) -> tuple[tuple[int, int], ...]:
        """Returns the results of a node that can reuse the memory of an input, each with the number
        of the input: the one that the caller wants it to overwrite, or the first that suits.

        The input fills its allocation in the result's order, and nothing else reads that
        allocation, now or later. Nodes in a branch are excluded: other branches run in parallel,
        and their readers may have lower numbers.
        """
        found: list[tuple[int, int]] = []
        if not (self.reuse_memory and node.operator.is_pointwise) or self.branch is not None:
            return ()
        numbers = [placement.allocation for placement in inputs]
        for result, name in enumerate(node.outputs):
            if name in self.homes:
                continue
            dense = self.dense(name)
            aliased = self.wanted.get(name)
            home = None if aliased is None else self.placed[aliased].allocation
            for index, placement in enumerate(inputs):
                allocation = self.allocations[placement.allocation]
                last = self.needed.get(placement.allocation, number) <= number
                whole = placement.view == dense and allocation.bytes == _bytes(dense)
                once = numbers.count(placement.allocation) == 1
                free = all(index != taken for _, taken in found)
                fits = placement.allocation == home or (
                    home is None and allocation.space == "arena"
                )
                if fits and last and whole and once and free:
                    found.append((result, index))
                    break
        return tuple(found)

    def save_overwritten(self) -> None:
        """Copies what outputs still read of inputs that other outputs overwrite at the end."""
        inputs = {self.placed[name].allocation for name in self.graph.aliases.values()}
        for name in self.graph.outputs:
            source = self.value(name)
            if source.allocation in inputs and not self.is_home(name, source):
                target = self.new(_row_major(source.view), "arena")
                self.copy(name, source, target)
                self.placed[name] = target

    def is_home(self, name: str, source: Placement) -> bool:
        """Whether a value fills the memory of the input that it is to overwrite."""
        aliased = self.graph.aliases.get(name)
        return (
            aliased is not None
            and self.placed[aliased].allocation == source.allocation
            and is_row_major(source.view)
            and self.allocations[source.allocation].bytes == _bytes(source.view)
        )

    def keep(self, name: str, placement: Placement) -> None:
        """Records a value's location, and until when its allocation is needed."""
        self.placed[name] = placement
        self.values.setdefault(placement.allocation, name)
        needed = (self.needed.get(placement.allocation, -1), self.last_readers.get(name, -1))
        self.needed[placement.allocation] = max(needed)

    def join(self, node: OperatorNode) -> None:
        """Copies the parts of a concatenation that are not written in place."""
        whole = self.result(node.output)
        axis, start = node.operator.integer("axis") % len(whole.view.shape), 0
        homes = self.homes.values()
        written = {(home.start, home.shape) for home in homes if home.joined == node.output}
        for name, operand in zip(node.inputs, node.operator.inputs, strict=True):
            if (start, operand.shape) not in written:
                source = self.operand(node.name, name, operand)
                part = _slice(whole.view, axis, start, operand.shape)
                self.copy(node.name, source, Placement(whole.allocation, part))
            start += operand.shape[axis]

    def operand(self, step: str, name: str, operand: Operand) -> Placement:
        """Returns a value in the shape the operator reads, which may differ in dimensions of 1."""
        source = self.value(name)
        view = reshape(source.view, operand.shape) if source.view.shape != operand.shape else None
        if source.view.shape == operand.shape:
            return source
        if view is None:
            source = self.copied(step, source, operand.shape)
            view = reshape(source.view, operand.shape)
        if view is None:
            raise CompileError(f"{step}: {name} of shape {source.view.shape} is read as {operand}")
        return Placement(source.allocation, view)

    def place_output(self, name: str, index: int) -> None:
        """Makes a value's allocation the caller's array if the value fills it, else copies the
        value.
        """
        source = self.value(name)
        allocation = self.allocations[source.allocation]
        if self.is_home(name, source):
            return
        aliased = self.graph.aliases.get(name)
        if aliased is not None:
            home = self.allocations[self.placed[aliased].allocation]
            target = self.new(_row_major(self.graph.tensors[name]), home.space, home.index)
            self.copy(name, source, target)
            return
        if (
            allocation.space == "arena"
            and allocation.bytes == _bytes(source.view)
            and is_row_major(source.view)
        ):
            self.allocations[source.allocation] = replace(allocation, space="output", index=index)
            return
        target = self.new(_row_major(self.graph.tensors[name]), "output", index)
        self.copy(name, source, target)

    def value(self, name: str) -> Placement:
        """Returns where a value lies. A constant is placed when it is first asked for."""
        if name not in self.placed:
            if name not in self.graph.constants:
                raise CompileError(f"{self.graph.name}: {name} is used before it is computed")
            view = _row_major(self.graph.tensors[name])
            self.keep(name, self.new(view, "constant", constant=name))
        return self.placed[name]

    def result(self, name: str) -> Placement:
        """Returns where an operator writes: part of a joined allocation, or a new one."""
        if name not in self.placed:
            home = self.homes.get(name)
            if home is None:
                self.keep(name, self.new(self.dense(name), "arena"))
            else:
                whole = self.result(home.joined)
                shape = self.graph.tensors[name].shape
                part = reshape(_slice(whole.view, home.axis, home.start, home.shape), shape)
                assert part is not None, "dimensions of 1 come and go"
                self.keep(name, Placement(whole.allocation, part))
        return self.placed[name]

    def dense(self, name: str) -> View:
        """Returns the view of a value in an allocation of its own."""
        tensor = self.graph.tensors[name]
        return View.dense(Operand(tensor.dtype, tensor.shape, tensor.order))

    def copied(self, name: str, source: Placement, shape: Sequence[int]) -> Placement:
        """Copies a value so that it can be reshaped to `shape`."""
        target = self.new(reshapeable(source.view, shape), "arena")
        self.copy(name, source, target)
        return target

    def copy(self, name: str, source: Placement, target: Placement) -> None:
        """Adds a step that copies a value."""
        view = source.view
        if prod(view.shape) > 0:
            operand = Operand(view.dtype, view.shape, order_of(view))
            copy = replace(operand, order=order_of(target.view))
            operator = pointwise(Load(0), (operand,), copy)
            operator = replace(operator, inter_op=self.branch is not None)
            self.steps.append(Step(f"{name} (copy)", operator, (source,), target, self.branch))

    def new(self, view: View, space: str, index: int = 0, constant: str = "") -> Placement:
        """Returns a new allocation with room for a view, and the view there."""
        self.allocations.append(BufferAllocation(space, _bytes(view), index, constant))
        return Placement(len(self.allocations) - 1, view)


def _slice(view: View, axis: int, start: int, shape: Sequence[int]) -> View:
    """Returns the part of this shape that begins at `start` along a dimension."""
    cut = [(0, 1, size) for size in shape]
    cut[axis] = (start, 1, shape[axis])
    return slice_view(view, [number for item in cut for number in item])


def _row_major(value: Tensor | View) -> View:
    return View.dense(Operand.row_major(value.dtype, value.shape))


def _bytes(view: View) -> int:
    if view.dtype not in ITEM_BYTES:
        raise CompileError(f"tensors of {view.dtype} are not computed; convert the model's types")
    return view.bytes
