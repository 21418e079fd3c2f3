"""Elements written at places chosen by indices: ScatterElements, ScatterND and the older Scatter.

Anchor inputs: data, indices (int32 or int64; negative ones count from the end) and updates.
Attributes: `mode` is "elements" or "nd". `axis` is the scattered axis of "elements". `combine` says
how an update and the old element are combined: "" replaces the element; others are "sum", "prod",
"max" and "min". Updates of the same element are applied in order. `addressing` says how the
dimensions of the updates address data and indices. Implementation: `scatter`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    order_of_first_input,
)
from aoe.operators.importing import (
    axis_in,
    integer_attribute,
    refuse,
    required_input,
    text_attribute,
)
from aoe.operators.input_numbers import InputNumbers, indices_below
from aoe.operators.operator import Operand, Operator

_MODES = {"Scatter": "elements", "ScatterElements": "elements", "ScatterND": "nd"}
_COMBINES = {"none": "", "add": "sum", "mul": "prod", "max": "max", "min": "min"}
_UFUNCS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {"sum": np.add.at, "prod": np.multiply.at, "max": np.maximum.at, "min": np.minimum.at}
)


@dataclass(frozen=True, slots=True)
class Addressing:
    """How a coordinate of the updates addresses data and indices.

    Attributes:
        data: For each dimension of data the dimension of the updates that runs along it, or -1.
        indices: The same for each dimension of indices.
        indirect: The dimensions of data whose coordinate is an element of indices. In mode "nd",
            element i of the last dimension of indices belongs to number i of them.
    """

    data: tuple[int, ...]
    indices: tuple[int, ...]
    indirect: tuple[int, ...]


def addressing(operator: Operator) -> Addressing:
    """How the updates of an operator address its other inputs."""
    data, indices = operator.inputs[:2]
    rank, axis = len(data.shape), operator.integer("axis")
    if operator.attribute["mode"] == "elements":
        own = tuple(range(rank))
        return Addressing(tuple(-1 if i == axis else i for i in own), own, (axis,))
    batch, depth = len(indices.shape) - 1, indices.shape[-1]
    after = tuple(batch + i for i in range(rank - depth))
    return Addressing((-1,) * depth + after, (*range(batch), -1), tuple(range(depth)))


def scatter(
    data: Operand,
    indices: Operand,
    updates: Operand,
    axis: int = 0,
    mode: str = "elements",
    combine: str = "",
) -> Operator:
    """The operator that writes `updates` into a copy of `data`; the module explains the rest."""
    attributes = (("axis", axis), ("combine", combine), ("mode", mode))
    output = Operand.row_major(data.dtype, data.shape)
    return Operator("Scatter", attributes, (data, indices, updates), output, 3)


def _import_node(node: SourceNode) -> ImportedOperator:
    data, indices, updates = (required_input(node, i) for i in range(3))
    if indices.dtype not in ("int32", "int64"):
        raise refuse(node, f"indices must be int32 or int64, not {indices.dtype}")
    mode, reduction = _MODES[node.op_type], text_attribute(node, "reduction", "none")
    if reduction not in _COMBINES:
        raise refuse(node, f"reduction must be one of {', '.join(_COMBINES)}, not {reduction!r}")
    axis = 0
    if mode == "elements":
        axis = axis_in(node, integer_attribute(node, "axis", 0), len(data.shape))
    combine = _COMBINES[reduction]
    if data.dtype == "bool" and combine:
        combine = {"sum": "max", "prod": "min"}.get(combine, combine)
    return ImportedOperator(scatter(data, indices, updates, axis, mode, combine), (0, 1, 2))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    data, indices, updates = inputs
    plan, combine = addressing(operator), str(operator.attribute["combine"])
    result = np.array(data)
    grid = np.ogrid[tuple(slice(n) for n in updates.shape)] if updates.ndim else ()
    whole = [grid[d] if d >= 0 else 0 for d in plan.indices]
    places: list[Any] = [grid[d] if d >= 0 else 0 for d in plan.data]
    for number, dimension in enumerate(plan.indirect):
        chosen = list(whole)
        if plan.indices[-1] < 0:
            chosen[-1] = number
        index, size = indices[tuple(chosen)], data.shape[dimension]
        places[dimension] = np.clip(np.where(index < 0, index + size, index), 0, size - 1)
    where = tuple(np.broadcast_to(place, updates.shape) for place in places)
    if combine:
        _UFUNCS[combine](result, where, updates)
    else:
        result[where] = updates
    return result


def _numbers(operator: Operator) -> Mapping[int, InputNumbers]:
    """The indices choose from as many places as the shortest indirect dimension has."""
    shape, indirect = operator.inputs[0].shape, addressing(operator).indirect
    return {1: indices_below(min((shape[dimension] for dimension in indirect), default=1))}


OPERATOR = OperatorDefinition(
    type="Scatter",
    onnx_types=tuple(_MODES),
    import_node=_import_node,
    reference=_reference,
    output_order=order_of_first_input,
    fuses_epilogue=False,
    numbers=_numbers,
)
