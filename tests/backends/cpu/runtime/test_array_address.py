"""Addresses of arrays are those that NumPy tells."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from aoe.backends.cpu.runtime.array_address import address_writer, store_addresses

WHOLE = np.arange(24, dtype=np.float32).reshape(4, 6)


class Subclass(np.ndarray):
    """An array with attributes of its own."""


ARRAYS = [
    WHOLE,
    WHOLE[1:, 2:],
    WHOLE[::-1],
    np.zeros((1, 0, 8), np.float32),
    np.array(3),
    np.frombuffer(b"abcd", np.uint8),
    WHOLE.view(Subclass),
]


def stored(store: Callable[..., None], arrays: Sequence[np.ndarray]) -> list[int | None]:
    pointers = (ctypes.c_void_p * (len(arrays) + 1))()
    pointers[len(arrays)] = 64
    store(pointers, arrays)
    assert pointers[len(arrays)] == 64
    return [pointers[number] for number in range(len(arrays))]


@pytest.mark.parametrize("implementation", ["CPython", "another"])
def test_addresses_are_those_that_numpy_tells(implementation: str) -> None:
    told = [array.ctypes.data for array in ARRAYS]
    assert stored(address_writer(implementation, ARRAYS), ARRAYS) == told
    assert stored(store_addresses, ARRAYS) == told


def test_an_unknown_layout_is_noticed() -> None:
    class Elsewhere(np.ndarray):
        """An array that claims to lie elsewhere, as one of another layout would."""

        @property
        def __array_interface__(self) -> dict[str, object]:
            return {"data": (64, False)}

    store = address_writer("CPython", [WHOLE.view(Elsewhere)])
    assert stored(store, [WHOLE]) == [WHOLE.ctypes.data]
    assert store.__name__ == "_store_from_interface"
