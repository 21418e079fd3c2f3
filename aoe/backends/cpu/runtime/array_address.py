"""Where the elements of an array lie in memory, read in a fraction of a microsecond.

A decoder has two arrays per layer both as inputs and as outputs, so reading addresses is part of
each call (`aoe.backends.cpu.runtime.native_call`). NumPy's own ways, `__array_interface__` and
`ctypes.data`, build an object with all that is known of the array and take a microsecond each.
"""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import numpy as np

from aoe.runtime.addressed_array import address_of

#: Where native code reads the addresses of tensors.
Pointers: TypeAlias = "ctypes.Array[ctypes.c_void_p]"

_HEAD_BYTES = object.__basicsize__


def _from_structure(array: np.ndarray) -> int:
    """The address by NumPy's ABI: `data` is the first field after the object's head in
    `PyArrayObject_fields` (numpy/ndarraytypes.h). In CPython, `id` is where an object lies.
    """
    return ctypes.c_void_p.from_address(id(array) + _HEAD_BYTES).value or 0


def _store_from_structure(pointers: Pointers, arrays: Iterable[np.ndarray]) -> None:
    """Stores what `_from_structure` returns, without a call for each array."""
    read = ctypes.c_void_p.from_address
    for number, array in enumerate(arrays):
        pointers[number] = read(id(array) + _HEAD_BYTES).value


def _store_from_interface(pointers: Pointers, arrays: Iterable[np.ndarray]) -> None:
    for number, array in enumerate(arrays):
        pointers[number] = address_of(array)


def address_writer(implementation: str, probes: Sequence[np.ndarray]) -> Callable[..., None]:
    """The fastest function that stores the addresses of arrays in pointers, from the first on.

    Args:
        implementation: The implementation of Python, as `platform` calls it.
        probes: Arrays for which the address must be right.
    """
    if implementation != "CPython":
        return _store_from_interface
    agree = all(_from_structure(array) == address_of(array) for array in probes)
    return _store_from_structure if agree else _store_from_interface


_WHOLE = np.zeros((3, 2))
#: Stores the addresses of the first elements of arrays in pointers.
store_addresses: Callable[[Pointers, Iterable[np.ndarray]], None] = address_writer(
    platform.python_implementation(), (_WHOLE, _WHOLE[1:])
)
