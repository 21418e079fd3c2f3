"""Follows results whose size depends on data, from the node that makes them to the outputs.

An operator such as NonZero computes as many elements as there can be, and their number. What is
computed from it row by row has the same size. The session cuts an output of that size. Any other
reader would depend on the size, and the model is refused. The rules in
`aoe.graph.prepare.rules.data_dependent.operators` call `follow` before they replace such a node.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from math import prod

import numpy as np
import onnx_ir

from aoe.errors import UnsupportedModelError
from aoe.graph.prepare.new_values import new_constant
from aoe.graph.prepare.rewriting import constant_of, has_shape, integer, integers, operand
from aoe.graph.prepare.rules.data_dependent.readers import SIZE_TAKEN, described, take_size
from aoe.graph.prepare.rules.simplification.simplify import BROADCASTING, UNARY
from aoe.graph.prepare.shape_inference import infer_outputs
from aoe.operators.operator_graph import DataDependentSize

#: The graph's metadata key of its data-dependent sizes.
_KEY = "aoe.variable_extents"
#: Pointwise operators that simplification does not move.
_FURTHER_POINTWISE = frozenset(
    {"BitShift", "BitwiseAnd", "BitwiseNot", "BitwiseOr", "BitwiseXor", "Identity"}
)
#: The metadata key of a node that selects the results of one of two branches. The size of one says
#: nothing of the size of the other.
SELECTS_BRANCH = "aoe.selects_branch"


def data_dependent_sizes(graph: onnx_ir.Graph) -> tuple[DataDependentSize, ...]:
    """The sizes that `follow` recorded."""
    return tuple(graph.meta.get(_KEY, ()))


def follow(
    node: onnx_ir.Node,
    dimensions: Mapping[int, int],
    size: int,
    count: onnx_ir.Value,
) -> None:
    """Gives all values with the size of a node's outputs their largest shape; records graph
    outputs.

    Args:
        node: The node.
        dimensions: The data-dependent dimension of some outputs, by the output's position.
        size: The largest size.
        count: The value that holds the actual size.

    Raises:
        UnsupportedModelError: A reader depends on the actual size.
    """
    graph = node.graph
    assert isinstance(graph, onnx_ir.Graph)
    variable = {node.outputs[i]: d for i, d in dimensions.items() if i < len(node.outputs)}
    for value, dimension in variable.items():
        _bound(value, dimension, size)
        _require_one_size(value, count, node)
    for reader in graph:
        if _reads_inside(reader, variable):
            raise _depends_on_size(described(reader), node)
        found = {i: variable[v] for i, v in enumerate(reader.inputs) if v in variable}
        if not found:
            continue
        if _sums_rows(reader, found):
            _mask_updates(reader, size, count)
            continue
        where = _carried(reader, found)
        if where is None:
            other = take_size(reader, found, size, count)
            if other is not None and other.dimension is None:
                continue
            where = None if other is None else other.dimension
            if other is not None and where is not None and other.count is not count:
                assert other.count is not None
                follow(reader, {0: where}, other.size, other.count)
                continue
        if where is None:
            raise _depends_on_size(described(reader), node)
        if not has_shape(reader.outputs[0]):
            infer_outputs(reader, graph.opset_imports[""])
        variable[reader.outputs[0]] = where
        _bound(reader.outputs[0], where, size)
        _require_one_size(reader.outputs[0], count, node)
    shown = [value for value in graph.outputs if value in variable]
    if shown:
        graph.outputs.append(count)
    sizes = [DataDependentSize(str(v.name), variable[v], str(count.name)) for v in shown]
    graph.meta[_KEY] = (*data_dependent_sizes(graph), *sizes)


def _reads_inside(node: onnx_ir.Node, values: Container[onnx_ir.Value | None]) -> bool:
    """Whether a branch or body of a node reads some values, whose sizes nothing follows there."""
    graphs = [
        attribute.as_graph()
        for attribute in node.attributes.values()
        if attribute.type == onnx_ir.AttributeType.GRAPH
    ]
    read = (value for graph in graphs for inner in graph.all_nodes() for value in inner.inputs)
    given = (value for graph in graphs for value in graph.outputs)
    return any(value in values for value in (*read, *given))


def _require_one_size(value: onnx_ir.Value, count: onnx_ir.Value, node: onnx_ir.Node) -> None:
    """Raises `UnsupportedModelError` if a reader has taken another size of a value for its only
    one.
    """
    reader, taken = value.meta.get(SIZE_TAKEN, ("", count))
    if taken is not count:
        raise _depends_on_size(reader, node)


def _depends_on_size(reader: str, node: onnx_ir.Node) -> UnsupportedModelError:
    return UnsupportedModelError(
        f"{reader} needs to know how many rows {described(node)} gives, which depends on the data; "
        "end the model before it and compute the rest from its outputs"
    )


def _sums_rows(node: onnx_ir.Node, found: Mapping[int, int]) -> bool:
    """Whether a node adds rows of variable number to a value of known shape."""
    reduction = node.attributes.get("reduction")
    adds = reduction is not None and reduction.as_string() == "add"
    return node.op_type == "ScatterND" and adds and found == {1: 0, 2: 0}


def _mask_updates(node: onnx_ir.Node, size: int, count: onnx_ir.Value) -> None:
    """Makes the rows that there are not add zero. Their positions are those of element 0."""
    updates, graph = node.inputs[2], node.graph
    assert updates is not None
    assert updates.dtype is not None
    assert isinstance(graph, onnx_ir.Graph)
    numbers = np.arange(size, dtype=np.int64).reshape(size, *[1] * (_rank(updates) - 1))
    place = new_constant(graph, f"{node.name}_rows", numbers)
    zero = new_constant(graph, f"{node.name}_nothing", np.zeros((), updates.dtype.numpy()))
    there = onnx_ir.node("Less", [place, count], name=f"{node.name}_there")
    there.outputs[0].type = onnx_ir.TensorType(onnx_ir.DataType.BOOL)
    there.outputs[0].shape = onnx_ir.Shape(numbers.shape)
    masked = onnx_ir.node("Where", [there.outputs[0], updates, zero], name=f"{node.name}_masked")
    masked.outputs[0].type, masked.outputs[0].shape = updates.type, updates.shape
    for item in (there, masked):
        item.outputs[0].name = item.name
    graph.insert_before(node, [there, masked])
    node.replace_input_with(2, masked.outputs[0])


def _bound(value: onnx_ir.Value, dimension: int, size: int) -> None:
    if value.shape is not None:
        bounded = list(value.shape)
        bounded[dimension] = size
        value.shape = onnx_ir.Shape(bounded)


def _carried(node: onnx_ir.Node, found: Mapping[int, int]) -> int | None:
    """The dimension of a node's output with the size of the dimensions `found` of its inputs.

    Returns None if there is none, or if the output depends on the size in another way.
    """
    rule = _RULES.get(node.op_type)
    if SELECTS_BRANCH in node.meta:
        return None
    if node.op_type in BROADCASTING | UNARY | _FURTHER_POINTWISE:
        return _elementwise(node, found)
    if rule is None or len(node.outputs) > 1:
        return None
    return rule(node, found)


def _rank(value: onnx_ir.Value | None) -> int:
    return 0 if value is None or value.shape is None else len(value.shape)


def _elementwise(node: onnx_ir.Node, found: Mapping[int, int]) -> int | None:
    """The dimension must be the same in all inputs, counted from the right, and 1 in the others."""
    rank = max(_rank(value) for value in node.inputs)
    places = {dimension + rank - _rank(node.inputs[i]) for i, dimension in found.items()}
    if len(places) != 1:
        return None
    place = places.pop()
    for i, value in enumerate(node.inputs):
        own = place - rank + _rank(value)
        if i in found or own < 0 or value is None or value.shape is None:
            continue
        if value.shape[own] != 1:
            return None
    return place


def _transpose(node: onnx_ir.Node, found: Mapping[int, int]) -> int | None:
    rank = _rank(node.inputs[0])
    order = integers(node, "perm") or tuple(reversed(range(rank)))
    return order.index(found[0])


def _gather(node: onnx_ir.Node, found: Mapping[int, int]) -> int | None:
    """Rows picked by indices of variable number, or columns of such rows."""
    if len(found) > 1:
        return None
    rank = _rank(node.inputs[0])
    axis = integer(node, "axis", 0) % max(rank, 1)
    if 1 in found:
        return axis + found[1]
    if found[0] == axis:
        return None
    return found[0] if found[0] < axis else found[0] - 1 + _rank(node.inputs[1])


def _gather_nd(node: onnx_ir.Node, found: Mapping[int, int]) -> int | None:
    own = found.get(1)
    inside = own is not None and own < _rank(node.inputs[1]) - 1
    return own if inside and 0 not in found and integer(node, "batch_dims", 0) == 0 else None


def _slice(node: onnx_ir.Node, found: Mapping[int, int]) -> int | None:
    axes, starts = constant_of(operand(node, 3)), constant_of(operand(node, 1))
    rank = _rank(node.inputs[0])
    if starts is None or set(found) != {0}:
        return None
    cut = range(starts.size) if axes is None else [axis % rank for axis in axes.tolist()]
    return None if found[0] in cut else found[0]


def _reshape(node: onnx_ir.Node, found: Mapping[int, int]) -> int | None:
    """Other dimensions may change if those before are all 1, so that rows stay rows."""
    shape, value = constant_of(operand(node, 1)), node.inputs[0]
    if shape is None or set(found) != {0} or value is None or value.shape is None:
        return None
    if not value.shape.is_static():
        return None
    old = [int(size) for size in value.shape.numpy()]
    before, after = old[: found[0]], old[found[0] + 1 :]
    new = [old[i] if size == 0 and i < len(old) else size for i, size in enumerate(shape.tolist())]
    if -1 not in new:
        return None
    place = new.index(-1)
    same = prod(new[place + 1 :]) == prod(after) and prod(before) == prod(new[:place]) == 1
    return place if same else None


def _squeeze(node: onnx_ir.Node, found: Mapping[int, int]) -> int | None:
    axes, rank = constant_of(operand(node, 1)), _rank(node.inputs[0])
    if axes is None or set(found) != {0}:
        return None
    gone = [axis % rank for axis in axes.reshape(-1).tolist()]
    return None if found[0] in gone else found[0] - sum(axis < found[0] for axis in gone)


def _unsqueeze(node: onnx_ir.Node, found: Mapping[int, int]) -> int | None:
    axes = constant_of(operand(node, 1))
    if axes is None or set(found) != {0}:
        return None
    rank = _rank(node.inputs[0]) + axes.size
    added = {axis % rank for axis in axes.reshape(-1).tolist()}
    return [axis for axis in range(rank) if axis not in added][found[0]]


def _concat(node: onnx_ir.Node, found: Mapping[int, int]) -> int | None:
    """Columns put beside each other; all of them must have the same size."""
    axis = integer(node, "axis", 0) % max(_rank(node.inputs[0]), 1)
    places = set(found.values())
    whole = len(found) == len(node.inputs) and len(places) == 1
    return places.pop() if whole and axis not in places else None


def _softmax(node: onnx_ir.Node, found: Mapping[int, int]) -> int | None:
    """Normalised along another dimension."""
    axis = integer(node, "axis", -1) % max(_rank(node.inputs[0]), 1)
    return None if found[0] == axis else found[0]


_RULES = {
    "Concat": _concat,
    "Gather": _gather,
    "GatherND": _gather_nd,
    "LogSoftmax": _softmax,
    "Reshape": _reshape,
    "Slice": _slice,
    "Softmax": _softmax,
    "Squeeze": _squeeze,
    "Transpose": _transpose,
    "Unsqueeze": _unsqueeze,
}
