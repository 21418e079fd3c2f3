"""Reductions, softmax and normalisations in rows that stay in registers
(`aoe.backends.cuda.kernels.row_kernel`).

The loop nests are those of the CPU's implementation of the same name. A reduction of few long rows
is made in two steps: parts of each row, and then their sum.

Schedule: `shares` (threads that share a row), `vector` (neighbouring elements that a thread reads
at once), `threads` (of a block), `split` (parts of a row that are reduced apart).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil

from aoe.backends.cpu.implementations import registry as cpu
from aoe.backends.cpu.lowering.access import kernel as made_kernel
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.implementations.loop_nests import PREFIX
from aoe.backends.cuda.kernels.row_kernel import RowKernel, is_across, row_kernel
from aoe.backends.cuda.kernels.wide_access import WIDEST
from aoe.backends.cuda.target.cuda_target import LANES, MOST_THREADS, SCHEDULERS, WARP, CudaTarget
from aoe.backends.implementation import MAX_BREADTH, Implementation
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator, Load, dtype_of, loads, renumber
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: How their names end, behind those of the CPU's implementations.
_ENDING = "_rows"
_NAMES = ("layer_normalization", "reduce", "row_wise", "softmax")
_BLOCKS = (128, 256, 64, 512)
#: Threads that share a row across the contiguous axis.
_ACROSS = (1, 2, 4, 8, 16, 32, 64, 128)
#: Parts that a row is divided into, about.
_PARTS = (8, 32, 128)
#: How many policies are usually worth considering.
_USUAL = 24
#: Elements that are read at once of a row that is too long for registers.
_STEP = 16
#: Bytes of a line of the first cache, which serves one in a cycle.
_LINE = 128


def _base(
    own: Implementation[CpuTarget], operator: Operator, target: CudaTarget, keep: bool
) -> Policy:
    """The policy of the CPU's implementation whose loop nests these are. `keep`: values of the
    prologue are kept if it may choose.
    """
    found = own.space(operator, target.as_cpu.at_common_speed, MAX_BREADTH)
    return max(found, key=lambda policy: dict(policy.schedule).get("keep", 0) == keep)


def _nests(
    own: Implementation[CpuTarget],
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    target: CudaTarget,
    keep: bool,
) -> Kernel | None:
    """The kernel of the CPU's implementation; `None` if it has another form."""
    if 0 in operator.inputs[0].shape or not own.space(operator, target.as_cpu, 1):
        return None
    base = _base(own, operator, target, keep)
    made = own.lowered(operator, inputs, (output,), base, target.as_cpu)
    if len(made.kernels) != 1 or made.prepare or made.temporaries:
        return None
    (kernel,) = made.kernels
    scratch = {buffer.name for buffer in kernel.scratch}
    *before, last = kernel.nests
    kept = {axis.name for axis in kernel.axes}
    fits = (
        any(nest.reduction for nest in kernel.nests)
        and all(nest.stores[0].access.buffer in scratch for nest in before)
        and not any(store.access.buffer in scratch for store in last.stores)
        and all(
            nest.reduction is None or {*nest.reduction.axes} == {a.name for a in nest.axes} - kept
            for nest in kernel.nests
        )
    )
    return kernel if fits else None


@lru_cache(maxsize=512)
def _dense(name: str, operator: Operator, target: CudaTarget, keep: bool) -> Kernel | None:
    inputs = [View.dense(operand) for operand in operator.inputs]
    own = cpu.implementations()[name]
    return _nests(own, operator, inputs, View.dense(operator.output), target, keep)


def _in_rows(kernel: Kernel | None, shares: int, vector: int, threads: int) -> RowKernel | None:
    """The kernel in rows, if its rows fit the registers or need none."""
    made = None if kernel is None else row_kernel(kernel, threads, shares, vector)
    return None if made is None or (made.keeps_elements and not made.is_kept) else made


