"""Addresses of arrays are those that NumPy tells."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.backends.cpu.runtime.array_address import address_of, address_reader

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


@pytest.mark.parametrize("implementation", ["CPython", "another"])
def test_addresses_are_those_that_numpy_tells(implementation: str) -> None:
    read = address_reader(implementation, ARRAYS)
    for array in ARRAYS:
        assert read(array) == address_of(array) == array.ctypes.data


def test_an_unknown_layout_is_noticed() -> None:
    class Elsewhere(np.ndarray):
        """An array that claims to lie elsewhere, as one of another layout would."""

        @property
        def __array_interface__(self) -> dict[str, object]:
            return {"data": (64, False)}

    read = address_reader("CPython", [WHOLE.view(Elsewhere)])
    assert read(WHOLE) == WHOLE.ctypes.data
    assert read.__name__ == "_from_interface"
