"""ONNX operators that only read memory with other strides; each becomes a `ViewNode`.

`VIEWS` maps an operator to a function from the node to kind and arguments of the view. A new view
is one entry. `aoe.operators.views` has their effect on strides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from aoe.errors import UnsupportedModelError
from aoe.graph.prepare.source_node import IrNode

#: Kind and arguments of a `ViewNode`.
ViewOf = tuple[str, tuple[int, ...]]


def _reshape(node: IrNode) -> ViewOf:
    return "reshape", node.output.shape


def _broadcast(node: IrNode) -> ViewOf:
    return "broadcast", node.output.shape


def _transpose(node: IrNode) -> ViewOf:
    rank = len(node.output.shape)
    permutation = node.attribute("perm", tuple(reversed(range(rank))))
    assert isinstance(permutation, tuple)
    return "transpose", tuple(int(axis) for axis in permutation)


def _slice(node: IrNode) -> ViewOf:
    source = node.inputs[0]
    assert source is not None
    bounds = [node.constant(position) for position in range(1, len(node.inputs))]
    given = [None if item is None else [int(n) for n in item.reshape(-1)] for item in bounds]
    present = [value is not None for value in node.inputs[1:]]
    if any(there and item is None for there, item in zip(present, given, strict=True)):
        raise UnsupportedModelError("Slice: its bounds must be constant")
    starts, _, axes, steps = (*given, None, None)[:4]
    assert starts is not None
    rank = len(source.shape)
    axes = [axis % rank for axis in axes or range(len(starts))]
    pieces = [[0, 1, size] for size in source.shape]
    for number, axis in enumerate(axes):
        size, step = source.shape[axis], steps[number] if steps else 1
        start = starts[number] + size if starts[number] < 0 else starts[number]
        limit = size - 1 if step < 0 else size
        pieces[axis] = [min(max(start, 0), limit), step, node.output.shape[axis]]
    return "slice", tuple(number for piece in pieces for number in piece)


VIEWS: Mapping[str, Callable[[IrNode], ViewOf]] = MappingProxyType(
    {"Expand": _broadcast, "Reshape": _reshape, "Slice": _slice, "Transpose": _transpose}
)
