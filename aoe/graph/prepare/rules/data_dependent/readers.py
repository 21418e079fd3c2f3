"""Readers that depend on how many elements there are, where that depends on data.

A value of data-dependent size lies in a buffer with room for the most elements. Such a reader gets
the buffer with neutral elements behind the last one, or computes with the number itself. So sums,
sizes and products have static shapes again, and may leave the body of a Loop, Scan or If.

`aoe.graph.prepare.rules.data_dependent.sizes` calls this where a reader does not simply pass the
size on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
import onnx_ir

from aoe.element_types import is_floating
from aoe.graph.prepare.new_values import Names, names_of
from aoe.graph.prepare.provenance import record_provenance
from aoe.graph.prepare.rewriting import (
    Builder,
    constant_of,
    has_shape,
    integer,
    operand,
    shape_of,
)
from aoe.graph.prepare.rules.data_dependent.counted_shapes import shape_around
from aoe.graph.prepare.rules.data_dependent.joined_rows import SIZES, WAITING, joined
from aoe.graph.prepare.rules.data_dependent.neutral_elements import NEUTRAL, number_of
from aoe.graph.prepare.rules.data_dependent.row_wise import carried
from aoe.graph.prepare.shapes.shape_inference import infer_outputs
from aoe.graph.prepare.signs import never_negative

#: The metadata key of who took what as the only size of a value that depends on data.
SIZE_TAKEN = "aoe.size_taken"


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a reader.

    Attributes:
        dimension: The dimension of its output that has another data-dependent size; None if the
            shape of the output is static.
        size: The largest size of that dimension.
        count: The value that holds the actual size.
    """

    dimension: int | None = None
    size: int = 0
    count: onnx_ir.Value | None = None


def described(node: onnx_ir.Node) -> str:
    """A node for messages."""
    return f"node {node.name!r} ({node.op_type})"


def take_size(
    reader: onnx_ir.Node, found: Mapping[int, int], size: int, count: onnx_ir.Value
) -> Taken | None:
    """Makes a reader depend on the actual size, in place.

    Args:
        reader: The reader.
        found: The data-dependent dimension of some of its inputs, by their positions.
        size: The largest size.
        count: The value that holds the actual size, int64 of shape (1,).

    Returns:
        What became of it; None if it cannot be computed.
    """
    if not all(has_shape(reader.inputs[place]) for place in found):
        return None
    edit = _Edit(reader, size, count)
    if reader.op_type in ("Shape", "Size"):
        return edit.shape(found[0])
    if reader.op_type in NEUTRAL and set(found) == {0}:
        return edit.reduction(found[0])
    rules = {
        "Gather": edit.picked,
        "GatherND": edit.picked,
        "MatMul": edit.product,
        "ScatterND": edit.scatter,
        "Concat": edit.joined,
        WAITING: edit.joined,
        "Slice": edit.slice,
        "NonZero": edit.non_zero,
        "Compress": edit.compress,
        "Expand": edit.expanded,
        "Reshape": edit.reshaped,
        "Flatten": edit.flattened,
        "Softmax": edit.shares,
        "LogSoftmax": edit.shares,
        "DynamicQuantizeLinear": edit.dynamic_quantization,
    }
    rule = rules.get(reader.op_type)
    return None if rule is None else rule(found)


class _OwnNames(Names):
    """Names that no rule takes while it makes nodes of its own."""

    def __init__(self, others: Names) -> None:
        super().__init__()
        self._others = others

    def unused(self, base: str) -> str:
        return self._others.unused(f"{base}_of_size")


