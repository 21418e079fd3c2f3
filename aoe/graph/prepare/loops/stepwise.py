"""A Loop with states that change their shape: each iteration becomes a loop of its own, with one
iteration at most.

Shapes are static in operators, so that each iteration is compiled for the sizes that its states
have then. Between iterations such a state lies in a buffer with room for its largest size. The
iterations that the condition excludes are not executed, but all of them are compiled: their number
must be known and small. `aoe.graph.prepare.loops.appended_states` takes the states that need none
of this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.loops.body import BodyModel, RefusedLoopError, replace_uses
from aoe.graph.prepare.rewriting import shape_of

#: Most operators that the iterations of one loop may have together.
MOST_OPERATORS = 4096

Shapes = Sequence[Sequence[int]]


def even_growth(
    first: Shapes, trips: int, following: Callable[[Shapes], Shapes], describe: str
) -> list[list[tuple[int, ...]]]:
    """Returns the shapes of the states before each iteration, and after the last one.

    Args:
        first: The shapes before the first iteration.
        trips: The largest number of iterations.
        following: Computes the shapes after an iteration from those before it.
        describe: What is refused, for the message.

    Raises:
        RefusedLoopError: The first two iterations add unequal sizes.
    """
    second = following(first)
    steps = [_difference(before, after) for before, after in zip(first, second, strict=True)]
    if None in steps:
        raise RefusedLoopError(f"{describe}, of another rank")
    if trips > 1:
        third = following(second)
        again = [_difference(before, after) for before, after in zip(second, third, strict=True)]
        if steps != again:
            raise RefusedLoopError(f"{describe}, and then by another size")
    found = []
    for number in range(trips + 1):
        shapes = [
            tuple(size + number * more for size, more in zip(shape, step or (), strict=True))
            for shape, step in zip(first, steps, strict=True)
        ]
        if any(size < 0 for shape in shapes for size in shape):
            raise RefusedLoopError(f"{describe}, and would have no size in iteration {number}")
        found.append(shapes)
    return found


def largest(shapes: Sequence[Sequence[tuple[int, ...]]]) -> list[tuple[int, ...]]:
    """The shapes of buffers with room for states of all of these shapes."""
    return [
        tuple(max(sizes) for sizes in zip(*state, strict=True))
        for state in zip(*shapes, strict=True)
    ]


def as_step(body: BodyModel, number: int, room: Shapes, condition: Sequence[int]) -> None:
    """Makes the model of a body that of one iteration.

    The number of the iteration becomes a constant. States come in buffers and leave in such. The
    condition becomes the first state.

    Args:
        body: The body; its model is changed in place.
        number: The number of the iteration.
        room: The shapes of the buffers.
        condition: The shape of the condition.
    """
    graph = body.model.graph
    counter, *given = graph.inputs
    formal = given[: len(room)]
    replace_uses(graph, counter, _constant(graph, np.asarray(number, np.int64), "iteration"))
    front: list[onnx_ir.Node] = []
    for place, (value, shape) in enumerate(zip(formal, room, strict=True)):
        own = shape_of(value)
        if own == tuple(shape):
            continue
        assert value.dtype is not None
        if prod(own) == 0:
            nothing = np.zeros(own, value.dtype.numpy())
            replace_uses(graph, value, _constant(graph, nothing, f"nothing_{place}"))
        else:
            bounds = [
                _constant(graph, np.asarray(item, np.int64), f"bounds_{place}_{i}")
                for i, item in enumerate(([0] * len(own), own, range(len(own))))
            ]
            node = onnx_ir.Node("", "Slice", [value, *bounds])
            node.outputs[0].name = f"{value.name}_cut"
            node.outputs[0].shape, node.outputs[0].type = onnx_ir.Shape(own), value.type
            replace_uses(graph, value, node.outputs[0])
            front.append(node)
        value.shape = onnx_ir.Shape(shape)
    first = next(iter(graph), None)
    if front and first is not None:
        graph.insert_before(first, front)
    kind = onnx_ir.TensorType(onnx_ir.DataType.BOOL)
    entered = onnx_ir.Value(name="aoe_entered", shape=onnx_ir.Shape(condition), type=kind)
    graph.inputs.insert(1, entered)
    goes_on = graph.outputs[0]
    again = onnx_ir.Node("", "Identity", [goes_on])
    again.outputs[0].name = f"{goes_on.name}_again"
    graph.append(again)
    graph.outputs.insert(1, again.outputs[0])


def pad_outputs(body: BodyModel, shapes: Shapes, room: Shapes) -> None:
    """Puts zeros behind the states that an iteration leaves, so that they fill their buffers.

    Args:
        body: The body, as `as_step` made it.
        shapes: The shapes of the states after the iteration.
        room: The shapes of the buffers.
    """
    graph = body.model.graph
    for place, (own, wanted) in enumerate(zip(shapes, room, strict=True)):
        value, dtype = graph.outputs[2 + place], graph.inputs[2 + place].dtype
        assert dtype is not None
        shape = list(own)
        if prod(own) == 0 and tuple(own) != tuple(wanted):
            zeros = _constant(graph, np.zeros(wanted, dtype.numpy()), f"room_{place}")
            graph.outputs[2 + place] = _appended(graph, "Identity", [zeros], f"room_{place}_of")
            continue
        for axis, size in enumerate(wanted):
            if shape[axis] == size:
                continue
            missing = [*shape[:axis], size - shape[axis], *shape[axis + 1 :]]
            name = f"room_{place}_{axis}"
            zeros = _constant(graph, np.zeros(missing, dtype.numpy()), name)
            value = _appended(graph, "Concat", [value, zeros], f"{name}_of", axis=axis)
            shape[axis] = size
        graph.outputs[2 + place] = value


def _appended(
    graph: onnx_ir.Graph, op_type: str, inputs: Sequence[onnx_ir.Value], name: str, **given: int
) -> onnx_ir.Value:
    attributes = onnx_ir.convenience.convert_attributes(given)
    node = onnx_ir.Node("", op_type, inputs, attributes)
    node.outputs[0].name = f"aoe_{name}"
    graph.append(node)
    return node.outputs[0]


def _constant(graph: onnx_ir.Graph, array: np.ndarray, name: str) -> onnx_ir.Value:
    tensor = onnx_ir.Tensor(array, name=f"aoe_{name}")
    kind = onnx_ir.TensorType(tensor.dtype)
    shape = onnx_ir.Shape(array.shape)
    value = onnx_ir.Value(name=tensor.name, shape=shape, type=kind, const_value=tensor)
    graph.register_initializer(value)
    return value


def _difference(before: Sequence[int], after: Sequence[int]) -> tuple[int, ...] | None:
    if len(before) != len(after):
        return None
    return tuple(b - a for a, b in zip(before, after, strict=True))
