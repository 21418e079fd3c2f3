"""Numbers without a type of their own get the input's, if it has them."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from aoe.errors import UsageError
from aoe.runtime.model_inputs import ModelInputs, as_array
from aoe.runtime.plan import TensorInfo


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        ([[1.5, 2.0]], "float32"),
        ([1, 2], "float32"),
        ((True, False), "float32"),
        (2.5, "float64"),
        ([1, 2], "int64"),
        ([255, 0], "uint8"),
        ([-128], "int8"),
        ([True], "bool"),
        ([], "int64"),
        ([], "bool"),
        ([0.5], "float16"),
        ([0.5, 1], "bfloat16"),
        ([np.float64(0.5)], "float32"),
    ],
)
def test_numbers_get_the_type_of_the_input(value: Any, dtype: str) -> None:
    wanted = np.dtype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype)
    found = as_array("x", value, wanted)
    assert found.dtype == wanted
    np.testing.assert_array_equal(found.astype(np.float64), np.asarray(value, np.float64))


@pytest.mark.parametrize(("value", "dtype"), [([256], "uint8"), ([-1], "uint8"), ([2], "bool")])
def test_numbers_that_the_type_has_not_are_refused(value: Any, dtype: str) -> None:
    info = TensorInfo("x", dtype, (1,))
    with pytest.raises(UsageError, match="'x'"):
        ModelInputs([info]).checked({"x": value})


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        ([1.5], "int64"),
        ([2.0], "int32"),
        (["1"], "float32"),
        ([1j], "float32"),
        (np.ones(1), "float32"),
        (np.float64(1), "float32"),
    ],
)
def test_other_values_keep_their_type(value: Any, dtype: str) -> None:
    assert as_array("x", value, np.dtype(dtype)).dtype == np.asarray(value).dtype


@pytest.mark.parametrize("value", [None, "1", b"1"])
def test_no_conversion_is_advised_for_what_is_no_number(value: Any) -> None:
    with pytest.raises(UsageError, match="the model needs float32 of shape") as refused:
        ModelInputs([TensorInfo("x", "float32", (1,))]).checked({"x": value})
    assert "astype" not in str(refused.value)


def test_a_conversion_is_advised_for_numbers_of_another_type() -> None:
    with pytest.raises(UsageError, match=r"astype\('float32'\) converts it"):
        ModelInputs([TensorInfo("x", "float32", (1,))]).checked({"x": np.ones(1)})
