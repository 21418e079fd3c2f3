"""Builds an ONNX IR model node by node, for the readers of other formats.

A reader goes through the layers of its source. What it knows is a NumPy array, what only an
inference knows is a value of the graph; an `Operand` is one of them. Every value has a type and a
static shape as soon as it is made, so a reader can ask for the shape of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import ml_dtypes
import numpy as np
import onnx
import onnx_ir

from aoe.errors import ModelError, quoted
from aoe.graph.prepare.new_values import Names, new_constant
from aoe.graph.prepare.opset import CANONICAL_OPSET, TRAINING_DOMAIN
from aoe.graph.prepare.shapes.shape_inference import correct_outputs, infer_outputs

Operand: TypeAlias = "onnx_ir.Value | np.ndarray"
Attribute: TypeAlias = (
    "int | float | str | Sequence[int] | Sequence[float] | Sequence[str] | onnx_ir.Graph"
)
#: The version of ONNX IR of the models.
_IR_VERSION = 10


class UnsupportedNodeError(Exception):
    """A node of a source is used in a way that its reader does not compute. The text says which,
    without the node: the reader names that, and lists all such nodes of a model in one error.
    """


@dataclass(frozen=True, slots=True)
class Iteration:
    """One iteration of a loop.

    Attributes:
        states: The states after it.
        results: What it gives.
        again: Whether another follows; None if the number of iterations is known.
    """

    states: Sequence[Operand]
    results: Sequence[Operand] = ()
    again: Operand | None = None


#: Builds one iteration, from a builder, the number of the iteration and the states before it.
Body: TypeAlias = "Callable[[GraphBuilder, onnx_ir.Value, Sequence[onnx_ir.Value]], Iteration]"


class GraphBuilder:
    """The graph of a model that is read.

    Nodes have the name of the layer that they are made for, followed by a number from the second
    on; `layer` sets it. Values are called as their nodes until `named` gives them names of the
    source.
    """

    def __init__(self, name: str, reserved: Iterable[str] = ()) -> None:
        """`name`: that of the graph. `reserved`: names of the source, which no other value gets."""
        self._graph = onnx_ir.Graph([], [], nodes=[], opset_imports={"": CANONICAL_OPSET})
        self._graph.name = name
        self._layer = "node"
        self._nodes = Names(separator="__")
        self._values = Names(reserved, separator="__")
        #: Values that have names of the source.
        self._named: dict[str, onnx_ir.Value] = {}
        #: Constants by the identity of the array, which is kept so that it stays the same.
        self._constants: dict[int, tuple[np.ndarray, onnx_ir.Value]] = {}

    @contextmanager
    def layer(self, name: str) -> Iterator[None]:
        """Nodes made inside are those of a layer of the source."""
        before, self._layer = self._layer, name or self._layer
        yield
        self._layer = before

    def input(self, name: str, dtype: np.dtype | type, shape: Sequence[int]) -> onnx_ir.Value:
        """A new input of the model. Raises `ModelError` if the name is taken."""
        if name in self._named:
            raise ModelError(f"two inputs of the model are called {name!r}; rename one")
        value = onnx_ir.Value(
            name=name,
            type=onnx_ir.TensorType(onnx_ir.DataType.from_numpy(np.dtype(dtype))),
            shape=onnx_ir.Shape([int(size) for size in shape]),
        )
        self._graph.inputs.append(value)
        self._values.take(name)
        self._named[name] = value
        return value

    @property
    def inputs(self) -> tuple[onnx_ir.Value, ...]:
        """The inputs of the model so far."""
        return tuple(self._graph.inputs)

    @property
    def node_count(self) -> int:
        """The number of nodes so far."""
        return len(self._graph)

    def node(
        self, op_type: str, *operands: Operand | None, **attributes: Attribute | None
    ) -> onnx_ir.Value:
        """The output of a new node of ONNX. Attributes that are None are left out.

        Raises:
            ModelError: The operator does not take these operands and attributes.
        """
        return self.nodes(op_type, 1, *operands, **attributes)[0]

    def nodes(
        self, op_type: str, count: int, *operands: Operand | None, **attributes: Attribute | None
    ) -> tuple[onnx_ir.Value, ...]:
        """As `node`, for a node with `count` outputs."""
        if not _takes_bfloat16(op_type) and any(map(_is_bfloat16, operands)):
            return self._in_float32(op_type, count, operands, attributes)
        made = self._made(op_type, count, operands, attributes)
        if any(output.shape is None or not output.shape.is_static() for output in made.outputs):
            why = correct_outputs(made, CANONICAL_OPSET) or "its shape depends on data"
            of = ", ".join(str(list(shape_of(item))) for item in operands if item is not None)
            raise ModelError(f"{quoted(self._layer)}: {op_type} of {of} cannot be computed: {why}")
        return tuple(made.outputs)

    def _in_float32(
        self,
        op_type: str,
        count: int,
        operands: Sequence[Operand | None],
        attributes: Mapping[str, Attribute | None],
    ) -> tuple[onnx_ir.Value, ...]:
        """A node that ONNX lacks for bfloat16, computed in float32 and rounded once."""
        wide = [
            self.node("Cast", item, to=int(onnx_ir.DataType.FLOAT)) if _is_bfloat16(item) else item
            for item in operands
        ]
        return tuple(
            self.node("Cast", output, to=int(onnx_ir.DataType.BFLOAT16))
            if output.dtype == onnx_ir.DataType.FLOAT
            else output
            for output in self.nodes(op_type, count, *wide, **attributes)
        )

    def open_node(
        self, op_type: str, *operands: Operand | None, **attributes: Attribute | None
    ) -> onnx_ir.Value:
        """As `node`, for results whose size depends on data, as those of NonMaxSuppression."""
        return self.open_nodes(op_type, 1, *operands, **attributes)[0]

    def open_nodes(
        self, op_type: str, count: int, *operands: Operand | None, **attributes: Attribute | None
    ) -> tuple[onnx_ir.Value, ...]:
        """As `open_node`, for a node with `count` outputs."""
        return tuple(self._made(op_type, count, operands, attributes).outputs)

    def own(
        self,
        kind: str,
        operands: Sequence[Operand | None],
        dtype: np.dtype | type,
        shape: Sequence[int],
        **attributes: Attribute,
    ) -> onnx_ir.Value:
        """The output, of a type and a shape, of a new node of open-aoe's own operators."""
        self._graph.opset_imports[TRAINING_DOMAIN] = 1
        return self._typed(TRAINING_DOMAIN, kind, operands, dtype, shape, attributes)

    def bit_cast(self, operand: Operand, dtype: np.dtype) -> onnx_ir.Value:
        """The bits of a value as elements of another type of the same size. The operator is of a
        later operator set than the others.
        """
        attributes = {"to": int(onnx_ir.DataType.from_numpy(dtype))}
        return self._typed("", "BitCast", [operand], dtype, shape_of(operand), attributes)

    def _typed(
        self,
        domain: str,
        kind: str,
        operands: Sequence[Operand | None],
        dtype: np.dtype | type,
        shape: Sequence[int],
        attributes: Mapping[str, Attribute],
    ) -> onnx_ir.Value:
        made = self._appended(kind, 1, operands, attributes, domain)
        made.outputs[0].type = onnx_ir.TensorType(onnx_ir.DataType.from_numpy(np.dtype(dtype)))
        made.outputs[0].shape = onnx_ir.Shape([int(size) for size in shape])
        return made.outputs[0]

    def loop(
        self,
        iterations: int | None,
        states: Sequence[Operand],
        body: Body,
        first: Operand | None = None,
    ) -> tuple[tuple[onnx_ir.Value, ...], tuple[onnx_ir.Value, ...]]:
        """A loop.

        Args:
            iterations: How often `body` runs; None if conditions decide.
            states: What the first iteration starts with. Each keeps its type and shape.
            body: Builds one iteration. It may use values of this graph.
            first: Whether there is a first iteration, for loops of which conditions decide.

        Returns:
            The states after the last iteration, and what all iterations give, with a first axis of
            iterations.

        Raises:
            ModelError: A state changes its type or shape.
        """
        inner = GraphBuilder(self._values.unused(f"{self._layer}_turn"))
        inner._layer, inner._nodes, inner._values = self._layer, self._nodes, self._values
        given = [self.value(state) for state in states]
        kinds: list[tuple[np.dtype, tuple[int, ...]]] = [
            (np.dtype(np.int64), ()),
            (np.dtype(bool), ()),
        ]
        kinds += [(dtype_of(value), shape_of(value)) for value in given]
        number, goes_on, *before = [
            inner.input(self._values.unused(f"{self._layer}_state"), *kind) for kind in kinds
        ]
        iteration = body(inner, number, before)
        again = goes_on if iteration.again is None else iteration.again
        outputs = [
            inner.node("Identity", value)
            for value in (again, *iteration.states, *iteration.results)
        ]
        after = [(dtype_of(value), shape_of(value)) for value in outputs[1 : len(given) + 1]]
        if after != kinds[2:]:
            raise ModelError(
                f"{quoted(self._layer)}: an iteration of a loop makes {kinds[2:]} into {after}"
            )
        made = self._appended(
            "Loop",
            len(given) + len(iteration.results),
            (
                None if iterations is None else np.asarray(iterations, np.int64),
                np.asarray(True) if first is None else first,
                *given,
            ),
            {"body": inner.model(outputs).graph},
        )
        for value, found in zip(made.outputs, outputs[1:], strict=True):
            value.type, value.shape = found.type, found.shape
        for value in made.outputs[len(given) :]:
            assert iterations is not None, "the number of results is known"
            value.shape = onnx_ir.Shape((iterations, *shape_of(value)))
        return tuple(made.outputs[: len(given)]), tuple(made.outputs[len(given) :])

    def swap_names(self, node: onnx_ir.Node, name: str) -> None:
        """Gives a node the name of another node of the same layer, and that one its name."""
        for other in self._graph:
            if other.name == name:
                other.name, node.name = node.name, name
                return

    def data_dependent(
        self, op_type: str, largest: Sequence[int], *operands: Operand | None
    ) -> onnx_ir.Value:
        """As `node`, for a node whose number of results depends on data. The value has the largest
        shape there can be; nothing may be computed that depends on the actual one.
        """
        made = self._made(op_type, 1, operands, {})
        made.outputs[0].shape = onnx_ir.Shape(largest)
        return made.outputs[0]

    def _made(
        self,
        op_type: str,
        count: int,
        operands: Sequence[Operand | None],
        attributes: Mapping[str, Attribute | None],
    ) -> onnx_ir.Node:
        """A new node, with the types and shapes of its outputs as far as they are inferred."""
        made = self._appended(op_type, count, operands, attributes)
        infer_outputs(made, CANONICAL_OPSET)
        if any(map(_has_negative_size, made.outputs)):
            # The shape inference of `onnx` does not survive such a size in the next node.
            raise ModelError(
                f"{quoted(self._layer)}: the result of {op_type} has a size below zero"
            )
        return made

    def _appended(
        self,
        op_type: str,
        count: int,
        operands: Sequence[Operand | None],
        attributes: Mapping[str, Attribute | None],
        domain: str = "",
    ) -> onnx_ir.Node:
        """A new node, with outputs of no known type."""
        name = self._nodes.unused(self._layer)
        given = {key: value for key, value in attributes.items() if value is not None}
        made = onnx_ir.Node(
            domain,
            op_type,
            [None if operand is None else self.value(operand) for operand in operands],
            onnx_ir.convenience.convert_attributes(given),
            num_outputs=count,
            name=name,
        )
        for number, output in enumerate(made.outputs):
            output.name = self._values.unused(f"{name}_{number}" if number else name)
        self._graph.append(made)
        return made

    def value(self, operand: Operand) -> onnx_ir.Value:
        """The value of an operand: itself, or a constant. An array becomes one constant only."""
        if isinstance(operand, onnx_ir.Value):
            return operand
        if id(operand) not in self._constants:
            self._constants[id(operand)] = (operand, self._constant(operand))
        return self._constants[id(operand)][1]

    def named(self, operand: Operand, name: str) -> onnx_ir.Value:
        """An operand as a value that has a name of the source.

        An input, a constant and a value with another such name keep theirs, and an Identity of them
        takes the name. If another value has it already, the operand's value stays as it is.
        """
        value = self.value(operand)
        if name in self._named:
            return value
        if value.producer() is None or self._named.get(str(value.name)) is value:
            (value,) = self.nodes("Identity", 1, value)
        self._values.take(name)
        value.name = name
        self._named[name] = value
        return value

    def model(self, outputs: Sequence[onnx_ir.Value]) -> onnx_ir.Model:
        """The model with these outputs. Nodes that no output needs are left out."""
        self._graph.outputs.extend(outputs)
        needed = set(outputs)
        for node in reversed(list(self._graph)):
            if any(output in needed for output in node.outputs):
                needed.update(value for value in _used(node) if value is not None)
            else:
                self._graph.remove(node, safe=True)
        for value in list(self._graph.initializers.values()):
            if value not in needed:
                self._graph.initializers.pop(str(value.name))
        return onnx_ir.Model(self._graph, ir_version=_IR_VERSION)

    def _constant(self, array: np.ndarray) -> onnx_ir.Value:
        name = self._values.unused(f"{self._layer}_constant")
        return new_constant(self._graph, name, np.asarray(array, order="C"))


