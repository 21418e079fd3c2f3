"""Refuses what needs more memory than this machine has: a value, which `aoe.graph.value_memory`
looks for before anything large is computed, or all that a compiled program needs at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.errors import UnsupportedModelError, bytes_text
from aoe.runtime.plan import Plan


def too_large(what: str, needed: int, memory: int) -> UnsupportedModelError:
    """The error for something that needs more bytes than `memory`, which the machine has."""
    return UnsupportedModelError(
        f"{what} needs {bytes_text(needed)}, but this machine has {bytes_text(memory)} of memory; "
        "give smaller shapes, or use a machine with more memory"
    )


def require_program_memory(
    plans: Sequence[Plan], name: str, threads: int, memory: int | None
) -> None:
    """Refuses a program one of whose plans needs more than `memory` bytes.

    Args:
        plans: The plans of the program, which share constants and take turns.
        name: What messages call the model.
        threads: Threads of an inference, which have scratch of their own.
        memory: Bytes of the machine; None if they are not known, or another machine's count.

    Raises:
        UnsupportedModelError: It does not fit.
    """
    if memory is None:
        return
    constants = max(_constant_bytes(plan) for plan in plans)
    tensors = max(_boundary_bytes(plan) for plan in plans)
    inside = max(plan.arena_bytes + threads * plan.scratch_bytes for plan in plans)
    needed = constants + tensors + inside
    if needed > memory:
        raise too_large(
            f"an inference of {name} (weights {bytes_text(constants)}, inputs and outputs "
            f"{bytes_text(tensors)}, values between operators {bytes_text(inside)})",
            needed,
            memory,
        )


def _constant_bytes(plan: Plan) -> int:
    return plan.constant_bytes + plan.packed_bytes + sum(item.bytes for item in plan.packed_blocks)


def _boundary_bytes(plan: Plan) -> int:
    """Of the inputs, and of the outputs that have memory of their own."""
    own = {*range(len(plan.outputs))} - {alias.output for alias in plan.aliases}
    outputs = [plan.outputs[number] for number in own]
    return sum(item.bytes for item in (*plan.inputs, *outputs))
