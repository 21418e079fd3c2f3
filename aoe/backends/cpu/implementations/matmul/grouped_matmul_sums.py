"""Grouped matmul that sums each group of rows by itself: the gradient of the matrices of a grouped
matmul.

Blocks of rows (`_row_groups.py`) are copied side by side, with zeros where a group does not fill
its last one. The result of a group is the sum of the products of its blocks: the first is stored,
the others are added to it. Threads share parts of the result. Each goes over all blocks in order,
so that its part of a group stays in the cache until the group ends.

Schedule: `vectors` and `rows` are the register tile, `block` the rows of a block, and `parallel`
says whether threads share the work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.packing import copying_seconds, starting_seconds
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.matmul._row_groups import (
    BLOCK,
    ROW,
    RowGroups,
    clearing,
    padded,
)
from aoe.backends.cpu.implementations.matmul.grouped_matmul import STARTED, plan_of, policies
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    decisions,
    ranked_implementation,
)
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.panels import Panels, unpacked
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import Accumulator, Load, apply
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Indirect,
    Kernel,
    Loop,
    LoopNest,
    LoweredOperator,
)
from aoe.operators.operator import Operator, View
from aoe.operators.types.matmul.grouped_matmul import TYPE, matrix_shape, sums_groups
from aoe.policy import Policy

_NAME = "grouped_matmul_sums"
_LINE, _COLUMN, _GROUP = "m", "k", "h"
#: Rows of a part of the result that a thread adds to from one block to the next.
_PART = 256


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return sums_groups(operator) and 0 not in matrix_shape(operator)


def _contraction(
    groups: RowGroups, inputs: Sequence[View], output: View, width: int
) -> tuple[Contraction, Panels]:
    """The product of a block, and the panels of its second operand."""
    a, b, _ = inputs
    lines, columns = output.shape[1:]
    row, column = padded(lines, a.dtype), Axis(_COLUMN, columns)
    made = Panels((groups.blocks,), (), (groups.block,), columns, width)
    product = Contraction(
        batch=(groups.blocks,),
        rows=(Axis(_LINE, lines),),
        column=column,
        reduction=(groups.block,),
        a=Access("gathered", a.dtype, ((BLOCK, groups.size * row), (ROW, row), (_LINE, 1))),
        b=made.read("panels", b.dtype, _COLUMN),
        extras=(groups.group(),),
        output=Access(
            "output0",
            output.dtype,
            tuple(zip((_LINE, _COLUMN), output.strides[1:], strict=True)),
            output.offset,
            indirect=(Indirect(2, output.strides[0], groups.groups),),
        ),
        epilogue=Accumulator(),
    )
    return product, made


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """Seconds: arithmetic of all blocks, beside the parts of the result that each block changes;
    copying rows of both operands.
    """
    schedule = decisions(policy)
    groups = RowGroups.of(operator, schedule["block"])
    inputs = [View.dense(operand) for operand in operator.inputs]
    width = schedule["vectors"] * target.lanes("float32")
    product, _ = _contraction(groups, inputs, View.dense(operator.output), width)
    counted = replace(product, batch=(Axis(BLOCK, groups.usual),))
    own = target if schedule["parallel"] else target.one_thread
    plan = _plan(product, schedule)
    computing = contraction_space.computing_seconds(counted, plan, target) / own.threads
    result = float(operator.output.bytes)
    part = float(_PART * width * ITEM_BYTES[operator.output.dtype])
    changed = 2.0 * groups.usual / groups.groups * result
    moving = changed / cost.bandwidth(own, part)
    seconds = cost.overlapped(target, computing, moving) + result / cost.bandwidth(own, result)
    copied = sum(prod(item.shape) for item in operator.inputs[:2])
    seconds += copying_seconds(copied, profile_of(target).matmul.panel_cycles, own)
    return seconds + starting_seconds(STARTED, own)


def _plan(product: Contraction, schedule: Schedule) -> contractions.Schedule:
    (line,), (step,) = product.rows, product.reduction
    return plan_of(schedule, line.extent, step.extent)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    groups = RowGroups.of(operator, schedule["block"])
    width, parallel = schedule["vectors"] * target.lanes("float32"), schedule["parallel"]
    product, made = _contraction(groups, inputs, output, width)
    kernels = (
        groups.listing(inputs[2]),
        clearing(output, (_GROUP, _LINE, _COLUMN), groups.is_empty(_GROUP), parallel),
        _gathering(groups, inputs, product, made, parallel),
        _multiplying(groups, product, _plan(product, schedule), parallel, target),
    )
    buffers = (
        Buffer("gathered", product.a.dtype, groups.most * product.a.stride(BLOCK)),
        Buffer("panels", product.b.dtype, made.elements),
    )
    return LoweredOperator(kernels, (), (*groups.tables, *buffers))


def _gathering(
    groups: RowGroups,
    inputs: Sequence[View],
    product: Contraction,
    made: Panels,
    parallel: int,
) -> Kernel:
    """Copies the rows of blocks: of a side by side, of b in panels."""
    a, b, _ = inputs
    first = groups.gathering(
        Access("input0", a.dtype, ((_LINE, a.strides[0]),), a.offset),
        product.a,
        product.rows,
        a.strides[1],
        zeros=True,
    )
    lying = Access("input1", b.dtype, ((_COLUMN, b.strides[1]),), b.offset)
    stored = Access("panels", b.dtype, tuple(made.strides.items()))
    inside = tuple(axis for axis in made.axes if axis.name in ("p", _COLUMN))
    second = groups.gathering(
        unpacked(lying, _COLUMN, made), stored, inside, b.strides[0], zeros=True
    )
    axes = (groups.blocks,)
    return kernel("grouped_gather", axes, (Loop(BLOCK, 1),), parallel, (first, second))


def _multiplying(
    groups: RowGroups,
    product: Contraction,
    plan: contractions.Schedule,
    parallel: int,
    target: CpuTarget,
) -> Kernel:
    """Adds the product of each block to the result of its group."""
    lanes = target.lanes("float32")
    added = replace(
        product,
        extras=(*product.extras, product.output),
        epilogue=apply("add", Accumulator(), Load(3)),
    )
    nests: list[LoopNest] = []
    for name, item, guard in (
        ("store", product, groups.is_first()),
        ("add", added, groups.is_later()),
    ):
        nests.append(replace(contractions.nest(item, plan, lanes, name), guard=guard))
    (line,) = product.rows
    part = min(ceil(_PART / plan.tile[1]) * plan.tile[1], line.extent)
    loops = (Loop(_COLUMN, plan.vectors * lanes), Loop(_LINE, part), Loop(BLOCK, 1))
    return kernel(_NAME, nests[0].axes, loops, 2 * parallel, nests)


IMPLEMENTATION = ranked_implementation(
    _NAME,
    TYPE,
    policies,
    _estimate,
    _lower,
    _supports,
    description="Sums of products of groups of rows that data decide, one for each group",
)
