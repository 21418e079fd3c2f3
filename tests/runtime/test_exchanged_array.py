"""Arrays of other libraries are read and written where they lie."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aoe.errors import UsageError
from aoe.runtime.exchanged_array import exchanged_array, is_exchanged, memory_of


class Foreign:
    """An array of another library: with DLPack only."""

    def __init__(self, array: np.ndarray, device: int = 1) -> None:
        self.array, self.device = array, device

    def __dlpack__(self, **keywords: Any) -> object:
        return self.array.__dlpack__(**keywords)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device, 0


class Broken(Foreign):
    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        raise RuntimeError("it\nneeds a gradient")


class Copying(Foreign):
    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        return self.array.copy()


def test_arrays_of_others_are_read_on_their_memory() -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    found = exchanged_array("input 'x'", Foreign(array))
    assert np.shares_memory(found, array)
    assert (found.shape, found.dtype) == (array.shape, array.dtype)


@pytest.mark.parametrize("value", [np.zeros(2), [1.0], 3.0, np.float32(1)])
def test_arrays_of_numpy_and_lists_are_not_exchanged(value: object) -> None:
    assert not is_exchanged(value)


def test_memory_of_another_device_is_refused() -> None:
    with pytest.raises(
        UsageError, match=r"input 'x' is in the memory of device 0 of DLPack's type 2"
    ):
        exchanged_array("input 'x'", Foreign(np.zeros(2), device=2))


def test_an_array_that_cannot_be_read_is_refused_in_one_line() -> None:
    with pytest.raises(UsageError, match=r"input 'x' cannot be read .*: it needs a gradient"):
        exchanged_array("input 'x'", Broken(np.zeros(2)))


def test_an_array_without_memory_is_refused() -> None:
    class Unplaced(Foreign):
        def __dlpack_device__(self) -> tuple[int, int]:
            raise ValueError("Unknown device type meta for Dlpack")

    with pytest.raises(UsageError, match="input 'x' cannot be read as an array: Unknown device"):
        exchanged_array("input 'x'", Unplaced(np.zeros(2)))
    with pytest.raises(UsageError, match="output 'y' cannot be read as an array: Unknown device"):
        memory_of("output 'y'", Unplaced(np.zeros(2)))


def test_outputs_are_written_to_the_memory_of_others() -> None:
    array = np.zeros(3, np.float32)
    memory_of("output 'y'", Foreign(array))[...] = 2
    assert array.tolist() == [2, 2, 2]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([0.0, 0.0], "output 'y' is list; give an array of NumPy"),
        (np.broadcast_to(np.float32(0), (2,)), "output 'y' is read-only"),
        (Copying(np.zeros(2)), "output 'y' cannot share its memory"),
    ],
)
def test_what_cannot_be_written_is_refused(value: object, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        memory_of("output 'y'", value)
