"""A model with an open batch, made of readings at several fixed batches.

Formats whose shapes are computed while they are read give a model of fixed shapes. Two such models
of different batches have the same nodes; what differs are constants that hold sizes, and constants
that repeat the same elements for each image. Where each is linear in the batch, nodes that compute
it take its place. A third reading checks them, and one at a batch of 1 the shapes of outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.graph.prepare.new_values import Names, names_of, new_constant

#: Batches that a model is read at: sizes that networks hardly have elsewhere.
BATCHES = (11, 13, 17)


class FixedBatchError(Exception):
    """A model depends on the batch in another way; the text says how."""


def with_open_batch(
    read_at: Callable[[int], onnx_ir.Model], inputs: Collection[str]
) -> onnx_ir.Model:
    """The model with an open batch.

    Args:
        read_at: The model at a batch.
        inputs: Names of the inputs whose first dimension is the batch.

    Raises:
        FixedBatchError: The model cannot be left open.
    """
    alone, *models = (read_at(batch) for batch in (1, *BATCHES))
    for values in zip(*(model.graph.outputs for model in (alone, *models)), strict=True):
        one, *others = (_shape(value) for value in values)
        if len({len(shape) for shape in (one, *others)}) > 1 or one != tuple(
            _Linear.of(others, "an output").at(1).tolist()
        ):
            raise FixedBatchError(f"the output {values[0].name!r} has another shape for one image")
    return _Opening(models, inputs).model()


@dataclass(frozen=True, slots=True)
class _Linear:
    """Whole numbers that are linear in the batch.

    Attributes:
        factor: What the batch is multiplied by.
        rest: What is added.
    """

    factor: np.ndarray
    rest: np.ndarray

    @staticmethod
    def of(numbers: Sequence[object], what: str) -> _Linear:
        """What numbers at `BATCHES` follow. Raises `FixedBatchError` if they are not linear."""
        first, second, third = (np.asarray(item, np.int64) for item in numbers)
        factor = (second - first) // (BATCHES[1] - BATCHES[0])
        found = _Linear(factor, first - factor * BATCHES[0])
        for batch, wanted in zip(BATCHES, (first, second, third), strict=True):
            if not np.array_equal(found.at(batch), wanted):
                raise FixedBatchError(f"{what} is not linear in the batch")
        return found

    def at(self, batch: int) -> np.ndarray:
        """The numbers at a batch."""
        return np.asarray(self.factor * batch + self.rest)


class _Opening:
    """Opens the first of several models."""

    def __init__(self, models: Sequence[onnx_ir.Model], inputs: Collection[str]) -> None:
        self._models = models
        self._graph = models[0].graph
        self._inputs = inputs
        self._names: Names = names_of(self._graph)
        #: What takes the place of a constant of the first model.
        self._replaced: dict[onnx_ir.Value, onnx_ir.Value] = {}
        self._new: list[onnx_ir.Node] = []
        self._batch: onnx_ir.Value | None = None

    def model(self) -> onnx_ir.Model:
        """The first model, with an open batch."""
        graphs = [model.graph for model in self._models]
        if len({len(list(graph)) for graph in graphs}) > 1:
            raise FixedBatchError("how many nodes it has depends on the batch")
        same: dict[onnx_ir.Value, tuple[onnx_ir.Value, ...]] = {}
        for values in zip(*(graph.inputs for graph in graphs), strict=True):
            same[values[0]] = values
        for nodes in zip(*graphs, strict=True):
            self._node(nodes, same)
            for outputs in zip(*(node.outputs for node in nodes), strict=True):
                same[outputs[0]] = outputs
        for values in same.values():
            _open(values, "batch" if str(values[0].name) in self._inputs else None)
        for node in reversed(self._new):
            first = next(iter(self._graph), None)
            assert first is not None
            self._graph.insert_before(first, node)
        for value in self._replaced:
            if not value.uses() and not value.is_graph_output():
                self._graph.initializers.pop(str(value.name), None)
        return self._models[0]

    def _node(
        self,
        nodes: Sequence[onnx_ir.Node],
        same: dict[onnx_ir.Value, tuple[onnx_ir.Value, ...]],
    ) -> None:
        """Opens the operands of a node, which the models have in common."""
        first = nodes[0]
        what = f"{first.op_type} ({first.name})"
        forms = {(node.op_type, len(node.inputs), len(node.outputs)) for node in nodes}
        if len(forms) > 1 or any(_attributes(node) != _attributes(first) for node in nodes):
            raise FixedBatchError(f"what {what} computes depends on the batch")
        for place, operands in enumerate(zip(*(node.inputs for node in nodes), strict=True)):
            value = operands[0]
            if value is None or operands == same.get(value):
                continue
            arrays = [
                None if item is None or item.const_value is None else item.const_value.numpy()
                for item in operands
            ]
            given = [array for array in arrays if array is not None]
            if len(given) < len(operands):
                raise FixedBatchError(f"what {what} takes depends on the batch")
            if value not in self._replaced:
                self._replaced[value] = self._opened(value, given, what)
            if self._replaced[value] is not value:
                first.replace_input_with(place, self._replaced[value])

    def _opened(
        self, value: onnx_ir.Value, arrays: Sequence[np.ndarray], what: str
    ) -> onnx_ir.Value:
        """A constant, computed from the batch if it depends on it."""
        first = arrays[0]
        shapes = [array.shape for array in arrays]
        if len({array.dtype for array in arrays}) > 1 or len({len(s) for s in shapes}) > 1:
            raise FixedBatchError(f"a constant of {what} depends on the batch")
        if len(set(shapes)) > 1:
            return self._repeated(arrays, what)
        if all(np.array_equal(array, first, equal_nan=_is_real(first)) for array in arrays):
            return value
        if first.dtype not in (np.int64, np.int32) or first.ndim > 1:
            raise FixedBatchError(f"a constant of {what} depends on the batch")
        made = self._numbers(_Linear.of(arrays, f"a size of {what}"))
        if first.ndim == 0:
            made = self._made("Squeeze", made)
        if first.dtype != np.int64:
            to = onnx_ir.AttrInt64("to", int(onnx_ir.DataType.from_numpy(first.dtype)))
            made = self._made("Cast", made, attributes=[to])
        return made

    def _repeated(self, arrays: Sequence[np.ndarray], what: str) -> onnx_ir.Value:
        """A constant of the same elements for each image."""
        shapes = [array.shape for array in arrays]
        axes = [axis for axis, sizes in enumerate(zip(*shapes, strict=True)) if len(set(sizes)) > 1]
        parts = []
        for array in arrays:
            part = array[
                tuple(slice(0, 1) if axis in axes else slice(None) for axis in range(array.ndim))
            ]
            if not np.array_equal(np.broadcast_to(part, array.shape), array):
                raise FixedBatchError(f"a constant of {what} depends on the batch")
            parts.append(part)
        if not all(np.array_equal(part, parts[0]) for part in parts):
            raise FixedBatchError(f"a constant of {what} depends on the batch")
        whole = self._constant(parts[0])
        return self._made("Expand", whole, self._numbers(_Linear.of(shapes, f"a size of {what}")))

    def _numbers(self, linear: _Linear) -> onnx_ir.Value:
        """Whole numbers at the batch of an inference, as a vector."""
        scaled = self._made("Mul", self._size(), self._constant(linear.factor.reshape(-1)))
        return self._made("Add", scaled, self._constant(linear.rest.reshape(-1)))

    def _size(self) -> onnx_ir.Value:
        """The batch of an inference, as a vector of one number."""
        if self._batch is None:
            source = next(v for v in self._graph.inputs if str(v.name) in self._inputs)
            bounds = [onnx_ir.AttrInt64("start", 0), onnx_ir.AttrInt64("end", 1)]
            self._batch = self._made("Shape", source, attributes=bounds)
        return self._batch

    def _constant(self, array: np.ndarray) -> onnx_ir.Value:
        return new_constant(self._graph, self._names.unused("batch_constant"), array)

    def _made(
        self, kind: str, *operands: onnx_ir.Value, attributes: Sequence[onnx_ir.Attr] = ()
    ) -> onnx_ir.Value:
        name = self._names.unused(f"batch_{kind}")
        node = onnx_ir.Node("", kind, operands, attributes, num_outputs=1, name=name)
        node.outputs[0].name = name
        self._new.append(node)
        return node.outputs[0]


def _open(values: Sequence[onnx_ir.Value], name: str | None) -> None:
    """Leaves the sizes of a value open that differ between models."""
    shapes = [_shape(value) for value in values]
    if len({len(shape) for shape in shapes}) > 1:
        raise FixedBatchError(f"the rank of {values[0].name!r} depends on the batch")
    values[0].shape = onnx_ir.Shape(
        [sizes[0] if len(set(sizes)) == 1 else name for sizes in zip(*shapes, strict=True)]
    )


def _shape(value: onnx_ir.Value) -> tuple[int, ...]:
    if value.shape is None or not value.shape.is_static():
        raise FixedBatchError(f"the shape of {value.name!r} depends on data")
    return tuple(int(size) for size in value.shape.numpy())


def _attributes(node: onnx_ir.Node) -> list[bytes]:
    return sorted(
        onnx_ir.serde.serialize_attribute(attribute).SerializeToString(deterministic=True)
        for attribute in node.attributes.values()
    )


def _is_real(array: np.ndarray) -> bool:
    return array.dtype.kind == "f"
