"""Checks of inputs that hold sizes, axes or bounds: how many dimensions runtimes take there.

`aoe.graph.prepare.shapes.size_inputs` has the table of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from types import MappingProxyType

import onnx_ir

from aoe.graph.graph_values import constant_tensor
from aoe.graph.prepare.checks.check import Check
from aoe.graph.prepare.rewriting import input_shape
from aoe.graph.prepare.shapes.deciding_inputs import was_given
from aoe.graph.prepare.shapes.size_inputs import SIZE_INPUTS

#: The operators that `sizes_are_vectors` is about.
WITH_VECTORS = frozenset(
    name for name, items in SIZE_INPUTS.items() if any(item.refused for item in items)
)
#: How many dimensions inputs have that a model was written with, by operator and number.
_WRITTEN_RANKS: Mapping[str, Mapping[int, int]] = MappingProxyType(
    {
        "Dropout": {1: 0, 2: 0},
        "Pad": {1: 1},
        "Range": {0: 0, 1: 0, 2: 0},
        "Reshape": {1: 1},
    }
)
#: The operators for which that holds of inputs of the model, too.
_GIVEN = frozenset({"Dropout", "Reshape"})


def sizes_are_vectors(node: onnx_ir.Node) -> str | None:
    """Checks that sizes and axes have one dimension; none where runtimes take a scalar."""
    for item in SIZE_INPUTS[node.op_type]:
        shape = input_shape(node, item.number) if item.refused else None
        if shape is not None and len(shape) not in item.ranks:
            kind = "a vector or a scalar" if 0 in item.ranks else "a vector"
            return f"its input {item.number} must be {kind}, not of shape {list(shape)}"
    return None


def written_ranks_fit(node: onnx_ir.Node) -> str | None:
    """Checks constants that a model was written with, and some inputs of it, before anything is
    computed. Runtimes take other numbers of dimensions of computed ones.
    """
    ranks = _WRITTEN_RANKS.get(node.op_type, {})
    found = {number: _written_shape(node, number) for number in ranks}
    if node.op_type == "Range" and not all(
        shape is not None and tuple(shape) in ((), (1,)) for shape in found.values()
    ):
        return None  # runtimes take it, or inference says what is wrong with it
    for number, rank in ranks.items():
        shape = found[number]
        if shape is not None and len(shape) != rank:
            kind = "a vector" if rank else "a scalar"
            return f"its input {number} must be {kind}, not of shape {list(shape)}"
    return None


def _written_shape(node: onnx_ir.Node, number: int) -> onnx_ir.ShapeProtocol | None:
    """The shape of a constant; that of an input of the model, too, where that is looked at."""
    value = node.inputs[number] if number < len(node.inputs) else None
    if value is None:
        return None
    if value.is_graph_input() or was_given(value):
        return value.shape if node.op_type in _GIVEN else None
    tensor = constant_tensor(value)
    maker = value.producer()
    if tensor is None and maker is not None and maker.op_type == "Constant" and not maker.domain:
        attribute = maker.attributes.get("value")
        tensor = None if attribute is None or attribute.is_ref() else attribute.as_tensor()
    return None if tensor is None else tensor.shape


def bounds_are_single(node: onnx_ir.Node) -> str | None:
    """Checks that the bounds of a Clip are single numbers."""
    shapes = input_shape(node, 1), input_shape(node, 2)
    single = all(shape is None or shape in ((), (1,)) for shape in shapes)
    return None if single else "its bounds must be single numbers"


def are_single(**positions: int) -> Check:
    """A check that the inputs at these positions, by their names, are left out or single numbers,
    with one dimension at most.
    """

    def check(node: onnx_ir.Node) -> str | None:
        for name, position in positions.items():
            shape = input_shape(node, position)
            if shape is not None and (prod(shape) > 1 or len(shape) > 1):
                return f"its {name} must be a single number, not of shape {list(shape)}"
        return None

    return check
