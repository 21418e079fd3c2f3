"""StridedSlice of TensorFlow, which TFLite, MindSpore and Ascend IR have as well.

It is Python's indexing, written as three lists of numbers and masks of bits:
https://www.tensorflow.org/api_docs/python/tf/raw_ops/StridedSlice. `entries` reads the masks, and
`cut` gives the operands of ONNX's Slice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from aoe.errors import counted

#: What an index or slice says of an axis; None is a new axis of size 1.
Entry: TypeAlias = "int | slice | None"


@dataclass(frozen=True, slots=True)
class Masks:
    """Bits that say what each entry stands for, the lowest bit for the first entry.

    Attributes:
        begin: The slice has no start of its own.
        end: The slice has no end of its own.
        ellipsis: The entry stands for all axes that others leave.
        new_axis: The entry is a new axis of size 1.
        shrink_axis: The entry is one index, and its axis goes away.
    """

    begin: int = 0
    end: int = 0
    ellipsis: int = 0
    new_axis: int = 0
    shrink_axis: int = 0


@dataclass(frozen=True, slots=True)
class Cut:
    """The operands of ONNX's Slice, each with a number for each axis that gets smaller.

    Attributes:
        starts: First elements.
        ends: Ends; one below -size is before the first element.
        axes: The axes.
        steps: Steps, below 0 for reversed axes.
        shape: The shape of the result with its new axes, and without those of one index.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    axes: tuple[int, ...]
    steps: tuple[int, ...]
    shape: tuple[int, ...]


def entries(
    begins: Sequence[int], ends: Sequence[int], steps: Sequence[int], masks: Masks, rank: int
) -> list[Entry]:
    """An entry for each of `rank` axes, and None for each new one.

    Raises:
        ValueError: The lists differ in length, there are more entries than axes, or two ellipses.
    """
    if not len(begins) == len(ends) == len(steps):
        raise ValueError(
            f"it has {counted(len(begins), 'begin')}, {counted(len(ends), 'end')} and "
            f"{counted(len(steps), 'stride')}"
        )
    places = range(len(begins))
    wide = [bool(masks.ellipsis >> place & 1) for place in places]
    used = sum(not (wide[place] or masks.new_axis >> place & 1) for place in places)
    if used > rank or sum(wide) > 1:
        raise ValueError(
            f"it slices {used} of {counted(rank, 'dimension')}, with {sum(wide)} ellipses"
        )
    left = [slice(None)] * (rank - used)
    found: list[Entry] = []
    for place, (begin, end, step) in enumerate(zip(begins, ends, steps, strict=True)):
        if wide[place]:
            found += left
        elif masks.new_axis >> place & 1:
            found.append(None)
        elif masks.shrink_axis >> place & 1:
            found.append(begin)
        else:
            first = None if masks.begin >> place & 1 else begin
            last = None if masks.end >> place & 1 else end
            found.append(slice(first, last, step))
    return found if any(wide) else [*found, *left]


def cut(parts: Sequence[Entry], shape: Sequence[int]) -> Cut:
    """What is taken of a tensor of a shape.

    Args:
        parts: An entry for each axis, and None for each new one.
        shape: The sizes of the axes.

    Raises:
        ValueError: An index is outside its axis, or a step is 0.
    """
    sizes = enumerate(shape)
    found: list[tuple[int, int, int, int]] = []
    result: list[int] = []
    for part in parts:
        if part is None:
            result.append(1)
            continue
        axis, size = next(sizes)
        if isinstance(part, slice):
            low, high, step = part.indices(size)
            result.append(len(range(low, high, step)))
        elif -size <= part < size:
            low, high, step = part % size, part % size + 1, 1
        else:
            raise ValueError(f"it takes element {part} of {size}")
        if (low, high, step) != (0, size, 1):
            found.append((low, high if high >= 0 else -size - 1, axis, step))
    starts, ends, axes, steps = zip(*found, strict=True) if found else ((), (), (), ())
    return Cut(starts, ends, axes, steps, tuple(result))
