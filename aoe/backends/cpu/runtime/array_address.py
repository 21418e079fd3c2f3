"""Where the elements of an array lie in memory, read in a fraction of a microsecond.

A decoder has two arrays per layer both as inputs and as outputs, so reading addresses is part of
each call (`aoe.backends.cpu.runtime.native_call`). NumPy's own ways, `__array_interface__` and
`ctypes.data`, build an object with all that is known of the array and take a microsecond each.
"""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Callable, Sequence

import numpy as np

_HEAD_BYTES = object.__basicsize__


def _from_structure(array: np.ndarray) -> int:
    """The address by NumPy's ABI: `data` is the first field after the object's head in
    `PyArrayObject_fields` (numpy/ndarraytypes.h). In CPython, `id` is where an object lies.
    """
    return ctypes.c_void_p.from_address(id(array) + _HEAD_BYTES).value or 0


def _from_interface(array: np.ndarray) -> int:
    """The address as NumPy describes it."""
    return int(array.__array_interface__["data"][0])


def address_reader(implementation: str, probes: Sequence[np.ndarray]) -> Callable[..., int]:
    """The fastest function that returns the address of an array.

    Args:
        implementation: The implementation of Python, as `platform` calls it.
        probes: Arrays for which the address must be right.
    """
    if implementation != "CPython":
        return _from_interface
    agree = all(_from_structure(array) == _from_interface(array) for array in probes)
    return _from_structure if agree else _from_interface


_WHOLE = np.zeros((3, 2))
#: Returns the address of the first element of an array.
address_of: Callable[[np.ndarray], int] = address_reader(
    platform.python_implementation(), (_WHOLE, _WHOLE[1:])
)
