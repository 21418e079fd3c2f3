"""What implementations share: spaces of ranked policies, checks of stored policies, and spreading
outer loops over threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import TypeAlias

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.lowering.contraction import contraction
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import MAX_BREADTH, Implementation, no_lower_bound
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Axis, Loop, LoweredOperator
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Policy

#: The integer decisions of a policy's schedule by name.
Schedule: TypeAlias = Mapping[str, int]
#: Lowers an operator on the views of its inputs and of its results.
LowerScheduled: TypeAlias = Callable[
    [Operator, Sequence[View], Sequence[View], Schedule, CpuTarget], LoweredOperator
]
#: How many policies of one implementation are usually worth considering.
SPACE_LIMIT = 24
#: A split over threads is good enough if it uses this share of their time.
_BALANCE = 0.9


def ranked_implementation(
    name: str,
    operator_type: str,
    policies: Callable[[str, Operator, CpuTarget], Iterable[Policy]],
    estimate: Callable[[Operator, Policy, CpuTarget], float],
    lower: Callable[[Operator, Sequence[View], View, Schedule, CpuTarget], LoweredOperator],
    supports: Callable[[Operator, CpuTarget], bool] = lambda operator, target: True,
    tolerance: float = 1e-5,
    lower_bound: Callable[[Operator, Policy, CpuTarget], float] = no_lower_bound,
    description: str = "",
    lower_several: LowerScheduled | None = None,
    points_are_independent: bool = False,
    reduction_nests: int = 0,
    packed_by: tuple[str, ...] = (),
) -> Implementation:
    """An implementation whose space is the best of some policies by estimate. The first of them is
    the default, simpler ones first among equals.

    Args:
        name: What policies call it.
        operator_type: The type of operator that it computes.
        policies: Policies for an operator on a target, given `name`, simpler ones first. For a
            space, the target is one of common speed (`Implementation.space`).
        estimate: Seconds that a policy should take. Only ranks policies, so a factor that all of
            them have in common does no harm within the space; between implementations it does.
        lower: The loops from the views of the inputs and of the result, and from the whole-number
            decisions of a policy's schedule. It is called with policies of the space alone.
        supports: Whether it computes an operator of the type on a target. There must be a policy
            then. By default it computes all of them.
        tolerance: The largest |error| allowed, relative to the largest |value| of the reference.
        lower_bound: Seconds below which a policy cannot be, so that a search may leave it out
            without a measurement; never too high. By default nothing is known.
        description: What it does, as one sentence without the full stop; by default the first one
            of the module's docstring.
        lower_several: The same as `lower` from the views of all results, for operators with one or
            several, and called in place of it. None: operators with several are not computed.
        points_are_independent: See `aoe.backends.implementation.Implementation`.
        reduction_nests: Likewise.
        packed_by: Likewise.

    Returns:
        The implementation. Its `lower` raises `PolicyError` for a policy that is not in the space.
    """

    @lru_cache(maxsize=1024)
    def widest(operator: Operator, target: CpuTarget) -> tuple[Policy, ...]:
        found = policies(name, operator, target)
        return ranked(found, lambda policy: estimate(operator, policy, target))

    def space(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
        return widest(operator, target)[: breadth * SPACE_LIMIT]

    def lower_checked(
        operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
    ) -> LoweredOperator:
        schedule = checked(policy, widest(operator, target.at_common_speed))
        return lower(operator, inputs, output, schedule, target)

    def several_checked(
        operator: Operator,
        inputs: Sequence[View],
        outputs: Sequence[View],
        policy: Policy,
        target: CpuTarget,
    ) -> LoweredOperator:
        assert lower_several is not None, "it is asked for where there is one"
        schedule = checked(policy, widest(operator, target.at_common_speed))
        return lower_several(operator, inputs, outputs, schedule, target)

    return Implementation(
        name=name,
        operator_type=operator_type,
        supports=supports,
        policies=space,
        estimate=estimate,
        lower=lower_checked,
        tolerance=tolerance,
        lower_bound=lower_bound,
        packed_by=packed_by,
        description=description,
        lower_several=None if lower_several is None else several_checked,
        points_are_independent=points_are_independent,
        reduction_nests=reduction_nests,
    )


def ranked(policies: Iterable[Policy], estimate: Callable[[Policy], float]) -> tuple[Policy, ...]:
    """The distinct policies that should be fastest, best first. Simpler ones are first among
    equals.
    """
    distinct = list(dict.fromkeys(policies))
    return tuple(sorted(distinct, key=estimate)[: MAX_BREADTH * SPACE_LIMIT])


def best_of_kinds(
    kinds: Iterable[Iterable[Policy]], estimate: Callable[[Policy], float], most: int
) -> tuple[Policy, ...]:
    """The `most` policies of each kind that should be fastest, so that no kind displaces another.
    Together they are sorted, best first; earlier kinds are first among equals.
    """
    found: list[tuple[float, Policy]] = []
    for policies in kinds:
        estimated = [(estimate(policy), policy) for policy in dict.fromkeys(policies)]
        found += sorted(estimated, key=lambda pair: pair[0])[:most]
    return tuple(policy for _, policy in sorted(found, key=lambda pair: pair[0]))


def policies_by_format(
    implementation: str, decision: str, schedules: Mapping[int, Iterable[contraction.Schedule]]
) -> Iterator[list[Policy]]:
    """The policies of an implementation whose format has one decision: for each of its values,
    those with the schedules of that value. Kinds for `best_of_kinds`.
    """
    for value, found in schedules.items():
        yield [
            Policy.of(implementation, {decision: value}, schedule.decisions()) for schedule in found
        ]


def checked(policy: Policy, allowed: Sequence[Policy]) -> Schedule:
    """The schedule of a policy that must be one of `allowed`. Raises `PolicyError` otherwise."""
    if policy not in allowed:
        raise PolicyError(f"policy {policy.to_json()} is not in the operator's space")
    return decisions(policy)


def decisions(policy: Policy) -> Schedule:
    """The integer decisions of a policy's schedule by name."""
    return {name: value for name, value in policy.schedule if isinstance(value, int)}


