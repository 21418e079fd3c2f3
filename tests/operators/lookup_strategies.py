"""Random operators that look up elements by indices: Gather, windows, and embedding bags, whose
elements may be weighted before they are combined. `operator_strategies` has the random operators of
most types.
"""

from __future__ import annotations

from hypothesis import strategies as st

from aoe.loops.expression import Accumulator, Expression, Load, apply, loads
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.elementwise.gather import gather, windows
from aoe.operators.types.reduction.embedding_bag import embedding_bag
from tests.operators.operator_cases import broadcast_shapes, fused, operands

_TABLES = st.lists(st.integers(1, 11), min_size=1, max_size=4).map(tuple)
#: What may be done to what an embedding bag looks up.
_ELEMENTS: tuple[Expression, ...] = (
    Accumulator(),
    apply("mul", Accumulator(), Load(2)),
    apply("abs", apply("sub", Accumulator(), Load(2))),
)


@st.composite
def gathers(draw: st.DrawFn) -> Operator:
    shape = draw(_TABLES)
    axis = draw(st.integers(0, len(shape) - 1))
    shape = tuple(max(n, 3) if d == axis else n for d, n in enumerate(shape))
    chosen = tuple(draw(st.lists(st.integers(1, 5), max_size=2)))
    indices = draw(operands(chosen, draw(st.sampled_from(["int32", "int64"]))))
    return draw(fused(gather(draw(operands(shape)), indices, axis)))


@st.composite
def window_lookups(draw: st.DrawFn) -> Operator:
    size, step = draw(st.integers(1, 40)), draw(st.integers(1, 5))
    length = (size - 1) * step + draw(st.integers(1, 60))
    starts = tuple(draw(st.lists(st.integers(1, 5), max_size=3)))
    indices = draw(operands(starts, draw(st.sampled_from(["int32", "int64"]))))
    dtype = draw(st.sampled_from(["uint8", "float32", "int16"]))
    return windows(Operand.row_major(dtype, (length,)), indices, size, step)


@st.composite
def embedding_bags(draw: st.DrawFn) -> Operator:
    shape = draw(st.lists(st.integers(1, 11), min_size=1, max_size=3).map(tuple))
    axis = draw(st.integers(0, len(shape) - 1))
    table = tuple(max(n, 3) if d == axis else n for d, n in enumerate(shape))
    chosen = tuple(draw(st.lists(st.integers(1, 11), min_size=1, max_size=3)))
    indices = draw(operands(chosen, draw(st.sampled_from(["int32", "int64"]))))
    looked_up = (*shape[:axis], *chosen, *shape[axis + 1 :])
    places = range(axis, axis + len(chosen))
    axes = sorted(draw(st.sets(st.sampled_from(places), min_size=1)))
    inputs, elements = [draw(operands(table)), indices], draw(st.sampled_from(_ELEMENTS))
    if loads(elements):
        inputs.append(draw(operands(draw(broadcast_shapes(looked_up)))))
    combine = draw(st.sampled_from(["sum", "max", "min", "prod"]))
    operator = embedding_bag(inputs, axis, axes, combine, draw(st.booleans()), elements)
    return draw(fused(operator))
