"""What an array holds, in a few bytes: programs and profiles that have equal constants find so that
they can share them.
"""

from __future__ import annotations

import hashlib
import weakref
from typing import TypeAlias

import numpy as np

#: An array inside another one: its address, element type, shape and strides.
_Part: TypeAlias = tuple[int, str, tuple[int, ...], tuple[int, ...]]


def array_digest(array: np.ndarray) -> bytes:
    """The SHA-256 of an array's element type, shape and elements, wherever they lie."""
    head = hashlib.sha256(f"{array.dtype.name}{array.shape}".encode())
    head.update(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
    return head.digest()


class ArrayDigests:
    """What constants hold, as digests; computed once for each part of an array that is still there.

    Every preparation of a model makes views of its own of the same weights.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[np.ndarray], dict[_Part, bytes]]] = {}

    def of(self, array: np.ndarray) -> bytes:
        """The digest of an array's element type, shape and elements."""
        owner = array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        number = id(owner)
        known = self._known.get(number)
        if known is None or known[0]() is not owner:
            known = (weakref.ref(owner, lambda _: self._known.pop(number, None)), {})
            self._known[number] = known
        part = (array.ctypes.data, array.dtype.name, array.shape, array.strides)
        digest = known[1].get(part)
        if digest is None:
            digest = known[1][part] = array_digest(array)
        return digest
