"""Reductions of equal pieces of one value, side by side, become one reduction: what is left of a
loop over pieces once it is written out, such as the one PyTorch exports an `nn.EmbeddingBag` as.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isclose

import onnx_ir

from aoe.graph.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    integers_of,
    operand,
    producer,
    scalar_of,
    shape_of,
)

#: Reductions of which one of all pieces is several of one each.
_REDUCTIONS = (
    "ReduceL1",
    "ReduceL2",
    "ReduceLogSum",
    "ReduceLogSumExp",
    "ReduceMax",
    "ReduceMean",
    "ReduceMin",
    "ReduceProd",
    "ReduceSum",
    "ReduceSumSquare",
)


@dataclass(frozen=True)
class _Piece:
    """Elements `start` to `stop` of `whole` along the first dimension, reduced along it; if there
    is a `table`, the rows of it that they choose.
    """

    reduction: str
    whole: onnx_ir.Value
    start: int
    stop: int
    table: onnx_ir.Value | None


def join_pieces(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A Concat of reductions of pieces that follow one another becomes the reduction of all, the
    pieces along a dimension of their own.
    """
    if node.op_type != "Concat" or integer(node, "axis", 0) != 0 or len(node.inputs) < 2:
        return None
    if not has_shape(node.outputs[0], *node.inputs):
        return None
    found = [_piece(value) for value in node.inputs]
    pieces = [piece for piece in found if piece is not None]
    if len(pieces) < len(found) or not _are_alike(pieces):
        return None
    first, count = pieces[0], len(pieces)
    size = first.stop - first.start
    whole = build.piece(first.whole, 0, first.start, pieces[-1].stop)
    rows = _in_pieces(build, whole, count, size)
    if first.table is not None:
        rows = build.infer("Gather", first.table, rows, axis=0)
    return build.make(
        first.reduction, [rows, build.integers([1])], shape_of(node.outputs[0]), keepdims=0
    )


def _are_alike(pieces: Sequence[_Piece]) -> bool:
    first = pieces[0]
    return all(
        (one.reduction, one.whole, one.table) == (first.reduction, first.whole, first.table)
        and one.stop - one.start == first.stop - first.start
        for one in pieces
    ) and all(one.stop == other.start for one, other in pairwise(pieces))


def _piece(value: onnx_ir.Value | None) -> _Piece | None:
    """What a value of one row is the reduction of."""
    if not has_shape(value):
        return None
    assert value is not None
    row = shape_of(value)[1:]
    reshaped = producer(value, "Reshape")
    result = value if reshaped is None else reshaped.inputs[0]
    mean, result = _without_scale(result)
    reduced = producer(result, *_REDUCTIONS)
    if reduced is None or not has_shape(reduced.inputs[0], reduced.outputs[0]):
        return None
    rows = reduced.inputs[0]
    assert rows is not None
    if integers_of(operand(reduced, 1)) != (0,) or shape_of(rows)[1:] != row:
        return None
    reduction = reduced.op_type
    if mean is not None:
        if reduction != "ReduceSum" or not isclose(mean * shape_of(rows)[0], 1.0, rel_tol=1e-6):
            return None
        reduction = "ReduceMean"
    lookup = producer(rows, "Gather")
    if lookup is not None and integer(lookup, "axis", 0) == 0:
        places = lookup.inputs[1]
        if has_shape(places) and places is not None and len(shape_of(places)) == 1:
            return _sliced(reduction, places, lookup.inputs[0])
    return _sliced(reduction, rows, None)


def _without_scale(
    value: onnx_ir.Value | None,
) -> tuple[float | None, onnx_ir.Value | None]:
    """The constant that a value is multiplied by, if it is, and the value."""
    product = producer(value, "Mul")
    if product is None:
        return None, value
    for number, other in ((0, 1), (1, 0)):
        factor = scalar_of(product.inputs[other])
        if factor is not None:
            return factor, product.inputs[number]
    return None, value


def _sliced(reduction: str, rows: onnx_ir.Value, table: onnx_ir.Value | None) -> _Piece | None:
    """The piece that `rows` are of something else, by a Slice of its first dimension."""
    cut = producer(rows, "Slice")
    whole = None if cut is None else cut.inputs[0]
    if cut is None or whole is None or not has_shape(whole):
        return None
    bounds = [integers_of(operand(cut, place)) for place in (1, 2)]
    axes, steps = operand(cut, 3), operand(cut, 4)
    if axes is not None and integers_of(axes) != (0,):
        return None
    if steps is not None and integers_of(steps) != (1,):
        return None
    start, stop = bounds
    if start is None or stop is None or len(start) != 1 or start[0] < 0:
        return None
    end = start[0] + shape_of(rows)[0]
    return _Piece(reduction, whole, start[0], end, table)


def _in_pieces(build: Builder, whole: onnx_ir.Value, count: int, size: int) -> onnx_ir.Value:
    """A value, its first dimension split into pieces; of rows that are looked up, and weighted, the
    indices and the weights are split instead.
    """
    lookup, product = producer(whole, "Gather"), producer(whole, "Mul")
    if lookup is not None and integer(lookup, "axis", 0) == 0 and has_shape(*lookup.inputs):
        table, places = lookup.inputs
        assert table is not None
        assert places is not None
        if len(shape_of(places)) == 1:
            chosen = build.reshape(places, (count, size))
            return build.infer("Gather", table, chosen, axis=0)
    if product is not None and has_shape(*product.inputs):
        shape = shape_of(whole)
        factors = [value for value in product.inputs if value is not None]
        if all(shape_of(value)[:1] == shape[:1] for value in factors) and all(
            len(shape_of(value)) == len(shape) for value in factors
        ):
            split = [_in_pieces(build, value, count, size) for value in factors]
            return build.infer("Mul", *split)
    return build.reshape(whole, (count, size, *shape_of(whole)[1:]))


RULES: tuple[Rule, ...] = (join_pieces,)
