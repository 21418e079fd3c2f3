"""Reductions, and the indices of extremes."""

from __future__ import annotations

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import axes as axes_of
from aoe.frontends.mindspore.arguments import axis as axis_of
from aoe.frontends.mindspore.arguments import element_type, flag, names_axes, operand, whole
from aoe.frontends.mindspore.emitter import Emitter, ints, is_real
from aoe.frontends.mindspore.items import Item, Unknown
from aoe.frontends.mindspore.table import Handler, Primitives
from aoe.frontends.shared_operators.running_totals import (
    running_extreme,
    running_log_sum_exp,
    running_product,
)

PRIMITIVES = Primitives()


def _reduced(emit: Emitter, kind: str, value: Operand, axes: Item, keeps: Item) -> Operand:
    if kind == "ReduceMean" and not is_real(dtype_of(value)):
        raise UnsupportedNodeError("it takes the average of integers")
    found = axes_of(axes, value)
    keepdims = int(flag(keeps, "keep_dims"))
    return emit.node(kind, value, ints(found), keepdims=keepdims) if found else value


def _add_tables() -> None:
    def plain(kind: str) -> Handler:
        def read(emit: Emitter, x: Item, axis: Item = (), keep_dims: Item = False) -> Item:
            return _reduced(emit, kind, operand(x), axis, keep_dims)

        return read

    def typed(kind: str) -> Handler:
        def read(
            emit: Emitter, x: Item, dim: Item = None, keepdim: Item = False, dtype: Item = None
        ) -> Item:
            value = operand(x)
            if dtype is not None:
                value = emit.cast(value, element_type(dtype))
            elif not is_real(dtype_of(value)):
                value = emit.cast(value, np.int64)
            return _reduced(emit, kind, value, dim, keepdim)

        return read

    for name, kind in (
        ("ReduceMean", "ReduceMean"), ("ReduceMax", "ReduceMax"), ("ReduceMin", "ReduceMin"),
        ("ReduceProd", "ReduceProd"), ("Max", "ReduceMax"), ("Min", "ReduceMin"),
    ):  # fmt: skip
        PRIMITIVES.reads(name)(plain(kind))
    for name, kind in (("SumExt", "ReduceSum"), ("ProdExt", "ReduceProd")):
        PRIMITIVES.reads(name)(typed(kind))


_add_tables()


@PRIMITIVES.reads("MeanExt")
def _mean(
    emit: Emitter, x: Item, dim: Item = None, keepdim: Item = False, dtype: Item = None
) -> Item:
    value = operand(x) if dtype is None else emit.cast(operand(x), element_type(dtype))
    return _reduced(emit, "ReduceMean", value, dim, keepdim)


@PRIMITIVES.reads("ReduceSum")
def _sum(
    emit: Emitter, x: Item, axis: Item = (), keep_dims: Item = False, skip_mode: Item = False
) -> Item:
    value = operand(x)
    if flag(skip_mode, "skip_mode") and not names_axes(axis):
        return value
    if dtype_of(value).kind == "b":
        raise UnsupportedNodeError("it adds truth values")
    return _reduced(emit, "ReduceSum", value, axis, keep_dims)


@PRIMITIVES.reads("ReduceAll", "All")
def _all(emit: Emitter, x: Item, axis: Item = None, keep_dims: Item = False) -> Item:
    numbers = emit.cast(emit.cast(operand(x), bool), np.int32)
    return emit.cast(_reduced(emit, "ReduceMin", numbers, axis, keep_dims), bool)


@PRIMITIVES.reads("ReduceAny", "Any", "AnyExt")
def _any(emit: Emitter, x: Item, axis: Item = None, keep_dims: Item = False) -> Item:
    numbers = emit.cast(emit.cast(operand(x), bool), np.int32)
    found = _reduced(emit, "ReduceMax", numbers, axis, keep_dims)
    # The largest of no numbers is the least that there is, and no flag.
    return emit.node("Greater", found, np.asarray(0, np.int32))


@PRIMITIVES.reads("LogSumExp")
def _log_sum_exp(emit: Emitter, x: Item, dim: Item, keepdim: Item = False) -> Item:
    return _reduced(emit, "ReduceLogSumExp", operand(x), dim, keepdim)


def _moments(
    emit: Emitter, value: Operand, dim: Item, correction: Item, keeps: Item
) -> tuple[Operand, Operand]:
    """The variance with Bessel's correction, and the mean."""
    axes = axes_of(dim, value)
    count = int(np.prod([shape_of(value)[k] for k in axes], dtype=np.int64))
    divisor = count - whole(correction, "correction")
    if divisor < 1:
        raise UnsupportedNodeError(f"its variance is of {counted(count, 'element')}")
    mean = emit.node("ReduceMean", value, ints(axes), keepdims=1)
    distance = emit.node("Sub", value, mean)
    total = _reduced(emit, "ReduceSumSquare", distance, axes, keeps)
    variance = emit.binary("Div", total, float(divisor))
    return variance, _reduced(emit, "ReduceMean", value, axes, keeps)


