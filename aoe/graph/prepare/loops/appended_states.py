"""States of a Loop to which each iteration appends: a list of tokens, a list of results.

Such a state changes its shape. Where an iteration reads no more of it than its last element, what
is appended is collected instead, and the last element is a state of fixed shape. Behind the loop
the collection is joined to the first value. `aoe.graph.prepare.loops.stepwise` takes other states
that grow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import onnx_ir

from aoe.graph.model_copy import detach
from aoe.graph.prepare.loops.body import LoopForm
from aoe.graph.prepare.rewriting import Builder, integer, shape_of

#: An end of a Slice from here on is that of the whole.
_END = 1 << 30


@dataclass(frozen=True, slots=True)
class AppendedState:
    """A state that is collected.

    Attributes:
        place: The number of the loop's output that it was.
        first: Its first value.
        axis: The dimension that grows.
        collection: The number of the body's output that is appended, in the new form.
    """

    place: int
    first: onnx_ir.Value
    axis: int
    collection: int


def collect_appended(
    form: LoopForm, build: Builder
) -> tuple[LoopForm, tuple[AppendedState, ...], dict[int, int]]:
    """Makes collections of the states to which each iteration appends.

    The body of the new form is a copy, for `aoe.graph.model_copy.detach` when it was used.

    Returns:
        The new form, the states, and the new numbers of the body's other outputs by the old ones.
    """
    copy = form.graph.clone(allow_outer_scope_values=True)
    count = len(form.states)
    states: list[onnx_ir.Value] = []
    inputs, outputs = list(copy.inputs[:2]), [copy.outputs[0]]
    found: list[tuple[int, int, onnx_ir.Value]] = []
    replaced: list[onnx_ir.Node] = []
    moved: dict[int, int] = {0: 0}
    for number, state in enumerate(form.states):
        before, after = copy.inputs[2 + number], copy.outputs[1 + number]
        appended = _appended(copy, number, state)
        if appended is None:
            moved[1 + number] = len(outputs)
            states.append(state)
            inputs.append(before)
            outputs.append(after)
            continue
        axis, new, concat = appended
        found.append((number, axis, new))
        replaced.append(concat)
        for use in list(after.uses()):
            use.node.replace_input_with(use.idx, new)
        if any(use.node is not concat for use in before.uses()):
            size = shape_of(state)[axis]
            states.append(build.piece(state, axis, size - 1, size))
            inputs.append(before)
            outputs.append(_last(copy, new, axis, str(before.name)))
    for place in range(1 + count, len(copy.outputs)):
        moved[place] = len(outputs)
        outputs.append(copy.outputs[place])
    if not found:
        detach(copy)
        return form, (), {place: place for place in range(len(form.graph.outputs))}
    used = {moved[place] for place in form.used if place in moved}
    collected = range(len(outputs), len(outputs) + len(found))
    outputs += [new for _, _, new in found]
    _replace(copy, inputs, outputs, replaced)
    read = [item for item in zip(found, collected, strict=True) if 1 + item[0][0] in form.used]
    used |= {place for _, place in read}
    appended_states = tuple(
        AppendedState(number, form.states[number], axis, place) for (number, axis, _), place in read
    )
    changed = replace(form, graph=copy, states=tuple(states), used=frozenset(used))
    return changed, appended_states, moved


def _replace(
    body: onnx_ir.Graph,
    inputs: Sequence[onnx_ir.Value],
    outputs: Sequence[onnx_ir.Value],
    removed: Sequence[onnx_ir.Node],
) -> None:
    """Gives a body other inputs and outputs, and removes nodes that nothing reads then."""
    body.outputs.clear()
    body.outputs.extend(outputs)
    for node in removed:
        body.remove(node, safe=True)
    body.inputs.clear()
    body.inputs.extend(inputs)


def joined_rows(
    build: Builder, state: AppendedState, rows: onnx_ir.Value
) -> tuple[onnx_ir.Value, int]:
    """The last value of a state with room for all rows, and how much each row adds to its size."""
    room, *row = shape_of(rows)
    order = [*range(1, 1 + state.axis), 0, *range(1 + state.axis, 1 + len(row))]
    if state.axis:
        rows = build.infer("Transpose", rows, perm=order)
    grown = [*row[: state.axis], room * row[state.axis], *row[state.axis + 1 :]]
    rows = build.reshape(rows, grown)
    if shape_of(state.first)[state.axis] == 0:
        return rows, row[state.axis]
    return build.infer("Concat", state.first, rows, axis=state.axis), row[state.axis]


def _appended(
    body: onnx_ir.Graph, number: int, state: onnx_ir.Value
) -> tuple[int, onnx_ir.Value, onnx_ir.Node] | None:
    """The axis, what is appended to a state, and the node that does so; None if none does."""
    before, after = body.inputs[2 + number], body.outputs[1 + number]
    concat = after.producer()
    rank = len(shape_of(state))
    if concat is None or concat.graph is not body or concat.op_type != "Concat":
        return None
    if concat.inputs[0] is not before or len(concat.inputs) < 2 or before in concat.inputs[1:]:
        return None
    if before in body.outputs or list(body.outputs).count(after) > 1:
        return None
    axis = integer(concat, "axis", 0) % max(rank, 1)
    readers = [use.node for use in (*before.uses(), *after.uses()) if use.node is not concat]
    if not all(_reads_last(item, axis, rank) for item in readers):
        return None
    if readers and shape_of(state)[axis] == 0:
        return None
    return axis, _rest(concat, axis), concat


def _rest(concat: onnx_ir.Node, axis: int) -> onnx_ir.Value:
    """What a Concat puts behind its first input."""
    rest = concat.inputs[1:]
    if len(rest) > 1:
        convert = onnx_ir.convenience.convert_attributes({"axis": axis})
        node = onnx_ir.Node("", "Concat", rest, convert)
        node.outputs[0].name = f"{concat.outputs[0].name}_appended"
        assert isinstance(concat.graph, onnx_ir.Graph)
        concat.graph.insert_before(concat, node)
        return node.outputs[0]
    assert rest[0] is not None
    return rest[0]


def _reads_last(node: onnx_ir.Node, axis: int, rank: int) -> bool:
    """Whether a node reads the last element of its first input along an axis, and no other."""
    given = [_constant(value) for value in node.inputs[1:]]
    if any(value is None for value in given):
        return False
    numbers = [[] if value is None else value.reshape(-1).tolist() for value in given]
    if node.op_type == "Gather":
        own = integer(node, "axis", 0) % rank == axis
        return own and all(item == -1 for item in numbers[0])
    if node.op_type != "Slice" or len(numbers) < 2:
        return False
    starts, ends = numbers[:2]
    axes = numbers[2] if len(numbers) > 2 else [0]
    steps = numbers[3] if len(numbers) > 3 else [1]
    along = [item % rank for item in axes] == [axis]
    return along and starts == [-1] and ends[0] >= _END and steps == [1]


def _last(body: onnx_ir.Graph, value: onnx_ir.Value, axis: int, name: str) -> onnx_ir.Value:
    """The last element along an axis, as a new node of a body."""
    bounds = [_number(body, item, f"{name}_last_{i}") for i, item in enumerate((-1, _END, axis))]
    node = onnx_ir.Node("", "Slice", [value, *bounds])
    node.outputs[0].name = f"{name}_last"
    body.append(node)
    return node.outputs[0]


def _number(body: onnx_ir.Graph, number: int, name: str) -> onnx_ir.Value:
    tensor = onnx_ir.Tensor(np.asarray([number], np.int64), name=name)
    kind = onnx_ir.TensorType(tensor.dtype)
    value = onnx_ir.Value(name=name, shape=onnx_ir.Shape((1,)), type=kind, const_value=tensor)
    body.register_initializer(value)
    return value


def _constant(value: onnx_ir.Value | None) -> np.ndarray | None:
    tensor = None if value is None else onnx_ir.convenience.get_const_tensor(value)
    return None if tensor is None else np.asarray(tensor.numpy())
