"""Variables that native code and a framework both read and change.

Each has two values: the framework's, and an array in whose memory native code works. Either may be
the newer one. A step takes its variables before it runs. An adapter releases a variable before the
framework looks at it. So a loop of steps copies nothing.
"""

from __future__ import annotations

import ctypes
from functools import cache
from math import prod
from typing import Any, Protocol

import numpy as np

from aoe.errors import AoeError
from aoe.runtime.addressed_array import address_of, array_at
from aoe.runtime.memory import Memory
from aoe.runtime.plan import TensorInfo

#: Bytes from which an array has memory of its own.
_LARGE = 1 << 20


class Variable(Protocol):
    """A variable of a framework."""

    def read(self) -> np.ndarray:
        """The framework's value."""
        ...

    def write(self, value: np.ndarray) -> None:
        """Gives the framework a copy of a value."""
        ...


class Events:
    """What may have changed variables.

    Attributes:
        count: How often something may have.
    """

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0


@cache
def events() -> Events:
    """Those of all variables of this process."""
    return Events()


class HeldVariable:
    """One variable, with its value in native code. All steps that use it share this object.

    Attributes:
        array: The native value.
        address: Where it lies.
        changes: How often the native value has been changed, by a step or by the framework.
    """

    __slots__ = (
        *("_events", "_is_current", "_is_newer", "_memory", "_variable"),
        *("address", "array", "changes"),
    )

    def __init__(self, variable: Variable) -> None:
        self._variable, self._events = variable, events()
        first = variable.read()
        self.array, self._memory = new_array(first.shape, first.dtype)
        self.array[...] = first
        self.address = address_of(self.array)
        self._is_current, self._is_newer = True, False
        self.changes = 0

    def take(self) -> None:
        """Before a step: brings the framework's value here, if it may have changed. Equal bytes are
        no change, as after the framework has only looked at the variable.

        Raises:
            AoeError: It has another shape or type now.
        """
        if self._is_current:
            return
        value = self._variable.read()
        if (value.shape, value.dtype) != (self.array.shape, self.array.dtype):
            raise AoeError(
                f"a variable of {self.array.dtype} {list(self.array.shape)} became one of "
                f"{value.dtype} {list(value.shape)}; keep its type and shape"
            )
        is_dense = value.flags.c_contiguous
        if not (is_dense and same_bytes(address_of(value), self.address, value.nbytes)):
            self.changes += 1  # before: after Ctrl-C in between, the bytes may be equal
            self.array[...] = value
        self._is_current = True

    def wrote(self) -> None:
        """When a step changes the native value."""
        self.changes += 1
        self._events.count += 1
        self._is_newer = True

    def write_back(self) -> None:
        """Gives the framework the native value, if that is newer. Both count afterwards."""
        if self._is_newer:
            self._variable.write(self.array)
            self._is_newer = False

    def release(self) -> None:
        """Before the framework reads or changes the variable: brings the native value there."""
        self.write_back()
        self._is_current = False
        self._events.count += 1

    def drop(self) -> None:
        """Forgets a native value that does not count."""
        self._events.count += 1
        self._is_newer = self._is_current = False


def new_array(shape: tuple[int, ...], dtype: np.dtype) -> tuple[np.ndarray, Memory | None]:
    """An array, and what keeps its memory. A large one has huge pages where the system has some."""
    size = prod(shape) * dtype.itemsize
    if size < _LARGE:
        return np.empty(shape, dtype), None
    memory = Memory(size)
    return array_at(memory.address, TensorInfo("", str(dtype), shape)), memory


def same_bytes(one: int, other: int, size: int) -> bool:
    """Whether `size` bytes at two addresses are equal."""
    return bool(_memcmp()(one, other, size) == 0)


@cache
def _memcmp() -> Any:
    function = ctypes.CDLL(None).memcmp
    function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    return function
