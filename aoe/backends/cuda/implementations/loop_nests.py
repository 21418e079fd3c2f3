"""Operators lowered as for a CPU whose threads are blocks: the loop nests of every implementation
that has no instructions of CPUs in it.

Schedule: the decisions of that implementation, `threads` (of a block) and `sharing` (the most
threads that share one reduction: 1, a warp of 32, or the block).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from aoe.backends.cpu.implementations import registry as cpu
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.kernels.simt_kernel import simt_kernel
from aoe.backends.cuda.target.cuda_target import MOST_THREADS, WARP, CudaTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Decision, Policy

#: What their names begin with.
PREFIX = "simt_"
#: Types of operators whose loop nests are made for GPUs
#: (`aoe.backends.cuda.implementations.simt_contraction`).
_OWN_TYPES = frozenset({"Conv", "ConvTranspose", "MatMul"})
#: Implementations for instructions or caches of CPUs.
_FOR_CPUS = frozenset(
    {
        "attention_amx",
        "attention_amx_2_terms",
        "recurrent_bfloat16",
        "recurrent_float24",
    }
)
#: Sizes of blocks, the usual one first.
BLOCKS = (128, 256, 64, 512)
#: Threads that may share a reduction.
SHARING = (WARP, MOST_THREADS, 1)
#: Policies of the CPU's implementation that are varied, times the breadth of the search.
_MOST_BASES = 3
#: Seconds that loop nests of an operator take one after the other in a block, behind barriers.
_SERIAL_SECONDS = {"Attention": 8e-6}
#: The share of the CPU's estimate that counts, to rank its policies.
_SHARE = 1e-6


def split(policy: Policy) -> tuple[Policy, int, int]:
    """The policy of the CPU's implementation in one of a GPU, threads of a block, and threads that
    share a reduction. Raises `PolicyError` if one of these is missing.
    """
    decisions = dict(policy.schedule)
    block, sharing = decisions.pop("threads", None), decisions.pop("sharing", None)
    if block not in BLOCKS or sharing not in SHARING:
        raise PolicyError(
            f"policy {policy.to_json()} has threads {block!r} and sharing {sharing!r}; the threads "
            f"of a block are one of {BLOCKS}, sharing is one of {SHARING}"
        )
    assert isinstance(block, int), "it is one of the sizes"
    assert isinstance(sharing, int), "it is one of the numbers"
    base = Policy.of(policy.impl.removeprefix(PREFIX), dict(policy.format), decisions)
    return base, block, sharing


def shared(lowered: LoweredOperator, block: int, sharing: int) -> LoweredOperator:
    """A lowered operator whose kernels blocks and threads share."""
    return replace(
        lowered,
        kernels=tuple(simt_kernel(item, block, sharing) for item in lowered.kernels),
        prepare=tuple(simt_kernel(item, block, sharing) for item in lowered.prepare),
    )


def _implementation(own: Implementation[CpuTarget]) -> Implementation[CudaTarget]:
    """The implementation of a CPU, on a GPU."""

    def supports(operator: Operator, target: CudaTarget) -> bool:
        return own.supports(operator, target.as_cpu)

    def policies(operator: Operator, target: CudaTarget, breadth: int) -> Sequence[Policy]:
        bases = own.space(operator, target.as_cpu, breadth)[: _MOST_BASES * breadth]
        found = [
            Policy.of(
                PREFIX + own.name,
                dict(base.format),
                {**dict[str, Decision](base.schedule), "threads": block, "sharing": sharing},
            )
            for base in bases
            for sharing in SHARING
            for block in BLOCKS
        ]
        return sorted(found, key=lambda policy: estimate(operator, policy, target))

    def estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
        base, block, sharing = split(policy)
        ranked = own.estimate(operator, base, target.as_cpu)
        apart = costs.TIE_BREAK * SHARING.index(sharing)
        return (
            costs.simt_seconds(operator, target)
            + _SERIAL_SECONDS.get(operator.type, 0.0)
            + costs.block_seconds(block)
            + apart
            + ranked * _SHARE
        )

    def lower(
        operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: Any
    ) -> LoweredOperator:
        return lower_several(operator, inputs, (output,), policy, target)

    def lower_several(
        operator: Operator,
        inputs: Sequence[View],
        outputs: Sequence[View],
        policy: Policy,
        target: CudaTarget,
    ) -> LoweredOperator:
        base, block, sharing = split(policy)
        return shared(own.lowered(operator, inputs, outputs, base, target.as_cpu), block, sharing)

    return Implementation(
        name=PREFIX + own.name,
        operator_type=own.operator_type,
        supports=supports,
        policies=policies,
        estimate=estimate,
        lower=lower,
        tolerance=own.tolerance,
        lower_bound=costs.lower_bound,
        packed_by=own.packed_by,
        description=f"The loop nests of {own.name}, shared by blocks and threads",
        adds_factors=own.adds_factors,
        lower_several=None if own.lower_several is None else lower_several,
    )


IMPLEMENTATIONS = tuple(
    _implementation(item)
    for name, item in cpu.implementations().items()
    if item.operator_type not in _OWN_TYPES and name not in _FOR_CPUS
)