def _policies_of(name: str, operator: Operator, target: CudaTarget) -> Iterator[Policy]:
    kernels = [_dense(name, operator, target, keep) for keep in (True, False)]
    if kernels[0] is None:
        return
    whole = row_kernel(kernels[0], WARP, 1, 1)
    extents = {axis.name: axis.extent for axis in (*whole.kept, *whole.reduced)}
    item = ITEM_BYTES[whole.nests[0].operands[0].dtype]
    for vector in (n for n in (8, 4, 2, 1) if n * item <= WIDEST):
        if extents[whole.along] % vector:
            continue
        in_row = 1 if whole.across else vector
        for shares in _ACROSS if whole.across else (1 << bit for bit in range(11)):
            if shares > 1 and shares * in_row >= 2 * whole.length:
                continue
            if not any(_in_rows(kernel, shares, vector, shares) for kernel in kernels):
                continue
            chunks = ceil(whole.length / (shares * in_row))
            for threads in _BLOCKS if whole.across or shares <= WARP else (shares,):
                if not shares <= threads <= MOST_THREADS:
                    continue
                for split in _splits(whole, chunks) if len(whole.nests) == 1 else (1,):
                    yield Policy.of(
                        PREFIX + name + _ENDING,
                        schedule={
                            "shares": shares,
                            "vector": vector,
                            "threads": threads,
                            "split": split,
                        },
                    )


def _splits(kernel: Kernel, chunks: int) -> list[int]:
    """Numbers of equal parts of the longest reduced axis."""
    extent = _longest(kernel.nests[0]).extent
    parts = [n for n in range(2, min(extent, _PARTS[-1]) + 1) if extent % n == 0 and n <= chunks]
    return [1, *dict.fromkeys(min(parts, key=lambda n: abs(n - m)) for m in _PARTS if parts)]


def _longest(nest: LoopNest) -> Axis:
    assert nest.reduction is not None
    reduced = [axis for axis in nest.axes if axis.name in nest.reduction.axes]
    return max(reduced, key=lambda axis: axis.extent)


def _decisions(policy: Policy) -> tuple[int, int, int, int]:
    """Shares, vector, threads and split. Raises `PolicyError` if one is missing."""
    schedule = dict(policy.schedule)
    found = [schedule.get(name) for name in ("shares", "vector", "threads", "split")]
    numbers = [int(item) for item in found if isinstance(item, int)]
    if len(numbers) < len(found):
        raise PolicyError(f"not the policy of a kernel of rows: {policy.to_json()}")
    shares, vector, threads, split = numbers
    return shares, vector, threads, split


def _kernels(
    kernels: Sequence[Kernel | None], policy: Policy
) -> tuple[tuple[RowKernel, ...], tuple[Buffer, ...]]:
    """The kernels of a policy, and what is between them. `kernels`: what values of the prologue are
    kept in, and what they are not.
    """
    shares, vector, threads, split = _decisions(policy)
    found = (_in_rows(kernel, shares, vector, threads) for kernel in kernels)
    kernel = next((item for item in found if item is not None), None)
    if kernel is None:
        raise PolicyError(f"rows are too long for {policy.to_json()}")
    if split == 1:
        return (kernel,), ()
    parts, joined, buffer = _divided(kernel, split)
    first = row_kernel(parts, threads, shares, vector)
    most = min(WARP, 1 << split.bit_length() - 1)
    return (first, row_kernel(joined, threads, most, vector)), (buffer,)


