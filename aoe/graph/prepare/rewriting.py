"""The basis of graph rules: reading `onnx_ir` nodes, building new ones, and replacing nodes.

A rule looks at one node. It returns the value that replaces the node's first output, or one value
for each output (None for unused ones), or None if it does not apply. The rules are in `rules`;
`rules.order` lists them in the order in which they run, and `rule_application` applies them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np
import onnx
import onnx_ir

from aoe.element_types import is_floating as is_floating_type
from aoe.graph.graph_values import constant_tensor
from aoe.graph.prepare.new_values import Names, new_constant
from aoe.graph.prepare.provenance import keep_provenance, record_provenance
from aoe.graph.prepare.shapes.shape_inference import infer_outputs
from aoe.target import Target

AttributeInput = int | float | str | Sequence[int] | Sequence[float] | Sequence[str]

#: Elements of the longest vector of sizes, axes or places that rules read.
_MOST_INTEGERS = 1 << 16
FLOATING = frozenset(
    {
        onnx_ir.DataType.FLOAT,
        onnx_ir.DataType.DOUBLE,
        onnx_ir.DataType.FLOAT16,
        onnx_ir.DataType.BFLOAT16,
    }
)
#: Those of them that are computed as they are, and in whose range every product of a model stays.
#: The others are computed in float32.
WIDE = frozenset({onnx_ir.DataType.FLOAT, onnx_ir.DataType.DOUBLE})


class Builder:
    """Makes the nodes and constants that replace a node, with types and shapes.

    Attributes:
        nodes: The nodes so far.
        version: The operator set of the model.
        target: The device that the model is prepared for; None for none in particular. Rules know
            nothing of devices. One whose rewrite pays on some devices only asks the backend.
    """

    def __init__(
        self,
        graph: onnx_ir.Graph,
        node: onnx_ir.Node,
        names: Names,
        version: int,
        target: Target | None = None,
    ) -> None:
        self.nodes: list[onnx_ir.Node] = []
        self.version = version
        self.target = target
        self._graph = graph
        self._origin = node
        self._names = names

    def make(
        self,
        op_type: str,
        inputs: Sequence[onnx_ir.Value | None],
        shape: Sequence[int],
        dtype: onnx_ir.DataType | None = None,
        **attributes: AttributeInput,
    ) -> onnx_ir.Value:
        """The output of a new node.

        `shape` is the shape of the output. Its dtype is by default that of the first input.
        """
        assert inputs[0] is not None
        node = self._node(op_type, inputs, attributes)
        return self._typed(node, shape, dtype or inputs[0].dtype)

    def infer(
        self, op_type: str, *inputs: onnx_ir.Value | None, **attributes: AttributeInput
    ) -> onnx_ir.Value:
        """The output of a new node, with the type and shape that onnx infers, if it can."""
        node = self._node(op_type, inputs, attributes)
        node.outputs[0].name = self._names.unused(f"{node.name}_output")
        infer_outputs(node, self.version)
        return node.outputs[0]

    def _node(
        self,
        op_type: str,
        inputs: Sequence[onnx_ir.Value | None],
        attributes: Mapping[str, AttributeInput],
    ) -> onnx_ir.Node:
        converted = onnx_ir.convenience.convert_attributes(attributes)
        node = onnx_ir.Node("", op_type, inputs, converted, name=self._name())
        self.nodes.append(node)
        return node

    def again(
        self,
        node: onnx_ir.Node,
        inputs: Sequence[onnx_ir.Value | None],
        shape: Sequence[int],
        op_type: str | None = None,
        dtype: onnx_ir.DataType | None = None,
        drop: Collection[str] = (),
    ) -> onnx_ir.Value:
        """The output of a copy of a node on other inputs.

        Args:
            node: The node.
            inputs: The inputs of the copy.
            shape: The shape of its output.
            op_type: Another operator, with the same attributes.
            dtype: Another dtype of the output.
            drop: Attributes to leave out.
        """
        attributes = [item for name, item in node.attributes.items() if name not in drop]
        domain, name = node.domain, node.name
        copy = onnx_ir.Node(domain, op_type or node.op_type, inputs, attributes, name=name)
        if node is not self._origin:
            keep_provenance(copy, node)
        self.nodes.append(copy)
        return self._typed(copy, shape, dtype or node.outputs[0].dtype)

    def _typed(
        self, node: onnx_ir.Node, shape: Sequence[int], dtype: onnx_ir.DataType | None
    ) -> onnx_ir.Value:
        assert dtype is not None
        output = node.outputs[0]
        output.name = self._names.unused(f"{node.name}_output")
        output.shape = onnx_ir.Shape(shape)
        output.dtype = dtype
        return output

    def constant(self, array: np.ndarray) -> onnx_ir.Value:
        """A new constant."""
        name = self._names.unused(f"{self._name()}_constant")
        return new_constant(self._graph, name, array)

    def integers(self, numbers: Sequence[int]) -> onnx_ir.Value:
        """A new int64 vector."""
        return self.constant(np.asarray(numbers, np.int64))

    def scalar(self, number: float, like: onnx_ir.Value) -> onnx_ir.Value:
        """A new scalar with the dtype of `like`."""
        assert like.dtype is not None
        return self.constant(np.asarray(number, like.dtype.numpy()))

    def reshape(self, value: onnx_ir.Value, shape: Sequence[int]) -> onnx_ir.Value:
        """`value` reshaped; `value` itself if it has that shape."""
        if shape_of(value) == tuple(shape):
            return value
        return self.make("Reshape", [value, self.integers(shape)], shape, allowzero=1)

    def cast(self, value: onnx_ir.Value, dtype: onnx_ir.DataType) -> onnx_ir.Value:
        """`value` converted; `value` itself if it has that dtype."""
        if value.dtype == dtype:
            return value
        node = self._node("Cast", [value], {"to": int(dtype)})
        return self._typed(node, shape_of(value), dtype)

    def piece(self, value: onnx_ir.Value, axis: int, start: int, stop: int) -> onnx_ir.Value:
        """The elements from `start` to `stop` along an axis; both are non-negative."""
        shape = list(shape_of(value))
        if (start, stop) == (0, shape[axis]):
            return value
        shape[axis] = stop - start
        bounds = [self.integers([item]) for item in (start, stop, axis)]
        return self.make("Slice", [value, *bounds], shape)

    def inline(
        self, body: onnx_ir.Graph, inputs: Sequence[onnx_ir.Value | None]
    ) -> list[onnx_ir.Value]:
        """The outputs of a copy of `body` that reads `inputs` as its inputs."""
        for position, value in enumerate(body.outputs):
            before = value.producer()
            inside = value in body.inputs or str(value.name) in body.initializers
            if not inside and (before is None or before.graph is not body):
                identity = onnx_ir.Node("", "Identity", [value])
                body.append(identity)
                body.outputs[position] = identity.outputs[0]
        copy = body.clone(allow_outer_scope_values=True)
        for formal, actual in zip(copy.inputs, inputs, strict=True):
            if actual is not None:
                onnx_ir.convenience.replace_all_uses_with(formal, actual)
        given = dict(zip(copy.inputs, inputs, strict=True))
        results = [given.get(value) or value for value in copy.outputs]
        copy.outputs.clear()
        for value in list(copy.initializers.values()):
            copy.initializers.pop(str(value.name))
            value.name = self._names.unused(f"{self._name()}_constant")
            self._graph.register_initializer(value)
        for node in list(copy):
            copy.remove(node)
            node.name = self._name()
            for output in node.outputs:
                output.name = self._names.unused(str(output.name or node.name))
            self.nodes.append(node)
            infer_outputs(node, self.version)
        return results

    def inline_text(
        self,
        text: str,
        inputs: Sequence[onnx_ir.Value],
        shape: Sequence[int],
        dtype: onnx_ir.DataType,
    ) -> onnx_ir.Value:
        """The output of a graph in ONNX's text form that reads `inputs`, as `inline`. It gets the
        shape and dtype, which nothing infers for a Loop.
        """
        body = onnx_ir.serde.deserialize_graph(onnx.parser.parse_graph(text))
        (result,) = self.inline(body, inputs)
        result.shape, result.dtype = onnx_ir.Shape(shape), dtype
        return result

    def discard(self) -> None:
        """Discards the new nodes: they no longer read anything. Others may then be made."""
        for node in self.nodes:
            for position in range(len(node.inputs)):
                node.replace_input_with(position, None)
        self.nodes.clear()

    def unused(self, base: str) -> str:
        """`base` as a name of a new value, with a number if it is taken."""
        return self._names.unused(base)

    def _name(self) -> str:
        base = self._origin.name or self._origin.op_type
        return base if not self.nodes else f"{base}_{len(self.nodes)}"


#: What replaces a node's first output or all outputs; None if a rule does not apply.
Replacement = onnx_ir.Value | Sequence[onnx_ir.Value | None] | None

Rule = Callable[[onnx_ir.Node, Builder], Replacement]


def replace_node(
    graph: onnx_ir.Graph,
    node: onnx_ir.Node,
    builder: Builder,
    results: Sequence[onnx_ir.Value | None],
) -> None:
    """Puts the nodes of a builder in place of a node.

    Args:
        graph: The graph of the node.
        node: The node. It stays if something reads an output that has no replacement.
        builder: What made the new nodes.
        results: What replaces each output; None where nothing does.
    """
    pairs: list[tuple[onnx_ir.Value, onnx_ir.Value]] = []
    for old, result in zip(node.outputs, results, strict=False):
        if result is None:
            continue
        if old.is_graph_output() and (
            result.producer() not in builder.nodes or result in [new for _, new in pairs]
        ):
            result = builder.infer("Identity", result)
        pairs.append((old, result))
    for made in builder.nodes:
        record_provenance(made, node)
    graph.insert_before(node, builder.nodes)
    for old, result in pairs:
        if old.is_graph_output():
            name, old.name = old.name, None
            result.name = name
        old.replace_all_uses_with(result, replace_graph_outputs=True)
    if not any(output.uses() or output.is_graph_output() for output in node.outputs):
        graph.remove(node, safe=True)


def shape_of(value: onnx_ir.Value) -> tuple[int, ...]:
    """The static shape of a value; `has_shape` must hold."""
    assert value.shape is not None
    return tuple(size for size in value.shape if isinstance(size, int))


def has_shape(*values: onnx_ir.Value | None) -> bool:
    """Whether all values have static shapes and dtypes."""
    return all(
        value is not None
        and value.shape is not None
        and value.shape.is_static()
        and value.dtype is not None
        for value in values
    )


def constant_of(value: onnx_ir.Value | None) -> np.ndarray | None:
    """The elements of a constant (`constant_tensor`), not copied; None if the value is none."""
    tensor = constant_tensor(value)
    return None if tensor is None else np.asarray(tensor.numpy())


def scalar_of(value: onnx_ir.Value | None) -> float | None:
    """The number in a constant of one element, else None."""
    if value is None or value.const_value is None or value.const_value.size != 1:
        return None
    array = constant_of(value)
    return None if array is None or not _is_number(array.dtype) else float(array.reshape(-1)[0])


def _is_number(dtype: np.dtype) -> bool:
    return dtype.kind in "iub" or is_floating_type(dtype)


def integers_of(value: onnx_ir.Value | None) -> tuple[int, ...] | None:
    """The integers of a constant vector or of one element, else None.

    Rules ask for them before they know the operator. A matrix may be the weights of a layer, and a
    long vector the indices of a Gather, whose millions of elements are no sizes or axes.
    """
    array = constant_of(value)
    if array is None or array.dtype.kind not in "iu" or array.size > _MOST_INTEGERS:
        return None
    return None if array.ndim > 1 and array.size > 1 else tuple(array.reshape(-1).tolist())


def integer(node: onnx_ir.Node, name: str, default: int) -> int:
    """An integer attribute."""
    return node.attributes[name].as_int() if name in node.attributes else default


def integers(node: onnx_ir.Node, name: str) -> tuple[int, ...] | None:
    """An attribute that is a list of integers; None if absent."""
    return tuple(node.attributes[name].as_ints()) if name in node.attributes else None


def text(node: onnx_ir.Node, name: str, default: str) -> str:
    """A string attribute."""
    return node.attributes[name].as_string() if name in node.attributes else default


def attribute_values(node: onnx_ir.Node, drop: Collection[str] = ()) -> dict[str, Any]:
    """The values of all attributes by name, those in `drop` left out."""
    return {name: item.value for name, item in node.attributes.items() if name not in drop}


def has_given_padding(node: onnx_ir.Node, valid: bool = False) -> bool:
    """Whether the attribute `pads` says how much padding a node has, not `auto_pad`. `valid`:
    `auto_pad` may also be "VALID", which means no padding.
    """
    return text(node, "auto_pad", "NOTSET") in (("NOTSET", "VALID") if valid else ("NOTSET",))


def number(node: onnx_ir.Node, name: str, default: float) -> float:
    """A floating-point attribute, which ONNX keeps in float32, its default included."""
    if name in node.attributes:
        return node.attributes[name].as_float()
    return float(np.float32(default))


def operand(node: onnx_ir.Node, position: int) -> onnx_ir.Value | None:
    """An input; None if absent."""
    return node.inputs[position] if position < len(node.inputs) else None


def input_shape(node: onnx_ir.Node, position: int) -> tuple[int, ...] | None:
    """The shape of an input; None if it is absent."""
    value = operand(node, position)
    return None if value is None else shape_of(value)


def producer(value: onnx_ir.Value | None, *op_types: str) -> onnx_ir.Node | None:
    """The node that computes a value if it has one of the types, else None."""
    node = None if value is None else value.producer()
    return node if node is not None and node.op_type in op_types else None


def used_once(value: onnx_ir.Value) -> bool:
    """Whether one input of one node is the only use of a value."""
    return len(value.uses()) == 1 and not value.is_graph_output()


def uses_further_outputs(node: onnx_ir.Node) -> bool:
    """Whether something reads an output of a node behind its first one."""
    return any(value.uses() or value.is_graph_output() for value in node.outputs[1:])


def is_floating(value: onnx_ir.Value) -> bool:
    """Whether a value's elements are floating-point numbers."""
    return value.dtype in FLOATING
