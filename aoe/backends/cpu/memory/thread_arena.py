"""Packs buffers into an arena in which threads write where they wrote before.

A core that writes a line of memory which another core has written or read since must take it from
there first: 6 ns a line between cores that share a cache, 30 ns between others, while its own lines
cost nothing (measured on a Zen 4 by two threads that write 1200 such lines). So a buffer goes where
each thread's share of it covers what the same thread touched last, as long as the arena stays about
as small as it can be. What threads touch is known ahead (`aoe.backends.cpu.memory.thread_shares`),
so an inference is followed call by call, with who holds which part of the arena.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product

import numpy as np
import numpy.typing as npt

from aoe.backends.cpu.memory.arena import Lifetime, gaps, pack, place
from aoe.backends.cpu.memory.thread_shares import SEVERAL, Shares, Span
from aoe.runtime.plan import aligned

#: How much larger than need be the arena may get; the last is the most.
_SLACK = (1.0, 1.25)
#: Buffers of at least such a share of the arena stay where they are in the smallest one: placed in
#: order of use they may leave gaps that are too small. With 1 all are placed in order of use.
_LARGE = (1.0, 0.5, 0.25)
#: Buffers of fewer bytes go into the tightest gap: they have few lines, and cut gaps in pieces.
_SMALL = 16 << 10
#: Most cells of an arena, each with one holder; in a small one they are cache lines.
_CELLS = 1 << 15
_LINE = 64
#: The holder of what nobody has touched.
_NOBODY = -2
#: Edges within a gap that are tried, at most.
_MOST_EDGES = 32


@dataclass(frozen=True, slots=True)
class Use:
    """What a call touches of a buffer, from byte `offset` of it on."""

    buffer: int
    offset: int
    shares: Shares


def pack_for_threads(
    lifetimes: Mapping[int, Lifetime], calls: Sequence[Sequence[Use]]
) -> tuple[dict[int, int], int]:
    """A 64-byte aligned offset for every buffer, and the arena's size in bytes: of several layouts
    the one in which threads take the least from each other. `calls`: what each call uses, in the
    steps of `lifetimes`.
    """
    smallest = pack(lifetimes)
    most = int(smallest[1] * max(_SLACK))
    cell_bytes = _cell_bytes(most)
    touched = _touched(lifetimes, calls, cell_bytes)
    found = [smallest]
    for slack, share in product(_SLACK, _LARGE):
        large = {
            number: offset
            for number, offset in smallest[0].items()
            if lifetimes[number].bytes >= smallest[1] * share
        }
        limit = int(smallest[1] * slack)
        holders = _untouched(most, cell_bytes)
        for _ in range(2):  # the second layout is made to follow an inference of the first
            placer = _Placer(lifetimes, touched, limit, cell_bytes, holders, large)
            layout = placer.place()
            if layout[1] > most:
                break
            found.append(layout)
            placer.follow_up_to(len(calls))
    return min(found, key=partial(taken_bytes, lifetimes, calls))


def taken_bytes(
    lifetimes: Mapping[int, Lifetime],
    calls: Sequence[Sequence[Use]],
    layout: tuple[Mapping[int, int], int],
) -> int:
    """About how many bytes that other threads held an inference writes that comes after another.
    `layout`: offsets, and the arena's size.
    """
    offsets, size = layout
    cell_bytes = _cell_bytes(size)
    touched = _touched(lifetimes, calls, cell_bytes)
    holders = _untouched(size, cell_bytes)
    taken = 0
    for _ in range(2):
        taken = sum(_follow(call, offsets, cell_bytes, holders) for call in touched)
    return taken * cell_bytes


def _cell_bytes(size: int) -> int:
    cell_bytes = _LINE
    while size > cell_bytes * _CELLS:
        cell_bytes *= 2
    return cell_bytes


#: For each cell of a buffer or of an arena the thread that touches it, `SEVERAL` or `_NOBODY`.
_Threads = npt.NDArray[np.int16]


def _untouched(size: int, cell_bytes: int) -> _Threads:
    return np.full(-(-size // cell_bytes), _NOBODY, np.int16)


@dataclass(frozen=True, slots=True)
class _Touched:
    """A use by cells of the buffer: who reads and who writes each. `beyond`: the bytes outside of
    the buffer, as seen from its start, that may be read.
    """

    buffer: int
    reads: _Threads
    writes: _Threads
    beyond: tuple[Span, ...]


def _touched(
    lifetimes: Mapping[int, Lifetime], calls: Sequence[Sequence[Use]], cell_bytes: int
) -> list[list[_Touched]]:
    return [
        [_touched_by(use, lifetimes[use.buffer].bytes, cell_bytes) for use in uses]
        for uses in calls
    ]


def _touched_by(use: Use, size: int, cell_bytes: int) -> _Touched:
    reads = _untouched(size, cell_bytes)
    writes = reads.copy()
    beyond: list[Span] = []
    for spans, cells in ((use.shares.reads, reads), (use.shares.writes, writes)):
        for span in spans:
            start, stop = span.start + use.offset, span.stop + use.offset
            cells[max(start, 0) // cell_bytes : max(-(-stop // cell_bytes), 0)] = span.thread
            if cells is reads and start < 0:
                beyond.append(Span(start, min(stop, 0), span.thread))
            if cells is reads and stop > size:
                beyond.append(Span(max(start, size), stop, span.thread))
    return _Touched(use.buffer, reads, writes, tuple(beyond))


def _follow(
    call: Sequence[_Touched], offsets: Mapping[int, int], cell_bytes: int, holders: _Threads
) -> int:
    """What a call reads, then what it writes, then what is read beyond the buffers: that is done
    by those who run ahead, while others write. Returns how many cells that others held it writes.
    """
    taken = 0
    for use in call:
        _read(_part(holders, offsets[use.buffer] // cell_bytes, use.reads), use.reads)
    for use in call:
        part = _part(holders, offsets[use.buffer] // cell_bytes, use.writes)
        taken += _held_by_others(part, use.writes)
        written = use.writes[: len(part)]
        part[...] = np.where(written == _NOBODY, part, written)
    for use in call:
        for span in use.beyond:
            start, stop = span.start + offsets[use.buffer], span.stop + offsets[use.buffer]
            part = holders[max(start, 0) // cell_bytes : max(-(-stop // cell_bytes), 0)]
            _read(part, np.full(len(part), span.thread, np.int16))
    return taken


def _part(holders: _Threads, first: int, threads: _Threads) -> _Threads:
    """The cells of the arena that a buffer's lie in, from cell `first` on."""
    return holders[first : first + len(threads)]