def parallel_choices(work: float, target: CpuTarget) -> tuple[int, ...]:
    """The values of `parallel`, the better first, for `work` scalar operations."""
    if target.threads == 1 or work < cost.PARALLEL_THRESHOLD / 2:
        return (0,)
    if work > cost.PARALLEL_THRESHOLD * 8:
        return (1,)
    return (1, 0) if work >= cost.PARALLEL_THRESHOLD else (0, 1)


def spread(axes: Sequence[Axis], granularity: Mapping[str, int], threads: int) -> tuple[Loop, ...]:
    """Outer loops over a prefix of `axes` with enough equal tasks for the threads.

    Axes are cut at multiples of their granularity, 1 by default. One axis alone is cut into one
    piece for each thread. Otherwise inner axes of the prefix are cut as finely as possible.
    """
    best: tuple[float, tuple[Loop, ...]] = (0.0, ())
    tasks = 1
    axes = [axis for axis in axes if axis.extent > 1]
    for number, axis in enumerate(axes):
        step = granularity.get(axis.name, 1)
        units = ceil(axis.extent / step)
        loops = tuple(Loop(a.name, granularity.get(a.name, 1)) for a in axes[: number + 1])
        balance = _balance(tasks * units, threads)
        if number == 0 and units >= threads:
            loops = (Loop(axis.name, ceil(units / threads) * step),)
        if balance > best[0] + 0.02:
            best = (balance, loops)
        if best[0] >= _BALANCE:
            break
        tasks *= units
    return best[1]


def _balance(tasks: int, threads: int) -> float:
    """The share of the threads' time that equal tasks use."""
    return tasks / (ceil(tasks / threads) * threads)


def contiguous_dimension(operand: Operand) -> int | None:
    """The dimension of size above 1 with the smallest stride; None for a scalar."""
    for dimension in reversed(operand.order):
        if operand.shape[dimension] > 1:
            return dimension
    return None


def operand_bytes(operator: Operator) -> float:
    """Bytes of one pass over all operands."""
    total = 0.0
    for operand in (*operator.inputs, *operator.outputs):
        size = 1
        for extent in operand.shape:
            size *= extent
        total += size * ITEM_BYTES[operand.dtype]
    return total
