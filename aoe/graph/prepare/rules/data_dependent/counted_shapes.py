"""Reads vectors of sizes of which data decide one: a number of rows beside constants.

Exporters take it from the Shape of the rows, for the shape of a Reshape where -1 would do, and for
new values with as many rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import onnx_ir

from aoe.graph.prepare.new_values import new_constant
from aoe.graph.prepare.rewriting import constant_of, has_shape, operand, shape_of

#: A size, or the value of one element that holds it.
Size = int | onnx_ir.Value
#: Nodes that make new rows, and which of their inputs says how many.
_MAKERS = {"ConstantOfShape": 0, "Expand": 1, "Range": 1}


def sizes_in(value: onnx_ir.Value | None, count: onnx_ir.Value) -> list[Size] | None:
    """The elements of a vector, `count` among them; None if others are computed, too."""
    if value is count:
        return [count]
    known = constant_of(value)
    if known is not None:
        return [int(size) for size in known.reshape(-1)]
    node = None if value is None else value.producer()
    if node is None or node.domain:
        return None
    if node.op_type == "Concat":
        parts = [sizes_in(item, count) for item in node.inputs]
        return None if None in parts else [size for part in parts for size in part or ()]
    rule = _RULES.get(node.op_type)
    given = None if rule is None else sizes_in(node.inputs[0], count)
    return None if rule is None or given is None else rule(node, given)


def shape_around(value: onnx_ir.Value | None, count: onnx_ir.Value) -> tuple[list[int], int] | None:
    """A shape with -1 in place of `count`, and where that is. None unless it is there once, and the
    other sizes are known.
    """
    given = sizes_in(value, count)
    places = [place for place, size in enumerate(given or ()) if size is count]
    if given is None or len(places) != 1:
        return None
    return [size if isinstance(size, int) else -1 for size in given], places[0]


def make_room(node: onnx_ir.Node, count: onnx_ir.Value, most: int) -> int | None:
    """Gives a node the room for `most` rows whose result has `count` rows.

    Returns:
        The dimension of the rows; None if it is no node that makes new rows, or not of this number.
    """
    if node.op_type not in _MAKERS or node.domain:
        return None
    place = _MAKERS[node.op_type]
    given = shape_around(operand(node, place), count)
    if given is None or not _is_new(node, *given):
        return None
    shape, dimension = given
    shape[dimension] = most
    numbers = np.asarray(shape if node.op_type != "Range" else most, np.int64)
    given_as = operand(node, place)
    assert isinstance(node.graph, onnx_ir.Graph)
    assert given_as is not None
    dtype = (given_as.dtype or onnx_ir.DataType.INT64).numpy()
    room = new_constant(node.graph, f"{node.name}_room", numbers.astype(dtype))
    node.replace_input_with(place, room)
    node.outputs[0].shape = None
    return dimension


def _is_new(node: onnx_ir.Node, shape: list[int], dimension: int) -> bool:
    """Whether the rows are made here."""
    if -1 in shape[:dimension] + shape[dimension + 1 :]:
        return False
    if node.op_type == "Range":
        start, step = (constant_of(operand(node, place)) for place in (0, 2))
        return start is not None and step is not None and (start.item(), step.item()) == (0, 1)
    value = operand(node, 0)
    if node.op_type == "ConstantOfShape":
        return True
    if value is None or not has_shape(value):
        return False
    own = dimension - len(shape) + len(shape_of(value))
    return own < 0 or shape_of(value)[own] == 1


def _unchanged(_node: onnx_ir.Node, given: list[Size]) -> list[Size] | None:
    return given


def _gathered(node: onnx_ir.Node, given: list[Size]) -> list[Size] | None:
    places = constant_of(operand(node, 1))
    return None if places is None else [given[place] for place in places.reshape(-1)]


def _sliced(node: onnx_ir.Node, given: list[Size]) -> list[Size] | None:
    start, end, step = (constant_of(operand(node, place)) for place in (1, 2, 4))
    if start is None or end is None or (step is None and operand(node, 4) is not None):
        return None
    by = 1 if step is None else int(step.item())
    return given[int(start.item()) : int(end.item()) : by] if by > 0 else None


_RULES: Mapping[str, Callable[[onnx_ir.Node, list[Size]], list[Size] | None]] = {
    **dict.fromkeys(("Cast", "Identity", "Reshape", "Squeeze", "Unsqueeze"), _unchanged),
    "Gather": _gathered,
    "Slice": _sliced,
}