def _divided(kernel: Kernel, split: int) -> tuple[Kernel, Kernel, Buffer]:
    """A kernel that reduces parts of each row, one that reduces their results, and where these lie
    between.
    """
    (nest,) = kernel.nests
    assert nest.reduction is not None
    cut = _longest(nest)
    if cut.extent % split:
        raise PolicyError(f"no axis of the reduction has {split} equal parts")
    part, rest = Axis("part", split), Axis(cut.name, cut.extent // split)

    def divided(access: Access) -> Access:
        stride = access.stride(cut.name) * rest.extent
        return replace(access, strides=(*access.strides, ("part", stride))) if stride else access

    dtype = dtype_of(nest.reduction.element, [access.dtype for access in nest.operands])
    order = (part, *kernel.axes) if is_across(kernel) else (*kernel.axes, part)
    strides, step = [], 1
    for axis in reversed(order):
        strides.append((axis.name, step))
        step *= axis.extent
    partial = Access("partial", dtype, tuple(strides))
    axes = tuple(rest if axis == cut else axis for axis in nest.axes)
    read = loads(nest.reduction.element)
    element = renumber(nest.reduction.element, {number: n for n, number in enumerate(read)})
    first = replace(
        nest,
        axes=(part, *axes),
        operands=tuple(divided(nest.operands[number]) for number in read),
        stores=(Store(partial, Accumulator()),),
        reduction=replace(nest.reduction, element=element),
    )
    (store,) = nest.stores
    used = loads(store.value)
    value = renumber(store.value, {number: place + 1 for place, number in enumerate(used)})
    second = LoopNest(
        nest.name,
        (*kernel.axes, part),
        (partial, *(nest.operands[number] for number in used)),
        (Store(store.access, value),),
        Reduction(nest.reduction.combine, ("part",), Load(0)),
    )
    return (
        _over(f"{kernel.name}_parts", (part, *kernel.axes), first),
        _over(f"{kernel.name}_joined", kernel.axes, second),
        Buffer("partial", dtype, step),
    )


def _over(name: str, kept: Sequence[Axis], nest: LoopNest) -> Kernel:
    return made_kernel(name, kept, [Loop(axis.name, 1) for axis in kept], 0, (nest,))


def _seconds(kernel: RowKernel, moved: float, target: CudaTarget) -> float:
    """Instructions of the schedulers' warps, or memory traffic, and what a thread waits for."""
    known = profile_of(target).rows
    reductions = sum(nest.reduction is not None for nest in kernel.nests)
    elements = kernel.chunks * kernel.vector
    instructions = known.fixed_instructions
    instructions += elements * known.element_instructions * len(kernel.nests)
    if kernel.across:
        instructions += 2 * reductions * kernel.shares * kernel.vector * (kernel.shares > 1)
    else:
        instructions += 3 * reductions * min(kernel.shares, WARP).bit_length()
    warps = ceil(kernel.tasks * kernel.block / WARP / target.threads / SCHEDULERS)
    cycle = target.threads * LANES / target.speed.multiply_adds
    busy = max(warps, 2) * instructions * cycle
    item = ITEM_BYTES[kernel.nests[0].operands[0].dtype]
    lines = max(WARP * kernel.vector * item / _LINE, 1 if kernel.across else WARP / kernel.shares)
    busy = max(busy, warps * SCHEDULERS * kernel.chunks * lines * cycle)
    steps = 1 if kernel.is_kept else len(kernel.nests) * ceil(elements / _STEP)
    waits = known.latency_seconds * steps
    if kernel.shares > WARP or (kernel.across and kernel.shares > 1):
        waits += reductions * known.exchange_seconds
    resident = min(kernel.tasks * kernel.block, target.threads * 2048)
    at_once = resident * min(elements, _STEP) * item
    bandwidth = min(costs.bandwidth(target, moved), at_once / known.latency_seconds)
    return target.speed.launch + waits + max(busy, moved / bandwidth)


def _implementation(name: str) -> Implementation[CudaTarget]:
    own = cpu.implementations()[name]

    def supports(operator: Operator, target: CudaTarget) -> bool:
        if not own.supports(operator, target.as_cpu):
            return False
        return next(_policies_of(name, operator, target.at_common_speed), None) is not None

    @lru_cache(maxsize=256)
    def ranked(operator: Operator, target: CudaTarget, breadth: int) -> tuple[Policy, ...]:
        found = _policies_of(name, operator, target)
        best = sorted(found, key=lambda policy: estimate(operator, policy, target))
        return tuple(best[: breadth * _USUAL])

    def estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
        known = [_dense(name, operator, target.at_common_speed, keep) for keep in (True, False)]
        kernels, buffers = _kernels(known, policy)
        between = sum(ITEM_BYTES[item.dtype] * item.elements for item in buffers)
        moved = costs.operand_bytes(operator) * (1 if kernels[0].is_kept else len(kernels[0].nests))
        moved += between
        seconds = _seconds(kernels[0], moved, target)
        seconds += sum(_seconds(item, between, target) for item in kernels[1:])
        return seconds + costs.block_seconds(kernels[0].block)

    def lower(
        operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CudaTarget
    ) -> LoweredOperator:
        if policy not in {*_policies_of(name, operator, target.at_common_speed)}:
            raise PolicyError(f"policy {policy.to_json()} is not in the operator's space")
        common = target.at_common_speed
        known = [_nests(own, operator, inputs, output, common, keep) for keep in (True, False)]
        kernels, buffers = _kernels(known, policy)
        return LoweredOperator(kernels, temporaries=buffers)

    return Implementation(
        name=PREFIX + name + _ENDING,
        operator_type=own.operator_type,
        supports=supports,
        policies=ranked,
        estimate=estimate,
        lower=lower,
        tolerance=own.tolerance,
        lower_bound=costs.lower_bound,
        description=f"The loop nests of {name}, with rows that stay in registers",
    )


IMPLEMENTATIONS = tuple(map(_implementation, _NAMES))
