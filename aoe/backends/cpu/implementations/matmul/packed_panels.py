"""The epilogue of products whose weights lie in panels of columns. `matmul_packed` and
`matmul_block_quantized` use it.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.loops.expression import Accumulator, loads, renumber
from aoe.loops.loop_nest import Access, Store
from aoe.operators.operator import Operator, View


def result_of_panels(
    operator: Operator, inputs: Sequence[View], output: View, width: int, first: int
) -> tuple[list[Access], Store]:
    """What becomes of a sum for row `r`, panel `p` and column `c` of a panel of `width` columns.

    Args:
        operator: The operator, whose result has two dimensions.
        inputs: Its inputs.
        output: Its result.
        width: Columns of a panel.
        first: The number of the first operand of the epilogue.

    Returns:
        The operands of the epilogue, and the store.
    """
    read = loads(operator.epilogue)
    places = {number: first + place for place, number in enumerate(read)}
    operands = [_seen(inputs[number], f"input{number}", width) for number in read]
    value = renumber(operator.epilogue, places, Accumulator())
    return operands, Store(_seen(output, "output0", width), value)


def _seen(view: View, buffer: str, width: int) -> Access:
    """A view that is broadcast to the result, by rows, panels and columns of a panel."""
    padded = [0] * (2 - len(view.shape)) + [
        stride if size > 1 else 0 for size, stride in zip(view.shape, view.strides, strict=True)
    ]
    row, column = padded[-2:]
    return Access(
        buffer, view.dtype, (("r", row), ("p", width * column), ("c", column)), view.offset
    )
