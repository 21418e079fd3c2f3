"""Sums, maxima and others over dimensions, and running sums."""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError
from aoe.frontends.single_operator.call import (
    Call,
    Tensor,
    axes,
    axis,
    integers,
    require_floating,
    scalar,
)
from aoe.frontends.single_operator.table import Function, Ints, OperatorTypes

TYPES = OperatorTypes()
_KINDS = {
    "ReduceSum": "ReduceSum", "ReduceMean": "ReduceMean", "ReduceMax": "ReduceMax",
    "ReduceMin": "ReduceMin", "ReduceProd": "ReduceProd",
}  # fmt: skip
_LOGIC = {"ReduceAll": "ReduceMin", "ReduceAny": "ReduceMax"}


def _reduced(call: Call, kind: str, x: Tensor, numbers: Ints, keep: bool) -> Operand:
    if not numbers:
        raise UnsupportedNodeError("its axes are empty; name the dimensions to reduce")
    if kind == "ReduceMean":
        require_floating(x)
    places = integers(axes(numbers, x.rank))
    return call.node(kind, x, places, keepdims=int(keep))


def _by_input(kind: str) -> Function:
    def function(
        call: Call,
        x: Tensor,
        axes: Tensor,
        *,
        keep_dims: bool = False,
        noop_with_empty_axes: bool = True,
    ) -> Operand:
        return _reduced(call, kind, x, call.integers(axes), keep_dims)

    return function


def _by_attribute(kind: str) -> Function:
    def function(call: Call, x: Tensor, *, axes: Ints, keep_dims: bool = False) -> Operand:
        return _reduced(call, kind, x, axes, keep_dims)

    return function


for _name, _kind in _KINDS.items():
    TYPES.reads(_name)(_by_input(_kind))
    TYPES.reads(f"{_name}D")(_by_attribute(_kind))


def _logic(kind: str) -> Function:
    def function(call: Call, x: Tensor, *, axes: Ints, keep_dims: bool = False) -> Operand:
        if x.dtype != np.bool_:
            raise UnsupportedNodeError(f"its input has {x.dtype} elements; use bool")
        wide = Tensor(x.name, call.cast(x, np.dtype(np.int32)), x.format)
        return call.cast(_reduced(call, kind, wide, axes, keep_dims), np.dtype(np.bool_))

    return function


for _name, _kind in _LOGIC.items():
    TYPES.reads(f"{_name}D", input_forms={_name: ("x", "axes")})(_logic(_kind))


def _index(call: Call, kind: str, x: Tensor, number: int) -> Operand:
    """The position of the first maximum or minimum, in the described type."""
    dtype = call.dtype()
    if dtype not in (np.dtype(np.int32), np.dtype(np.int64)):
        raise UnsupportedNodeError(f"its output has {dtype} elements; use int32 or int64")
    return call.cast(call.node(kind, x, axis=axis(number, x.rank), keepdims=0), dtype)


@TYPES.reads("ArgMaxD", input_forms={"ArgMaxV2": ("x", "dimension")})
def _argmax(call: Call, x: Tensor, *, dimension: int, dtype: int = 3) -> Operand:
    return _index(call, "ArgMax", x, dimension)


@TYPES.reads("ArgMinD", input_forms={"ArgMin": ("x", "dimension")})
def _argmin(call: Call, x: Tensor, *, dimension: int, dtype: int = 3) -> Operand:
    return _index(call, "ArgMin", x, dimension)


@TYPES.reads("ArgMaxWithValue", "ArgMinWithValue", results=("indice", "values"))
def _index_and_value(
    call: Call, x: Tensor, *, dimension: int, keep_dims: bool = False
) -> tuple[Operand, ...]:
    """The position of the first extreme in the described type, and the extreme."""
    kind = "Max" if call.op == "ArgMaxWithValue" else "Min"
    number, keep = axis(dimension, x.rank), int(keep_dims)
    place = call.node(f"Arg{kind}", x, axis=number, keepdims=keep)
    value = call.node(f"Reduce{kind}", x, integers([number]), keepdims=keep)
    return call.cast(place, call.dtype()), value


@TYPES.reads("SquareSumV1", results=("output1",))
def _square_sum(call: Call, input_x: Tensor, *, axis: Ints, keep_dims: bool = True) -> Operand:
    require_floating(input_x)
    places = integers(axes(axis, input_x.rank))
    return call.node(
        "ReduceSum", call.node("Mul", input_x, input_x), places, keepdims=int(keep_dims)
    )


@TYPES.reads("CumsumD", input_forms={"Cumsum": ("x", "axis")})
def _running_sum(
    call: Call, x: Tensor, *, axis: int, exclusive: bool = False, reverse: bool = False
) -> Operand:
    return _running(call, x, axis, exclusive, reverse)


def _running(call: Call, x: Tensor, number: int, exclusive: bool, reverse: bool) -> Operand:
    place = np.asarray(axis(number, x.rank), np.int64)
    return call.node("CumSum", x, place, exclusive=int(exclusive), reverse=int(reverse))


@TYPES.reads("L2Loss")
def _half_square(call: Call, x: Tensor) -> Operand:
    """Half the sum of the squares."""
    require_floating(x)
    squares = call.node("Mul", x, x)
    total = call.node("ReduceSum", squares, integers(range(x.rank)), keepdims=0)
    return call.node("Mul", total, scalar(0.5, x))


@TYPES.reads("TopK", "TopKV2", results=("values", "indices"))
def _largest(
    call: Call, x: Tensor, k: Tensor, *, sorted: bool = True, largest: bool = True, dim: int = -1
) -> tuple[Operand, ...]:
    """Elements in order, also where any order would do, and their positions as described."""
    count = call.integer(k)
    place = axis(dim, x.rank)
    if not 0 <= count <= x.shape[place]:
        raise UnsupportedNodeError(f"its k is {count} of {x.shape[place]} elements")
    values, places = call.nodes(
        "TopK", 2, x, integers([count]), axis=place, largest=int(largest), sorted=1
    )
    dtype = call.dtype(1) if len(call.outputs) > 1 else np.dtype(np.int32)
    return values, call.cast(places, dtype)
