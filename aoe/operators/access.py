"""Access: what a slice of an operator's output reads of each input.

An operator type says it once for each output dimension (`OperatorDefinition.access`). Strips and
chunks of operators are made from it (`aoe.graph.slicing`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from aoe.operators.operator import AttributeValue, Operator

#: Coordinates from the first up to, and without, the second.
Range: TypeAlias = tuple[int, int]
Attributes: TypeAlias = Mapping[str, AttributeValue]

_NOTHING: Attributes = MappingProxyType({})


def same_range(begin: int, end: int) -> Range:
    """The input is read at the coordinates that the output is written at."""
    return begin, end


def same_attributes(begin: int, end: int) -> Attributes:
    """The operator of a slice has the attributes of the whole operator."""
    return _NOTHING


@dataclass(frozen=True, slots=True)
class InputSlice:
    """The slice of one input that a slice of the output reads.

    Attributes:
        dimension: The dimension of the input that is sliced.
        range_of: The coordinates read, from the coordinates `begin` and `end` of the output.
    """

    dimension: int
    range_of: Callable[[int, int], Range] = same_range


@dataclass(frozen=True, slots=True)
class Access:
    """How an operator is computed slice by slice along one output dimension.

    Attributes:
        anchors: For each anchor input the slice that is read; None where all of it is read. The
            other inputs are read by pointwise expressions, at the coordinates of the output.
        attributes: The attributes that differ in the operator that computes the output from `begin`
            to `end`.
        multiple: Every slice must begin and end at a multiple of this coordinate.
        of_channels: The dimension counts the channels of images. Slices of channels read the same
            pixels again, so they are for parallel threads, not for one thread after another.
    """

    anchors: tuple[InputSlice | None, ...] = ()
    attributes: Callable[[int, int], Attributes] = same_attributes
    multiple: int = 1
    of_channels: bool = False


def no_access(operator: Operator, dimension: int) -> Access | None:
    """The operator is computed as a whole only."""
    return None


def aligned(operator: Operator, number: int, dimension: int) -> InputSlice | None:
    """The slice of an input that is broadcast to the output's shape: the same coordinates of the
    dimension aligned with `dimension` of the output, or all of a dimension that is repeated.
    """
    shape, output = operator.inputs[number].shape, operator.output.shape
    own = len(shape) - len(output) + dimension
    if own < 0 or shape[own] != output[dimension] or output[dimension] == 1:
        return None
    return InputSlice(own)


def all_aligned(operator: Operator, dimension: int) -> Access:
    """Every anchor input is read at the coordinates that the output is written at."""
    numbers = range(operator.anchor_inputs)
    return Access(tuple(aligned(operator, number, dimension) for number in numbers))


def aligned_beside_axes(operator: Operator, dimension: int) -> Access | None:
    """The access of an operator that works along its attribute `axes`: slices of the other
    dimensions are computed apart.
    """
    return None if dimension in operator.integers("axes") else all_aligned(operator, dimension)
