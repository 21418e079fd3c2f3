"""A sum over an image's pixels in two steps: first over some rows of it each, then over these sums.

What a channel is summed up of is spread over all rows, and threads share out rows wherever an image
is computed. One sum for each channel is shared out by channels, so that each thread fetches half of
the image from another core's cache; sums of some rows are shared out as the rows are. That is what
a squeeze-and-excite block begins with.
"""

from __future__ import annotations

from dataclasses import replace

from aoe.element_types import is_floating
from aoe.graph.replacement import Replacement
from aoe.graph.rows import ROWS
from aoe.loops.expression import Accumulator, loads
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.reduce import reduction

#: Into how many runs of rows an image is cut: the first of these that its rows can be.
_RUNS = (2, 3, 5, 7)


def partial_sums(graph: OperatorGraph, node: OperatorNode) -> Replacement | None:
    """The sum, or what else is combined, in two steps; None if the operator does not combine all
    pixels of images.
    """
    operator = node.operator
    if operator.type != "Reduce" or loads(operator.prologue):
        return None
    image = operator.inputs[0]
    rank = len(image.shape)
    pixels = tuple(range(ROWS, rank))
    rows = image.shape[ROWS] if pixels else 1
    runs = next((count for count in _RUNS if rows % count == 0 and rows > count), None)
    if operator.integers("axes") != pixels or runs is None or not is_floating(image.dtype):
        return None
    combine = operator.attribute["combine"]
    assert isinstance(combine, str)
    made = Replacement(graph, node)
    shape = (*image.shape[:ROWS], runs, rows // runs, *image.shape[ROWS + 1 :])
    cut = made.view("reshape", shape, node.inputs[0], shape)
    axes = range(ROWS + 1, rank + 1)
    first = reduction(made.operand(cut), axes, combine, False, operator.prologue)
    sums = made.compute(first, (cut,), "of rows")
    column = (*image.shape[:ROWS], runs, *(1 for _ in pixels[1:]))
    beside = made.view("reshape", column, sums, column)
    operands = (made.operand(beside), *operator.inputs[1:])
    last = replace(operator, inputs=operands, prologue=Accumulator())
    made.finish(last, (beside, *node.inputs[1:]))
    return made