def _used(node: onnx_ir.Node) -> Iterator[onnx_ir.Value | None]:
    """The operands of a node, and what the graphs in it use."""
    yield from node.inputs
    for attribute in node.attributes.values():
        if attribute.type == onnx_ir.AttributeType.GRAPH:
            for inner in attribute.as_graph():
                yield from _used(inner)


@cache
def _takes_bfloat16(op_type: str) -> bool:
    """Whether an operator of ONNX is defined for bfloat16; one that `onnx` does not know counts."""
    if not onnx.defs.has(op_type):
        return True
    schema = onnx.defs.get_schema(op_type, CANONICAL_OPSET)
    allowed = {item.type_param_str: item.allowed_type_strs for item in schema.type_constraints}
    kinds = allowed.get(schema.inputs[0].type_str, ()) if schema.inputs else ()
    return "tensor(float)" not in kinds or "tensor(bfloat16)" in kinds


def _is_bfloat16(operand: Operand | None) -> bool:
    return operand is not None and dtype_of(operand) == ml_dtypes.bfloat16


def _has_negative_size(value: onnx_ir.Value) -> bool:
    return value.shape is not None and any(isinstance(n, int) and n < 0 for n in value.shape)


def shape_of(operand: Operand) -> tuple[int, ...]:
    """The shape of an operand."""
    if isinstance(operand, np.ndarray):
        return operand.shape
    assert operand.shape is not None, "a builder makes values of known shape"
    return tuple(int(size) for size in operand.shape.numpy())


def dtype_of(operand: Operand) -> np.dtype:
    """The element type of an operand."""
    if isinstance(operand, np.ndarray):
        return operand.dtype
    assert operand.dtype is not None, "a builder makes values of known type"
    return operand.dtype.numpy()
