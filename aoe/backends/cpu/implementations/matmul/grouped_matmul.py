"""Grouped matmul of rows: each block of rows (`_row_groups.py`) is multiplied by the matrix of its
group.

First the tables of the groups are written, and matrices of groups that have rows are packed in
panels. Constant matrices are packed once, when a model is loaded, all of them. The rows of each
block are copied side by side, so that they are read in one straight line. Threads then share
columns and blocks: a strip of columns goes over all blocks, so that its panels stay in the cache
from one block of a group to the next.

Schedule: `vectors` and `rows` are the register tile, `block` the rows of a block, and `parallel`
says whether threads share the work.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.packing import copying_seconds, packing_seconds, starting_seconds
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.matmul._row_groups import (
    BLOCK,
    BLOCKS,
    ROW,
    RowGroups,
    clearing,
    padded,
)
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    decisions,
    parallel_choices,
    ranked_implementation,
)
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.sum_parts import roots_of
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import Accumulator
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
from aoe.operators.types.matmul.grouped_matmul import OPERATOR, TYPE, matrix_shape, sums_groups
from aoe.policy import Policy

_NAME = "grouped_matmul"
_COLUMN, _STEP, _GROUP, _PLACE = "k", "c", "g", "s"
#: Register tiles: vectors and rows.
_VECTORS, _ROWS = (1, 2, 3, 4), (1, 2, 4, 6, 8, 12)
#: Kernels that are started besides that which packs: clearing, copying rows and multiplying.
STARTED = 3


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return not sums_groups(operator) and 0 not in matrix_shape(operator)


def policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    """All policies of either implementation, not ranked."""
    columns, lanes = operator.output.shape[-1], target.lanes("float32")
    rows = RowGroups.of(operator, 1).rows
    for parallel in parallel_choices(OPERATOR.multiply_adds(operator), target):
        for block in (size for size in BLOCKS if size == BLOCKS[0] or size < 2 * rows):
            for vectors in (n for n in _VECTORS if n == 1 or (n - 1) * lanes < columns):
                for tile in (n for n in _ROWS if n * vectors + vectors < target.vector_registers):
                    schedule = {
                        "vectors": vectors,
                        "rows": tile,
                        "block": block,
                        "parallel": parallel,
                    }
                    yield Policy.of(name, schedule=schedule)


def plan_of(schedule: Schedule, rows: int, depth: int) -> contractions.Schedule:
    """The schedule of the products of a block."""
    return contractions.Schedule(
        tile=(1, min(schedule["rows"], rows)),
        vectors=schedule["vectors"],
        unroll=1,
        block=rows,
        depth=depth,
        prefetch=0,
        parallel="columns",
    )


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """Seconds: arithmetic of all blocks, beside the matrices that they read; copying rows, and
    packing matrices that change.
    """
    schedule = decisions(policy)
    groups = RowGroups.of(operator, schedule["block"])
    inputs = [View.dense(operand) for operand in operator.inputs]
    contraction = _contraction(operator, groups, inputs, View.dense(operator.output))
    plan = plan_of(schedule, groups.size, contraction.reduction[0].extent)
    counted = replace(contraction, batch=(Axis(BLOCK, groups.usual),))
    own = target if schedule["parallel"] else target.one_thread
    computing = contraction_space.computing_seconds(counted, plan, target) / own.threads
    a, weights = operator.inputs[:2]
    matrices = float(weights.bytes)
    # A strip of a matrix comes from afar for the first block of its group, of a constant one from
    # memory, and from the cache for the others.
    strip = matrices / groups.groups / weights.shape[2] * _strip(contraction, plan, target)
    again = max(0, groups.usual / groups.groups - 1) * matrices
    afar = cost.memory_bandwidth(own) if weights.constant else cost.bandwidth(own, matrices)
    moving = matrices / afar
    moving += again / cost.bandwidth(own, strip * own.threads)
    seconds = cost.overlapped(target, computing, moving)
    seconds += copying_seconds(prod(a.shape), profile_of(target).matmul.panel_cycles, own)
    return seconds + packing_seconds(weights, own) + starting_seconds(STARTED, own)


def _contraction(
    operator: Operator, groups: RowGroups, inputs: Sequence[View], output: View
) -> Contraction:
    """The product of a block, over matrices by their groups."""
    a, b, _ = inputs
    depth, columns = b.shape[1:]
    names = (_GROUP, _STEP, _COLUMN)
    row = padded(depth, a.dtype)
    written = Indirect(3, output.strides[0], groups.rows)
    return Contraction(
        batch=(Axis(_GROUP, groups.groups),),
        rows=(groups.block,),
        column=Axis(_COLUMN, columns),
        reduction=(Axis(_STEP, depth),),
        a=Access("gathered", a.dtype, ((BLOCK, groups.size * row), (ROW, row), (_STEP, 1))),
        b=Access("input1", b.dtype, tuple(zip(names, b.strides, strict=True)), b.offset),
        extras=(groups.group(), groups.row()),
        output=Access(
            "output0", output.dtype, ((_COLUMN, output.strides[1]),), output.offset,
            indirect=(written,),
        ),
        epilogue=Accumulator(),
        roots=roots_of(operator),
    )  # fmt: skip


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    groups = RowGroups.of(operator, schedule["block"])
    contraction = _contraction(operator, groups, inputs, output)
    plan = plan_of(schedule, groups.size, contraction.reduction[0].extent)
    product, pack, packed = panels.over_panels(contraction, plan, target)
    parallel = schedule["parallel"]
    gathered = Buffer("gathered", contraction.a.dtype, groups.most * contraction.a.stride(BLOCK))
    first = (
        groups.listing(inputs[2]),
        clearing(output, (_PLACE, _COLUMN), groups.is_behind(_PLACE), parallel),
    )
    last = (
        _gathering(groups, inputs[0], contraction, parallel),
        _multiplying(groups, product, plan, parallel, target),
    )
    temporaries = (*groups.tables, gathered)
    if operator.inputs[1].constant:
        once = (panels.pack_kernel(pack),)
        return LoweredOperator((*first, *last), once, temporaries, (packed,))
    kernels = (*first, _packing(groups, pack, parallel), *last)
    return LoweredOperator(kernels, (), (*temporaries, packed))


def _packing(groups: RowGroups, pack: LoopNest, parallel: int) -> Kernel:
    """Packs the matrices of groups that have rows."""
    loops = (Loop(_GROUP, 1), Loop("p", 1))
    nest = replace(pack, guard=groups.is_filled(_GROUP))
    return kernel("grouped_pack", pack.axes, loops, 2 * parallel, (nest,))


def _gathering(groups: RowGroups, a: View, contraction: Contraction, parallel: int) -> Kernel:
    """Copies the rows of blocks side by side."""
    source = Access("input0", a.dtype, ((_STEP, a.strides[1]),), a.offset)
    nest = groups.gathering(source, contraction.a, contraction.reduction, a.strides[0], zeros=False)
    return kernel("grouped_gather", nest.axes, (Loop(BLOCK, 1),), parallel, (nest,))


def _multiplying(
    groups: RowGroups,
    product: Contraction,
    plan: contractions.Schedule,
    parallel: int,
    target: CpuTarget,
) -> Kernel:
    """Multiplies blocks by the panels of their groups."""
    strides = dict(product.b.strides)
    chosen = Indirect(2, strides.pop(_GROUP), groups.groups)
    by_block = replace(product.b, strides=tuple(strides.items()), indirect=(chosen,))
    product = replace(product, batch=(groups.blocks,), b=by_block)
    lanes = target.lanes("float32")
    nest = contractions.nest(product, plan, lanes, "multiply")
    loops = (Loop(_COLUMN, _strip(product, plan, target)), Loop(BLOCK, 1))
    guarded = replace(nest, guard=groups.is_used())
    return kernel(_NAME, nest.axes, loops, 2 * parallel, (guarded,))


def _strip(product: Contraction, plan: contractions.Schedule, target: CpuTarget) -> int:
    """Columns of whole panels that stay in the second-level cache, half of which they fill, and
    of which each thread has some.
    """
    width = plan.vectors * target.lanes("float32")
    panel = width * product.reduction[0].extent * ITEM_BYTES[product.b.dtype]
    held = max(1, target.l2 // (2 * panel))
    shares = ceil(ceil(product.column.extent / width) / target.threads)
    return width * min(held, shares)


IMPLEMENTATION = ranked_implementation(
    _NAME,
    TYPE,
    policies,
    _estimate,
    _lower,
    _supports,
    packed_by=("vectors",),
    description="Products of groups of rows that data decide by a matrix for each group",
)
