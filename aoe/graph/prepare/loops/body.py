"""Makes the body of a Loop a model of its own, which is prepared and imported like any model.

Values and constants that the body reads from outside become inputs and initializers.
`aoe.graph.prepare.loops.form` makes operators of the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.graph.model_copy import detach
from aoe.graph.prepare.rewriting import has_shape


class RefusedLoopError(Exception):
    """Why a loop is not computed."""


@dataclass(frozen=True, slots=True)
class LoopForm:
    """What a loop repeats.

    Attributes:
        name: The name of the node, for messages.
        graph: The body, in the form of ONNX.
        states: The first values of the states.
        used: The numbers of the body's outputs whose last values or collections are read.
    """

    name: str
    graph: onnx_ir.Graph
    states: tuple[onnx_ir.Value, ...]
    used: frozenset[int]

    @property
    def collections(self) -> tuple[int, ...]:
        """The numbers of the body's outputs that are collected, and read."""
        places = range(1 + len(self.states), len(self.graph.outputs))
        return tuple(place for place in places if place in self.used)


@dataclass(frozen=True, slots=True)
class BodyModel:
    """The body of a loop as a model.

    Attributes:
        model: The model. Its inputs are the number of the iteration, the states, and `captured`.
            Its outputs are the condition, the states, and the rows of `LoopForm.collections`.
        captured: The values from outside that the body reads.
    """

    model: onnx_ir.Model
    captured: tuple[onnx_ir.Value, ...]


def loop_form(node: onnx_ir.Node) -> LoopForm:
    """What a Loop repeats. Raises `RefusedLoopError` if a state has no first value."""
    states = tuple(value for value in node.inputs[2:] if value is not None)
    if len(states) < len(node.inputs) - 2:
        raise RefusedLoopError("a state has no first value")
    used = frozenset(place for place, value in enumerate(node.outputs, 1) if is_used(value))
    return LoopForm(str(node.name), node.attributes["body"].as_graph(), states, used)


def is_used(value: onnx_ir.Value) -> bool:
    """Whether something reads a value."""
    return bool(value.uses()) or value.is_graph_output()


def body_model(
    form: LoopForm, shapes: Sequence[Sequence[int]], opset_imports: dict[str, int], ir_version: int
) -> BodyModel:
    """A copy of a loop's body as a model.

    Args:
        form: The loop.
        shapes: The shapes of the states before the iteration.
        opset_imports: The operator sets of the model around it.
        ir_version: The version of ONNX IR of the model around it.

    Raises:
        RefusedLoopError: The shape of a value that it reads is not known.
    """
    copy = form.graph.clone(allow_outer_scope_values=True)
    initializers = dict(copy.initializers)
    number, condition, *formal = copy.inputs
    number.shape, number.dtype = onnx_ir.Shape(()), onnx_ir.DataType.INT64
    for inside, state, shape in zip(formal, form.states, shapes, strict=True):
        inside.shape, inside.type = onnx_ir.Shape(shape), state.type
    captured: dict[onnx_ir.Value, onnx_ir.Value] = {}
    try:
        for value in (condition, *_outer_values(copy)):
            stand_in = _stand_in(value, always=value is condition)
            if stand_in.const_value is None:
                captured[value] = stand_in
            else:
                initializers[str(stand_in.name)] = stand_in
            replace_uses(copy, value, stand_in)
    except RefusedLoopError:
        detach(copy)
        raise
    outputs = [copy.outputs[place] for place in (*range(1 + len(formal)), *form.collections)]
    nodes = list(copy)
    made = _apart(outputs, nodes)
    copy.outputs.clear()
    copy.inputs.clear()
    copy.initializers.clear()
    for item in list(copy):
        copy.remove(item)
    whole = onnx_ir.Graph(
        [number, *formal, *captured.values()],
        made,
        nodes=nodes,
        initializers=list(initializers.values()),
        opset_imports=opset_imports,
        name=f"the body of {form.name}",
    )
    return BodyModel(onnx_ir.Model(whole, ir_version=ir_version), tuple(captured))


def replace_uses(graph: onnx_ir.Graph, old: onnx_ir.Value, new: onnx_ir.Value) -> None:
    """Replaces a value in a graph and the graphs inside it, and nowhere else."""
    for node in onnx_ir.traversal.RecursiveGraphIterator(graph):
        for position, value in enumerate(node.inputs):
            if value is old:
                node.replace_input_with(position, new)
    for item in (graph, *graph.subgraphs()):
        for position, value in enumerate(item.outputs):
            if value is old:
                item.outputs[position] = new


def _apart(outputs: Sequence[onnx_ir.Value], nodes: list[onnx_ir.Node]) -> list[onnx_ir.Value]:
    """Outputs that are results of nodes, each only once. Adds nodes where they are not."""
    made: list[onnx_ir.Value] = []
    computed = {output for item in nodes for output in item.outputs}
    for value in outputs:
        result = value
        if value not in computed or value in made:
            identity = onnx_ir.Node("", "Identity", [value])
            result = identity.outputs[0]
            result.name = f"{value.name}_again_{len(made)}"
            result.shape, result.type = value.shape, value.type
            nodes.append(identity)
        made.append(result)
    return made


def _outer_values(graph: onnx_ir.Graph) -> list[onnx_ir.Value]:
    """The values from outside that the nodes of a graph, and of the graphs inside it, read."""
    inner = [graph, *graph.subgraphs()]
    own = {value for item in inner for value in (*item.inputs, *item.initializers.values())}
    nodes = list(onnx_ir.traversal.RecursiveGraphIterator(graph))
    own |= {value for node in nodes for value in node.outputs}
    read = [value for node in nodes for value in node.inputs]
    read += [value for item in inner for value in item.outputs]
    return [value for value in dict.fromkeys(read) if value is not None and value not in own]


def _stand_in(value: onnx_ir.Value, always: bool) -> onnx_ir.Value:
    """What a body reads instead of a value from outside: a constant, or an input."""
    tensor = value.const_value
    if always:
        tensor = onnx_ir.Tensor(np.asarray(True), name=value.name)
    elif value.is_graph_input():
        tensor = None
    if tensor is None and not has_shape(value):
        raise RefusedLoopError(f"the shape of {value.name!r}, which its body reads, is not known")
    shape = value.shape if tensor is None else onnx_ir.Shape(tensor.shape.numpy())
    kind = value.type if tensor is None else onnx_ir.TensorType(tensor.dtype)
    return onnx_ir.Value(name=value.name, shape=shape, type=kind, const_value=tensor)
