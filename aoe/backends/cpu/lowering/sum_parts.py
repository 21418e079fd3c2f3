"""Long sums as sums of partial sums, which make smaller rounding errors.

The rounding error of n numbers that are added one by one grows as √n times their sum's size, where
signs are random. In n / l parts of l numbers it grows as √(l + n / l), and adding up the parts
takes time as n / l (Blanchard, Higham and Mary, "A class of fast and accurate summation
algorithms", SIAM Journal on Scientific Computing 2020). Parts are 4 or 8 times √n long here.
Products and convolutions are summed so, which takes about 1 % longer
(`benchmarks/log/2026-11-29-sums-in-parts.md`). Three kinds have shorter parts: operators with the
precision "direct", which shall be as exact as float32 allows, and two of Winograd's algorithms,
whose last transform amplifies the errors: the gradient of weights, which sums over all tiles of all
images, and tiles fitted to the image, which serve layers of many channels. Parts take no longer
there (`benchmarks/log/2026-11-29-fitted-winograd-error.md`). Other Winograd algorithms have one
part: their sums are short, and parts would take up to 7 % longer
(`benchmarks/log/2026-11-28-training-drift-over-seeds.md`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, prod, sqrt

from aoe.backends.cpu.lowering.divisors import divisors
from aoe.loops.loop_nest import Axis, Loop
from aoe.operators.operator import Operator

#: How many times the root of the length of a sum a part is long, and where sums shall be precise.
#: Shorter parts take longer, and their adding up then makes as large an error as they save.
USUAL_ROOTS, PRECISE_ROOTS = 8.0, 4.0


def roots_of(operator: Operator) -> float:
    """How many times the root of a sum's length the parts of a product or convolution are long; 0
    for one part, where what it multiplies is so inexact that parts make no difference.
    """
    if operator.precision == "direct":
        return PRECISE_ROOTS
    return USUAL_ROOTS if operator.inputs[0].dtype in ("float32", "float64") else 0.0


def plain_loops(reduction: Sequence[Axis]) -> list[Loop]:
    """The loops of one sum over these axes."""
    return [Loop(axis.name, 0) for axis in reduction]


def reduction_loops(
    reduction: Sequence[Axis], tile: Mapping[str, int], roots: float = USUAL_ROOTS
) -> list[Loop]:
    """The loops of a sum in parts.

    Args:
        reduction: The axes, outermost first.
        tile: The coordinates of each that one reduction step takes; 1 where none are named.
        roots: How many times the root of the sum's length a part is long at least; 0 for one part.

    Returns:
        The loops, outermost first. One has accumulators of its own for each of its iterations,
        where the sum is long.
    """
    count = prod(axis.extent for axis in reduction)
    loops, inside = plain_loops(reduction), 1
    if not roots or sqrt(count) <= 2 * roots:
        return loops  # There would not be two parts.
    for place in reversed(range(len(reduction))):
        axis = reduction[place]
        wanted = roots * sqrt(count) / inside
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
