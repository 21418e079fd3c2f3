"""Matrix multiplications, chosen and random, for tests of their implementations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from aoe.loops.expression import Accumulator, Constant, Expression, Load, apply
from aoe.operators.operator import Operand, Operator
from tests.backends.cpu.implementations.convolutions import Placed, placed


def matrix_product(
    a: Operand,
    b: Operand,
    transpose_a: bool = False,
    transpose_b: bool = False,
    bias: bool = False,
    residual: bool = False,
    scale: float = 1.0,
) -> Operator:
    """a · b with an epilogue of a factor, a bias along the columns and a residual."""
    rows, columns = a.shape[-1 if transpose_a else -2], b.shape[-2 if transpose_b else -1]
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    shape = (*(int(n) for n in batch), rows, columns)
    inputs = [a, b]
    epilogue: Expression = Accumulator()
    if scale != 1.0:
        epilogue = apply("mul", epilogue, Constant(scale))
    if bias:
        inputs.append(Operand.row_major("float32", (columns,), True))
        epilogue = apply("add", epilogue, Load(len(inputs) - 1))
    if residual:
        inputs.append(Operand.row_major("float32", shape))
        epilogue = apply("add", epilogue, Load(len(inputs) - 1))
    attributes = (("transpose_a", int(transpose_a)), ("transpose_b", int(transpose_b)))
    return Operator(
        "MatMul", attributes, tuple(inputs), Operand.row_major("float32", shape), 2,
        epilogue=epilogue,
    )  # fmt: skip


@st.composite
def matrix_products(draw: st.DrawFn, dots: bool = False) -> Placed:
    """Small matmuls of every kind; with `dots`, those with contiguous reductions and few rows."""
    rows = draw(st.sampled_from((1, 1, 2, 3, 5, 8, 13) if dots else (1, 2, 5, 7, 16, 29)))
    steps = draw(st.sampled_from((2, 3, 16, 19, 64, 77) if dots else (1, 2, 3, 16, 19, 40)))
    columns = draw(st.sampled_from((1, 2, 5, 8, 13, 24) if dots else (1, 2, 5, 16, 17, 33, 48)))
    batch = draw(st.sampled_from(((), (), (1,), (3,), (2, 3), (1, 4))))
    transpose_a, transpose_b = not dots and draw(st.booleans()), dots or draw(st.booleans())
    a_shape = (steps, rows) if transpose_a else (rows, steps)
    b_shape = (columns, steps) if transpose_b else (steps, columns)
    constant = draw(st.booleans())
    a = _operand(draw, (*_shared(draw, batch), *a_shape), False, plain=dots)
    b = _operand(draw, (*_shared(draw, batch), *b_shape), constant, plain=dots or constant)
    operator = matrix_product(
        a,
        b,
        transpose_a,
        transpose_b,
        bias=draw(st.booleans()),
        residual=draw(st.booleans()),
        scale=draw(st.sampled_from((1.0, 0.125))),
    )
    return draw(placed(operator))


def _shared(draw: st.DrawFn, batch: Sequence[int]) -> tuple[int, ...]:
    """The batch dimensions, some of them 1, or none at all."""
    if draw(st.integers(0, 4)) == 0:
        return ()
    return tuple(1 if draw(st.integers(0, 3)) == 0 else extent for extent in batch)


def _operand(draw: st.DrawFn, shape: tuple[int, ...], constant: bool, plain: bool) -> Operand:
    """An operand in row-major or, unless `plain`, any other order, such as that of attention heads
    before their transposition.
    """
    order = tuple(range(len(shape)))
    if not plain:
        order = tuple(draw(st.permutations(order)))
    return Operand("float32", shape, order, constant)
