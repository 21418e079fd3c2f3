"""The memories of the machine: that of the device, shared memory of blocks, and local memory of
threads.
"""

from __future__ import annotations

import numpy as np

#: Where shared and local memory begin among generic addresses.
SHARED, LOCAL = 1 << 48, 1 << 49
#: Bytes between two allocations that belong to none.
GAP = 256


class MachineError(AssertionError):
    """A kernel did what a GPU would punish, or worse, would not."""


class GlobalMemory:
    """Memory of the device, in which each allocation is surrounded by bytes that nobody may use."""

    def __init__(self, size: int = 1 << 20) -> None:
        self.bytes = np.full(size, 0xFF, np.uint8)
        self.usable = np.zeros(size, bool)
        #: Bytes that kernels of the graph in progress wrote.
        self.written = np.zeros(size, bool)
        #: Addresses and sizes of what kernels asked for before they needed it.
        self.prefetched: list[tuple[int, int]] = []
        self._sizes: dict[int, int] = {}
        self._end = GAP

    def allocate(self, size: int) -> int:
        """The address of so many bytes, which hold garbage."""
        address = -(-self._end // GAP) * GAP
        self._end = address + size + GAP
        while self._end > self.bytes.size:
            self.bytes = np.concatenate([self.bytes, np.full(self.bytes.size, 0xFF, np.uint8)])
            self.usable = np.concatenate([self.usable, np.zeros(self.usable.size, bool)])
            self.written = np.concatenate([self.written, np.zeros(self.written.size, bool)])
        self.usable[address : address + size] = True
        self._sizes[address] = size
        return address

    def free(self, address: int) -> None:
        """From now on nobody may use an allocation. The last one's memory is used again."""
        size = self._sizes.pop(address)
        self.usable[address : address + size] = False
        self.bytes[address : address + size] = 0xFF
        if not self._sizes:
            self._end = GAP
        elif address > max(self._sizes):
            last = max(self._sizes)
            self._end = last + self._sizes[last] + GAP

    def view(self, address: int, size: int) -> np.ndarray:
        """Bytes of one allocation."""
        if size and not self.usable[address : address + size].all():
            raise MachineError(f"bytes {address} to {address + size} are not allocated")
        return self.bytes[address : address + size]

    def load(self, addresses: np.ndarray, dtype: str) -> np.ndarray:
        """An element at each address."""
        self._check(addresses, np.dtype(dtype).itemsize, "reads")
        found: np.ndarray = self.bytes.view(dtype)[addresses // np.dtype(dtype).itemsize]
        return found

    def store(self, addresses: np.ndarray, values: np.ndarray) -> None:
        """An element to each address."""
        self._check(addresses, values.dtype.itemsize, "writes")
        self.bytes.view(values.dtype)[addresses // values.dtype.itemsize] = values
        for skip in range(values.dtype.itemsize):
            self.written[addresses + skip] = True

    def begin(self) -> None:
        """A graph begins: what ran before it has ended."""
        self.written[:] = False

    def read_early(self, addresses: np.ndarray, size: int) -> None:
        """A kernel reads so many bytes at each address before it waits for those in front of it."""
        for skip in range(size):
            places = addresses + skip
            if self.written[places[(places >= 0) & (places < self.written.size)]].any():
                raise MachineError("a kernel reads what one in front of it writes, before it waits")

    def check_known(self, addresses: np.ndarray) -> None:
        """Checks addresses of which nothing may be read: a GPU looks for their pages even so."""
        inside = (addresses >= 0) & (addresses < self.bytes.size)
        if not inside.all() or not self.usable[addresses].all():
            raise MachineError("a kernel looks for memory that is not allocated")

    def _check(self, addresses: np.ndarray, size: int, what: str) -> None:
        if (addresses % size).any():
            raise MachineError(f"a kernel {what} {size} bytes at an address that is not aligned")
        inside = (addresses >= 0) & (addresses < self.bytes.size)
        if not inside.all() or not self.usable[addresses].all():
            wrong = addresses[~inside] if not inside.all() else addresses[~self.usable[addresses]]
            raise MachineError(f"a kernel {what} address {int(wrong[0])}, which is not allocated")


class SharedMemory:
    """Shared memory of some blocks. It knows who used a word since the last barrier: a thread, a
    warp, or several warps.
    """

    def __init__(self, blocks: int, size: int, threads: int) -> None:
        self.size = size
        padded = -(-max(size, 8) // 8) * 8
        self.bytes = np.full((blocks, padded), 0xFF, np.uint8)
        words = (blocks, padded // 4)
        self._epoch = np.zeros(blocks, np.int64)
        self._written, self._read = _Uses(words), _Uses(words)
        self._now, self._met = 0, np.full(-(-threads // 32), -1)
        #: Words that matrix instructions which read shared memory themselves may not see yet.
        self._unseen = np.zeros(words, bool)

    def fence(self, threads: np.ndarray) -> None:
        """What some threads wrote can be seen by matrix instructions behind the next barrier."""
        self._unseen &= ~np.isin(self._written.thread, threads)

    def put_by_copy(self, block: int, offset: int, data: np.ndarray) -> None:
        """A copy of many bytes has arrived, which matrix instructions see."""
        self.bytes[block, offset : offset + data.size] = data
        words = slice(offset // 4, (offset + data.size) // 4)
        self._unseen[block, words] = False
        self._written.epoch[block, words] = -1

    def read_by_matrix(self, block: int, offsets: np.ndarray, threads: np.ndarray) -> None:
        """A matrix instruction of some threads reads elements of 16 bits."""
        self._check(offsets, 2, "reads")
        words = np.unique(offsets // 4)
        place = (np.full(words.size, block), words)
        epoch = self._epoch[place[0]]
        if (self._written.epoch[place] == epoch).any():
            raise MachineError("wgmma reads what was written behind the last barrier")
        if self._unseen[place].any():
            raise MachineError("wgmma reads what no fence of the asynchronous proxy made visible")
        for thread in threads[:: threads.size // 2]:  # of two warps, so that it counts as several
            self._read.add(place, epoch, np.full(words.size, thread), self._now)

    def barrier(self, blocks: np.ndarray) -> None:
        """All threads of some blocks met."""
        self._epoch[blocks] += 1

    def epoch_of(self, block: int) -> int:
        """How often all threads of a block met."""
        return int(self._epoch[block])

    def meet(self, threads: np.ndarray) -> None:
        """The threads of some warps met."""
        self._met[threads // 32] = self._now
        self._now += 1

    def load(
        self, blocks: np.ndarray, offsets: np.ndarray, dtype: str, threads: np.ndarray
    ) -> np.ndarray:
        """An element at each offset."""
        size = np.dtype(dtype).itemsize
        self._check(offsets, size, "reads")
        for skip in range(0, size, 4):
            place = (blocks, (offsets + skip) // 4)
            foreign = self._written.by_others(place, self._epoch[blocks], threads, self._met)
            if size >= 4 and foreign.any():
                raise MachineError(
                    "a thread reads shared memory that another wrote, no barrier between"
                )
            self._read.add(place, self._epoch[blocks], threads, self._now)
        found: np.ndarray = self.bytes.view(dtype)[blocks, offsets // size]
        return found

    def store(
        self, blocks: np.ndarray, offsets: np.ndarray, values: np.ndarray, threads: np.ndarray
    ) -> None:
        """An element to each offset."""
        size = values.dtype.itemsize
        self._check(offsets, size, "writes")
        for skip in range(0, size, 4):
            place, now = (blocks, (offsets + skip) // 4), self._epoch[blocks]
            used = self._read.by_others(place, now, threads, self._met)
            used |= self._written.by_others(place, now, threads, self._met)
            if size >= 4 and used.any():
                raise MachineError(
                    "a thread writes shared memory that another uses, no barrier between"
                )
            self._written.put(place, now, threads, self._now)
            self._unseen[place] = True
        held = self.bytes.view(values.dtype)
        held[blocks, offsets // size] = values
        if not (held[blocks, offsets // size] == values).all():
            raise MachineError("threads write different values to one place of shared memory")

    def _check(self, offsets: np.ndarray, size: int, what: str) -> None:
        if (offsets % size).any():
            raise MachineError(f"a kernel {what} {size} bytes of shared memory, not aligned")
        if (offsets < 0).any() or (offsets + size > self.size).any():
            raise MachineError(f"a kernel {what} behind its {self.size} bytes of shared memory")


class _Uses:
    """Who used each word last."""

    def __init__(self, words: tuple[int, int]) -> None:
        self.epoch, self.time = np.full(words, -1), np.full(words, -1)
        self.thread, self.warp = np.full(words, -1), np.full(words, -1)

    def by_others(
        self,
        place: tuple[np.ndarray, np.ndarray],
        epoch: np.ndarray,
        threads: np.ndarray,
        met: np.ndarray,
    ) -> np.ndarray:
        """Whether threads other than the given ones used words in this epoch. Those of the same
        warp do not count if the warp met since then.
        """
        warps = threads // 32
        settled = (self.warp[place] == warps) & (self.time[place] <= met[warps])
        found: np.ndarray = (
            (self.epoch[place] == epoch) & (self.thread[place] != threads) & ~settled
        )
        return found

    def put(
        self,
        place: tuple[np.ndarray, np.ndarray],
        epoch: np.ndarray,
        threads: np.ndarray,
        time: int,
    ) -> None:
        """The threads are the last users."""
        self.epoch[place], self.time[place] = epoch, time
        self.thread[place], self.warp[place] = threads, threads // 32

    def add(
        self,
        place: tuple[np.ndarray, np.ndarray],
        epoch: np.ndarray,
        threads: np.ndarray,
        time: int,
    ) -> None:
        """The threads use words as well; -2 stands for several threads, or warps."""
        current = self.epoch[place] == epoch
        for held, own in ((self.thread, threads), (self.warp, threads // 32)):
            several = current & (held[place] != own)
            held[place] = np.where(several, -2, own)
            among = held[place] != own  # of several threads with one word, the last one counts
            held[place[0][among], place[1][among]] = -2
        self.epoch[place], self.time[place] = epoch, time