@PRIMITIVES.reads("Var")
def _variance(
    emit: Emitter, x: Item, dim: Item = None, correction: Item = 1, keepdim: Item = False
) -> Item:
    return _moments(emit, operand(x), dim, correction, keepdim)[0]


@PRIMITIVES.reads("VarMean")
def _variance_and_mean(
    emit: Emitter, x: Item, dim: Item = None, correction: Item = 1, keepdim: Item = False
) -> Item:
    return _moments(emit, operand(x), dim, correction, keepdim)


@PRIMITIVES.reads("Std")
def _deviation(
    emit: Emitter, x: Item, dim: Item = None, correction: Item = 1, keepdim: Item = False
) -> Item:
    return emit.node("Sqrt", _moments(emit, operand(x), dim, correction, keepdim)[0])


@PRIMITIVES.reads("StdMean")
def _deviation_and_mean(
    emit: Emitter, x: Item, dim: Item = None, correction: Item = 1, keepdim: Item = False
) -> Item:
    variance, mean = _moments(emit, operand(x), dim, correction, keepdim)
    return emit.node("Sqrt", variance), mean


@PRIMITIVES.reads("ReduceStd")
def _deviation_reduced(
    emit: Emitter, x: Item, axis: Item = (), unbiased: Item = True, keep_dims: Item = False
) -> Item:
    correction = int(flag(unbiased, "unbiased"))
    return _deviation_and_mean(emit, x, axis, correction, keep_dims)


@PRIMITIVES.reads("Argmax", "ArgMax")
def _argmax(emit: Emitter, x: Item, axis: Item = -1, output_type: Item = 34) -> Item:
    return emit.cast(_index(emit, "ArgMax", operand(x), axis, 0), element_type(output_type))


@PRIMITIVES.reads("Argmin", "ArgMin")
def _argmin(emit: Emitter, x: Item, axis: Item = -1, output_type: Item = 34) -> Item:
    return emit.cast(_index(emit, "ArgMin", operand(x), axis, 0), element_type(output_type))


@PRIMITIVES.reads("ArgMaxExt")
def _argmax_extended(emit: Emitter, x: Item, dim: Item = None, keepdim: Item = False) -> Item:
    return _index_extended(emit, "ArgMax", operand(x), dim, keepdim)


@PRIMITIVES.reads("ArgMinExt")
def _argmin_extended(emit: Emitter, x: Item, dim: Item = None, keepdim: Item = False) -> Item:
    return _index_extended(emit, "ArgMin", operand(x), dim, keepdim)


def _index_extended(emit: Emitter, kind: str, value: Operand, dim: Item, keepdim: Item) -> Operand:
    if dim is None:
        size = int(np.prod(shape_of(value), dtype=np.int64))
        return _index(emit, kind, emit.reshaped(value, (size,)), 0, 0)
    return _index(emit, kind, value, dim, int(flag(keepdim, "keepdim")))


def _index(emit: Emitter, kind: str, value: Operand, axis: Item, keeps: int) -> Operand:
    return emit.node(kind, value, axis=axis_of(axis, value), keepdims=keeps)


@PRIMITIVES.reads("ArgMaxWithValue")
def _max_with_index(emit: Emitter, x: Item, axis: Item = 0, keep_dims: Item = False) -> Item:
    value, keeps = operand(x), int(flag(keep_dims, "keep_dims"))
    index = _index(emit, "ArgMax", value, axis, keeps)
    return index, _reduced(emit, "ReduceMax", value, (axis_of(axis, value),), keep_dims)


@PRIMITIVES.reads("ArgMinWithValue")
def _min_with_index(emit: Emitter, x: Item, axis: Item = 0, keep_dims: Item = False) -> Item:
    value, keeps = operand(x), int(flag(keep_dims, "keep_dims"))
    index = _index(emit, "ArgMin", value, axis, keeps)
    return index, _reduced(emit, "ReduceMin", value, (axis_of(axis, value),), keep_dims)


@PRIMITIVES.reads("MaxDim")
def _largest_of_dimension(emit: Emitter, x: Item, dim: Item, keepdim: Item = False) -> Item:
    value, keeps = operand(x), int(flag(keepdim, "keepdim"))
    found = _reduced(emit, "ReduceMax", value, (axis_of(dim, value),), keepdim)
    return found, _index(emit, "ArgMax", value, dim, keeps)


