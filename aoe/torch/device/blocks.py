"""Memory for the outputs of compiled graphs.

A large output is a block of a slab of huge pages (`aoe.runtime.slabs`). Its memory is used
again for other outputs as soon as the tensor's storage is gone, so a training step has no memory to
map and to clear. PyTorch's own allocator gives large blocks back to the system each time.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from functools import cache
from math import prod

import torch

from aoe.runtime.slabs import Slab, Slabs

#: Where outputs are, whatever `torch.device` or `set_default_device` says around a call.
_CPU = torch.device("cpu")
#: Bytes from which an output has a block.
LARGE = 1 << 20
#: Bytes that are kept beyond those that outputs had at once.
_KEPT_BYTES = 256 << 20


class BlockPool:
    """Blocks for outputs, in use and free. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._slabs = Slabs(_KEPT_BYTES)
        # Garbage is collected anywhere, also while the lock is held: a storage that goes only says
        # so, which needs no lock.
        self._gone: deque[tuple[Slab, int, int]] = deque()

    @property
    def free_bytes(self) -> int:
        """Bytes that are kept and that no tensor has."""
        with self._lock:
            self._give_back()
            return self._slabs.free_bytes

    @property
    def used_bytes(self) -> int:
        """Bytes of blocks that tensors have."""
        with self._lock:
            self._give_back()
            return self._slabs.used_bytes

    def tensor(
        self, shape: Sequence[int], strides: Sequence[int], dtype: torch.dtype
    ) -> torch.Tensor:
        """A dense tensor with undefined elements."""
        wanted = prod(shape) * dtype.itemsize
        if wanted < LARGE:
            return torch.empty_strided(shape, strides, dtype=dtype, device=_CPU)
        with self._lock:
            self._give_back()
            block = self._slabs.take(wanted)
        slab, begin, _ = block
        held = (ctypes.c_char * wanted).from_address(slab.address(begin))
        # The storage keeps `held` alive, and `held` says when the storage is gone.
        weakref.finalize(held, self._gone.append, block).atexit = False
        storage = torch.frombuffer(held, dtype=dtype).untyped_storage()
        # Not a view: autograd would refuse to have a view changed in place that a function returns.
        return torch.empty(0, dtype=dtype, device=_CPU).set_(storage, 0, shape, strides)

    def _give_back(self) -> None:
        """Gives back the blocks of storages that are gone. The lock is held."""
        while self._gone:
            self._slabs.give_back(*self._gone.popleft())


@cache
def block_pool() -> BlockPool:
    """The pool of this process."""
    return BlockPool()
