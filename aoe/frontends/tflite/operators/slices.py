"""Slices of tensors."""

from __future__ import annotations

from dataclasses import dataclass, field

from aoe.frontends.graph_builder import shape_of
from aoe.frontends.layout import LayoutOperand, NchwView, nchw_axis
from aoe.frontends.tflite.call import Call, RefusalError, int64, moves

_END = 1 << 31


@moves("SLICE")
def _slice(call: Call) -> LayoutOperand:
    """Sizes from given places on; -1 is the rest."""
    x, shape = call.given(0), call.shape(0)
    starts, sizes = call.integers(1, "places"), call.integers(2, "sizes")
    if not len(starts) == len(sizes) == len(shape) or min(starts, default=0) < 0:
        raise RefusalError(f"it starts at {starts}, with sizes {sizes}")
    ends = [
        whole if size == -1 else start + size
        for start, size, whole in zip(starts, sizes, shape, strict=True)
    ]
    if any(end > whole for end, whole in zip(ends, shape, strict=True)):
        raise RefusalError(f"it ends at {ends} of {list(shape)}")
    axes = [axis for axis, size in enumerate(shape) if (starts[axis], ends[axis]) != (0, size)]
    if not axes:
        return x
    first, last = int64([starts[a] for a in axes]), int64([ends[a] for a in axes])
    if isinstance(x, NchwView):
        moved = int64([nchw_axis(axis, len(shape)) for axis in axes])
        return call.view(call.node("Slice", x.value, first, last, moved))
    return call.node("Slice", x, first, last, int64(axes))


@dataclass(slots=True)
class _Slice:
    """What a STRIDED_SLICE does, axis by axis of its operand."""

    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    axes: list[int] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    #: Where axes of size 1 are in the result.
    added: list[int] = field(default_factory=list)


@moves("STRIDED_SLICE")
def _strided_slice(call: Call) -> LayoutOperand:
    """NumPy's basic indexing, written as numbers and masks of bits."""
    found = _found(call)
    x = call.plain(0)
    if found.axes:
        x = call.node(
            "Slice",
            x,
            int64(found.starts),
            int64(found.ends),
            int64(found.axes),
            int64(found.steps),
        )
    shape = [size for axis, size in enumerate(shape_of(x)) if axis not in found.dropped]
    for place in found.added:
        shape.insert(place, 1)
    return call.reshaped(x, shape)


def _found(call: Call) -> _Slice:
    begins, ends, steps = (call.integers(index, "places") for index in (1, 2, 3))
    shape = call.shape(0)
    masks = {
        name: call.option(f"{name}_mask")
        for name in ("begin", "end", "ellipsis", "new_axis", "shrink_axis")
    }
    if not len(begins) == len(ends) == len(steps) or 0 in steps:
        raise RefusalError(f"its places are {begins}, {ends}, {steps}")

    def marked(name: str, number: int) -> bool:
        return bool(masks[name] >> number & 1)

    used = sum(
        not marked("new_axis", number) and not marked("ellipsis", number)
        for number in range(len(begins))
    )
    found, axis, place = _Slice(), 0, 0
    for number, (begin, end, step) in enumerate(zip(begins, ends, steps, strict=True)):
        if marked("ellipsis", number):
            axis, place = axis + len(shape) - used, place + len(shape) - used
            continue
        if marked("new_axis", number):
            found.added.append(place)
            place += 1
            continue
        if axis >= len(shape):
            raise RefusalError("it has more places than axes")
        if call.option("offset"):
            end += begin
        size = shape[axis]
        if marked("shrink_axis", number):
            if not -size <= begin < size:
                raise RefusalError(f"it has no element {begin} of {size}")
            begin, end, step = begin % size, begin % size + 1, 1
            found.dropped.append(axis)
        else:
            begin = (0 if step > 0 else size - 1) if marked("begin", number) else begin
            end = (_END if step > 0 else -_END) if marked("end", number) else end
            place += 1
        if not (step == 1 and begin == 0 and end >= size):
            found.starts.append(begin)
            found.ends.append(end)
            found.steps.append(step)
            found.axes.append(axis)
        axis += 1
    return found