def _read(part: _Threads, threads: _Threads) -> None:
    """The cells are those threads', too."""
    reading = threads[: len(part)]
    theirs = (part == _NOBODY) | (part == reading)
    part[...] = np.where(reading == _NOBODY, part, np.where(theirs, reading, SEVERAL))


def _held_by_others(part: _Threads, threads: _Threads) -> int:
    """How many cells are held by others than those who write them."""
    writing = threads[: len(part)]
    others = (part != writing) | (part == SEVERAL)
    return int(np.count_nonzero(others & (part != _NOBODY) & (writing != _NOBODY)))


@dataclass
class _Placer:
    """Places buffers in order of use, in an arena that is to have no more than `limit` bytes. Those
    of `large` have their place. `holders` follows the calls before the one that first uses the
    buffer to be placed.
    """

    lifetimes: Mapping[int, Lifetime]
    calls: Sequence[Sequence[_Touched]]
    limit: int
    cell_bytes: int
    holders: _Threads
    large: Mapping[int, int]
    offsets: dict[int, int] = field(default_factory=dict)
    followed: int = 0

    def place(self) -> tuple[dict[int, int], int]:
        def by_use(number: int) -> tuple[bool, int, int]:
            return number not in self.large, self.lifetimes[number].first, number

        self.offsets |= self.large
        return place(self.lifetimes, sorted(self.lifetimes, key=by_use), self.choose)

    def follow_up_to(self, call: int) -> None:
        for uses in self.calls[self.followed : call]:
            _follow(uses, self.offsets, self.cell_bytes, self.holders)
        self.followed = max(self.followed, call)

    def choose(self, number: int, size: int, taken: Sequence[tuple[int, int]]) -> int:
        """The offset at which its first call takes the least from other threads; of equal ones that
        in the tightest gap.
        """
        if number in self.large:
            return self.large[number]
        self.follow_up_to(self.lifetimes[number].first)
        call, writes = self.first_use(number)
        beside = [
            Span(span.start + at, span.stop + at, span.thread)
            for use in call
            if (at := self.offsets.get(use.buffer)) is not None
            for span in use.beyond
        ]
        ranked: list[tuple[int, int, int, int]] = []
        for start, end in gaps(taken, size):
            width = self.limit + size if end is None else end - start
            for offset in self.candidates(size, writes, beside, start, end):
                over = max(offset + size - self.limit, 0)
                ranked.append((over, self.cost(offset, writes, beside), width, offset))
        self.offsets[number] = min(ranked)[-1]
        return self.offsets[number]

    def first_use(self, number: int) -> tuple[Sequence[_Touched], _Threads]:
        """The first call that uses a buffer, and what it writes there. A buffer that lanes leave
        alone is kept from before.
        """
        for call in self.calls[self.lifetimes[number].first :]:
            for use in call:
                if use.buffer == number:
                    return call, use.writes
        raise AssertionError("every buffer is used")

    def candidates(
        self, size: int, writes: _Threads, beside: Sequence[Span], start: int, end: int | None
    ) -> list[int]:
        """Offsets in a gap worth a look: its ends, and where an edge between holders meets an end
        of the buffer or the edge between shares that is nearest its middle.
        """
        last = max(self.limit - size, start) if end is None else end - size
        found = {start} if end is None else {start, last // _LINE * _LINE}
        if size >= _SMALL:
            first = start // self.cell_bytes
            cells = _edges(self.holders[first : (last + size) // self.cell_bytes])
            edges = [(first + cell) * self.cell_bytes for cell in cells]
            edges += [edge for span in beside for edge in (span.start, span.stop)]
            shares = [cell * self.cell_bytes for cell in _edges(writes)]
            middle = min(shares, key=lambda edge: abs(2 * edge - size), default=0)
            found |= {aligned(edge - place) for edge in edges for place in (0, middle, size)}
        return [offset for offset in found if start <= offset <= last]

    def cost(self, offset: int, writes: _Threads, beside: Sequence[Span]) -> int:
        """How many cells threads take from each other if a buffer is there: of what its first call
        writes, and of what that may read of it from beside.
        """
        first = offset // self.cell_bytes
        taken = _held_by_others(_part(self.holders, first, writes), writes)
        for span in beside:
            low = max(span.start // self.cell_bytes - first, 0)
            read = writes[low : max(-(-span.stop // self.cell_bytes) - first, low)]
            taken += int(np.count_nonzero((read != span.thread) & (read != _NOBODY)))
        return taken


def _edges(threads: _Threads) -> list[int]:
    """The cells at which a new run of equal ones begins, if they are many the longest runs'."""
    found = np.flatnonzero(threads[1:] != threads[:-1]) + 1
    if len(found) > _MOST_EDGES:
        lengths = np.diff(found, append=len(threads))
        found = found[np.argsort(-lengths, kind="stable")[:_MOST_EDGES]]
    return [int(cell) for cell in found]
