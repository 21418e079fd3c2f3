"""Matrix product with a constant b by Strassen's algorithm (`aoe.operators.strassen`): 1/8 fewer
multiply-adds for each level, at the price of passes over sums of blocks and of 7/4 of the memory
for b.

Format `levels`: how often the operands are cut in two. Schedule: that of a contraction, whose
`block` are rows of blocks, and `span`: how many panels of columns are multiplied, into a thread's
scratch, before their products are summed up. Threads share the spans of the columns of each block
of rows; `parallel` says which of the two goes round faster ("columns": rows inside columns).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, prod

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.loops.stage import Buffer, Kernel, Loop, Program
from aoe.operators import contraction as contractions
from aoe.operators import contraction_space, cost, floor, panels, products
from aoe.operators.contraction import Contraction
from aoe.operators.definition import Implementation
from aoe.operators.operator import Operator, View
from aoe.operators.panels import Panels
from aoe.operators.strassen import (
    Cut,
    pack_kernel,
    product_of,
    products_access,
    result_stage,
    sums_access,
    sums_kernel,
)
from aoe.policy import Policy

_LEVELS = (1, 2)
#: Smaller blocks spend more on sums than their products save.
_LEAST_ROWS, _LEAST_STEPS, _LEAST_COLUMNS = 8, 64, 64
#: Register tiles kept for each level, and numbers of panels in a span.
_MOST_TILES = 12
_SPANS = (1, 2, 4, 8)


def _whole(operator: Operator) -> Contraction:
    dense = [View.dense(operand) for operand in operator.inputs]
    return products.dimensioned(operator, dense, View.dense(operator.output))


def _cut(whole: Contraction, levels: int) -> Cut:
    *others, row = whole.rows
    around = tuple(axis for axis in others if axis.extent > 1)
    return Cut(levels, around, row.extent, whole.reduction[0].extent, whole.column.extent)


def _levels(whole: Contraction) -> list[int]:
    """How often the operands can be cut in two and leave blocks large enough."""
    if whole.batch:
        return []
    cuts = [_cut(whole, levels) for levels in _LEVELS]
    least = _LEAST_ROWS, _LEAST_STEPS, _LEAST_COLUMNS
    return [
        cut.levels
        for cut in cuts
        if cut.steps % cut.parts == 0
        and all(size >= n for size, n in zip(cut.block, least, strict=True))
    ]


def _supports(operator: Operator, device: Device) -> bool:
    a, b = operator.inputs[:2]
    if not b.constant or not a.dtype == b.dtype == operator.output.dtype == "float32":
        return False
    return bool(_levels(_whole(operator)))


def _policy(levels: int, span: int, schedule: contractions.Schedule) -> Policy:
    decisions = {**schedule.decisions(), "span": span}
    return Policy.of("matmul_strassen", {"levels": levels}, decisions)


def _parts(operator: Operator, policy: Policy) -> tuple[Cut, int, contractions.Schedule]:
    levels, span = dict(policy.format).get("levels"), dict(policy.schedule).get("span")
    whole = _whole(operator)
    if levels not in _levels(whole) or span not in _SPANS:
        raise PolicyError(f"not a policy of matmul_strassen: {policy}")
    return _cut(whole, int(levels)), int(span), contractions.schedule_of(policy)


def _whole_product(cut: Cut) -> Contraction:
    """The products over all rows and columns, for ranking and checking."""
    return product_of(cut, products_access(cut, cut.block[0], cut.block[2]))


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device) -> tuple[Policy, ...]:
    found: list[tuple[float, int, Policy]] = []
    for levels in _levels(_whole(operator)):
        cut = _cut(_whole(operator), levels)
        for span, schedule in _schedules(cut, device):
            policy = _policy(levels, span, schedule)
            found.append((_estimate(operator, policy, device), len(found), policy))
    return tuple(policy for _, _, policy in sorted(found))


def _schedules(cut: Cut, device: Device) -> Iterator[tuple[int, contractions.Schedule]]:
    product = _whole_product(cut)
    best: dict[tuple[tuple[int, int], int, int], contractions.Schedule] = {}
    for schedule in contraction_space.ranked(product, device, 96):
        best.setdefault((schedule.tile, schedule.vectors, schedule.unroll), schedule)
    for schedule in list(best.values())[:_MOST_TILES]:
        for block in sorted({min(cut.block[0], rows) for rows in (64, 128, 256)}):
            whole = replace(schedule, block=block, parallel="rows")
            ways = ("rows", "columns") if block < cut.block[0] else ("rows",)
            for span in _SPANS:
                if (span - 1) * whole.vectors * device.lanes("float32") < cut.block[2]:
                    for parallel in ways:
                        blocked = replace(whole, parallel=parallel)
                        yield span, blocked
                        yield span, replace(blocked, prefetch=1)


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    cut, span, schedule = _parts(operator, policy)
    rows, steps, columns = cut.block
    seconds = contraction_space.estimate(
        _whole_product(cut), replace(schedule, block=rows, parallel="columns"), device
    )
    width = span * schedule.vectors * device.lanes("float32")
    around = prod(axis.extent for axis in cut.around)
    tasks = around * ceil(rows / schedule.block) * ceil(columns / width)
    seconds *= ceil(tasks / device.threads) * device.threads / tasks
    # Every task goes over all sums of its rows; those that its cache does not hold come from afar,
    # half of it while others are in use.
    held = 4.0 * cut.products * schedule.block * steps
    afar = max(0.0, held - device.l2) * ceil(tasks / device.threads) / around
    seconds += 0.5 * afar / cost.bandwidth(device, held * device.threads, 1)
    scratch = 4.0 * cut.products * schedule.block * width
    moved = 8.0 * cut.products * rows * columns
    seconds += moved / cost.bandwidth(device, scratch * device.threads)
    # A vector that a sum reads or writes costs about three cycles for two levels.
    passes = 1.5 * cut.levels * (cut.products + cut.parts**2) * rows * (steps + columns)
    seconds += passes / device.lanes("float32") / cost.FREQUENCY / device.threads
    sums = 4.0 * (cut.products + cut.parts**2) * rows * steps
    return around * (seconds + sums / cost.bandwidth(device, sums)) + device.speed.fork_join


def _floor(operator: Operator, policy: Policy, device: Device) -> float:
    cut, _, _ = _parts(operator, policy)
    around = prod(axis.extent for axis in cut.around)
    return floor.product(operator, around * _whole_product(cut).flops / 2, device)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    cut, span, schedule = _parts(operator, policy)
    contraction_space.check(_whole_product(cut), schedule, device)
    whole = products.dimensioned(operator, inputs, output)
    lanes = device.lanes("float32")
    width = schedule.vectors * lanes
    held = span * width
    target = products_access(cut, schedule.block, held)
    product = contractions.sliced(product_of(cut, target), schedule.depth)
    layout = Panels.of(product, width)
    product = replace(
        product, batch=(*cut.around, *product.batch), b=layout.read("packed", "float32", "k")
    )
    fetched = panels.ahead(product, schedule)
    multiply = contractions.stage(product, schedule, lanes, "multiply", fetched)
    _, row, _, column = cut.axes
    loops = [*(Loop(axis.name, 1) for axis in cut.around), Loop("m", schedule.block)]
    loops.insert(0 if schedule.parallel == "columns" else len(loops), Loop("k", held))
    axes = {axis.name: axis for axis in (*cut.around, row, column)}
    extras = dict.fromkeys(access.buffer for access in whole.extras)
    kernel = Kernel(
        "matmul_strassen",
        tuple(axes[loop.axis] for loop in loops),
        tuple(loops),
        len(loops),
        (multiply, result_stage(cut, whole, target)),
        ("sums", "packed", *extras, whole.output.buffer),
        (Buffer("products", "float32", cut.products * target.stride("q")),),
    )
    around = prod(axis.extent for axis in cut.around)
    sums = Buffer("sums", "float32", around * cut.products * sums_access(cut).stride("q"))
    return Program(
        (sums_kernel(cut, whole.a), kernel),
        (pack_kernel(cut, whole.b, layout),),
        (sums,),
        (Buffer("packed", "float32", layout.elements),),
    )


IMPLEMENTATION = Implementation(
    name="matmul_strassen",
    operator_type="MatMul",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    floor=_floor,
)
