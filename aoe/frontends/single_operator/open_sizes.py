"""The model of an operator whose description leaves sizes open (-1 with a `shape_range`).

Operator types are written for given sizes. So the operator is built at some, which follow one
another so that what depends on a remainder shows. If all graphs have the same nodes, attributes and
constants, the sizes are open in the first of them. If only constants differ that hold sizes, and
the open sizes come first, as a batch does, `aoe.frontends.inputs.open_batch` computes them.
"""

from __future__ import annotations

from collections.abc import Callable

import onnx_ir

from aoe.errors import ModelError
from aoe.frontends.inputs.open_batch import FixedBatchError, with_open_batch
from aoe.frontends.single_operator.description import OPEN, OperatorDescription, SizeRange

#: How many sizes an operator is built at, and the least of them where ranges allow it.
SAMPLES, FIRST = 24, 16


def with_open_sizes(
    description: OperatorDescription, build: Callable[[OperatorDescription], onnx_ir.Model]
) -> onnx_ir.Model:
    """The model of a description with open sizes.

    Args:
        description: The operator.
        build: Makes the model of a description with all sizes.

    Raises:
        ModelError: The operator cannot be built at these sizes, or depends on them.
    """
    graphs = [build(item) for item in _samples(description)]
    model = graphs[0]
    content = _content(model)
    if any(_content(other) != content for other in graphs[1:]):
        return _with_batch(description, build)
    _leave_open(model, description)
    return model


def _samples(description: OperatorDescription) -> list[OperatorDescription]:
    """The operator at sizes that follow one another. Ranges that overlap have the same ones."""
    ranges = [item for tensor in description.inputs for item in tensor.ranges]
    common = max(low for low, _ in ranges), min(high for _, high in ranges)
    if common[0] <= common[1]:
        rows = dict.fromkeys(ranges, _sizes(common))
    else:
        rows = {item: _sizes(item) for item in ranges}
    count = max(map(len, rows.values()))
    places = ({item: row[place % len(row)] for item, row in rows.items()} for place in range(count))
    return [description.at(sizes.__getitem__) for sizes in places]


def _sizes(between: SizeRange) -> list[int]:
    low, high = between
    start = max(low, min(FIRST, high - SAMPLES + 1))
    return list(range(start, min(start + SAMPLES - 1, high) + 1))


def _content(model: onnx_ir.Model) -> tuple[list[object], list[object]]:
    """The nodes of a graph and its constants, without shapes of values."""
    nodes: list[object] = [
        (
            node.op_type,
            node.domain,
            [None if value is None else value.name for value in node.inputs],
            [value.name for value in node.outputs],
            sorted(
                onnx_ir.serde.serialize_attribute(item).SerializeToString(deterministic=True)
                for item in node.attributes.values()
            ),
        )
        for node in model.graph
    ]
    constants: list[object] = []
    for name, value in model.graph.initializers.items():
        tensor = value.const_value
        assert tensor is not None, "a constant has a value"
        array = tensor.numpy()
        constants.append((name, str(array.dtype), array.shape, array.tobytes()))
    return nodes, constants


def _leave_open(model: onnx_ir.Model, description: OperatorDescription) -> None:
    """Leaves the open sizes of inputs open, and those of all that is computed."""
    for value, item in zip(model.graph.inputs, description.given, strict=True):
        value.shape = onnx_ir.Shape(
            [
                f"{value.name}_{place}" if size == OPEN else size
                for place, size in enumerate(item.shape)
            ]
        )
    for node in model.graph:
        for value in node.outputs:
            if value.shape is not None:
                value.shape = onnx_ir.Shape([None] * len(value.shape))


def _with_batch(
    description: OperatorDescription, build: Callable[[OperatorDescription], onnx_ir.Model]
) -> onnx_ir.Model:
    """The model with the first sizes open, which all are one number."""
    label = description.label
    opened = [item for item in description.inputs if item.ranges]
    reason = "what it computes depends on sizes that are open"
    if all(item.shape[0] == OPEN and item.shape.count(OPEN) == 1 for item in opened):
        inputs = build(_samples(description)[0]).graph.inputs
        pairs = zip(inputs, description.given, strict=True)
        names = [str(value.name) for value, item in pairs if item.ranges]
        try:
            return with_open_batch(lambda size: build(description.at(lambda _: size)), names)
        except FixedBatchError as error:
            reason = str(error)
    raise ModelError(
        f"{label}: {reason}; give all sizes, in one description for each shape to tune for"
    )
