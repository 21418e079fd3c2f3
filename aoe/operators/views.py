"""View algebra: what transposing, slicing, reshaping and broadcasting do to strides and offset.

Every function gives the `View` of the result in the same buffer, so the operation costs nothing
when the model runs. Only a reshape may be impossible without moving data; then it is None and the
planner (`aoe.backends.cpu.memory.planner`) copies. NumPy is the model for all of it, and the oracle
in tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from math import prod
from operator import mul

from aoe.operators.operator import Operand, View


def apply_view(view: View, kind: str, arguments: Sequence[int]) -> View | None:
    """What a `ViewNode` of this kind and arguments makes of its input's view, or None if it cannot
    be done without a copy.
    """
    match kind:
        case "transpose":
            return transpose(view, arguments)
        case "reshape":
            return reshape(view, arguments)
        case "slice":
            return slice_view(view, arguments)
        case "broadcast":
            return broadcast(view, arguments)
    raise AssertionError(f"no view kind {kind!r}")


def transpose(view: View, permutation: Sequence[int]) -> View:
    """Dimension i of the result is dimension `permutation[i]` of the view."""
    return replace(
        view,
        shape=tuple(view.shape[dimension] for dimension in permutation),
        strides=tuple(view.strides[dimension] for dimension in permutation),
    )


def slice_view(view: View, arguments: Sequence[int]) -> View:
    """Every dimension cut to `length` elements from `start` by `step`: flattened (start, step,
    length) for each dimension, the start not negative.
    """
    starts, steps, lengths = arguments[0::3], arguments[1::3], arguments[2::3]
    return replace(
        view,
        shape=tuple(lengths),
        strides=tuple(stride * step for stride, step in zip(view.strides, steps, strict=True)),
        offset=view.offset
        + sum(stride * start for stride, start in zip(view.strides, starts, strict=True)),
    )


def broadcast(view: View, shape: Sequence[int]) -> View:
    """The view repeated to `shape` under NumPy's rules, repeated dimensions with stride 0."""
    added = len(shape) - len(view.shape)
    strides = tuple(
        stride if old == new else 0
        for old, new, stride in zip(view.shape, shape[added:], view.strides, strict=True)
    )
    return replace(view, shape=tuple(shape), strides=(0,) * added + strides)


def reshape(view: View, shape: Sequence[int]) -> View | None:
    """The same elements in row-major sequence under another shape; None if strides cannot say so.

    Runs of dimensions that lie as one are merged, then cut where the new shape cuts; a cut across
    two runs is what strides cannot express.
    """
    strides: list[int] = []
    runs = _runs(view)
    room, stride = 1, 0  # what is left of the current run, and its innermost stride
    for extent in reversed(shape):
        if extent == 1:
            strides.append(0)
            continue
        if room == 1:
            room, stride = next(runs, (1, 0))
        if extent == 0 or room % extent != 0:
            return _row_major(view, shape) if prod(shape) == 0 else None
        strides.append(stride)
        room, stride = room // extent, stride * extent
    return replace(view, shape=tuple(shape), strides=tuple(reversed(strides)))


def reshapeable(view: View, shape: Sequence[int]) -> View:
    """The view's elements dense in a buffer of their own, so that `reshape` to `shape` is possible,
    and otherwise in the view's own order of dimensions: channels stay last if they were.

    Dimensions that the reshape mixes stay together, row-major among themselves.
    """

    def innermost(group: Sequence[int]) -> int:
        steps = [abs(view.strides[d]) for d in group if view.shape[d] > 1]
        return min(steps, default=0)

    groups = sorted(_mixed(view.shape, shape), key=innermost, reverse=True)
    order = tuple(dimension for group in groups for dimension in group)
    return View.dense(Operand(view.dtype, view.shape, order))


def is_row_major(view: View) -> bool:
    """Whether the view is dense and row-major from the start of its buffer."""
    strides = _row_major(view, view.shape).strides
    lies_right = all(
        extent == 1 or ours == dense
        for extent, ours, dense in zip(view.shape, view.strides, strides, strict=True)
    )
    return view.offset == 0 and (lies_right or prod(view.shape) == 0)


def order_of(view: View) -> tuple[int, ...]:
    """The dimensions from the largest to the smallest stride; ties keep their sequence."""
    return tuple(
        sorted(range(len(view.shape)), key=lambda dimension: -abs(view.strides[dimension]))
    )


def _mixed(old: Sequence[int], new: Sequence[int]) -> list[list[int]]:
    """The smallest groups of neighbouring dimensions of `old` that become dimensions of `new` of
    their own.
    """
    ends = set(accumulate(new, mul))
    groups: list[list[int]] = [[]]
    for dimension, through in enumerate(accumulate(old, mul)):
        groups[-1].append(dimension)
        if through in ends:
            groups.append([])
    return [group for group in groups if group]


def _runs(view: View) -> Iterator[tuple[int, int]]:
    """(elements, innermost stride) of maximal runs of dimensions that can be one, last first."""
    elements, stride, outer = 1, 0, 0
    for extent, step in zip(reversed(view.shape), reversed(view.strides), strict=True):
        if extent == 1:
            continue
        if elements > 1 and step == outer:
            elements, outer = elements * extent, step * extent
            continue
        if elements > 1:
            yield elements, stride
        elements, stride, outer = extent, step, step * extent
    if elements > 1:
        yield elements, stride


def _row_major(view: View, shape: Sequence[int]) -> View:
    strides = tuple(prod(shape[dimension + 1 :]) for dimension in range(len(shape)))
    return replace(view, shape=tuple(shape), strides=strides)
