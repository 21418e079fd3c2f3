"""Follows results whose size depends on data, from the node that makes them to the outputs.

An operator such as NonZero computes as many elements as there can be, and their number. What is
computed from it row by row has the same size. The session cuts an output of that size. Any other
reader would depend on the size, and the model is refused. The rules in
`aoe.graph.prepare.rules.data_dependent.operators` call `follow` before they replace such a node.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

import numpy as np
import onnx_ir

from aoe.errors import UnsupportedModelError
from aoe.graph.prepare.new_values import new_constant
from aoe.graph.prepare.rewriting import has_shape
from aoe.graph.prepare.rules.data_dependent.counted_shapes import make_room
from aoe.graph.prepare.rules.data_dependent.readers import SIZE_TAKEN, described, take_size
from aoe.graph.prepare.rules.data_dependent.row_wise import carried, rank_of
from aoe.graph.prepare.shapes.shape_inference import infer_outputs
from aoe.operators.operator_graph import DataDependentSize

#: The graph's metadata key of its data-dependent sizes.
_KEY = "aoe.variable_extents"


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
            made = make_room(reader, count, size)
            if made is not None:
                infer_outputs(reader, graph.opset_imports[""])
                variable[reader.outputs[0]] = made
            continue
        if _sums_rows(reader, found):
            _mask_updates(reader, size, count)
            continue
        places = carried(reader, found)
        if not places:
            other = take_size(reader, found, size, count)
            if other is None:
                raise _depends_on_size(described(reader), node)
            if other.dimension is None:
                continue
            if other.count is not count:
                assert other.count is not None
                follow(reader, {0: other.dimension}, other.size, other.count)
                continue
            places = {0: other.dimension}
        if not has_shape(*(reader.outputs[place] for place in places)):
            infer_outputs(reader, graph.opset_imports[""])
        for place, dimension in places.items():
            value = reader.outputs[place]
            variable[value] = dimension
            _bound(value, dimension, size)
            _require_one_size(value, count, node)
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
    numbers = np.arange(size, dtype=np.int64).reshape(size, *[1] * (rank_of(updates) - 1))
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
