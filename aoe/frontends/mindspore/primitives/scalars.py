"""Arithmetic of Python's numbers, which models do with sizes. A condition may be of a tensor."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import onnx_ir

from aoe.errors import quoted
from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.mindspore.arguments import element_type, known, real
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Handler, Primitives

PRIMITIVES = Primitives()
#: Largest exponent and base of a power, and the largest of other results.
_LARGEST = 1 << 62
_BINARY: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {
        "Add": operator.add, "Sub": operator.sub, "Mul": operator.mul, "Div": operator.truediv,
        "FloorDiv": operator.floordiv, "Floordiv": operator.floordiv, "Mod": operator.mod,
        "Eq": operator.eq, "Ne": operator.ne, "Gt": operator.gt, "Lt": operator.lt,
        "Ge": operator.ge, "Le": operator.le, "Max": max, "Min": min,
    }
)  # fmt: skip


def _number(item: Item) -> int | float:
    found = known(item, "operand")
    if not isinstance(found, int | float):
        raise UnsupportedNodeError(f"an operand is {quoted(repr(found))}, not a number")
    return found


def _add_tables() -> None:
    def binary(compute: Callable[[Any, Any], Any]) -> Handler:
        def read(emit: Emitter, x: Item, y: Item) -> Item:
            found = compute(_number(x), _number(y))
            if isinstance(found, int) and abs(found) > _LARGEST:
                raise UnsupportedNodeError("its result is too large")
            return found

        return read

    for name, compute in _BINARY.items():
        read = binary(compute)
        PRIMITIVES.reads(f"Scalar{name}", f"scalar_{name.lower()}")(read)


_add_tables()


@PRIMITIVES.reads("ScalarPow", "scalar_pow")
def _power(emit: Emitter, x: Item, y: Item) -> Item:
    base, exponent = _number(x), _number(y)
    if abs(exponent) > 62 or abs(base) > 1e15:
        raise UnsupportedNodeError("its result may be too large")
    return base**exponent


@PRIMITIVES.reads("ScalarUsub", "scalar_usub")
def _negative(emit: Emitter, x: Item) -> Item:
    return -_number(x)


@PRIMITIVES.reads("ScalarUadd", "scalar_uadd")
def _positive(emit: Emitter, x: Item) -> Item:
    return _number(x)


@PRIMITIVES.reads("ScalarBool", "bool_")
def _truth(emit: Emitter, x: Item) -> Item:
    return bool(_number(x))


@PRIMITIVES.reads("BoolNot", "bool_not")
def _not(emit: Emitter, x: Item) -> Item:
    return not _number(x)


@PRIMITIVES.reads("bool_and", "BoolAnd")
def _and(emit: Emitter, x: Item, y: Item) -> Item:
    return bool(_number(x)) and bool(_number(y))


@PRIMITIVES.reads("bool_or", "BoolOr")
def _or(emit: Emitter, x: Item, y: Item) -> Item:
    return bool(_number(x)) or bool(_number(y))


@PRIMITIVES.reads("Cond")
def _condition(emit: Emitter, x: Item, *_: Item) -> Item:
    return emit.cast(x, bool) if isinstance(x, onnx_ir.Value) else bool(known(x, "condition"))


@PRIMITIVES.reads("ScalarCast", "scalar_cast")
def _cast(emit: Emitter, x: Item, dtype: Item) -> Item:
    return element_type(dtype).type(real(x, "operand")).item()
