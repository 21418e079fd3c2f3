"""Reductions, which keep the layout, and positions of extremes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from aoe.frontends.graph_builder import shape_of
from aoe.frontends.layout import LayoutOperand, NchwView, dtype_of_tensor, nchw_axis
from aoe.frontends.tflite.call import Call, axis_of, int64, numbers, wider_of

_REDUCTIONS = {
    "MEAN": "ReduceMean",
    "SUM": "ReduceSum",
    "REDUCE_PROD": "ReduceProd",
    "REDUCE_MAX": "ReduceMax",
    "REDUCE_MIN": "ReduceMin",
    "REDUCE_ANY": "ReduceMax",
    "REDUCE_ALL": "ReduceMin",
}


@numbers(*_REDUCTIONS)
def _reduction(call: Call) -> LayoutOperand:
    dtype = dtype_of_tensor(call.given(0))
    wide = wider_of(dtype)
    if wide == dtype:
        return reduced(call)
    first = call.cast(call.given(0), wide)
    return call.cast(reduced(replace(call, inputs=(first, *call.inputs[1:]))), dtype)


def reduced(call: Call) -> LayoutOperand:
    """A reduction in the element type of its operand."""
    x, rank = call.given(0), len(call.shape(0))
    axes = sorted({axis_of(axis, rank) for axis in call.integers(1, "axes")})
    keeps = call.option("keep_dims")
    if not axes:
        return x
    kind = _REDUCTIONS[call.operator.kind]
    places = [nchw_axis(axis, rank) for axis in range(rank) if axis not in axes]
    if isinstance(x, NchwView) and (keeps or places == sorted(places)):
        moved = int64(sorted(nchw_axis(axis, rank) for axis in axes))
        made = call.node(kind, x.value, moved, keepdims=1)
        return call.view(made) if keeps else call.reshaped(made, _left(x, axes))
    return call.node(kind, call.plain(0), int64(axes), keepdims=int(keeps))


def _left(x: NchwView, axes: Sequence[int]) -> tuple[int, ...]:
    """The shape without some axes. ONNX pools whole images with axes of size 1, too."""
    return tuple(size for axis, size in enumerate(x.shape) if axis not in axes)


@numbers("ARG_MAX", "ARG_MIN")
def _arg_extreme(call: Call) -> LayoutOperand:
    """The first position of an extreme."""
    axis = axis_of(call.integers(1, "axes")[0], len(call.shape(0)))
    kind = "ArgMax" if call.operator.kind == "ARG_MAX" else "ArgMin"
    made = call.node(kind, call.plain(0), axis=axis, keepdims=0)
    return call.cast(made, call.dtype)


@numbers("TOPK_V2")
def _top_k(call: Call) -> tuple[LayoutOperand, ...]:
    count = call.integers(1, "numbers of results")[:1]
    rank = len(shape_of(call.plain(0)))
    values, places = call.nodes("TopK", 2, call.plain(0), int64(count), axis=rank - 1)
    return values, call.cast(places, np.int32)
