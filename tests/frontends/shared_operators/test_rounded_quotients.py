"""Numbers rounded towards 0 and remainders as graphs of ONNX, compiled, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.frontends.shared_operators.rounded_quotients import floor_remainder, truncated
from tests.frontends.shared_operators.functions import computed

_NUMBERS = np.asarray([-7.25, -7, -1.4, -0.3, -0.0, 0, 0.3, 1.4, 7, 7.25, 1e9], np.float32)


def test_numbers_are_rounded_towards_0() -> None:
    x = np.concatenate([_NUMBERS, np.asarray([np.nan, np.inf, -np.inf], np.float32)])
    found = computed(lambda node, number, value: truncated(node, value), x)
    np.testing.assert_array_equal(found, np.trunc(x))
    np.testing.assert_array_equal(np.signbit(found), np.signbit(np.trunc(x)))


@pytest.mark.parametrize("divisor", [0.7, -0.7, 3.5, -3.5])
def test_remainders_have_the_sign_of_the_divisor(divisor: float) -> None:
    found = computed(
        lambda node, number, x: floor_remainder(node, number, x, number(divisor)), _NUMBERS
    )
    np.testing.assert_array_equal(found, np.mod(_NUMBERS, np.float32(divisor)))
