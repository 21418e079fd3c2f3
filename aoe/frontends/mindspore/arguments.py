"""Arguments of primitives as Python values.

A size may be an int, a tuple or a tensor whose elements are known; a mode a text or, since
MindSpore 2, the number of an enumeration. What depends on data is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.errors import counted, quoted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.mindspore.items import ElementType, Item
from aoe.frontends.mindspore.state import Held
from aoe.frontends.mindspore.values import DTYPES
from aoe.operators.axes import axis_from_front

#: Element types by their number in an operand: `TypeId` of MindSpore, and of a tensor's message.
_TYPE_IDS: Mapping[int, np.dtype] = MappingProxyType(
    {
        number: np.dtype(name)
        for number, name in (
            *((30, "bool"), (32, "int8"), (33, "int16"), (34, "int32"), (35, "int64")),
            *((37, "uint8"), (38, "uint16"), (39, "uint32"), (40, "uint64")),
            *((42, "float16"), (43, "float32"), (44, "float64")),
        )
    }
    | {45: DTYPES[16]}
)


def operand(item: Item, what: str = "an operand") -> Operand:
    """A tensor; a number becomes one of MindSpore's default type."""
    if isinstance(item, Held):
        item = item.value
    if isinstance(item, onnx_ir.Value | np.ndarray):
        return item
    if isinstance(item, bool | int | float):
        return np.asarray(item, np.float32 if isinstance(item, float) else None)
    raise UnsupportedNodeError(f"{what} is a {type(item).__name__}, not a tensor")


def of_rank(item: Item, what: str, rank: int, *, exact: bool = False) -> Operand:
    """A tensor with as many dimensions, or more. Raises `UnsupportedNodeError` for others.

    Args:
        item: The argument.
        what: What a message calls it.
        rank: The number of dimensions.
        exact: Whether there may be no more.
    """
    found = operand(item, f"its {what}")
    count = len(shape_of(found))
    if count < rank or (exact and count > rank):
        more = "" if exact else " or more"
        raise UnsupportedNodeError(
            f"its {what} has the shape {list(shape_of(found))}, not {rank}{more} dimensions"
        )
    return found


def operands(item: Item) -> tuple[Operand, ...]:
    """The tensors of a tuple."""
    if not isinstance(item, tuple):
        return (operand(item),)
    return tuple(operand(part) for part in item)


def known(item: Item, what: str) -> Item:
    """A number or a tuple of them, also out of an array."""
    if isinstance(item, onnx_ir.Value):
        raise UnsupportedNodeError(f"its {what} depends on data")
    if isinstance(item, np.ndarray):
        return as_tuple(item.tolist())
    if isinstance(item, tuple):
        return tuple(known(part, what) for part in item)
    return item


def as_tuple(item: Item) -> Item:
    """Lists as tuples."""
    return tuple(map(as_tuple, item)) if isinstance(item, list) else item


def whole(item: Item, what: str) -> int:
    """An integer; also of a tensor or tuple with one."""
    found = known(item, what)
    while isinstance(found, tuple) and len(found) == 1:
        (found,) = found
    if not isinstance(found, int):
        raise UnsupportedNodeError(f"its {what} is {quoted(repr(found))}, not an integer")
    return int(found)


def wholes(item: Item, what: str) -> tuple[int, ...]:
    """Integers: of a tuple, a tensor, or one alone."""
    found = known(item, what)
    parts = found if isinstance(found, tuple) else (found,)
    if not all(isinstance(part, int) for part in parts):
        raise UnsupportedNodeError(f"its {what} is {quoted(repr(found))}, not integers")
    return tuple(int(part) for part in parts)


def real(item: Item, what: str) -> float:
    """A number."""
    found = known(item, what)
    while isinstance(found, tuple) and len(found) == 1:
        (found,) = found
    if not isinstance(found, int | float):
        raise UnsupportedNodeError(f"its {what} is {quoted(repr(found))}, not a number")
    return float(found)


def flag(item: Item, what: str) -> bool:
    """A truth value."""
    found = known(item, what)
    if not isinstance(found, int | float):
        raise UnsupportedNodeError(f"its {what} is {quoted(repr(found))}, not a truth value")
    return bool(found)


def choice(item: Item, what: str, names: Sequence[str]) -> str:
    """One of some names, in lower case, or its number in an enumeration."""
    number = item if not isinstance(item, np.ndarray) else item.item()
    if isinstance(number, int) and 0 <= number < len(names):
        return names[number]
    if isinstance(item, str) and item.lower() in names:
        return item.lower()
    raise UnsupportedNodeError(f"its {what} is {item!r}, which is not read")


def pad_mode(item: Item) -> str:
    """How a window operator pads."""
    return choice(item, "pad_mode", ("pad", "same", "valid"))


def require_channels_first(data_format: Item) -> None:
    """Refuses layouts with the channels last."""
    if data_format not in (None, 0, "NCHW", "NCDHW", "NCW", "DefaultFormat"):
        raise UnsupportedNodeError(f"its layout is {data_format!r}; export it with NCHW")


def element_type(item: Item) -> np.dtype:
    """An element type: its number, its name, or what a tensor message names."""
    if isinstance(item, ElementType):
        return item.dtype
    found = known(item, "type")
    if isinstance(found, int) and found in _TYPE_IDS:
        return _TYPE_IDS[found]
    if isinstance(found, str):
        name = found.lower().removesuffix("_")
        for dtype in _TYPE_IDS.values():
            if dtype.name == name:
                return dtype
    raise UnsupportedNodeError(f"its type is {quoted(repr(found))}, which is not read")


#: A dimension counted from 0. The node is refused if there is none such.
dimension = partial(axis_from_front, refusal=UnsupportedNodeError)


def axis(item: Item, value: Operand, what: str = "axis") -> int:
    """A dimension of a tensor, counted from 0."""
    return dimension(whole(item, what), len(shape_of(value)))


def axes(item: Item, value: Operand) -> tuple[int, ...]:
    """Dimensions of a tensor, counted from 0; all of them for None and an empty tuple."""
    rank = len(shape_of(value))
    if not names_axes(item):
        return tuple(range(rank))
    return tuple(dimension(number, rank) for number in wholes(item, "axis"))


def names_axes(item: Item) -> bool:
    """Whether dimensions are named, and not all are meant: None or no numbers."""
    return item is not None and bool(wholes(item, "axis"))


def spread(item: Item, rank: int, what: str) -> tuple[int, ...]:
    """One integer for each of `rank` dimensions: the last of those given, or one for all."""
    found = wholes(item, what)
    if len(found) == 1:
        return found * rank
    if len(found) < rank:
        raise UnsupportedNodeError(f"its {what} is {found} for {counted(rank, 'dimension')}")
    return found[len(found) - rank :]
