"""What graph rules share: reading constants and attributes of `onnx_ir` nodes, building replacement
nodes, and applying rules to a graph.

A rule looks at one node and gives the value that replaces the node's first output, or None. The
rules themselves are in `canonical`, `simplify`, `weights` and `recognise`; `prepare` says in which
order they run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import onnx_ir

AttributeInput = int | float | str | Sequence[int]

FLOATING = frozenset({onnx_ir.DataType.FLOAT, onnx_ir.DataType.DOUBLE})


class Builder:
    """Makes the nodes and constants that replace a node, with their types and shapes."""

    def __init__(self, graph: onnx_ir.Graph, node: onnx_ir.Node) -> None:
        self.nodes: list[onnx_ir.Node] = []
        self._graph = graph
        self._origin = node

    def make(
        self,
        op_type: str,
        inputs: Sequence[onnx_ir.Value | None],
        shape: Sequence[int],
        **attributes: AttributeInput,
    ) -> onnx_ir.Value:
        """The output, of the given shape, of a new node; its dtype is the first input's."""
        node = onnx_ir.Node(
            "",
            op_type,
            inputs,
            onnx_ir.convenience.convert_attributes(attributes),
            name=self._name(),
        )
        assert inputs[0] is not None
        return self._added(node, shape, inputs[0])

    def again(
        self, node: onnx_ir.Node, inputs: Sequence[onnx_ir.Value | None], shape: Sequence[int]
    ) -> onnx_ir.Value:
        """The output, of the given shape, of the same operator on other inputs."""
        attributes = node.attributes.values()
        copy = onnx_ir.Node("", node.op_type, inputs, attributes, name=node.name)
        return self._added(copy, shape, node.outputs[0])

    def _added(
        self, node: onnx_ir.Node, shape: Sequence[int], like: onnx_ir.Value
    ) -> onnx_ir.Value:
        assert like.dtype is not None
        output = node.outputs[0]
        output.name = f"{node.name}_output"
        output.shape = onnx_ir.Shape(shape)
        output.dtype = like.dtype
        self.nodes.append(node)
        return output

    def constant(self, array: np.ndarray) -> onnx_ir.Value:
        """A new constant."""
        name = f"{self._name()}_{len(self._graph.initializers)}"
        while name in self._graph.initializers:
            name += "_"
        tensor = onnx_ir.Tensor(array, name=name)
        value = onnx_ir.Value(
            name=name,
            shape=onnx_ir.Shape(array.shape),
            type=onnx_ir.TensorType(tensor.dtype),
            const_value=tensor,
        )
        self._graph.register_initializer(value)
        return value

    def integers(self, numbers: Sequence[int]) -> onnx_ir.Value:
        """A new int64 vector."""
        return self.constant(np.asarray(numbers, np.int64))

    def scalar(self, number: float, like: onnx_ir.Value) -> onnx_ir.Value:
        """A new scalar of another value's dtype."""
        assert like.dtype is not None
        return self.constant(np.asarray(number, like.dtype.numpy()))

    def reshape(self, value: onnx_ir.Value, shape: Sequence[int]) -> onnx_ir.Value:
        """`value` reshaped; itself if it has that shape."""
        if shape_of(value) == tuple(shape):
            return value
        return self.make("Reshape", [value, self.integers(shape)], shape, allowzero=1)

    def _name(self) -> str:
        base = self._origin.name or self._origin.op_type
        return base if not self.nodes else f"{base}_{len(self.nodes)}"


Rule = Callable[[onnx_ir.Node, Builder], "onnx_ir.Value | None"]


def apply_rules(graph: onnx_ir.Graph, rules: Sequence[Rule]) -> bool:
    """Applies the first rule that fits each node, in order; tells whether any did."""
    changed = False
    for node in list(graph):
        if node.graph is not graph or node.domain not in ("", "ai.onnx"):
            continue
        if not any(value.uses() or value.is_graph_output() for value in node.outputs):
            continue
        for rule in rules:
            builder = Builder(graph, node)
            result = rule(node, builder)
            if result is not None and result is not node.outputs[0]:
                _replace(graph, node, builder, result)
                changed = True
                break
    return changed


def _replace(
    graph: onnx_ir.Graph, node: onnx_ir.Node, builder: Builder, result: onnx_ir.Value
) -> None:
    old = node.outputs[0]
    if old.is_graph_output() and result.producer() not in builder.nodes:
        result = builder.make("Identity", [result], shape_of(result))
    graph.insert_before(node, builder.nodes)
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
    """The elements of a constant, not copied; None if the value is computed."""
    if value is None or value.const_value is None or value.is_graph_input():
        return None
    return np.asarray(value.const_value.numpy())


def scalar_of(value: onnx_ir.Value | None) -> float | None:
    """The number that a constant of one element is, else None."""
    if value is None or value.const_value is None or value.const_value.size != 1:
        return None
    array = constant_of(value)
    return None if array is None or array.dtype.kind not in "fiub" else float(array.reshape(-1)[0])


def integers_of(value: onnx_ir.Value | None) -> tuple[int, ...] | None:
    """The integers of a constant vector or scalar, else None."""
    array = constant_of(value)
    if array is None or array.dtype.kind not in "iu":
        return None
    return tuple(int(item) for item in array.reshape(-1))


def integer(node: onnx_ir.Node, name: str, default: int) -> int:
    """An integer attribute."""
    return node.attributes[name].as_int() if name in node.attributes else default


def integers(node: onnx_ir.Node, name: str) -> tuple[int, ...] | None:
    """An attribute that is a list of integers, None if absent."""
    return tuple(node.attributes[name].as_ints()) if name in node.attributes else None


def number(node: onnx_ir.Node, name: str, default: float) -> float:
    """A floating point attribute."""
    return node.attributes[name].as_float() if name in node.attributes else default


def operand(node: onnx_ir.Node, position: int) -> onnx_ir.Value | None:
    """An input, None if absent."""
    return node.inputs[position] if position < len(node.inputs) else None


def producer(value: onnx_ir.Value | None, *op_types: str) -> onnx_ir.Node | None:
    """The node that computes a value if it is of one of the types, else None."""
    node = None if value is None else value.producer()
    return node if node is not None and node.op_type in op_types else None


def used_once(value: onnx_ir.Value) -> bool:
    """Whether one input of one node is all that reads a value."""
    return len(value.uses()) == 1 and not value.is_graph_output()


def is_floating(value: onnx_ir.Value) -> bool:
    """Whether a value is float32 or float64."""
    return value.dtype in FLOATING


def broadcast_shape(*shapes: Sequence[int]) -> tuple[int, ...]:
    """The shape NumPy broadcasting gives."""
    return tuple(np.broadcast_shapes(*(tuple(shape) for shape in shapes)))
