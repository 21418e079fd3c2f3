"""What a value of TensorFlow is while a model is read.

A value is an array where it is known, else a value of the graph that is built. Some have a form of
their own: a view, a list of tensors, a variable, what no branch computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.frontends.layout import NchwView


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


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Texts of a decoder.

    Attributes:
        characters: Their characters, from the left, and zeros: batch × steps.
        lengths: How many characters each has: batch × 1.
        shape: The batch and the length of the longest.
    """

    characters: onnx_ir.Value
    lengths: onnx_ir.Value
    shape: onnx_ir.Value


@dataclass(frozen=True, slots=True, eq=False)
class DecodedRows(Rows):
    """The characters of all texts, or their indices, one after the other.

    Attributes:
        texts: The texts.
    """

    texts: Texts


@dataclass(frozen=True, slots=True, eq=False)
class DenseTexts:
    """Texts with as many columns as the longest has, at most as many as the value has.

    Attributes:
        value: The texts.
    """

    value: onnx_ir.Value


@dataclass(frozen=True, slots=True, eq=False)
class Distinct:
    """The different elements of a vector, or what is computed of each of them. It has a row for
    every element of the vector; rows of elements that came before do not count.

    Attributes:
        value: The rows.
        first: For each row, the number of the row that counts: of the first equal element.
    """

    value: Tensor
    first: onnx_ir.Value


@dataclass(frozen=True, slots=True, eq=False)
class DistinctPlaces:
    """The place of each element of a vector among its different elements.

    Attributes:
        first: The number of the first equal element, for each element.
        dtype: Their element type.
    """

    first: onnx_ir.Value
    dtype: np.dtype


@dataclass(frozen=True, slots=True, eq=False)
class DistinctCount:
    """How many different elements a vector has, or a shape that begins with that number.

    Attributes:
        first: The number of the first equal element, for each element.
        rest: The other sizes of the shape; None for the number alone.
    """

    first: onnx_ir.Value
    rest: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Mask:
    """Which rows of a tensor are there. Equal masks are the same.

    Attributes:
        count: How many rows the tensor has.
        terms: Conditions, of which each holds or does not: of one element, or of one for each row.
    """

    count: int
    terms: tuple[tuple[onnx_ir.Value, bool], ...]

    def where(self, condition: onnx_ir.Value, holds: bool) -> Mask:
        """The rows that are there if a condition of one element also holds, or does not."""
        return Mask(self.count, (*self.terms, (condition, holds)))


@dataclass(frozen=True, slots=True, eq=False)
class RowPart:
    """Some rows of a tensor.

    Attributes:
        value: The tensor. Rows that are not there have any value.
        mask: Which of its rows are there.
    """

    value: Tensor
    mask: Mask


@dataclass(frozen=True, slots=True, eq=False)
class MaskedRows:
    """Rows whose number depends on data, one after the other.

    Attributes:
        parts: Where they come from, in their order.
    """

    parts: tuple[RowPart, ...]

    @property
    def masks(self) -> tuple[Mask, ...]:
        """Which rows are there. What has equal ones belongs to the same rows."""
        return tuple(part.mask for part in self.parts)


@dataclass(frozen=True, slots=True, eq=False)
class MaskedCount:
    """How many rows are there, or a shape that begins with that number.

    Attributes:
        masks: Which rows are there.
        rest: The other sizes of the shape; None for the number alone.
    """

    masks: tuple[Mask, ...]
    rest: tuple[int, ...] | None


@dataclass(frozen=True, slots=True, eq=False)
class SameCount:
    """Whether a known number of rows is there.

    Attributes:
        masks: Which rows are there.
        count: The number.
        value: Whether it is so.
    """

    masks: tuple[Mask, ...]
    count: int
    value: onnx_ir.Value


@dataclass(frozen=True, slots=True, eq=False)
class Complex:
    """Complex numbers.

    Attributes:
        real: Their real parts.
        imaginary: Their imaginary parts, of the same shape.
    """

    real: np.ndarray | onnx_ir.Value
    imaginary: np.ndarray | onnx_ir.Value


@dataclass(frozen=True, slots=True)
class Resource:
    """A variable.

    Attributes:
        name: Its name.
        is_reference: Whether it is TensorFlow 1's kind, which stands for its value where a tensor
            is needed.
    """

    name: str
    is_reference: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class OutsideTexts:
    """Texts that a node makes which an adapter of TensorFlow has taken. What reads them is taken
    with it.

    Attributes:
        node: The node, in a form that the adapter knows.
        operands: The tensors that it reads.
        place: Which of its results they are.
    """

    node: object
    operands: tuple[np.ndarray | onnx_ir.Value, ...]
    place: int


@dataclass(frozen=True, slots=True, eq=False)
class Missing:
    """What has no value, such as `DEAD` and `UNREAD`.

    Attributes:
        why: The reason, for messages.
    """

    why: str


#: What the branch of a condition gives that is not taken.
DEAD = Missing("not taken")
#: What a node gives that is not read; it is reported.
UNREAD = Missing("not read")

Tensor: TypeAlias = "np.ndarray | onnx_ir.Value | NchwView"
#: What follows from the different elements of a vector, whose number depends on data.
OfDistinct: TypeAlias = "Distinct | DistinctPlaces | DistinctCount"
#: What follows from rows that are there or not.
OfMasked: TypeAlias = "MaskedRows | MaskedCount | SameCount"
Held: TypeAlias = (
    "Tensor | SpaceToBatch | Rows | DenseTexts | OfDistinct | OfMasked | Complex | TensorList"
    " | Resource | OutsideTexts | Missing"
)
Result: TypeAlias = "Held | tuple[Held, ...]"


def known(value: Held) -> np.ndarray | None:
    """The array of a value that is known."""
    return value if isinstance(value, np.ndarray) else None
