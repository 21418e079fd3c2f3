"""Convolutions and matrix products by matrix instructions, tile by tile
(`aoe.backends.cuda.kernels.tensor_kernel`).

float16 and bfloat16 operands are multiplied as they are (`mma_conv`, `mma_matmul`). float32 is
multiplied as three products of TF32 parts (`mma_conv_tf32x3`, `mma_matmul_tf32x3`), whose error is
that of float32. Sums are float32. Schedule: `tile` (rows, columns and terms of a
block), `warps` (along rows and columns), `stages` (steps in shared memory), `split` (parts of the
reduction that blocks sum up apart; a second kernel adds them).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from itertools import product
from math import ceil

from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, merge_rows
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.implementations.contractions import (
    contraction_of,
    dense_contraction,
    is_contiguous,
    merged_reduction,
    packed,
    sizes_of,
)
from aoe.backends.cuda.implementations.simt_contraction import contraction_nest
from aoe.backends.cuda.kernels.simt_kernel import simt_kernel
from aoe.backends.cuda.kernels.tensor_kernel import (
    TensorKernel,
    shared_bytes_of,
    threads_of,
)
from aoe.backends.cuda.target.cuda_target import (
    MOST_REGISTERS,
    REGISTERS,
    RESERVED_SHARED,
    WARP,
    CudaTarget,
)
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator, Load, substitute
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Kernel,
    LoopNest,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Decision, Policy

#: Tiles with warps that share them: those that the measurements of a prototype found useful.
_TILES: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = (
    ((64, 64), (2, 2)),
    ((64, 32), (2, 1)),
    ((32, 64), (1, 2)),
    ((128, 64), (2, 2)),
    ((64, 128), (2, 2)),
    ((128, 128), (2, 2)),
    ((128, 128), (2, 4)),
    ((256, 64), (4, 1)),
    ((64, 256), (1, 4)),
    ((16, 64), (1, 2)),
    ((16, 128), (1, 4)),
)
_DEPTHS, _STAGES, _SPLITS = (32, 64), (3, 4, 2), (1, 2, 4, 8)
#: Columns of each of several batches below which nearly all of a tile would be empty.
_FEWEST_COLUMNS = 4
#: How the names of implementations end that split float32.
_SPLIT_FLOAT32 = "_tf32x3"
#: How many policies are usually worth considering.
_USUAL = 24
#: Registers of a thread beside sums and fragments.
_OTHER_REGISTERS = 40
#: The share of the rates of matrix instructions that a kernel is expected to reach.
_EFFICIENCY = 0.5


def _precision(name: str, operator: Operator) -> str | None:
    """What an implementation multiplies of an operator; `None` if it does not compute it."""
    first, second = (operand.dtype for operand in operator.inputs[:2])
    if first != second:
        return None
    if not name.endswith(_SPLIT_FLOAT32):
        return first if first in ("float16", "bfloat16") else None
    splittable = first == "float32" and operator.precision in ("low", "default", "high")
    return "tf32x3" if splittable else None


def _policies_of(name: str, operator: Operator, target: CudaTarget) -> Iterator[Policy]:
    _, rows, columns, terms = sizes_of(dense_contraction(operator))
    item = ITEM_BYTES[operator.inputs[0].dtype]
    extents = [axis.extent for axis in dense_contraction(operator).reduction]
    for ((tile_rows, tile_columns), warps), depth, stages, split in product(
        _TILES, (size * 2 // item for size in _DEPTHS), _STAGES, _SPLITS
    ):
        tile = (tile_rows, tile_columns, depth)
        sensible = tile_rows <= 2 * rows + 16 and tile_columns <= 2 * columns + 32
        divides = any(extent % split == 0 for extent in extents)
        long_enough = split == 1 or terms >= split * 4 * depth
        if sensible and divides and long_enough and _fits(tile, warps, stages, item, target):
            schedule: dict[str, Decision] = {
                "tile": tile,
                "warps": warps,
                "stages": stages,
                "split": split,
            }
            yield Policy.of(name, schedule=schedule)


def _fits(
    tile: tuple[int, int, int], warps: tuple[int, int], stages: int, item: int, target: CudaTarget
) -> bool:
    """Whether a block has the registers and the shared memory of a multiprocessor."""
    shared = shared_bytes_of(tile, warps, stages, item)
    registers = _registers(tile, warps)
    threads = threads_of(warps)
    return (
        shared <= target.limits.shared_per_block - RESERVED_SHARED
        and registers <= MOST_REGISTERS
        and registers * threads <= REGISTERS
    )


def _registers(tile: tuple[int, int, int], warps: tuple[int, int]) -> int:
    """Registers of a thread: its sums, fragments of both operands, and the rest."""
    rows, columns = tile[0] // warps[0], tile[1] // warps[1]
    return rows * columns // WARP + rows // 4 + columns // 4 + _OTHER_REGISTERS


def _blocks_at_a_time(
    tile: tuple[int, int, int], warps: tuple[int, int], stages: int, item: int, target: CudaTarget
) -> int:
    """Blocks that a multiprocessor holds."""
    threads = threads_of(warps)
    shared = shared_bytes_of(tile, warps, stages, item) + RESERVED_SHARED
    return max(
        1,
        min(
            target.limits.shared_per_multiprocessor // shared,
            REGISTERS // (_registers(tile, warps) * threads),
            target.limits.threads_per_multiprocessor // threads,
            target.limits.blocks_per_multiprocessor,
        ),
    )


def _decisions(policy: Policy) -> tuple[tuple[int, int, int], tuple[int, int], int, int]:
    """Tile, warps, stages and split. Raises `PolicyError` if one is missing."""
    schedule = dict(policy.schedule)
    tile, warps = schedule.get("tile"), schedule.get("warps")
    stages, split = schedule.get("stages"), schedule.get("split")
    if (
        not isinstance(tile, tuple)
        or len(tile) != 3
        or not isinstance(warps, tuple)
        or len(warps) != 2
        or not isinstance(stages, int)
        or not isinstance(split, int)
    ):
        raise PolicyError(f"not the policy of a contraction in tiles: {policy.to_json()}")
    rows, columns, depth = (int(number) for number in tile)
    down, across = (int(number) for number in warps)
    return (rows, columns, depth), (down, across), stages, split


def _estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
    """Waves of blocks: each takes the time of its products, or of the bytes it reads."""
    tile, warps, stages, split = _decisions(policy)
    batches, rows, columns, terms = sizes_of(dense_contraction(operator))
    item = ITEM_BYTES[operator.inputs[0].dtype]
    speed = target.speed
    peak = speed.half_multiply_adds if item == 2 else speed.tf32_multiply_adds
    products_of_one = 3 if policy.impl.endswith(_SPLIT_FLOAT32) else 1
    rate = peak * _EFFICIENCY / products_of_one / target.threads
    blocks = batches * ceil(rows / tile[0]) * ceil(columns / tile[1]) * split
    resident = _blocks_at_a_time(tile, warps, stages, item, target)
    busy = min(resident, ceil(blocks / target.threads))
    steps = ceil(ceil(terms / split) / tile[2])
    products = steps * tile[0] * tile[1] * tile[2] * busy / rate
    hidden = min(1.0, busy * threads_of(warps) / 512 + stages / 8)
    moved = steps * (tile[0] + tile[1]) * tile[2] * item * busy
    copies = moved / (speed.l2 / target.threads) / max(hidden, 0.25)
    waves = ceil(blocks / (target.threads * busy))
    seconds = speed.launch + waves * (max(products, copies) + 4e-7 * stages / steps + 5e-7)
    if split > 1:
        partial = 4.0 * batches * rows * columns * (split + 1)
        seconds += speed.launch + partial / speed.l2
    floor = costs.operand_bytes(operator) / costs.bandwidth(target, costs.operand_bytes(operator))
    return max(seconds, floor)


def _ranked(name: str) -> Callable[[Operator, CudaTarget, int], Sequence[Policy]]:
    @lru_cache(maxsize=256)
    def ranked(operator: Operator, target: CudaTarget, breadth: int) -> tuple[Policy, ...]:
        found = sorted(
            _policies_of(name, operator, target),
            key=lambda policy: _estimate(operator, policy, target),
        )
        return tuple(found[: breadth * _USUAL])

    return ranked


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CudaTarget
) -> LoweredOperator:
    tile, warps, stages, split = _decisions(policy)
    precision = _precision(policy.impl, operator)
    if precision is None or policy not in set(_policies_of(policy.impl, operator, target)):
        raise PolicyError(f"policy {policy.to_json()} is not in the operator's space")
    contraction = merge_rows(contraction_of(operator, inputs, output))
    name = "conv_mma" if operator.type == "Conv" else "matmul_mma"

    def tiled(work: Contraction) -> TensorKernel:
        made = kernel(name, (), (), 0, (contraction_nest(name, work),))
        own = {item.name: getattr(made, item.name) for item in fields(Kernel)}
        return TensorKernel(
            **{**own, "parallel": 0},
            block=threads_of(warps),
            batch=tuple(axis.name for axis in work.batch),
            rows=tuple(axis.name for axis in work.rows),
            column=work.column.name,
            tile=tile,
            warps=warps,
            stages=stages,
            precision=precision,
        )

    prepare: tuple[Kernel, ...] = ()
    buffers: tuple[Buffer, ...] = ()
    if operator.inputs[1].constant and not is_contiguous(contraction):
        contraction, pack, buffer = packed(contraction)
        prepare, buffers = (_simt(f"{name}_pack", pack),), (buffer,)
    contraction = merged_reduction(contraction)
    if split == 1:
        return LoweredOperator((tiled(contraction),), prepare, (), buffers)
    partial, joined, buffer = _split(contraction, split)
    return LoweredOperator(
        (tiled(partial), _simt(f"{name}_sum", joined)), prepare, (buffer,), buffers
    )


def _simt(name: str, nest: LoopNest) -> Kernel:
    return simt_kernel(kernel(name, (), (), 0, (nest,)), costs.USUAL_BLOCK, 1)


def _split(contraction: Contraction, split: int) -> tuple[Contraction, LoopNest, Buffer]:
    """The contraction of each part of the reduction, whose sums go to a buffer, and the nest that
    adds them and computes the epilogue.

    The last axis of the reduction that `split` divides is cut.
    """
    cut = next((axis for axis in reversed(contraction.reduction) if axis.extent % split == 0), None)
    if cut is None:
        raise PolicyError(f"no axis of the reduction has {split} equal parts")
    part, rest = Axis("part", split), Axis(cut.name, cut.extent // split)

    def divided(access: Access) -> Access:
        stride = access.stride(cut.name) * rest.extent
        bounds = tuple(
            replace(
                bound,
                terms=(
                    *bound.terms,
                    *(("part", c * rest.extent) for name, c in bound.terms if name == cut.name),
                ),
            )
            for bound in access.bounds
        )
        strides = (*access.strides, ("part", stride)) if stride else access.strides
        return replace(access, strides=strides, bounds=bounds)

    axes = (part, *contraction.batch, *contraction.rows, contraction.column)
    strides, step = [], 1
    for axis in reversed(axes):
        strides.append((axis.name, step))
        step *= axis.extent
    partial = Access("partial", "float32", tuple(strides))
    work = replace(
        contraction,
        batch=(part, *contraction.batch),
        reduction=tuple(rest if axis is cut else axis for axis in contraction.reduction),
        a=divided(contraction.a),
        b=divided(contraction.b),
        extras=(),
        output=partial,
        epilogue=Accumulator(),
    )
    used = (partial, *contraction.extras)

    def renumbered(node: object) -> Load | None:
        return Load(node.operand - 1) if isinstance(node, Load) else None

    joined = LoopNest(
        "sum",
        (*contraction.batch, *contraction.rows, contraction.column, part),
        used,
        (Store(contraction.output, substitute(contraction.epilogue, renumbered)),),
        Reduction("sum", ("part",), Load(0)),
    )
    return work, joined, Buffer("partial", "float32", step)


def _implementation(name: str, operator_type: str) -> Implementation[CudaTarget]:
    def supports(operator: Operator, target: CudaTarget) -> bool:
        sizes = sizes_of(dense_contraction(operator))
        few_columns = sizes[0] > 1 and sizes[2] < _FEWEST_COLUMNS
        if _precision(name, operator) is None or 0 in sizes or few_columns:
            return False
        return next(_policies_of(name, operator, target), None) is not None

    return Implementation(
        name=name,
        operator_type=operator_type,
        supports=supports,
        policies=_ranked(name),
        estimate=_estimate,
        lower=_lower,
        lower_bound=costs.lower_bound,
        tolerance=1e-5,
        description="Tiles of the result by matrix instructions, from shared memory",
    )


IMPLEMENTATIONS = (
    _implementation("mma_conv", "Conv"),
    _implementation(f"mma_conv{_SPLIT_FLOAT32}", "Conv"),
    _implementation("mma_matmul", "MatMul"),
    _implementation(f"mma_matmul{_SPLIT_FLOAT32}", "MatMul"),
)
