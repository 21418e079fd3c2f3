"""TopK of rows with NaN, infinities and both zeros, compiled, with groups of every size."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cpu.implementations.selection.top_k import IMPLEMENTATION
from aoe.element_types import numpy_type
from aoe.operators.operator import Operand
from aoe.operators.reference import reference
from aoe.operators.types.selection.top_k import top_k
from tests.backends.cpu.implementations.computing import compute
from tests.backends.cpu.implementations.reduction.test_special_rows import ROWS
from tests.backends.cpu.targets import named
from tests.not_empty import not_empty


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "bfloat16"])
@pytest.mark.parametrize("largest", [False, True])
def test_nan_is_larger_than_every_number(dtype: str, largest: bool) -> None:
    with np.errstate(over="ignore"):
        rows = ROWS.astype(numpy_type(dtype))
    operator = top_k(Operand.row_major(dtype, rows.shape), 9, 1, largest)
    numbers = np.where(np.isnan(ROWS), np.inf, rows.astype(np.float64))
    keys = (-numbers, ~np.isnan(ROWS)) if largest else (numbers, np.isnan(ROWS))
    places = np.broadcast_to(np.arange(9), rows.shape)
    expected = np.lexsort((places, keys[1], keys[0]), axis=1)  # the last key is the first one
    target = replace(named("host"), threads=1)
    policies = {
        dict(policy.schedule)["group"]: policy for policy in IMPLEMENTATION.space(operator, target)
    }
    for policy in not_empty(policies.values()):
        np.testing.assert_array_equal(compute(operator, policy, target, [rows]), expected)
    np.testing.assert_array_equal(reference(operator, [rows]), expected)
