"""Operators lowered as for a CPU whose threads are blocks: the loop nests of every implementation
that has no instructions of CPUs in it.

Schedule: the decisions of that implementation, `threads` (of a block) and `sharing` (the most
threads that share one reduction: 1, a warp of 32, or the block). Operators whose points do not
depend on each other (`Implementation.points_are_independent`), such as pointwise ones, have
`points` (neighbouring results of a thread).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, prod
from typing import Any

from aoe.backends.cpu.implementations import registry as cpu
from aoe.backends.cpu.implementations.recurrent import recurrence_schedules as schedules
from aoe.backends.cpu.implementations.recurrent.cells import Cell
from aoe.backends.cpu.implementations.scheduling import decisions
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.implementations.recurrent_steps import Step, recurrence_seconds
from aoe.backends.cuda.kernels.simt_kernel import simt_kernel
from aoe.backends.cuda.kernels.wide_access import WIDEST
from aoe.backends.cuda.target.cuda_target import LANES, MOST_THREADS, SCHEDULERS, WARP, CudaTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.attention import attention, attention_gradient
from aoe.operators.types.conv import conv, conv_transposed
from aoe.operators.types.matmul import matmul
from aoe.operators.types.recurrent import recurrent
from aoe.policy import Decision, Policy

#: What their names begin with.
PREFIX = "simt_"
#: Types of operators whose loop nests are made for GPUs
#: (`aoe.backends.cuda.implementations.simt_contraction`).
_OWN_TYPES = frozenset(item.OPERATOR.type for item in (conv, conv_transposed, matmul))
#: Operators whose loop nests wait for each other within a block.
_OF_ATTENTION = (attention.OPERATOR.type, attention_gradient.TYPE)
#: Implementations for instructions or caches of CPUs.
_FOR_CPUS = frozenset(
    {
        "attention_amx",
        "attention_amx_2_terms",
        "recurrent_bfloat16",
        "recurrent_bytes",
        "recurrent_float24",
    }
)
#: Sizes of blocks, the usual one first.
BLOCKS = (128, 256, 64, 512)
#: Threads that may share a reduction.
SHARING = (WARP, MOST_THREADS, 1)
#: Policies of the CPU's implementation that are varied, times the breadth of the search.
_MOST_BASES = 3
#: The most results of a thread.
_MOST_POINTS = 8
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


def shared(lowered: LoweredOperator, block: int, sharing: int, points: int = 1) -> LoweredOperator:
    """A lowered operator whose kernels blocks and threads share."""
    return replace(
        lowered,
        kernels=tuple(simt_kernel(item, block, sharing, points) for item in lowered.kernels),
        prepare=tuple(simt_kernel(item, block, sharing) for item in lowered.prepare),
    )


def _points(operator: Operator) -> tuple[int, ...]:
    """How many neighbouring results a thread may have."""
    most = min(_MOST_POINTS, WIDEST // ITEM_BYTES[operator.output.dtype])
    return (1, most) if most > 1 else (1,)


def _without_points(policy: Policy) -> tuple[int, Policy]:
    """The results of a thread, 1 where the policy does not say, and the other decisions."""
    schedule = dict(policy.schedule)
    points = schedule.pop("points", 1)
    if not isinstance(points, int) or not 1 <= points <= _MOST_POINTS:
        raise PolicyError(
            f"policy {policy.to_json()} has points {points!r}; give 1 to {_MOST_POINTS}"
        )
    return points, Policy.of(policy.impl, dict(policy.format), schedule)


def _instructions(operator: Operator, points: int, target: CudaTarget) -> float:
    """Seconds of instructions that memory traffic does not hide, of an operator whose points are
    independent: those for addresses are shared by the results of a thread. One result each is best
    for small ones, which have few threads.
    """
    known = profile_of(target).loop_nests
    count = known.address_instructions + points * known.result_instructions
    threads = prod(operator.output.shape) / points
    warps = ceil(threads / WARP / target.threads / SCHEDULERS)
    cycle = target.threads * LANES / target.speed.multiply_adds
    return known.unhidden_share * max(warps, 2) * count * cycle


def _waiting(operator: Operator, nests: int, sharing: int, target: CudaTarget) -> float:
    """Seconds that the threads of so many nests of reductions wait: for each nest at a barrier, and
    for terms that one thread reads one after the other.
    """
    known = profile_of(target).loop_nests
    if nests == 0:
        return known.attention_seconds if operator.type in _OF_ATTENTION else 0.0
    shape, axes = operator.inputs[0].shape, operator.integers("axes")
    terms = prod(shape[axis] for axis in axes) / (WARP if sharing > 1 else 1)
    return nests * (known.nest_seconds + terms * known.term_seconds)


def _varied(
    own: Implementation[CpuTarget], bases: Sequence[Policy], operator: Operator
) -> Iterator[Policy]:
    """Policies of a CPU's implementation with every number of threads and of results of one."""
    of_points = own.points_are_independent
    for base in bases:
        for sharing in (1,) if of_points else SHARING:
            for points in _points(operator) if of_points else (1,):
                for block in BLOCKS:
                    schedule = dict[str, Decision](base.schedule)
                    schedule |= {"threads": block, "sharing": sharing}
                    schedule |= {"points": points} if of_points else {}
                    yield Policy.of(PREFIX + own.name, dict(base.format), schedule)


