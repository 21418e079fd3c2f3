"""Padding."""

from __future__ import annotations

import numpy as np

from aoe.errors import counted, quoted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import choice, flag, known, operand, wholes
from aoe.frontends.mindspore.emitter import Emitter, ints
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Handler, Primitives

PRIMITIVES = Primitives()
_MODES = {"constant": "constant", "reflect": "reflect", "edge": "edge", "circular": "wrap"}


@PRIMITIVES.reads("Pad")
def _pad(emit: Emitter, x: Item, *, paddings: Item) -> Item:
    return _padded(emit, operand(x), _pairs(paddings), "constant")


@PRIMITIVES.reads("MirrorPad")
def _mirror_pad(emit: Emitter, x: Item, paddings: Item, mode: Item = "REFLECT") -> Item:
    if mode == "SYMMETRIC":
        return _symmetric(emit, operand(x), _pairs(paddings))
    if mode != "REFLECT":
        raise UnsupportedNodeError(f"its mode is {mode!r}")
    return _padded(emit, operand(x), _pairs(paddings), "reflect")


def _symmetric(emit: Emitter, value: Operand, pairs: list[tuple[int, int]]) -> Operand:
    """Pads with a mirror image that begins with the outermost element."""
    for place, (begin, end) in enumerate(pairs):
        size = shape_of(value)[place]
        if not (0 <= begin <= size and 0 <= end <= size):
            raise UnsupportedNodeError(f"it pads {counted(size, 'element')} by {begin} and {end}")
        if begin or end:
            indices = np.pad(np.arange(size, dtype=np.int64), (begin, end), "symmetric")
            value = emit.node("Gather", value, indices, axis=place)
    return value


@PRIMITIVES.reads("PadV3")
def _pad_last(
    emit: Emitter,
    x: Item,
    paddings: Item,
    constant_value: Item = None,
    *,
    mode: Item = "constant",
    paddings_contiguous: Item = True,
) -> Item:
    name = choice(mode, "mode", tuple(_MODES))
    amounts = wholes(paddings, "paddings")
    if flag(paddings_contiguous, "paddings_contiguous"):
        pairs = list(zip(amounts[::2], amounts[1::2], strict=True))
    else:
        half = len(amounts) // 2
        pairs = list(zip(amounts[:half], amounts[half:], strict=True))
    return _from_last(emit, operand(x), pairs, _MODES[name], constant_value)


@PRIMITIVES.reads("ConstantPadND")
def _constant_pad(emit: Emitter, x: Item, padding: Item, value: Item = 0.0) -> Item:
    amounts = wholes(padding, "padding")
    pairs = list(zip(amounts[::2], amounts[1::2], strict=True))
    return _from_last(emit, operand(x), pairs, "constant", value)


def _add_modes() -> None:
    def padding(mode: str) -> Handler:
        def read(emit: Emitter, x: Item, padding: Item) -> Item:
            amounts = wholes(padding, "padding")
            pairs = list(zip(amounts[::2], amounts[1::2], strict=True))
            return _from_last(emit, operand(x), pairs, mode, None)

        return read

    for rank in (1, 2, 3):
        PRIMITIVES.reads(f"ReflectionPad{rank}D")(padding("reflect"))
        PRIMITIVES.reads(f"ReplicationPad{rank}D")(padding("edge"))


_add_modes()


def _pairs(paddings: Item) -> list[tuple[int, int]]:
    """A begin and an end for each dimension."""
    found = known(paddings, "paddings")
    if not isinstance(found, tuple) or any(not isinstance(part, tuple) for part in found):
        raise UnsupportedNodeError(f"its paddings are {quoted(repr(found))}")
    return [(int(begin), int(end)) for begin, end in found]


def _from_last(
    emit: Emitter, value: Operand, pairs: list[tuple[int, int]], mode: str, filling: Item
) -> Operand:
    """Pads by pairs that start with the last dimension."""
    rest = len(shape_of(value)) - len(pairs)
    if rest < 0:
        raise UnsupportedNodeError("it pads more dimensions than there are")
    return _padded(emit, value, [(0, 0)] * rest + pairs[::-1], mode, filling)


def _padded(
    emit: Emitter,
    value: Operand,
    pairs: list[tuple[int, int]],
    mode: str,
    filling: Item = None,
) -> Operand:
    if len(pairs) != len(shape_of(value)):
        raise UnsupportedNodeError(
            f"it pads {len(pairs)} of {counted(len(shape_of(value)), 'dimension')}"
        )
    if not any(begin or end for begin, end in pairs):
        return value
    amounts = ints([*(begin for begin, _ in pairs), *(end for _, end in pairs)])
    constant = None
    if mode == "constant":
        number = known(0 if filling is None else filling, "value")
        constant = np.asarray(number).astype(dtype_of(value))
        if constant.size != 1:
            raise UnsupportedNodeError(f"its value is {number!r}")
        constant = constant.reshape(())
    return emit.node("Pad", value, amounts, constant, mode=mode)
