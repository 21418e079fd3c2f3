"""Memory for the outputs of compiled graphs.

A large output has a block of huge pages. The block is used again for another output as soon as the
tensor's storage is gone, so a training step has no memory to map and to clear. PyTorch's own
allocator gives large blocks back to the system each time.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Sequence
from functools import cache
from math import prod

import torch

from aoe.runtime.memory import HUGE_PAGE, Memory

#: Where outputs are, whatever `torch.device` or `set_default_device` says around a call.
_CPU = torch.device("cpu")
#: Bytes from which an output has a block.
LARGE = 1 << 20
#: A free block serves an output if it is at most so many times larger.
_WASTE = 1.25
#: Bytes of blocks that are kept beyond those that were used at once.
_KEPT_BYTES = 256 << 20


class BlockPool:
    """Blocks for outputs, in use and free. Safe to use from several threads."""

    def __init__(self) -> None:
        # A storage may go, and its block come back, while the pool is searched: garbage is
        # collected anywhere.
        self._lock = threading.RLock()
        self._free: list[tuple[int, Memory]] = []
        self._used = self._most_used = 0

    @property
    def free_bytes(self) -> int:
        """Bytes of blocks that no tensor has."""
        with self._lock:
            return sum(size for size, _ in self._free)

    @property
    def used_bytes(self) -> int:
        """Bytes of blocks that tensors have."""
        return self._used

    def tensor(
        self, shape: Sequence[int], strides: Sequence[int], dtype: torch.dtype
    ) -> torch.Tensor:
        """A dense tensor with undefined elements."""
        wanted = prod(shape) * dtype.itemsize
        if wanted < LARGE:
            return torch.empty_strided(shape, strides, dtype=dtype, device=_CPU)
        size, memory = self._taken(-(-wanted // HUGE_PAGE) * HUGE_PAGE)
        held = (ctypes.c_char * wanted).from_address(memory.address)
        # The storage keeps `held` alive, and `held` says when the storage is gone.
        weakref.finalize(held, self._give_back, size, memory).atexit = False
        storage = torch.frombuffer(held, dtype=dtype).untyped_storage()
        # Not a view: autograd would refuse to have a view changed in place that a function returns.
        return torch.empty(0, dtype=dtype, device=_CPU).set_(storage, 0, shape, strides)

    def _taken(self, wanted: int) -> tuple[int, Memory]:
        """The free block that fits best, or a new one."""
        with self._lock:
            fitting = [
                (size, number)
                for number, (size, _) in enumerate(self._free)
                if wanted <= size <= wanted * _WASTE
            ]
            found = self._free.pop(min(fitting)[1]) if fitting else None
            self._used += found[0] if found else wanted
            self._most_used = max(self._most_used, self._used)
            self._trim()
        return found or (wanted, Memory(wanted))

    def _give_back(self, size: int, memory: Memory) -> None:
        with self._lock:
            self._used -= size
            self._free.append((size, memory))
            self._trim()

    def _trim(self) -> None:
        """Forgets the blocks that were free for longest, while there are more than a step needs."""
        free = sum(size for size, _ in self._free)
        while self._free and free + self._used > self._most_used + _KEPT_BYTES:
            free -= self._free.pop(0)[0]


@cache
def block_pool() -> BlockPool:
    """The pool of this process."""
    return BlockPool()
