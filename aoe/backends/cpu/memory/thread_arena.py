"""Packs buffers into an arena so that threads mostly write cache lines they own.

A core that writes a line which another core has written or read since must first take ownership
(MESI). That takes 6 ns per line between cores that share a cache and 30 ns between others. The
core's own lines cost nothing. (Measured on a Zen 4 with two threads that write 1200 such lines.) So
a buffer is placed where each thread's share covers what the same thread accessed last, as long as
the arena stays close to its minimum size. The accesses of threads are known in advance
(`aoe.backends.cpu.memory.thread_shares`). The placer simulates an inference call by call and tracks
who owns which part of the arena.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import product

import numpy as np

from aoe.backends.cpu.memory.arena import Lifetime, gaps, pack, place
from aoe.backends.cpu.memory.owner_runs import Cells, OwnerRuns, Threads
from aoe.backends.cpu.memory.thread_shares import SHARED, Footprint, Span
from aoe.backends.cpu.target.cpu_target import CACHE_LINE
from aoe.runtime.plan import aligned

#: The arena's size relative to the minimum; the last is the maximum.
_SLACK = (1.0, 1.25)
#: Buffers of at least this fraction of the arena keep their offset of the smallest arena, because
#: placement in order of use may leave gaps that are too small for them. With 1, all are placed in
#: order of use.
_LARGE = (1.0, 0.5, 0.25)
#: Smaller buffers, in bytes, go into the tightest gap: they have few lines, and fragment gaps.
_SMALL = 16 << 10
#: The maximum number of cells of an arena. Each cell has one owner; in a small arena a cell is a
#: cache line.
_MAX_CELLS = 1 << 15
#: The owner of memory that no thread has accessed.
_UNOWNED = -2


@dataclass(frozen=True, slots=True)
class Use:
    """What a call accesses of a buffer.

    Attributes:
        buffer: The buffer's number.
        offset: The byte of the buffer that the call's pointer points to.
        shares: The bytes accessed by each thread, from that byte on.
    """

    buffer: int
    offset: int
    shares: Footprint


def pack_for_threads(
    lifetimes: Mapping[int, Lifetime], calls: Sequence[Sequence[Use]]
) -> tuple[dict[int, int], int]:
    """Returns the layout with the least transfer of cache lines between threads.

    Args:
        lifetimes: The live ranges of the buffers.
        calls: What each call accesses, in the steps of `lifetimes`.

    Returns:
        A 64-byte aligned offset for every buffer, and the arena's size in bytes.
    """
    smallest = pack(lifetimes)
    most = int(smallest[1] * max(_SLACK))
    cell_bytes = _cell_bytes(most)
    by_cells = lru_cache(maxsize=None)(partial(_cell_uses, lifetimes, calls))
    cell_uses = by_cells(cell_bytes)
    least = _transferred_bytes(by_cells, smallest)
    if not least:
        return smallest  # as where one thread computes all
    first_uses = _first_uses(lifetimes, cell_uses, cell_bytes)
    found = [smallest]
    tried: set[tuple[int, int]] = set()
    for slack, share in product(_SLACK, _LARGE):
        large = {
            number: offset
            for number, offset in smallest[0].items()
            if lifetimes[number].bytes >= smallest[1] * share
        }
        limit = int(smallest[1] * slack)
        if (limit, len(large)) in tried:  # fewer bytes are large, but no more buffers
            continue
        tried.add((limit, len(large)))
        owners = _unowned_cells(most, cell_bytes)
        for _ in range(2):  # the second layout starts from the owners the first one leaves
            placer = _Placer(lifetimes, cell_uses, first_uses, limit, cell_bytes, owners, large)
            layout = placer.place()
            if layout[1] > most:
                break
            if layout not in found:
                found.append(layout)
            placer.simulate_up_to(len(calls))
    bytes_of = [least, *(_transferred_bytes(by_cells, layout) for layout in found[1:])]
    return found[bytes_of.index(min(bytes_of))]


def transferred_bytes(
    lifetimes: Mapping[int, Lifetime],
    calls: Sequence[Sequence[Use]],
    layout: tuple[Mapping[int, int], int],
) -> int:
    """Estimates the bytes that an inference writes while other threads own them.

    The inference is the second of two in a row.

    Args:
        lifetimes: The live ranges of the buffers.
        calls: What each call accesses.
        layout: The offsets, and the arena's size.
    """
    return _transferred_bytes(partial(_cell_uses, lifetimes, calls), layout)


def _transferred_bytes(
    by_cells: Callable[[int], list[list[_CellUse]]], layout: tuple[Mapping[int, int], int]
) -> int:
    """`transferred_bytes`, where `by_cells` gives what calls access by cells of a size."""
    offsets, size = layout
    cell_bytes = _cell_bytes(size)
    cell_uses = by_cells(cell_bytes)
    owners = _unowned_cells(size, cell_bytes)
    for call in cell_uses:
        _simulate(call, offsets, cell_bytes, owners)
    taken = sum(_simulate(call, offsets, cell_bytes, owners, counts=True) for call in cell_uses)
    return taken * cell_bytes


def _cell_bytes(size: int) -> int:
    cell_bytes = CACHE_LINE
    while size > cell_bytes * _MAX_CELLS:
        cell_bytes *= 2
    return cell_bytes


def _unowned_cells(size: int, cell_bytes: int) -> Threads:
    return np.full(-(-size // cell_bytes), _UNOWNED, np.int16)


@dataclass(frozen=True, slots=True)
class _CellUse:
    """A use of a buffer by cells.

    Attributes:
        buffer: The buffer's number.
        reads: The reader of each cell; empty if it is not read.
        writes: The writer of each cell; empty if it is not written.
        reads_all: Whether each cell has a reader.
        writes_all: Whether each cell has a writer.
        outside: Bytes outside the buffer that may be read, relative to its start.
    """

    buffer: int
    reads: Threads
    writes: Threads
    reads_all: bool
    writes_all: bool
    outside: tuple[Span, ...]


def _cell_uses(
    lifetimes: Mapping[int, Lifetime], calls: Sequence[Sequence[Use]], cell_bytes: int
) -> list[list[_CellUse]]:
    return [
        [_cell_use(use, lifetimes[use.buffer].bytes, cell_bytes) for use in uses] for uses in calls
    ]


def _cell_use(use: Use, size: int, cell_bytes: int) -> _CellUse:
    reads = _unowned_cells(size, cell_bytes)
    writes = reads.copy()
    outside: list[Span] = []
    for spans, cells in ((use.shares.reads, reads), (use.shares.writes, writes)):
        for span in spans:
            start, stop = span.start + use.offset, span.stop + use.offset
            cells[max(start, 0) // cell_bytes : max(-(-stop // cell_bytes), 0)] = span.thread
            if cells is reads and start < 0:
                outside.append(Span(start, min(stop, 0), span.thread))
            if cells is reads and stop > size:
                outside.append(Span(max(start, size), stop, span.thread))
    if not use.shares.reads:
        reads = reads[:0]
    if not use.shares.writes:
        writes = writes[:0]
    all_read, all_written = (bool((cells != _UNOWNED).all()) for cells in (reads, writes))
    return _CellUse(use.buffer, reads, writes, all_read, all_written, tuple(outside))


@dataclass(frozen=True, slots=True)
class _FirstUse:
    """The first use of a buffer.

    Attributes:
        call: The call.
        shares: The writers of the buffer's cells.
        middle: The byte between two shares that is nearest the buffer's middle.
    """

    call: Sequence[_CellUse]
    shares: OwnerRuns
    middle: int


def _first_uses(
    lifetimes: Mapping[int, Lifetime], calls: Sequence[Sequence[_CellUse]], cell_bytes: int
) -> dict[int, _FirstUse]:
    """Returns the first use of each buffer.

    Calls of other branches may come before, because a branch's buffer is kept for the whole region.
    Only the code of a loop itself may use a buffer. It has no call then.
    """
    found: dict[int, _FirstUse] = {}
    for number, lifetime in lifetimes.items():
        later = ((call, use) for call in calls[lifetime.first :] for use in call)
        call, writes = next(
            ((call, use.writes) for call, use in later if use.buffer == number),
            ((), _unowned_cells(lifetime.bytes, cell_bytes)),
        )
        shares, size = OwnerRuns.of(writes), aligned(lifetime.bytes)
        edges = [cell * cell_bytes for cell in shares.edges(0, -(-size // cell_bytes))]
        middle = min(edges, key=lambda edge: abs(2 * edge - size), default=0)
        found[number] = _FirstUse(call, shares, middle)
    return found


def _simulate(
    call: Sequence[_CellUse],
    offsets: Mapping[int, int],
    cell_bytes: int,
    owners: Threads,
    *,
    counts: bool = False,
) -> int:
    """Updates the owners for one call, and returns how many cells it writes that others owned, if
    it `counts` them.

    The order is reads, writes, then reads beyond the buffers: other threads make those
    speculatively during the writes.
    """
    taken = 0
    for use in call:
        if len(use.reads):
            arena_cells = _arena_cells(owners, offsets[use.buffer] // cell_bytes, use.reads)
            _read(arena_cells, use.reads, use.reads_all)
    for use in call:
        if len(use.writes):
            arena_cells = _arena_cells(owners, offsets[use.buffer] // cell_bytes, use.writes)
            written = use.writes[: len(arena_cells)]
            if counts:
                taken += _owned_by_others(arena_cells, written)
            np.copyto(arena_cells, written, where=use.writes_all or written != _UNOWNED)
    for use in call:
        for span in use.outside:
            start, stop = span.start + offsets[use.buffer], span.stop + offsets[use.buffer]
            arena_cells = owners[max(start, 0) // cell_bytes : max(-(-stop // cell_bytes), 0)]
            _read(arena_cells, np.full(len(arena_cells), span.thread, np.int16), everywhere=True)
    return taken


def _arena_cells(owners: Threads, first: int, threads: Threads) -> Threads:
    """Returns the cells of the arena that a buffer occupies, from cell `first` on."""
    return owners[first : first + len(threads)]


def _read(arena_cells: Threads, threads: Threads, everywhere: bool) -> None:
    """Makes the readers of cells their owners too. `everywhere`: whether each cell has a reader."""
    reading = threads[: len(arena_cells)]
    theirs = (arena_cells == _UNOWNED) | (arena_cells == reading)
    owners = np.where(theirs, reading, SHARED)
    np.copyto(arena_cells, owners, where=everywhere or reading != _UNOWNED, casting="same_kind")


def _owned_by_others(arena_cells: Threads, writing: Threads) -> int:
    """Returns how many cells are owned by other threads than their writers."""
    others = (arena_cells != writing) | (arena_cells == SHARED)
    return int(np.count_nonzero(others & (arena_cells != _UNOWNED) & (writing != _UNOWNED)))


@dataclass
class _Placer:
    """Places buffers in order of use.

    Attributes:
        lifetimes: The live ranges of the buffers.
        calls: What each call accesses, by cells.
        first_uses: The first use of each buffer.
        limit: The arena's intended maximum size in bytes.
        cell_bytes: The size of a cell.
        owners: The owner of each cell before the call that first uses the current buffer.
        large: Fixed offsets of large buffers.
        offsets: The offsets chosen so far.
        simulated: The number of calls simulated so far.
        runs: The runs of `owners`.
    """

    lifetimes: Mapping[int, Lifetime]
    calls: Sequence[Sequence[_CellUse]]
    first_uses: Mapping[int, _FirstUse]
    limit: int
    cell_bytes: int
    owners: Threads
    large: Mapping[int, int]
    offsets: dict[int, int] = field(default_factory=dict)
    simulated: int = 0
    runs: OwnerRuns = field(init=False)

    def __post_init__(self) -> None:
        self.runs = OwnerRuns.of(self.owners)

    def place(self) -> tuple[dict[int, int], int]:
        def by_use(number: int) -> tuple[bool, int, int]:
            return number not in self.large, self.lifetimes[number].first, number

        self.offsets |= self.large
        return place(self.lifetimes, sorted(self.lifetimes, key=by_use), self.choose)

    def simulate_up_to(self, call: int) -> None:
        if call <= self.simulated:
            return
        for uses in self.calls[self.simulated : call]:
            _simulate(uses, self.offsets, self.cell_bytes, self.owners)
        self.simulated, self.runs = call, OwnerRuns.of(self.owners)

    def choose(self, number: int, size: int, taken: Sequence[tuple[int, int]]) -> int:
        """Returns the offset at which the buffer's first call transfers the fewest cells.

        Among equal offsets it returns the one in the tightest gap.
        """
        if number in self.large:
            return self.large[number]
        self.simulate_up_to(self.lifetimes[number].first)
        first = self.first_uses[number]
        stray_reads = [
            Span(span.start + at, span.stop + at, span.thread)
            for use in first.call
            if (at := self.offsets.get(use.buffer)) is not None
            for span in use.outside
        ]
        ranked: list[tuple[int, int, int]] = []
        for start, end in gaps(taken, size):
            width = self.limit + size if end is None else end - start
            ranked += [
                (max(offset + size - self.limit, 0), width, offset)
                for offset in self.candidates(size, first.middle, stray_reads, start, end)
            ]
        ranked.sort()
        # Costs are the most work: only of those that are least over the limit.
        offsets = [offset for over, _, offset in ranked if over == ranked[0][0]]
        least = offsets[0]
        if len(offsets) > 1 and len(first.shares.starts):
            least = offsets[int(np.argmin(self.costs(offsets, first.shares, stray_reads)))]
        self.offsets[number] = least
        return least

    def candidates(
        self, size: int, middle: int, stray_reads: Sequence[Span], start: int, end: int | None
    ) -> list[int]:
        """Returns the offsets of a gap that are worth evaluating.

        These are its ends, and the offsets at which an edge between owners meets an end of the
        buffer, or the edge between shares nearest its middle.
        """
        last = max(self.limit - size, start) if end is None else end - size
        found = {start} if end is None else {start, last // CACHE_LINE * CACHE_LINE}
        if size >= _SMALL:
            cells = self.runs.edges(start // self.cell_bytes, (last + size) // self.cell_bytes)
            edges = [cell * self.cell_bytes for cell in cells]
            edges += [edge for span in stray_reads for edge in (span.start, span.stop)]
            found |= {aligned(edge - place) for edge in edges for place in (0, middle, size)}
        return [offset for offset in found if start <= offset <= last]

    def costs(
        self, offsets: Sequence[int], shares: OwnerRuns, stray_reads: Sequence[Span]
    ) -> Cells:
        """Returns how many cells threads transfer if a buffer is placed at each of some offsets.

        Counts what its first call writes, and what that call may read of it from neighbouring
        buffers. `shares`: the writers of the buffer's cells.
        """
        first = np.array(offsets) // self.cell_bytes
        begins, ends = first + shares.starts[:, None], first + shares.ends[:, None]
        owned, costs = self.runs.owners != _UNOWNED, np.zeros(len(offsets), np.int64)
        for writer in {*shares.owners.tolist()} - {_UNOWNED}:
            others = owned if writer == SHARED else owned & (self.runs.owners != writer)
            written = shares.owners == writer
            costs += self.runs.count(others, begins[written], ends[written]).sum(axis=0)
        for span in stray_reads:
            others = (shares.owners != span.thread) & (shares.owners != _UNOWNED)
            start, stop = span.start // self.cell_bytes, -(-span.stop // self.cell_bytes)
            costs += shares.count(others, start - first, np.maximum(start, stop) - first)
        return costs
