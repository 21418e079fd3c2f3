"""No sample of a batch changes the results of another, whichever implementation multiplies."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.backends.registry import backend_named
from aoe.operators.operator import Operand, Operator
from tests.backends.cpu.implementations.computing import compute, random_arrays
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cpu.targets import named

HOST = named("host")


def product(*shape: int) -> Operator:
    a, b = (
        Operand.row_major("float32", sizes, constant)
        for sizes, constant in ((shape, False), ((256, 256), True))
    )
    return matrix_product(a, b)


#: Samples as rows of one matrix, and as matrices of their own.
PRODUCTS = (product(32, 256), product(4, 32, 256))
CASES = [
    pytest.param(operator, item, id=f"{name}, {len(operator.output.shape)} dimensions")
    for name, item in backend_named("cpu").implementations().items()
    for operator in PRODUCTS
    if item.operator_type == "MatMul" and item.computes(operator, HOST)
]


@pytest.mark.parametrize(("operator", "item"), CASES)
@pytest.mark.parametrize("value", [np.inf, np.nan, 1e30])
def test_what_one_sample_holds_reaches_no_other(
    operator: Operator, item: Implementation[CpuTarget], value: float
) -> None:
    policy = item.default(operator, HOST)
    arrays = random_arrays(operator)
    right = compute(operator, policy, HOST, arrays).copy()
    arrays[0][1] = value
    found = compute(operator, policy, HOST, arrays)
    others = [number for number in range(len(right)) if number != 1]
    assert np.array_equal(found[others], right[others])
    assert not np.array_equal(found[1], right[1], equal_nan=True)