def _seconds(
    own: Implementation[CpuTarget], operator: Operator, policy: Policy, target: CudaTarget
) -> float:
    """The estimate of such a policy. That of the CPU ranks what is equal else."""
    points, rest = _without_points(policy)
    base, block, sharing = split(rest)
    if recurrent.OPERATOR.describes(operator):
        return _recurrence_seconds(own, operator, base, block, target)
    ranked = own.estimate(operator, base, target.as_cpu)
    apart = costs.TIE_BREAK * SHARING.index(sharing)
    return (
        costs.simt_seconds(operator, target)
        + _waiting(operator, own.reduction_nests, sharing, target)
        + (_instructions(operator, points, target) if own.points_are_independent else 0.0)
        + costs.block_seconds(block)
        + apart
        + ranked * _SHARE
    )


def _recurrence_seconds(
    own: Implementation[CpuTarget],
    operator: Operator,
    base: Policy,
    block: int,
    target: CudaTarget,
) -> float:
    """The same of a recurrence, whose steps wait for each other: each is a kernel where blocks have
    units, else part of a block that has all of them.
    """
    cell = Cell.of(operator)
    units = schedules.units(cell, decisions(base), target.as_cpu) or cell.hidden
    seconds = recurrence_seconds(operator, Step(units, block, 1), target)
    return seconds + own.estimate(operator, base, target.as_cpu) * _SHARE


def _implementation(own: Implementation[CpuTarget]) -> Implementation[CudaTarget]:
    """The implementation of a CPU, on a GPU."""

    def supports(operator: Operator, target: CudaTarget) -> bool:
        return own.supports(operator, target.as_cpu)

    def policies(operator: Operator, target: CudaTarget, breadth: int) -> Sequence[Policy]:
        most = 1 if own.points_are_independent else _MOST_BASES * breadth
        bases = own.space(operator, target.as_cpu, breadth)[:most]
        found = _varied(own, bases, operator)
        return sorted(found, key=lambda policy: estimate(operator, policy, target))

    def estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
        return _seconds(own, operator, policy, target)

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
        points, rest = _without_points(policy)
        base, block, sharing = split(rest)
        made = own.lowered(operator, inputs, outputs, base, target.as_cpu)
        return shared(made, block, sharing, points)

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
        points_are_independent=own.points_are_independent,
        reduction_nests=own.reduction_nests,
    )


IMPLEMENTATIONS = tuple(
    _implementation(item)
    for name, item in cpu.implementations().items()
    if item.operator_type not in _OWN_TYPES and name not in _FOR_CPUS
)
