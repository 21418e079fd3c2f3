"""Concat along the dimension whose size data decide, in one input or in several.

What follows an input moves up to its last element. A Concat of inputs of which some are not known
yet becomes a node of the type `WAITING`, which collects the sizes until all are known
(`aoe.graph.prepare.rules.data_dependent.operators.concat_of_rows`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import onnx_ir

from aoe.graph.prepare.rewriting import Builder, shape_of

#: The type of a Concat that waits for the sizes of other inputs.
WAITING = "ConcatOfRows"
#: The metadata key of the sizes that it has collected, by the positions of its inputs.
SIZES = "aoe.sizes_of_rows"


@dataclass(frozen=True, slots=True)
class Joined:
    """Values beside each other.

    Attributes:
        values: What is joined, with all the room that there is between the elements.
        places: The places of the elements there, one behind the other; None if none has to move.
        size: The room for elements.
        count: The value that holds how many there are, int64 of shape (1,).
    """

    values: onnx_ir.Value
    places: onnx_ir.Value | None
    size: int
    count: onnx_ir.Value


def joined(
    build: Builder,
    values: Sequence[onnx_ir.Value],
    dimension: int,
    counts: Mapping[int, onnx_ir.Value],
) -> Joined:
    """Joins values of known shape along a dimension. `counts`: the actual sizes of some."""
    widths = [shape_of(value)[dimension] for value in values]
    total = sum(widths)
    numbers = build.integers(range(total))
    places, gone = None, None
    for place in range(1, len(values)):
        if place - 1 not in counts:
            continue
        missing = build.infer("Sub", build.integers([widths[place - 1]]), counts[place - 1])
        gone = missing if gone is None else build.infer("Add", gone, missing)
        begin = build.infer("Sub", build.integers([sum(widths[:place])]), gone)
        before = build.infer("Less", numbers, begin)
        moved = build.infer("Where", before, build.integers([0]), missing)
        places = build.infer("Add", numbers if places is None else places, moved)
    if places is not None:
        places = build.infer("Min", places, build.integers([total - 1]))
    count = build.integers([sum(w for place, w in enumerate(widths) if place not in counts)])
    for own in counts.values():
        count = build.infer("Add", own, count)
    apart = build.infer("Concat", *values, axis=dimension)
    return Joined(apart, places, total, count)
