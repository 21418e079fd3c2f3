"""Nodes that cut a value into slices and join slices, for `chunks` and `strips`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from aoe.graph.slicing import Slice
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import Tensor, ViewNode
from aoe.operators.types.elementwise.concat import concatenation


def slice_view(
    tensors: dict[str, Tensor], source: str, rows: Slice, dimension: int, name: str
) -> ViewNode:
    """The view `name` of some rows of a value along a dimension; describes it in `tensors`."""
    tensor = tensors[source]
    bounds = [(0, 1, size) for size in tensor.shape]
    bounds[dimension] = (rows.begin, 1, rows.end - rows.begin)
    tensors[name] = replace(tensor, shape=tuple(length for _, _, length in bounds))
    return ViewNode("slice", tuple(n for item in bounds for n in item), source, name)


def joined_slices(tensors: Mapping[str, Tensor], names: Sequence[str], dimension: int) -> Operator:
    """The concatenation of slices along a dimension."""
    slices = [tensors[name] for name in names]
    operands = [Operand(item.dtype, item.shape, item.order) for item in slices]
    return concatenation(operands, dimension)


def describe(tensors: dict[str, Tensor], name: str, operand: Operand) -> None:
    """Describes a new value in `tensors`."""
    tensors[name] = Tensor(operand.dtype, operand.shape, operand.order)
