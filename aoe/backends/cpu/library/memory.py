"""Where things lie in the memory of a model that a C program has opened: one block, mapped when it
is opened.

It holds, in this order, the fields below, outputs that callers do not see, packed constants, the
arena with the scratch of each thread, and the thread pool
(`aoe.backends.cpu.runtime.pool_layout`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aoe.backends.cpu.library.interface import most_details
from aoe.runtime.memory import HUGE_PAGE, LARGE
from aoe.runtime.plan import Plan, aligned

#: Pointers and i64: what was mapped and its size, the pool, the threads, the process that opened
#: the model, and how many inferences there were.
MAPPED, MAPPED_BYTES, POOL, THREAD_COUNT, PROCESS, DRAWS = range(0, 48, 8)
#: A mutex of the C library; those of glibc and musl have at most 48 bytes, and are zero at first.
MUTEX = 64
#: i64: the sizes that the data decided in the latest inference. The numbers of the latest message
#: of a requirement follow.
SIZES = 128


@dataclass(frozen=True, slots=True)
class ModelMemory:
    """The block, apart from what the number of threads decides.

    Attributes:
        hidden: Where outputs begin that callers do not see, by profile and number of the output.
        packed: Where packed constants begin.
        arena: Where the arena begins.
        scratch: Scratch of one thread. That of the first one begins at `end`.
        end: Where the arena ends, without scratch.
        is_large: Whether the block is to lie in huge pages.
    """

    hidden: tuple[dict[int, int], ...]
    packed: int
    arena: int
    scratch: int
    end: int
    is_large: bool


def model_memory(plans: Sequence[Plan]) -> ModelMemory:
    """The block for a model at each of its profiles, which take turns."""
    begin = SIZES + aligned(8 * (len(plans[0].data_dependent_sizes) + most_details(plans)))
    after_hidden = begin
    hidden = []
    for plan in plans:
        places, at = {}, begin
        for number in range(len(plan.shown), len(plan.outputs)):
            places[number] = at
            at += aligned(max(plan.outputs[number].bytes, 1))
        hidden.append(places)
        after_hidden = max(after_hidden, at)
    packed_bytes = max(plan.packed_bytes for plan in plans)
    arena_bytes = max(plan.arena_bytes for plan in plans)
    scratch = max(plan.scratch_bytes for plan in plans)
    packed = _begin(after_hidden, packed_bytes)
    arena = _begin(aligned(packed + packed_bytes), arena_bytes)
    # A plan finds its scratch behind its own arena, which may be the smaller one.
    end = aligned(arena + arena_bytes)
    return ModelMemory(tuple(hidden), packed, arena, scratch, end, end >= LARGE)


def _begin(at: int, size: int) -> int:
    """Where a part begins that is to lie in huge pages if it is large."""
    return -(-at // HUGE_PAGE) * HUGE_PAGE if size >= LARGE else at
