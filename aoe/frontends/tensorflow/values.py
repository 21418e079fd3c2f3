"""What a value of TensorFlow is while a model is read.

A value is an array where it is known, else a value of the graph that is built. Some have a form of
their own: one that is held channels first, a list of tensors, a variable, what no branch computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, dtype_of, shape_of


class Refusal(Exception):  # noqa: N818
    """A node is not computed; the text says why."""


@dataclass(frozen=True, slots=True, eq=False)
class ChannelsFirst:
    """A value with channels last that is held with channels first, as ONNX computes it.

    Attributes:
        held: The value, (batch, channels, …).
    """

    held: onnx_ir.Value


@dataclass(frozen=True, slots=True, eq=False)
class SpaceToBatch:
    """What SpaceToBatchND makes of a value of four dimensions, not yet moved.

    A convolution of it is a dilated one of the value.

    Attributes:
        value: The value.
        block: The size of blocks along height and width.
        pads: Zeros to add before and behind height and width.
    """

    value: Tensor
    block: tuple[int, int]
    pads: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))


@dataclass(frozen=True, slots=True, eq=False)
class TensorList:
    """A list of tensors: TensorFlow's TensorList or the state of a TensorArray.

    Attributes:
        items: Its tensors; None for those that were never set.
        dtype: Their element type.
        element: Their shape, as far as it is known; -1 for open sizes, None for an open rank.
    """

    items: tuple[Tensor | Slice | None, ...]
    dtype: np.dtype
    element: tuple[int, ...] | None = None

    def replaced(self, items: Sequence[Tensor | Slice | None]) -> TensorList:
        """A list like it of other items."""
        return TensorList(tuple(items), self.dtype, self.element)


@dataclass(frozen=True, slots=True)
class Slice:
    """One slice along the first axis, not yet taken. Equal slices are the same.

    Attributes:
        whole: What it is a slice of.
        index: Its number.
    """

    whole: onnx_ir.Value
    index: int


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Rows whose number depends on data, at most as many as the value has.

    Attributes:
        value: The rows.
    """

    value: onnx_ir.Value


@dataclass(frozen=True, slots=True)
class Resource:
    """A variable, by its name."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Missing:
    """What has no value: `DEAD` and `UNREAD`."""

    why: str


#: What the branch of a condition gives that is not taken.
DEAD = Missing("not taken")
#: What a node gives that is not read; it is reported.
UNREAD = Missing("not read")

Tensor: TypeAlias = "np.ndarray | onnx_ir.Value | ChannelsFirst"
Held: TypeAlias = "Tensor | SpaceToBatch | Rows | TensorList | Resource | Missing"
Result: TypeAlias = "Held | tuple[Held, ...]"


def known(value: Held) -> np.ndarray | None:
    """The array of a value that is known."""
    return value if isinstance(value, np.ndarray) else None


def last_to_first(rank: int) -> list[int]:
    """The permutation that brings the last axis behind the first."""
    return [0, rank - 1, *range(1, rank - 1)]


def first_to_last(rank: int) -> list[int]:
    """The permutation that brings the second axis to the end."""
    return [0, *range(2, rank), 1]


def shape_as_last(value: Tensor) -> tuple[int, ...]:
    """The shape of a value as TensorFlow sees it."""
    if isinstance(value, ChannelsFirst):
        held = shape_of(value.held)
        return tuple(held[axis] for axis in first_to_last(len(held)))
    return shape_of(value)


def type_of(value: Tensor) -> np.dtype:
    """The element type of a value."""
    return dtype_of(plain_or_held(value))


def plain_or_held(value: Tensor) -> Operand:
    """The value of the graph, whichever layout it has."""
    return value.held if isinstance(value, ChannelsFirst) else value
