"""Results of training graphs that are written past the caches.

To write memory the usual way, each cache line is first read from memory. Non-temporal stores leave
that out. They pay where a reader would find the line in memory in any case:

- a backward graph writes a gradient for each weight, and reads none of them again; all of them are
  more than the last cache holds;
- a result is larger than the second-level caches of the threads, and the last cache, which others
  use too, has lost most of it before it is read (`streamed_share` of the cost profile).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.memory.placement import PlacedGraph
from aoe.backends.cpu.target.cpu_target import CACHE_LINE, CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.loops.loop_nest import LoopNest, LoweredOperator, Store
from aoe.operators.operator_graph import OperatorGraph
from aoe.target import Target


def streamed_allocations(
    graph: OperatorGraph, placed: PlacedGraph, target: Target
) -> frozenset[int]:
    """The allocations of a training graph that are written past the caches; none of other graphs
    and for other devices.
    """
    if not graph.trains or not isinstance(target, CpuTarget):
        return frozenset()
    large = max(
        profile_of(target).memory.streamed_share * target.l3, float(target.l2 * target.threads)
    )
    found = {
        number
        for number, allocation in enumerate(placed.allocations)
        if allocation.space in ("output", "arena") and allocation.bytes > large
    }
    unread = _unread_outputs(placed)
    return frozenset(found | unread.keys() if sum(unread.values()) > target.l3 else found)


def _unread_outputs(placed: PlacedGraph) -> dict[int, int]:
    """The bytes of outputs that nothing in the graph reads, by their allocations."""
    read = {item.allocation for step in placed.steps for item in step.inputs}
    return {
        number: allocation.bytes
        for number, allocation in enumerate(placed.allocations)
        if allocation.space == "output" and number not in read
    }


def streaming(
    lowered: LoweredOperator, buffers: Collection[str], target: CpuTarget
) -> LoweredOperator:
    """A lowered operator that writes these buffers past the caches wherever it writes whole lines
    that none of its kernels reads.
    """
    nests = [nest for kernel in lowered.kernels for nest in kernel.nests]
    read = {access.buffer for nest in nests for access in nest.operands}
    only_written = set(buffers) - read

    def streamed(nest: LoopNest, store: Store) -> Store:
        suits = store.access.buffer in only_written and _writes_lines(nest, store, target)
        return replace(store, streamed=suits)

    def changed(nest: LoopNest) -> LoopNest:
        if nest.partial_axes:  # what is stored is read again
            return nest
        return replace(nest, stores=tuple(streamed(nest, store) for store in nest.stores))

    kernels = (
        replace(kernel, nests=tuple(map(changed, kernel.nests))) for kernel in lowered.kernels
    )
    return replace(lowered, kernels=tuple(kernels))


def _writes_lines(nest: LoopNest, store: Store, target: CpuTarget) -> bool:
    """Whether a register tile writes whole cache lines, if they begin where it does."""
    vector = nest.schedule.vector
    if not vector or store.access.tile_stride(vector) != 1:
        return False
    size = ITEM_BYTES[store.access.dtype]
    return nest.schedule.vectors * target.lanes("float32") * size % CACHE_LINE == 0
