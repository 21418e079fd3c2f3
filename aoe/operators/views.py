"""View algebra: what transposing, slicing, reshaping and broadcasting do to strides and offset.

Each function returns the `View` of the result in the same buffer, so the operation takes no time
when the model runs. Only a reshape may need a copy; the result is then None, and the memory planner
of the backend copies. All functions do what NumPy does, and tests compare with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from math import prod
from operator import mul

from aoe.operators.operator import Operand, View


def apply_view(view: View, kind: str, arguments: Sequence[int]) -> View | None:
    """The view that a `ViewNode` of this kind and these arguments makes of its input's view; None
    if it needs a copy.
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
    """The view with each dimension cut to `length` elements, from `start` on, in steps of `step`.

    Args:
        view: The view to cut.
        arguments: Start, step and length of each dimension, flattened. No start is negative.
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
    """The view broadcast to `shape` as by NumPy: repeated dimensions have stride 0."""
    added = len(shape) - len(view.shape)
    strides = tuple(
        stride if old == new else 0
        for old, new, stride in zip(view.shape, shape[added:], view.strides, strict=True)
    )
    return replace(view, shape=tuple(shape), strides=(0,) * added + strides)


def reshape(view: View, shape: Sequence[int]) -> View | None:
    """The same elements, row-major, in another shape; None if no strides describe that.

    Neighbouring dimensions that lie as one are merged into runs. The runs are then cut as the new
    shape demands. A dimension of the new shape that crosses two runs has no stride.
    """
    strides: list[int] = []
    runs = _runs(view)
    left, stride = 1, 0  # elements left of the current run, and its innermost stride
    for size in reversed(shape):
        if size == 1:
            strides.append(0)
            continue
        if left == 1:
            left, stride = next(runs, (1, 0))
        if size == 0 or left % size != 0:
            return _row_major(view, shape) if prod(shape) == 0 else None
        strides.append(stride)
        left, stride = left // size, stride * size
    return replace(view, shape=tuple(shape), strides=tuple(reversed(strides)))


def reshapeable(view: View, shape: Sequence[int]) -> View:
    """A dense view of the same shape that `reshape` to `shape` is possible for.

    Dimensions that the reshape mixes lie together, row-major. Otherwise the dimension order of the
    view stays: channels that were last stay last.
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
        size == 1 or ours == dense
        for size, ours, dense in zip(view.shape, view.strides, strides, strict=True)
    )
    return view.offset == 0 and (lies_right or prod(view.shape) == 0)


def order_of(view: View) -> tuple[int, ...]:
    """The dimensions from the largest to the smallest stride; equal ones in their sequence."""
    return tuple(
        sorted(range(len(view.shape)), key=lambda dimension: -abs(view.strides[dimension]))
    )


def _mixed(old: Sequence[int], new: Sequence[int]) -> list[list[int]]:
    """The smallest groups of neighbouring dimensions of `old` that become whole dimensions of
    `new`.
    """
    ends = set(accumulate(new, mul))
    groups: list[list[int]] = [[]]
    for dimension, through in enumerate(accumulate(old, mul)):
        groups[-1].append(dimension)
        if through in ends:
            groups.append([])
    return [group for group in groups if group]


def _runs(view: View) -> Iterator[tuple[int, int]]:
    """Elements and innermost stride of each longest run of dimensions that lie as one, the last run
    first.
    """
    elements, stride, outer = 1, 0, 0
    for size, step in zip(reversed(view.shape), reversed(view.strides), strict=True):
        if size == 1:
            continue
        if elements > 1 and step == outer:
            elements, outer = elements * size, step * size
            continue
        if elements > 1:
            yield elements, stride
        elements, stride, outer = size, step, step * size
    if elements > 1:
        yield elements, stride


def _row_major(view: View, shape: Sequence[int]) -> View:
    strides = tuple(prod(shape[dimension + 1 :]) for dimension in range(len(shape)))
    return replace(view, shape=tuple(shape), strides=strides)