@PRIMITIVES.reads("MinDim")
def _smallest_of_dimension(emit: Emitter, x: Item, dim: Item, keepdim: Item = False) -> Item:
    value, keeps = operand(x), int(flag(keepdim, "keepdim"))
    found = _reduced(emit, "ReduceMin", value, (axis_of(dim, value),), keepdim)
    return found, _index(emit, "ArgMin", value, dim, keeps)


@PRIMITIVES.reads("Median")
def _median(
    emit: Emitter,
    x: Item,
    *,
    global_median: Item = False,
    axis: Item = 0,
    keep_dims: Item = False,
    ignore_nan: Item = False,
) -> Item:
    if flag(ignore_nan, "ignore_nan"):
        raise UnsupportedNodeError("it leaves out NaN")
    if flag(global_median, "global_median"):
        return _whole_median(emit, x), Unknown("the place of a median of all elements is not read")
    return _middle(emit, operand(x), axis, keep_dims)


@PRIMITIVES.reads("MedianDim")
def _median_of_dimension(emit: Emitter, input: Item, dim: Item = -1, keepdim: Item = False) -> Item:
    return _middle(emit, operand(input), dim, keepdim)


@PRIMITIVES.reads("MedianExt")
def _whole_median(emit: Emitter, input: Item) -> Operand:
    value = operand(input)
    size = int(np.prod(shape_of(value), dtype=np.int64))
    return _middle(emit, emit.reshaped(value, (size,)), 0, False)[0]


def _middle(emit: Emitter, value: Operand, dim: Item, keeps: Item) -> tuple[Operand, Operand]:
    """The median along an axis, of two in the middle the smaller one, and its place."""
    axis = axis_of(dim, value)
    last = (shape_of(value)[axis] - 1) // 2
    found = emit.nodes("TopK", 2, value, ints([last + 1]), axis=axis, largest=0)
    middle = [
        emit.node("Slice", item, ints([last]), ints([last + 1]), ints([axis])) for item in found
    ]
    if not flag(keeps, "keepdim"):
        middle = [emit.node("Squeeze", item, ints([axis])) for item in middle]
    return middle[0], middle[1]


@PRIMITIVES.reads("CumSum")
def _running_sum(
    emit: Emitter, x: Item, axis: Item, exclusive: Item = False, reverse: Item = False
) -> Item:
    return emit.node(
        "CumSum",
        operand(x),
        np.asarray(axis_of(axis, operand(x)), np.int64),
        exclusive=int(flag(exclusive, "exclusive")),
        reverse=int(flag(reverse, "reverse")),
    )


@PRIMITIVES.reads("CumProd")
def _running_product(
    emit: Emitter, x: Item, axis: Item, exclusive: Item = False, reverse: Item = False
) -> Item:
    return running_product(
        emit.builder,
        operand(x),
        axis_of(axis, operand(x)),
        exclusive=flag(exclusive, "exclusive"),
        reverse=flag(reverse, "reverse"),
    )


@PRIMITIVES.reads("Cummax")
def _running_largest(emit: Emitter, input: Item, axis: Item = 0) -> Item:
    value = operand(input)
    return running_extreme(emit.builder, value, axis_of(axis, value), "Max")


@PRIMITIVES.reads("CumminExt")
def _running_smallest(emit: Emitter, input: Item, axis: Item = 0) -> Item:
    value = operand(input)
    return running_extreme(emit.builder, value, axis_of(axis, value), "Min")


@PRIMITIVES.reads("Cummin")
def _running_smallest_int32(emit: Emitter, input: Item, axis: Item = 0) -> Item:
    """As `CumminExt` and `Cummax`, but its places are int32."""
    value = operand(input)
    found, places = running_extreme(emit.builder, value, axis_of(axis, value), "Min")
    return found, emit.cast(places, np.int32)


@PRIMITIVES.reads("CumulativeLogsumexp")
def _running_logarithm(
    emit: Emitter, x: Item, axis: Item, *, exclusive: Item = False, reverse: Item = False
) -> Item:
    value = operand(x)
    return running_log_sum_exp(
        emit.builder,
        value,
        axis_of(axis, value),
        exclusive=flag(exclusive, "exclusive"),
        reverse=flag(reverse, "reverse"),
    )


@PRIMITIVES.reads("CumsumExt")
def _running_sum_typed(emit: Emitter, x: Item, dim: Item, dtype: Item = None) -> Item:
    value = operand(x)
    if dtype is not None:
        value = emit.cast(value, element_type(dtype))
    elif not is_real(dtype_of(value)):
        value = emit.cast(value, np.int64)
    return _running_sum(emit, value, dim)