class _Edit:
    """Makes nodes in front of a reader, and gives it other inputs."""

    def __init__(self, reader: onnx_ir.Node, size: int, count: onnx_ir.Value) -> None:
        graph = reader.graph
        assert isinstance(graph, onnx_ir.Graph)
        self.reader, self.size, self.count = reader, size, count
        self.graph, self.version = graph, graph.opset_imports[""]
        self.build = Builder(graph, reader, _OwnNames(names_of(graph)), self.version)

    def shape(self, dimension: int) -> Taken | None:
        """Shape and Size."""
        value = self.input(0)
        value.meta[SIZE_TAKEN] = described(self.reader), self.count
        sizes = shape_of(value)
        if self.reader.op_type == "Size":
            others = prod(sizes[:dimension] + sizes[dimension + 1 :])
            number = self.build.reshape(self.count, ())
            return self.become("Mul", [number, self.build.constant(np.asarray(others, np.int64))])
        begin, end = integer(self.reader, "start", 0), integer(self.reader, "end", len(sizes))
        numbers = [
            self.count if axis == dimension else self.build.integers([item])
            for axis, item in enumerate(sizes)
        ][begin:end]
        return self.become("Concat", numbers, axis=0) if numbers else None

    def reduction(self, dimension: int) -> Taken | None:
        """Reductions, ArgMax and ArgMin."""
        reader, value = self.reader, self.input(0)
        rank = len(shape_of(value))
        if reader.op_type.startswith("Arg"):
            axes: Sequence[int] = [integer(reader, "axis", 0)]
            if integer(reader, "select_last_index", 0):
                return None
        else:
            given = operand(reader, 1)
            known = np.zeros(0, np.int64) if given is None else constant_of(given)
            if known is None or (not known.size and integer(reader, "noop_with_empty_axes", 0)):
                return None
            axes = known.reshape(-1).tolist() or range(rank)
        axes = [axis % rank for axis in axes]
        keeps = bool(integer(reader, "keepdims", 1))
        if dimension not in axes:
            gone = 0 if keeps else sum(axis < dimension for axis in axes)
            return self.kept(dimension - gone)
        masked = self.masked(value, dimension, NEUTRAL[reader.op_type])
        if reader.op_type != "ReduceMean":
            return self.become(reader.op_type, [masked, *reader.inputs[1:]], keep=True)
        assert value.dtype is not None
        if not is_floating(value.dtype.numpy()):
            return None
        value.meta[SIZE_TAKEN] = described(self.reader), self.count
        others = prod(shape_of(value)[axis] for axis in axes if axis != dimension)
        total = self.build.infer("ReduceSum", masked, *reader.inputs[1:], keepdims=int(keeps))
        some = self.build.infer("Max", self.count, self.build.integers([1]))
        number = self.build.infer("Mul", some, self.build.integers([others]))
        divisor = self.build.cast(self.build.reshape(number, ()), value.dtype)
        return self.become("Div", [total, divisor])

    def product(self, found: Mapping[int, int]) -> Taken | None:
        """MatMul, whose rows or terms have the size."""
        if not has_shape(self.reader.inputs[0], self.reader.inputs[1]):
            return None
        ranks = [len(shape_of(self.input(place))) for place in (0, 1)]
        terms = {0: max(ranks[0] - 1, 0), 1: max(ranks[1] - 2, 0)}
        if dict(found) == terms:
            both = [self.masked(self.input(place), terms[place], "0") for place in (0, 1)]
            return self.become("MatMul", both)
        if set(found) == {0} and found[0] != terms[0] and ranks[1] <= 2:
            return self.kept(found[0])
        if set(found) == {1} and found[1] == ranks[1] - 1 != terms[1]:
            return self.kept(max(ranks) - 1 - (ranks[0] == 1))
        return None

    def picked(self, found: Mapping[int, int]) -> Taken | None:
        """Gather and GatherND of some of the rows, counted from the front."""
        indices = self.input(1)
        if set(found) != {0} or not never_negative(indices):
            return None
        if self.reader.op_type == "Gather":
            axis = integer(self.reader, "axis", 0) % len(shape_of(self.input(0)))
            return Taken() if found[0] == axis else None
        depth = indices.shape[-1] if indices.shape else None
        among = isinstance(depth, int) and found[0] < depth
        return Taken() if among and not integer(self.reader, "batch_dims", 0) else None

    def scatter(self, found: Mapping[int, int]) -> Taken | None:
        """ScatterND of such rows. Those behind the last repeat the first, if there is one."""
        reduction = self.reader.attributes.get_string("reduction", "none")
        if dict(found) != {1: 0, 2: 0} or reduction != "none":
            return None
        data, indices, updates = (self.input(place) for place in range(3))
        repeated = [
            self.build.infer("Where", self.there(value, 0), value, self.build.piece(value, 0, 0, 1))
            for value in (indices, updates)
        ]
        written = self.build.infer("ScatterND", data, *repeated)
        some = self.build.infer("Greater", self.count, self.build.integers([0]))
        return self.become("Where", [self.build.reshape(some, ()), written, data])

    def joined(self, found: Mapping[int, int]) -> Taken | None:
        """Concat along the dimension. It waits for the sizes of other inputs if need be."""
        values = [self.input(number) for number in range(len(self.reader.inputs))]
        known = next(value for value in values if has_shape(value))
        dimension = integer(self.reader, "axis", 0) % len(shape_of(known))
        if any(own != dimension for own in found.values()):
            return None
        counts = {**self.reader.meta.get(SIZES, {}), **dict.fromkeys(found, self.count)}
        if self.reader.op_type == WAITING or not has_shape(*values):
            self.reader.op_type = WAITING
            self.reader.meta[SIZES] = counts
            return Taken()
        made = joined(self.build, values, dimension, counts)
        if made.places is None:
            self.become("Concat", values, axis=dimension)
        else:
            self.become("Gather", [made.values, made.places], axis=dimension)
        return Taken(dimension, made.size, made.count)

    def slice(self, found: Mapping[int, int]) -> Taken | None:
        """Slice of the dimension from its front, with constant bounds."""
        given = [constant_of(operand(self.reader, place)) for place in (1, 2, 3, 4)]
        rank = len(shape_of(self.input(0)))
        starts, ends, axes, steps = given
        if set(found) != {0} or starts is None or ends is None:
            return None
        if any(operand(self.reader, 3 + n) is not None and given[2 + n] is None for n in (0, 1)):
            return None
        cut = range(starts.size) if axes is None else [axis % rank for axis in axes.tolist()]
        number = list(cut).index(found[0])
        start, end = int(starts[number]), int(ends[number])
        if start < 0 or end < 0 or (steps is not None and steps[number] != 1):
            return None
        start, end = min(start, self.size), min(end, self.size)
        size = max(end - start, 0)
        if not size:
            return None
        left = self.build.infer("Sub", self.count, self.build.integers([start]))
        left = self.build.infer("Max", left, self.build.integers([0]))
        count = self.build.infer("Min", left, self.build.integers([size]))
        self.become("Slice", list(self.reader.inputs), keep=True)
        return Taken(found[0], size, count)

    def non_zero(self, found: Mapping[int, int]) -> Taken | None:
        """NonZero: elements behind the last one are zero."""
        return self.become("NonZero", [self.masked(self.input(0), found[0], "0")])

    def compress(self, found: Mapping[int, int]) -> Taken | None:
        """Compress: no element behind the last one is picked. In a condition whose rows have the
        size, the size decides which of its elements is which.
        """
        value, condition = self.input(0), self.input(1)
        rank = len(shape_of(value))
        axis = integer(self.reader, "axis", 0) % rank
        whole = rank == 1 or "axis" in self.reader.attributes
        if found.get(1) != 0 or found.get(0, axis) != axis or not whole:
            return None
        masked = self.build.infer("And", condition, self.there(condition, 0))
        return self.become("Compress", [value, masked], keep=True)

    def reshaped(self, found: Mapping[int, int]) -> Taken | None:
        """Reshape that cuts each row into several, or has the number of rows in its shape."""
        shape, value = constant_of(operand(self.reader, 1)), self.input(0)
        if set(found) != {0}:
            return None
        if shape is None:
            return self.counted_shape(found[0])
        if list(shape).count(-1) != 1:
            return None
        sizes, place = shape_of(value), list(shape).index(-1)
        before, after = sizes[: found[0]], prod(sizes[found[0] + 1 :])
        own = prod(int(size) for size in shape[place + 1 :])
        if prod(before) != 1 or any(size != 1 for size in shape[:place]) or own < 1 or after % own:
            return None
        return self.in_parts(place, after // own)

    def flattened(self, found: Mapping[int, int]) -> Taken | None:
        """Flatten of outer rows."""
        sizes = shape_of(self.input(0))
        axis = integer(self.reader, "axis", 1)
        axis += len(sizes) if axis < 0 else 0
        if prod(sizes[: found[0]]) != 1 or not prod(sizes):
            return None
        inner = found[0] < axis
        return self.in_parts(0 if inner else 1, prod(sizes[found[0] + 1 : axis if inner else None]))

    def counted_shape(self, row: int) -> Taken | None:
        """Reshape and Expand of rows to a shape with their number in it."""
        given = shape_around(operand(self.reader, 1), self.count)
        if given is None:
            return None
        shape, place = given
        if self.reader.op_type == "Expand":
            shape[place] = 1
        elif shape.count(-1) > 1 or 0 in shape:
            if place != row or (integer(self.reader, "allowzero", 0) and 0 in shape):
                return None
            shape[place] = 0
            self.reader.attributes.pop("allowzero", None)
        self.reader.replace_input_with(1, self.build.integers(shape))
        places = carried(self.reader, {0: row})
        return self.kept(places[0]) if places else None

    def expanded(self, found: Mapping[int, int]) -> Taken | None:
        """Expand to a shape with the number of rows in it."""
        return self.counted_shape(found[0]) if set(found) == {0} else None

    def in_parts(self, dimension: int, parts: int) -> Taken:
        """The reader as it is; each row becomes some parts in a dimension of its output."""
        if parts == 1:
            return self.kept(dimension)
        count = self.build.infer("Mul", self.count, self.build.integers([parts]))
        self.insert()
        infer_outputs(self.reader, self.version)
        return Taken(dimension, self.size * parts, count)

    def shares(self, found: Mapping[int, int]) -> Taken:
        """Softmax and LogSoftmax along the dimension."""
        masked = self.masked(self.input(0), found[0], "least")
        self.become(self.reader.op_type, [masked], keep=True)
        return self.kept(found[0])

    def dynamic_quantization(self, found: Mapping[int, int]) -> Taken:
        """DynamicQuantizeLinear, whose range has 0 in it always."""
        masked = self.masked(self.input(0), found[0], "0")
        self.become(self.reader.op_type, [masked], keep=True)
        return self.kept(found[0])

    def input(self, place: int) -> onnx_ir.Value:
        value = self.reader.inputs[place]
        assert value is not None
        return value

    def there(self, value: onnx_ir.Value, dimension: int) -> onnx_ir.Value:
        """Whether elements along a dimension of a value are there."""
        behind = [1] * (len(shape_of(value)) - dimension - 1)
        numbers = np.arange(self.size, dtype=np.int64).reshape(self.size, *behind)
        return self.build.infer("Less", self.build.constant(numbers), self.count)

    def masked(self, value: onnx_ir.Value, dimension: int, neutral: str) -> onnx_ir.Value:
        """A value with a neutral element in place of those that are not there."""
        assert value.dtype is not None
        number = number_of(neutral, value.dtype.numpy())
        other = self.build.constant(np.asarray(number, value.dtype.numpy()))
        return self.build.infer("Where", self.there(value, dimension), value, other)

    def kept(self, dimension: int) -> Taken:
        """The reader as it is; its output has the size, too."""
        return Taken(dimension, self.size, self.count)

    def insert(self) -> None:
        """Puts what was made in front of the reader."""
        for made in self.build.nodes:
            record_provenance(made, self.reader)
        self.graph.insert_before(self.reader, self.build.nodes)
        self.build.nodes.clear()

    def become(
        self,
        op_type: str,
        inputs: Sequence[onnx_ir.Value | None],
        keep: bool = False,
        **attributes: int,
    ) -> Taken:
        """Makes another node of the reader. `keep`: whether it keeps its attributes."""
        self.insert()
        self.reader.op_type = op_type
        self.reader.resize_inputs(len(inputs))
        for place, value in enumerate(inputs):
            self.reader.replace_input_with(place, value)
        if not keep:
            self.reader.attributes.clear()
        for item in onnx_ir.convenience.convert_attributes(attributes):
            self.reader.attributes.add(item)
        self.reader.outputs[0].shape = None
        infer_outputs(self.reader, self.version)
        return Taken()
