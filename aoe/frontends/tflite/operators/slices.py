"""Slices of tensors."""

from __future__ import annotations

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.layout import LayoutOperand, NchwView, nchw_axis
from aoe.frontends.shared_operators.strided_slices import Masks, cut, entries
from aoe.frontends.tflite.call import Call, int64, moves


@moves("SLICE")
def _slice(call: Call) -> LayoutOperand:
    """Sizes from given places on; -1 is the rest."""
    x, shape = call.given(0), call.shape(0)
    starts, sizes = call.integers(1, "places"), call.integers(2, "sizes")
    if not len(starts) == len(sizes) == len(shape) or min(starts, default=0) < 0:
        raise UnsupportedNodeError(f"it starts at {starts}, with sizes {sizes}")
    ends = [
        whole if size == -1 else start + size
        for start, size, whole in zip(starts, sizes, shape, strict=True)
    ]
    if any(end > whole for end, whole in zip(ends, shape, strict=True)):
        raise UnsupportedNodeError(f"it ends at {ends} of {list(shape)}")
    axes = [axis for axis, size in enumerate(shape) if (starts[axis], ends[axis]) != (0, size)]
    if not axes:
        return x
    first, last = int64([starts[a] for a in axes]), int64([ends[a] for a in axes])
    if isinstance(x, NchwView):
        moved = int64([nchw_axis(axis, len(shape)) for axis in axes])
        return call.view(call.node("Slice", x.value, first, last, moved))
    return call.node("Slice", x, first, last, int64(axes))


@moves("STRIDED_SLICE")
def _strided_slice(call: Call) -> LayoutOperand:
    """NumPy's basic indexing, written as numbers and masks of bits."""
    begins, ends, steps = (call.integers(index, "places") for index in (1, 2, 3))
    if not len(begins) == len(ends) == len(steps) or 0 in steps:
        raise UnsupportedNodeError(f"its places are {begins}, {ends}, {steps}")
    if call.option("offset"):
        ends = [begin + end for begin, end in zip(begins, ends, strict=True)]
    kinds = ("begin", "end", "ellipsis", "new_axis", "shrink_axis")
    masks = Masks(**{kind: call.option(f"{kind}_mask") for kind in kinds})
    shape = call.shape(0)
    try:
        found = cut(entries(begins, ends, steps, masks, len(shape)), shape)
    except ValueError as error:
        raise UnsupportedNodeError(str(error)) from None
    x = call.plain(0)
    if found.axes:
        operands = (found.starts, found.ends, found.axes, found.steps)
        x = call.node("Slice", x, *map(int64, operands))
    return call.reshaped(x, found.shape)
