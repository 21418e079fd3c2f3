"""Matrix multiplication with a b that is not constant, as in training, by Strassen's algorithm
(`aoe.backends.cpu.lowering.contraction.strassen`), with 1/8 fewer multiply-adds.

The sums of a's quadrants are computed first. Then a thread takes one panel of columns of b's
quadrants after the other, each a cache line wide. It sums `depth` steps of it, which its
second-level cache holds, and multiplies all rows. So b is read once, and its sums never leave the
cache. Where a panel has all steps, its products are combined in the cache, too; otherwise in a
parallel region of their own. `matmul_strassen` is for constant matrices. Schedule: that of a
contraction, whose `block` is all rows of a quadrant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, matmul_contraction
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.lowering.contraction.strassen import (
    PRODUCTS,
    Cut,
    HeldSums,
    around_of,
    can_cut,
    cut_of,
    held_sums_nests,
    product_of,
    products_access,
    result_nest,
    sums_access,
    sums_kernel,
    whole_of,
)
from aoe.backends.cpu.target.cpu_target import LINE_ELEMENTS, CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Access, Buffer, Kernel, Loop, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_NAME = "matmul_strassen_panels"
#: About the most steps of a panel.
_DEPTHS = (128, 256, 512, 1024)


def _supports(operator: Operator, target: CpuTarget) -> bool:
    if operator.inputs[1].constant or not can_cut(operator):
        return False
    return bool(_ranked(operator, target, 1))


def _product(whole: Contraction) -> Contraction:
    """The products of all rows and columns, for ranking and checking."""
    cut = cut_of(whole)
    rows, _, columns = cut.block
    return product_of(cut, products_access(cut, rows, columns), _has_rows_inside(whole))


def _has_rows_inside(whole: Contraction) -> bool:
    """Whether rows of a, and not its steps, are neighbours in memory."""
    return whole.a.stride("m") == 1 != whole.a.stride("c")


def _held(schedule: Schedule, target: CpuTarget) -> HeldSums:
    return HeldSums(schedule.depth, schedule.vectors, target.lanes("float32"))


def _scratch(cut: Cut, b: Access, schedule: Schedule, target: CpuTarget) -> tuple[Buffer, ...]:
    """What a thread holds. Products are there only if a panel has all steps."""
    held = _held(schedule, target)
    buffers = held.scratch(b)
    if schedule.depth < cut.block[1]:
        return buffers
    own = products_access(cut, cut.block[0], held.width, together=True)
    return (*buffers, Buffer("products", "float32", _elements(cut, own)))


def _elements(cut: Cut, products: Access) -> int:
    return around_of(cut) * PRODUCTS * products.stride("q")


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    schedules = dict.fromkeys(_schedules(operator, target))
    found = sorted((_seconds(operator, schedule, target), schedule) for schedule in schedules)
    limit = breadth * contraction_space.USUAL
    return tuple(Policy.of(_NAME, schedule=item.decisions()) for _, item in found[:limit])


def _schedules(operator: Operator, target: CpuTarget) -> Iterator[Schedule]:
    whole = whole_of(operator)
    cut = cut_of(whole)
    rows, steps, _ = cut.block
    product = _product(whole)
    vectors = max(1, LINE_ELEMENTS // target.lanes("float32"))
    known = sorted({*contraction_space.schedules(product, target, [vectors])})
    share = profile_of(target).contraction.l2_share * target.l2
    depths = {schedule.depth for schedule in known}
    depths = {max((n for n in depths if n <= most), default=steps) for most in _DEPTHS} | {steps}
    for tile, unroll in dict.fromkeys((schedule.tile, schedule.unroll) for schedule in known):
        for depth in sorted(depths):
            found = Schedule(tile, vectors, unroll, rows, depth, 0, "columns")
            if 4 * sum(item.elements for item in _scratch(cut, whole.b, found, target)) <= share:
                yield found


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return _seconds(operator, contractions.schedule_of(policy), target)


def _seconds(operator: Operator, schedule: Schedule, target: CpuTarget) -> float:
    whole = whole_of(operator)
    cut = cut_of(whole)
    (rows, steps, columns), around = cut.block, around_of(cut)
    costs, lanes = profile_of(target).strassen_panels, target.lanes("float32")
    # A thread sums its panels, multiplies by them and combines the products.
    each = costs.across_cycles if whole.b.stride("k") != 1 else costs.along_cycles
    cycles = each * steps * columns / lanes
    products = PRODUCTS * around * rows * columns * (steps // schedule.depth)
    cycles += costs.product_cycles * products / lanes
    own = cycles / cost.frequency(target)
    own += around * contraction_space.computing_seconds(_product(whole), schedule, target)
    width = schedule.vectors * lanes
    panels = ceil(columns / width)
    own *= min(1.0, ceil(panels / target.threads) * width / columns)
    # Threads share the sums of a, which each panel reads again.
    sums = PRODUCTS * around * rows * steps
    shared = costs.sum_cycles * sums / lanes / cost.frequency(target) / target.threads
    beyond = cost.miss_ratio(4.0 * sums, profile_of(target).strassen.llc_share * target.l3)
    shared += beyond * 4.0 * sums * panels / cost.memory_bandwidth(target)
    return own + shared + 2 * target.speed.fork_join


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    whole = whole_of(operator)
    products = around_of(cut_of(whole)) * _product(whole).flops / 2
    return lower_bound.arithmetic(operator, products, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    dense, schedule = whole_of(operator), contractions.schedule_of(policy)
    cut, inside = cut_of(dense), _has_rows_inside(dense)
    rows, steps, columns = cut.block
    decided = (schedule.block, schedule.prefetch, schedule.parallel)
    if policy.format or decided != (rows, 0, "columns"):
        raise PolicyError(f"not a policy of {_NAME}: {policy}")
    contraction_space.check(_product(dense), schedule, target)
    whole = matmul_contraction.dimensioned(operator, inputs, output)
    held, sliced = _held(schedule, target), schedule.depth < steps
    destination = products_access(cut, rows, columns if sliced else held.width, together=True)
    product = contractions.sliced(product_of(cut, destination, inside), schedule.depth)
    product = replace(product, batch=(*cut.around, *product.batch), b=held.access)
    fill = held_sums_nests(cut, whole.b, held, product.slices)
    multiply = contractions.nest(product, schedule, held.lanes, "multiply")
    back = result_nest(cut, whole, destination)
    combined = (*dict.fromkeys(access.buffer for access in whole.extras), whole.output.buffer)
    kernel = Kernel(
        _NAME,
        (cut.axes[3], *product.slices),
        (Loop("k", held.width), *(Loop(axis.name, 1) for axis in product.slices)),
        1,
        (*fill, multiply, *(() if sliced else (back,))),
        (whole.b.buffer, "sums", *(("products",) if sliced else combined)),
        _scratch(cut, whole.b, schedule, target),
    )
    kernels = [sums_kernel(cut, whole.a, inside), kernel]
    sums = around_of(cut) * PRODUCTS * sums_access(cut, inside).stride("q")
    temporaries = [Buffer("sums", "float32", sums)]
    if sliced:
        axes = (*cut.around, cut.axes[1])
        loops = tuple(Loop(axis.name, 1) for axis in axes)
        used = ("products", *combined)
        kernels.append(Kernel("combine", axes, loops, len(loops), (back,), used))
        temporaries.append(Buffer("products", "float32", _elements(cut, destination)))
    return LoweredOperator(tuple(kernels), (), tuple(temporaries))


IMPLEMENTATION = Implementation(
    name=_NAME,
    operator_type="MatMul",
    supports=_supports,
    adds_factors=True,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=_lower_bound,
)
