"""Which bytes of its arguments each thread's share of a kernel touches.

Shares are fixed (`aoe.backends.cpu.codegen.kernel_code`): every thread takes a contiguous part of
the tasks that the parallel outer loops are flattened to. Accesses are affine, so the first and the
last byte of a share follow from the ranges of its axes. `aoe.backends.cpu.memory.thread_arena`
gives buffers their memory by this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import prod

from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import Access, Kernel

#: The holder of bytes that several threads have touched.
SEVERAL = -1


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes from `start` up to `stop` of an argument, and the thread whose share touches them;
    `SEVERAL`: more than one.
    """

    start: int
    stop: int
    thread: int


@dataclass(frozen=True, slots=True)
class Shares:
    """What a kernel touches of one argument, in bytes from where its pointer points to, spans in
    order, no two of them overlapping. Reads may reach beyond the buffer on both sides: bounds keep
    what is not there from being used, but a CPU that runs ahead of the check may fetch it.
    """

    reads: tuple[Span, ...]
    writes: tuple[Span, ...]


def thread_shares(kernel: Kernel, threads: range) -> dict[str, Shares]:
    """The shares of these threads, for each of the kernel's arguments. If the kernel is not
    parallel, all is the first one's.
    """
    ranges = list(_axis_ranges(kernel, threads if kernel.parallel else threads[:1]))
    reads: dict[str, list[Span]] = {name: [] for name in kernel.arguments}
    writes: dict[str, list[Span]] = {name: [] for name in kernel.arguments}
    for nest in kernel.nests:
        extents = {axis.name: axis.extent for axis in nest.axes}
        stores = [store.access for store in nest.stores]
        for spans, accesses in ((reads, nest.operands), (writes, stores)):
            for access in accesses:
                if access.buffer in spans:
                    spans[access.buffer] += _spans(access, extents, ranges)
    return {
        name: Shares(tuple(disjoint(reads[name])), tuple(disjoint(writes[name])))
        for name in kernel.arguments
    }


def disjoint(spans: Iterable[Span]) -> Iterator[Span]:
    """The same bytes in order and none twice; those of spans of several threads are `SEVERAL`'s."""
    edges: list[tuple[int, int, int]] = []
    for span in spans:
        if span.start < span.stop:
            edges += [(span.start, 1, span.thread), (span.stop, -1, span.thread)]
    open_spans: Counter[int] = Counter()
    last: Span | None = None
    for (start, change, thread), (stop, _, _) in pairwise(sorted(edges)):
        open_spans[thread] += change
        open_spans += Counter()  # forgets threads with none
        if start == stop or not open_spans:
            continue
        holder = next(iter(open_spans)) if len(open_spans) == 1 else SEVERAL
        if last is not None and (last.stop, last.thread) == (start, holder):
            last = replace(last, stop=stop)
            continue
        if last is not None:
            yield last
        last = Span(start, stop, holder)
    if last is not None:
        yield last


def _axis_ranges(
    kernel: Kernel, threads: range
) -> Iterator[tuple[int, dict[str, tuple[int, int]]]]:
    """Threads that have tasks, and the coordinates of the parallel axes, first and last, that these
    lie between.
    """
    extents = {axis.name: axis.extent for axis in kernel.axes}
    spread = kernel.spread
    counts = kernel.tiles(spread)
    tasks = prod(counts)
    for share, thread in enumerate(threads):
        first, end = tasks * share // len(threads), tasks * (share + 1) // len(threads)
        if first == end:
            continue
        yield (
            thread,
            {
                loop.axis: (low * loop.step, min((high + 1) * loop.step, extents[loop.axis]) - 1)
                for loop, (low, high) in zip(spread, _box(first, end - 1, counts), strict=True)
            },
        )


def _box(first: int, last: int, counts: Sequence[int]) -> list[tuple[int, int]]:
    """The numbers of the tiles along each axis, first and last, between two tasks."""
    found: list[tuple[int, int]] = []
    inside = prod(counts)
    for count in counts:
        inside //= count
        if first // inside == last // inside:
            found.append((first // inside, first // inside))
            first, last = first % inside, last % inside
        else:
            found.append((first // inside, last // inside))
            first, last = 0, inside - 1
    return found


def _spans(
    access: Access,
    extents: Mapping[str, int],
    ranges: Sequence[tuple[int, Mapping[str, tuple[int, int]]]],
) -> Iterator[Span]:
    """What each thread touches by one access; where places depend on data, nothing is known."""
    if access.indirect:
        return
    size = ITEM_BYTES[access.dtype]
    for thread, coordinates in ranges:
        low = high = access.offset
        for axis, stride in access.strides:
            first, last = coordinates.get(axis, (0, extents.get(axis, 1) - 1))
            ends = (stride * first, stride * last)
            low, high = low + min(ends), high + max(ends)
        yield Span(low * size, (high + 1) * size, thread)
