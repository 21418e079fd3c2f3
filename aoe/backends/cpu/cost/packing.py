"""What it costs to bring weights that are computed, and are no constants, into another form in each
run: copying them and starting the kernels that do so. Constant weights are packed once, when a
model is loaded, which no estimate counts.
"""

from __future__ import annotations

from math import prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.operators.operator import Operand


def starting_seconds(kernels: int, target: CpuTarget) -> float:
    """Seconds to start so many kernels, and to wait for the threads of each."""
    return kernels * target.speed.fork_join if target.threads > 1 else 0.0


def copying_seconds(elements: int, cycles: float, target: CpuTarget) -> float:
    """Seconds in which all threads together copy elements within their caches.

    Args:
        elements: The elements.
        cycles: Cycles for each of them.
        target: What the operator runs on.

    Returns:
        The seconds.
    """
    return cycles * elements / cost.frequency(target) / target.threads


def packing_seconds(weights: Operand, target: CpuTarget, kernels: int = 1) -> float:
    """Seconds to pack weights in panels in each run: they are read, and their copy is written.

    Args:
        weights: The weights.
        target: What the operator runs on.
        kernels: How many kernels each pack a part of them.

    Returns:
        The seconds; 0 for constant weights.
    """
    if weights.constant:
        return 0.0
    elements = prod(weights.shape)
    moved = 2.0 * elements * ITEM_BYTES[weights.dtype]
    copying = copying_seconds(elements, profile_of(target).matmul.pack_cycles, target)
    return copying + moved / cost.bandwidth(target, moved) + starting_seconds(kernels, target)


def dot_packing_seconds(
    weights: Operand, gathered: bool, target: CpuTarget, kernels: int = 1
) -> float:
    """As `packing_seconds`, for groups of elements that instructions of dot products read.

    Args:
        weights: The weights.
        gathered: Whether they are split, and columns that are not contiguous are gathered.
        target: What the operator runs on.
        kernels: How many kernels each pack a part of them.

    Returns:
        The seconds; 0 for constant weights.
    """
    if weights.constant:
        return 0.0
    costs = profile_of(target).dot_instructions
    units = (costs.gather_units if gathered else costs.pack_units) * prod(weights.shape)
    copying = costs.unit_multiply_adds * units / target.speed.multiply_adds / target.threads
    return copying + starting_seconds(kernels, target)


def transforming_seconds(
    elements: int, cycles: float, target: CpuTarget, kernels: int = 1
) -> float:
    """Seconds to transform weights for Winograd's minimal filtering in each run, and to write them
    as far as the second-level caches do not hold them.

    Args:
        elements: Transformed weights.
        cycles: Cycles for each vector of them.
        target: What the operator runs on.
        kernels: How many kernels each transform a part of them.

    Returns:
        The seconds.
    """
    written = 4.0 * elements
    beyond = cost.miss_ratio(written, target.l2 * target.threads)
    moved = 2.0 * beyond * written / target.speed.l3 / target.threads
    copying = copying_seconds(elements, cycles / target.lanes("float32"), target)
    return copying + moved + starting_seconds(kernels, target)
