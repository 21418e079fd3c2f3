"""Sums, means, extremes and variances along dimensions; softmax; sorting."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from math import prod
from types import MappingProxyType

import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import (
    axes_of,
    axis_of,
    rank_of,
    require,
    row_shape_of,
    shape_of,
    tensor_of,
    type_of,
)
from aoe.torch.translate.table import Operators, Translator

OPERATORS = Operators()
#: What the elements of a tensor without elements are reduced to.
_OF_NOTHING: Mapping[str, float] = MappingProxyType(
    {"ReduceSum": 0, "ReduceProd": 1, "ReduceMean": math.nan}
)


def _add_tables() -> None:
    def reduction(kind: str) -> Translator:
        def translate(
            emit: Emitter,
            node: torch.fx.Node,
            a: torch.fx.Node,
            dim: int | Sequence[int] | None = None,
            keepdim: bool = False,
            **_: object,
        ) -> onnx_ir.Value:
            value = emit.value(a, type_of(node))
            if rank_of(a) == 0:
                return value
            if not tensor_of(a).numel():
                require(kind in _OF_NOTHING, "its tensor is empty")
                return emit.filled(_OF_NOTHING[kind], type_of(node), shape_of(node))
            axes = emit.integers(axes_of(dim, rank_of(a)))
            return emit.node(kind, value, axes, keepdims=int(keepdim))

        return translate

    table = OPERATORS.translators
    names = {
        "ReduceSum": ("sum", "sum.dim_IntList"),
        "ReduceMean": ("mean", "mean.dim"),
        "ReduceMax": ("amax", "max"),
        "ReduceMin": ("amin", "min"),
        "ReduceProd": ("prod", "prod.dim_int"),
    }
    for kind, operators in names.items():
        table.update(dict.fromkeys(operators, reduction(kind)))


_add_tables()


@OPERATORS.translates("any", "any.dim", "any.dims", "all", "all.dim", "all.dims")
def _any(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
) -> onnx_ir.Value:
    kind = "ReduceMax" if ".any" in str(node.target) else "ReduceMin"
    flags = emit.value(a)
    if type_of(a) != "bool":
        zero = emit.constant(0, type_of(a))
        flags = emit.node("Not", emit.node("Equal", flags, zero))
    if rank_of(a) == 0:
        return flags
    axes = emit.integers(axes_of(dim, rank_of(a)))
    found = emit.node(kind, emit.cast(flags, "int32"), axes, keepdims=int(keepdim))
    # The largest of no numbers is the least that there is, and no flag.
    return emit.node("Greater", found, emit.constant(0, "int32"))


@OPERATORS.translates("var_mean.correction", "var.correction")
def _variance(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    dim: int | Sequence[int] | None = None,
    *,
    correction: float | None = 1,
    keepdim: bool = False,
) -> onnx_ir.Value | Sequence[onnx_ir.Value]:
    shape, dtype = shape_of(a), type_of(a)
    axes = axes_of(dim, rank_of(a))
    count, given = prod(shape[axis] for axis in axes), 1 if correction is None else correction
    require(count > given, "it is of too few elements")
    along = emit.integers(axes)
    mean = emit.node("ReduceMean", emit.value(a), along, keepdims=1)
    apart = emit.node("Sub", emit.value(a), mean)
    square = emit.node("Mul", apart, apart)
    variance = emit.node("ReduceMean", square, along, keepdims=int(keepdim))
    if given:
        factor = emit.constant(count / (count - given), dtype)
        variance = emit.node("Mul", variance, factor)
    if "var_mean" not in str(node.target):
        return variance
    if not keepdim:
        kept = [size for axis, size in enumerate(shape) if axis not in axes]
        mean = emit.reshaped(mean, kept)
    return [variance, mean]


@OPERATORS.translates("argmax", "argmin")
def _extreme_index(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    dim: int | None = None,
    keepdim: bool = False,
) -> onnx_ir.Value:
    kind = "ArgMax" if "argmax" in str(node.target) else "ArgMin"
    value, axis = emit.value(a), 0 if dim is None else axis_of(dim, rank_of(a))
    require(tensor_of(a).numel() > 0, "its tensor is empty")
    if dim is None:
        value = emit.reshaped(value, [tensor_of(a).numel()])
    found = emit.node(kind, value, axis=axis, keepdims=int(keepdim and dim is not None))
    return emit.reshaped(found, shape_of(node)) if dim is None else found


@OPERATORS.translates("max.dim", "min.dim")
def _extreme(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, dim: int, keepdim: bool = False
) -> Sequence[onnx_ir.Value]:
    largest = ".max" in str(node.target)
    flags = type_of(a) == "bool"
    value = emit.value(a, "int32" if flags else None)
    if not rank_of(a):
        return [emit.value(a), emit.constant(0, "int64")]
    axis = axis_of(dim, rank_of(a))
    kinds = ("ReduceMax", "ArgMax") if largest else ("ReduceMin", "ArgMin")
    found = emit.node(kinds[0], value, emit.integers([axis]), keepdims=int(keepdim))
    if flags:
        found = emit.cast(found, "bool")
    return [found, emit.node(kinds[1], value, axis=axis, keepdims=int(keepdim))]


@OPERATORS.translates("cumsum")
def _cumsum(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, dim: int, **_: object
) -> onnx_ir.Value:
    if not rank_of(a):
        return emit.value(a, type_of(node))
    axis = emit.constant(axis_of(dim, rank_of(a)), "int64")
    return emit.node("CumSum", emit.value(a, type_of(node)), axis)


@OPERATORS.translates("cumprod")
def _cumprod(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, dim: int, **_: object
) -> onnx_ir.Value:
    """Products of 2, 4, 8 neighbours and so on: the operator set has no running product."""
    if not rank_of(a):
        return emit.value(a, type_of(node))
    axis, dtype, shape = axis_of(dim, rank_of(a)), type_of(node), list(shape_of(a))
    value, size, step = emit.value(a, dtype), shape[axis], 1
    while step < size:
        ones = emit.filled(1, dtype, [*shape[:axis], step, *shape[axis + 1 :]])
        moved = emit.node("Concat", ones, emit.part(value, axis, 0, size - step), axis=axis)
        value = emit.node("Mul", value, moved)
        step *= 2
    return value


@OPERATORS.translates("_softmax", "_log_softmax")
def _softmax(
    emit: Emitter, node: torch.fx.Node, a: torch.fx.Node, dim: int, half: bool = False
) -> onnx_ir.Value:
    kind = "LogSoftmax" if "_log_" in str(node.target) else "Softmax"
    value, axis = emit.row(a, type_of(node)), axis_of(dim, len(row_shape_of(a)))
    found = emit.node(kind, value, axis=axis)
    return found if rank_of(a) else emit.reshaped(found, [])


@OPERATORS.translates("topk", "sort", "sort.stable")
def _top(
    emit: Emitter,
    node: torch.fx.Node,
    a: torch.fx.Node,
    *arguments: int,
    dim: int | None = None,
    largest: bool | None = None,
    descending: bool = False,
    **_: object,
) -> Sequence[onnx_ir.Value]:
    """The largest or smallest elements in order, and their places. Equal ones keep their order.
    `sorted=False` leaves the order open, and eager mode's is that of its library's partial sort.
    """
    sorts = "sort" in str(node.target)
    shape, rest = row_shape_of(a), list(arguments)
    count = None if sorts else int(rest.pop(0))
    along = dim if dim is not None else int(rest[0]) if rest else -1
    axis = axis_of(along, len(shape))
    if largest is None:
        largest = bool(rest[1]) if len(rest) > 1 else descending or not sorts
    size = shape[axis] if count is None else count
    # ONNX orders no bfloat16. As float32 its elements are the same, in the same order.
    dtype = type_of(a)
    ordered = "float32" if dtype == "bfloat16" else dtype
    row, kept = emit.row(a, ordered), emit.integers([size])
    values, places = emit.nodes(2, "TopK", row, kept, axis=axis, largest=int(largest), sorted=1)
    if ordered != dtype:
        values = emit.cast(values, dtype)
    found = (values, places)
    return found if rank_of(a) else [emit.reshaped(item, []) for item in found]
