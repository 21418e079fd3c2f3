"""Long sums as sums of partial sums, for contractions whose rounding errors matter.

The rounding error of n numbers that are added one by one grows as √n times their sum's size, where
signs are random. In n / l parts of l numbers it grows as √(l + n / l), and adding up the parts
takes time as n / l (Blanchard, Higham and Mary, "A class of fast and accurate summation
algorithms", SIAM Journal on Scientific Computing 2020). Parts are a few times √n long here. Two
kinds of contractions ask for them. The gradient of weights by Winograd sums over all tiles of all
images, and the last transform amplifies these errors. Operators with the precision "direct" were
asked to be as exact as float32 allows. The others do not, because that takes 2 to 4 % longer
(`benchmarks/log/2026-11-28-training-drift-over-seeds.md`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, prod, sqrt

from aoe.backends.cpu.lowering.divisors import divisors
from aoe.loops.loop_nest import Axis, Loop

#: The length of a part is at least so many times the root of the length of the sum. Shorter ones
#: take longer, and the adding up of parts then makes as large an error as they save.
_ROOTS = 4.0
#: Sums of this many numbers or fewer have one part.
_SHORTEST = 32


def plain_loops(reduction: Sequence[Axis], tile: Mapping[str, int]) -> list[Loop]:
    """The loops of one sum over these axes."""
    return [Loop(axis.name, 0) for axis in reduction]


def reduction_loops(reduction: Sequence[Axis], tile: Mapping[str, int]) -> list[Loop]:
    """The loops of a sum in parts.

    Args:
        reduction: The axes, outermost first.
        tile: The coordinates of each that one reduction step takes; 1 where none are named.

    Returns:
        The loops, outermost first. One has accumulators of its own for each of its iterations,
        where the sum is long.
    """
    count = prod(axis.extent for axis in reduction)
    loops, inside = plain_loops(reduction, tile), 1
    if count <= _SHORTEST:
        return loops
    for place in reversed(range(len(reduction))):
        axis = reduction[place]
        wanted = _ROOTS * sqrt(count) / inside
        if axis.extent > wanted:
            length = _part(axis.extent, wanted, tile.get(axis.name, 1))
            if length < axis.extent:
                loops.insert(place, Loop(axis.name, length, separate_accumulators=True))
                return loops
        inside *= axis.extent
    return loops


def _part(extent: int, wanted: float, step: int) -> int:
    """The length of a part: whole steps and equal parts where there is such a length."""
    least = ceil(wanted / step) * step
    even = [length for length in divisors(extent) if length >= least and length % step == 0]
    return even[0] if even and even[0] <= 2 * least else least
