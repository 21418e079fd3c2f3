"""What memory an inference uses, from the plan."""

from __future__ import annotations

from aoe.application.report.contents import MappedBuffer, Memory
from aoe.runtime.plan import Plan


def memory_of(plan: Plan, threads: int) -> Memory:
    """The memory of a plan. A buffer without a value is named after the operator that uses it."""
    packed = sum(block.bytes for block in plan.packed_blocks) if plan.scattered else 0
    constants = sum(item.bytes for item in plan.constants) if plan.scattered else 0
    return Memory(
        arena=plan.arena_bytes,
        scratch=threads * plan.scratch_bytes,
        constants=constants or plan.constant_bytes,
        packed=packed or plan.packed_bytes,
        buffers=tuple(
            MappedBuffer(
                item.value or f"work space of {plan.calls[item.first].operator}",
                item.offset,
                item.bytes,
                item.first,
                item.last,
            )
            for item in plan.buffers
        ),
    )
