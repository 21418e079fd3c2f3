"""Elements chosen by indices: Gather (embedding lookup), GatherElements, GatherND, and windows of a
vector that begin anywhere.

Anchor inputs: data and indices (int32 or int64; negative ones count from the end). Attributes:
`mode` is "gather", "elements", "nd" or "windows". `axis` is the gathered axis, and of "nd" the
number of batch dimensions. Indices of "windows" say where they begin; `size` and `step` are their
elements and the distance of these. Places where a window fits are `places` in number. `addressing`
says how the dimensions of the output address data and indices. Implementation: `gather`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aoe.loops.expression import Accumulator
from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    row_major_order,
)
from aoe.operators.importing import axis_in, integer_attribute, refuse, required_input
from aoe.operators.input_numbers import InputNumbers, indices_below
from aoe.operators.operator import Operand, Operator

#: The node that `windows` is of. ONNX has none, but nodes that are inserted may be such.
WINDOWS = "GatherWindows"
_MODES = {
    "Gather": "gather",
    "GatherElements": "elements",
    "GatherND": "nd",
    WINDOWS: "windows",
}


@dataclass(frozen=True, slots=True)
class Addressing:
    """How an output coordinate addresses data and indices.

    Attributes:
        data: For each dimension of data the output dimension that runs along it, or -1.
        indices: The same for each dimension of indices.
        indirect: The dimensions of data whose coordinate is an element of indices. Where the last
            dimension of indices has no output dimension, its element i belongs to number i of them.
    """

    data: tuple[int, ...]
    indices: tuple[int, ...]
    indirect: tuple[int, ...]


def addressing(operator: Operator) -> Addressing:
    """How the output of an operator addresses its inputs."""
    data, indices = (len(item.shape) for item in operator.inputs[:2])
    axis, mode = operator.integer("axis"), operator.attribute["mode"]
    if mode == "gather":
        after = (axis + indices + i for i in range(data - axis - 1))
        return Addressing(
            (*range(axis), -1, *after), tuple(axis + i for i in range(indices)), (axis,)
        )
    if mode == "windows":
        return Addressing((indices,), tuple(range(indices)), (0,))
    if mode == "elements":
        own = tuple(range(data))
        return Addressing(tuple(-1 if i == axis else i for i in own), own, (axis,))
    depth = operator.inputs[1].shape[-1]
    after = (indices - 1 + i for i in range(data - axis - depth))
    return Addressing(
        (*range(axis), *(-1 for _ in range(depth)), *after),
        (*range(indices - 1), -1),
        tuple(range(axis, axis + depth)),
    )


def step_of(operator: Operator) -> int:
    """The distance of elements of data that follow each other in the output's last dimension."""
    return operator.integer("step") if operator.attribute["mode"] == "windows" else 1


def places(operator: Operator, dimension: int) -> int:
    """How many coordinates an index may choose in a dimension of data."""
    size = operator.inputs[0].shape[dimension]
    if operator.attribute["mode"] != "windows":
        return size
    return size - (operator.integer("size") - 1) * step_of(operator)


def windows(data: Operand, starts: Operand, size: int, step: int) -> Operator:
    """The operator that copies windows of a vector: `output[..., i]` is
    `data[starts[...] + i * step]`. A window that would end behind the vector ends at its end.
    """
    output = Operand.row_major(data.dtype, (*starts.shape, size))
    attributes = (("axis", 0), ("mode", "windows"), ("size", size), ("step", step))
    return Operator("Gather", attributes, (data, starts), output, 2)


def gather(data: Operand, indices: Operand, axis: int, mode: str = "gather") -> Operator:
    """The operator that picks elements of `data`; the module explains `axis` and `mode`."""
    shape: tuple[int, ...]
    if mode == "gather":
        shape = (*data.shape[:axis], *indices.shape, *data.shape[axis + 1 :])
    elif mode == "elements":
        shape = indices.shape
    else:
        shape = (*indices.shape[:-1], *data.shape[axis + indices.shape[-1] :])
    output = Operand.row_major(data.dtype, shape)
    return Operator("Gather", (("axis", axis), ("mode", mode)), (data, indices), output, 2)


def _import_node(node: SourceNode) -> ImportedOperator:
    data, indices = required_input(node, 0), required_input(node, 1)
    if indices.dtype not in ("int32", "int64"):
        raise refuse(node, f"indices must be int32 or int64, not {indices.dtype}")
    mode = _MODES[node.op_type]
    if mode == "windows":
        return _import_windows(node, data, indices)
    if mode == "nd":
        axis = integer_attribute(node, "batch_dims", 0)
    else:
        axis = axis_in(node, integer_attribute(node, "axis", 0), len(data.shape))
    return ImportedOperator(gather(data, indices, axis, mode), (0, 1))


def _import_windows(node: SourceNode, data: Operand, starts: Operand) -> ImportedOperator:
    size, step = (integer_attribute(node, name, 0) for name in ("size", "step"))
    if len(data.shape) != 1 or min(size, step) < 1 or (size - 1) * step >= data.shape[0]:
        raise refuse(node, f"{size} elements in steps of {step} are no window of {data.shape}")
    return ImportedOperator(windows(data, starts, size, step), (0, 1))


def picked(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    """The elements of data that the indices choose, in the shape of the output."""
    data, indices = inputs
    shape, plan = operator.output.shape, addressing(operator)
    grid = np.ogrid[tuple(slice(n) for n in shape)] if shape else ()
    whole = [grid[d] if d >= 0 else 0 for d in plan.indices]
    step = step_of(operator)
    at: list[np.ndarray | int] = [grid[d] * step if d >= 0 else 0 for d in plan.data]
    for number, dimension in enumerate(plan.indirect):
        chosen = list(whole)
        if plan.indices and plan.indices[-1] < 0:
            chosen[-1] = number
        index = indices[tuple(chosen)]
        size = places(operator, dimension)
        chosen_at = np.clip(np.where(index < 0, index + size, index), 0, size - 1)
        at[dimension] = at[dimension] + chosen_at
    return np.broadcast_to(data[tuple(at)], shape)


def index_numbers(operator: Operator) -> Mapping[int, InputNumbers]:
    """The indices choose from as many places as the shortest indirect dimension has."""
    count = min(places(operator, dimension) for dimension in addressing(operator).indirect)
    return {1: indices_below(count)}


def _moves_only(operator: Operator) -> bool:
    return operator.epilogue == Accumulator()


OPERATOR = OperatorDefinition(
    type="Gather",
    onnx_types=tuple(_MODES),
    import_node=_import_node,
    reference=picked,
    output_order=row_major_order,
    numbers=index_numbers,
    moves_only=_moves_only,
)
