"""The functions as graphs of ONNX, compiled, against NumPy in float64."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from aoe.frontends.shared_operators.near_zero import log_of_one_more, power_less_one
from tests.frontends.shared_operators.functions import computed

#: Numbers of all sizes with both signs, and what is special.
_SIZES = np.concatenate([10.0 ** np.arange(-42, 38.5, 0.37), [0.3, 0.5, 0.7, 1.0, 88.0, np.inf]])
_NUMBERS = np.concatenate([[0.0, -0.0, np.nan], _SIZES, -_SIZES]).astype(np.float32)


@pytest.mark.parametrize(
    ("function", "expected"), [(log_of_one_more, np.log1p), (power_less_one, np.expm1)]
)
def test_results_are_exact_near_zero_and_far_from_it(
    function: Callable[..., str], expected: np.ufunc
) -> None:
    found = computed(function, _NUMBERS)
    with np.errstate(all="ignore"):
        wanted = expected(_NUMBERS.astype(np.float64)).astype(np.float32)
    normal = np.abs(_NUMBERS) > np.finfo(np.float32).tiny  # below it a flush to 0 is right, too
    np.testing.assert_allclose(found[normal], wanted[normal], rtol=4e-6)
    np.testing.assert_allclose(found[~normal], wanted[~normal], atol=1e-37)
