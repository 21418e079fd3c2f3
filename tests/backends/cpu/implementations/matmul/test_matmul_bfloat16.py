"""Matmuls of bfloat16, two steps at a time: interpreted, and compiled with and without the
instruction.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.element_types import numpy_type
from aoe.loops.expression import Accumulator, Load, apply
from aoe.operators.operator import Operand, Operator
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.compiled_cases import check_compiled
from tests.backends.cpu.targets import each, named
from tests.operators.operator_cases import check, target

_PAIRS = changed(target(2, 64), triple="x86_64-unknown-linux-gnu", features="+avx512vl,+avx512bf16")


def product_of_pairs(
    rows: int,
    steps: int,
    columns: int,
    batch: tuple[int, ...] = (),
    constant: bool = True,
    transposed: tuple[int, int] = (0, 0),
) -> Operator:
    """`transposed`: whether the first and the second operand are read by columns."""
    first, second = transposed
    of_a, of_b = (steps, rows) if first else (rows, steps), (steps, columns)
    a = Operand.row_major("bfloat16", (*batch, *of_a))
    b = Operand.row_major("bfloat16", of_b[::-1] if second else of_b, constant)
    output = Operand.row_major("bfloat16", (*batch, rows, columns))
    attributes = (("transpose_a", first), ("transpose_b", second))
    return Operator("MatMul", attributes, (a, b), output, 2)


def _with_bias(operator: Operator) -> Operator:
    """With a bias, in float32."""
    bias = Operand.row_major("float32", operator.output.shape[-1:], constant=True)
    output = replace(operator.output, dtype="float32")
    epilogue = apply("max", apply("add", Accumulator(), Load(2)), Load(2))
    return replace(operator, inputs=(*operator.inputs, bias), output=output, epilogue=epilogue)


def arrays_of(operator: Operator) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    return [
        rng.standard_normal(item.shape).astype(numpy_type(item.dtype)) for item in operator.inputs
    ]


CASES = [
    product_of_pairs(5, 16, 32),
    product_of_pairs(4, 13, 7),
    product_of_pairs(1, 64, 33),
    product_of_pairs(3, 6, 20, (2,)),
    product_of_pairs(9, 8, 16, (2, 3), constant=False),
    product_of_pairs(37, 16, 33, constant=False, transposed=(1, 0)),
    product_of_pairs(18, 13, 40, constant=False, transposed=(1, 1)),
    product_of_pairs(7, 11, 5, (2,), constant=False, transposed=(1, 0)),
    product_of_pairs(5, 19, 35, transposed=(0, 1)),
    _with_bias(product_of_pairs(6, 10, 19)),
]


@pytest.mark.parametrize("operator", CASES)
@pytest.mark.parametrize("padding", [0, 3])
def test_products_of_pairs_agree_with_the_reference(operator: Operator, padding: int) -> None:
    check("matmul_bfloat16", operator, _PAIRS, padding, arrays_of(operator))


@pytest.mark.parametrize("preset", each("host", "avx2", "sse"))
@pytest.mark.parametrize("operator", CASES)
def test_compiled_products_of_pairs_agree_with_and_without_the_instruction(
    operator: Operator, preset: str
) -> None:
    check_compiled("matmul_bfloat16", operator, _PAIRS, named(preset), arrays_of(operator))


def test_it_needs_the_instruction_to_be_considered() -> None:
    assert not target(2, 64).multiplies_bfloat16
    assert _PAIRS.multiplies_bfloat16
