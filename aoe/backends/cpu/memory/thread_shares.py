"""The bytes of its arguments that each thread's share of a kernel accesses.

Shares are fixed (`aoe.backends.cpu.codegen.kernel_code`): every thread executes a contiguous part
of the tasks that the parallel outer loops are flattened to. Accesses are affine, so the first and
last byte of a share follow from the ranges of its axes. `aoe.backends.cpu.memory.thread_arena`
places buffers by this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import prod

from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import Access, Kernel

#: The owner of bytes that several threads access.
SHARED = -1


@dataclass(frozen=True, slots=True)
class Span:
    """A byte range of an argument that one thread's share accesses.

    Attributes:
        start: The first byte.
        stop: The byte behind the last.
        thread: The thread, or `SHARED`.
    """

    start: int
    stop: int
    thread: int


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a kernel accesses of one argument, in bytes from the argument's pointer.

    Spans are in order and do not overlap. Reads may extend beyond the buffer on both sides: bounds
    discard those values, but a CPU may load the lines speculatively before the check.

    Attributes:
        reads: The bytes read.
        writes: The bytes written.
    """

    reads: tuple[Span, ...]
    writes: tuple[Span, ...]


def thread_shares(kernel: Kernel, threads: range) -> dict[str, Footprint]:
    """Returns the shares of these threads, for each of the kernel's arguments.

    If the kernel is not parallel, the first thread accesses everything.
    """
    ranges = list(_axis_ranges(kernel, threads if kernel.parallel else threads[:1]))
    reads: dict[str, list[Span]] = {name: [] for name in kernel.arguments}
    writes: dict[str, list[Span]] = {name: [] for name in kernel.arguments}
    for nest in kernel.nests:
        axis_sizes = {axis.name: axis.extent for axis in nest.axes}
        stores = [store.access for store in nest.stores]
        for spans, accesses in ((reads, nest.operands), (writes, stores)):
            for access in accesses:
                if access.buffer in spans:
                    spans[access.buffer] += _spans(access, axis_sizes, ranges)
    return {
        name: Footprint(tuple(disjoint(reads[name])), tuple(disjoint(writes[name])))
        for name in kernel.arguments
    }


def disjoint(spans: Iterable[Span]) -> Iterator[Span]:
    """Yields the same bytes in order, without overlaps. Overlaps of different threads become
    `SHARED`.
    """
    edges: list[tuple[int, int, int]] = []
    for span in spans:
        if span.start < span.stop:
            edges += [(span.start, 1, span.thread), (span.stop, -1, span.thread)]
    open_spans: Counter[int] = Counter()
    last: Span | None = None
    for (start, change, thread), (stop, _, _) in pairwise(sorted(edges)):
        open_spans[thread] += change
        open_spans += Counter()  # drops threads without open spans
        if start == stop or not open_spans:
            continue
        owner = next(iter(open_spans)) if len(open_spans) == 1 else SHARED
        if last is not None and (last.stop, last.thread) == (start, owner):
            last = replace(last, stop=stop)
            continue
        if last is not None:
            yield last
        last = Span(start, stop, owner)
    if last is not None:
        yield last


def _axis_ranges(
    kernel: Kernel, threads: range
) -> Iterator[tuple[int, dict[str, tuple[int, int]]]]:
    """Yields each thread that has tasks, with the first and last coordinate of parallel axes."""
    axis_sizes = {axis.name: axis.extent for axis in kernel.axes}
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
                loop.axis: (low * loop.step, min((high + 1) * loop.step, axis_sizes[loop.axis]) - 1)
                for loop, (low, high) in zip(spread, _box(first, end - 1, counts), strict=True)
            },
        )


def _box(first: int, last: int, counts: Sequence[int]) -> list[tuple[int, int]]:
    """Returns the first and last tile number along each axis between two tasks."""
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
    axis_sizes: Mapping[str, int],
    ranges: Sequence[tuple[int, Mapping[str, tuple[int, int]]]],
) -> Iterator[Span]:
    """Yields what each thread accesses by one access. Nothing is known about data-dependent
    accesses.
    """
    if access.indirect:
        return
    size = ITEM_BYTES[access.dtype]
    for thread, coordinates in ranges:
        low = high = access.offset
        for axis, stride in access.strides:
            first, last = coordinates.get(axis, (0, axis_sizes.get(axis, 1) - 1))
            ends = (stride * first, stride * last)
            low, high = low + min(ends), high + max(ends)
        yield Span(low * size, (high + 1) * size, thread)
