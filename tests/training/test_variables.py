"""Variables with two values."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.errors import AoeError
from aoe.training.variables import HeldVariable, new_array
from tests.training.toy import ToyVariable


def test_a_native_value_reaches_the_framework_when_it_is_released() -> None:
    variable = ToyVariable([1.0, 2.0])
    held = HeldVariable(variable)
    held.array[...] = 5
    held.wrote()
    np.testing.assert_array_equal(variable.value, [1, 2])
    held.release()
    np.testing.assert_array_equal(variable.value, [5, 5])


def test_a_value_that_was_dropped_does_not() -> None:
    variable = ToyVariable([1.0, 2.0])
    held = HeldVariable(variable)
    held.array[...] = 5
    held.wrote()
    held.drop()
    held.release()
    held.take()
    np.testing.assert_array_equal(variable.value, [1, 2])
    np.testing.assert_array_equal(held.array, [1, 2])


def test_another_shape_is_refused() -> None:
    variable = ToyVariable([1.0, 2.0])
    held = HeldVariable(variable)
    held.release()
    variable.value = np.zeros(3, np.float32)
    with pytest.raises(AoeError, match=r"float32 \[2\] became one of float32 \[3\]"):
        held.take()


@pytest.mark.parametrize("shape", [(), (0, 3), (5,), (600, 600)])
def test_an_array_has_memory_of_its_own(shape: tuple[int, ...]) -> None:
    array, memory = new_array(shape, np.dtype(np.float32))
    array[...] = 1
    assert array.shape == shape
    assert (memory is not None) == (array.nbytes >= 1 << 20)
