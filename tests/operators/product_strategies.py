"""Random products other than those of matrices alone: grouped matmuls, of rows and of sums, and
triangular systems.
"""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from aoe.operators.operator import Operand, Operator
from aoe.operators.types.matmul.grouped_matmul import grouped_matmul
from aoe.operators.types.matmul.triangular_solve import triangular_solve
from tests.operators.operator_cases import operands, orders


@st.composite
def grouped_products(draw: st.DrawFn, sums: bool = False) -> Operator:
    """Of a matrix for each group, or of `sums` of groups."""
    rows, depth, columns = (draw(st.sampled_from([1, 2, 5, 17, 40])) for _ in range(3))
    groups = draw(st.integers(1, 5))
    dtype = draw(st.sampled_from(["float32", "float64"]))
    shapes = ((depth, rows), (rows, columns)) if sums else ((rows, depth), (groups, depth, columns))
    a = draw(operands(shapes[0], dtype))
    b = draw(operands(shapes[1], dtype, constant=not sums and draw(st.booleans())))
    ends = Operand.row_major(draw(st.sampled_from(["int32", "int64"])), (groups,))
    operator = grouped_matmul(a, b, ends)
    shape = operator.output.shape
    return replace(operator, output=Operand(dtype, shape, draw(orders(len(shape)))))


@st.composite
def triangular_systems(draw: st.DrawFn) -> Operator:
    batch = tuple(draw(st.lists(st.integers(1, 3), max_size=2)))
    rows, columns = draw(st.sampled_from([1, 2, 5, 9])), draw(st.sampled_from([1, 3, 17, 40]))
    dtype = draw(st.sampled_from(["float32", "float64"]))
    a = draw(operands((*batch, rows, rows), dtype))
    b = draw(operands((*batch, rows, columns), dtype))
    operator = triangular_solve(a, b, draw(st.booleans()))
    return replace(operator, output=draw(operands(b.shape, dtype)))
