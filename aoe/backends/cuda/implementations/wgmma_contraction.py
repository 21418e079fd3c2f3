"""Convolutions and matrix products of float16, bfloat16, float8 and bytes by the matrix
instructions of compute capability 9.0, `wgmma` (`aoe.backends.cuda.kernels.wgmma_kernel`). Sums are
float32, those of bytes int32.

Schedule: `tile` (rows and columns of a block), `stages` (steps of 128 bytes in shared memory),
`split` (blocks of a cluster, which share the reduction), `share` (blocks of a cluster with other
rows, which share constant weights; these are then packed in tiles).

Both operands are copied in pieces of 16 bytes along the reduction. Constant second operands are put
into that order when a model is loaded. Other operands that do not allow it are left to
`aoe.backends.cuda.implementations.tensor_contraction`. So are operands that do as tensors of their
own, but are parts of others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import partial
from itertools import product
from math import ceil, prod

from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations import costs, tensor_contraction
from aoe.backends.cuda.implementations.contractions import (
    contraction_of,
    dense_contraction,
    merged_reduction,
    sizes_of,
)
from aoe.backends.cuda.implementations.contractions import (
    packed as packed_in_rows,
)
from aoe.backends.cuda.implementations.ranking import ranked
from aoe.backends.cuda.implementations.simt_contraction import contraction_nest
from aoe.backends.cuda.implementations.tensor_contraction import TOLERANCES
from aoe.backends.cuda.implementations.tensor_policies import (
    BYTES,
    FLOAT8_ENDING,
    MULTIPLIED_FLOAT8,
)
from aoe.backends.cuda.implementations.wgmma_packing import packed_in_tiles
from aoe.backends.cuda.kernels.simt_kernel import simt_kernel
from aoe.backends.cuda.kernels.wgmma_kernel import (
    COPY,
    GROUP_ROWS,
    LINE,
    LINES_AT_A_TIME,
    MOST_PARTS,
    WgmmaKernel,
    is_copied_whole,
    is_one_line,
    shared_bytes,
    threads_of,
)
from aoe.backends.cuda.target.cuda_target import (
    MOST_REGISTERS,
    REGISTERS,
    RESERVED_SHARED,
    CudaTarget,
)
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Kernel,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Decision, Policy

#: The instruction that a target must have.
_INSTRUCTION = "wgmma"
#: Rows and columns of blocks: those that the measurements of a prototype found useful, and some
#: between them.
_TILES = (
    (64, 64),
    (64, 32),
    (64, 128),
    (64, 256),
    (128, 64),
    (128, 128),
    (128, 256),
    (256, 64),
    (256, 128),
    (128, 32),
    (64, 96),
    (128, 192),
    (64, 192),
)
_STAGES, _SPLITS, _SHARES = (4, 6, 5, 8, 3), (1, 2, 4, 8), (1, 2, 4)
#: How many policies are usually worth considering.
_USUAL = 24
#: Registers of a thread beside its sums.
_OTHER_REGISTERS = 56
#: Bytes that addresses of 32 bits reach.
_FAR = 1 << 31


def _is_copied(contraction: Contraction, is_constant: bool) -> bool:
    """Whether both operands can be copied in pieces of 16 bytes. `is_constant`: whether the second
    one may be put into another order before.
    """
    sizes = sizes_of(contraction)
    axes = (*contraction.batch, *contraction.rows, contraction.column, *contraction.reduction)
    accesses = (contraction.a, contraction.b, *contraction.extras, contraction.output)
    ends = [_end(access, axes) * ITEM_BYTES[access.dtype] for access in accesses]
    packed_end = prod(sizes) // sizes[1] * ITEM_BYTES[contraction.b.dtype]
    return (
        0 not in sizes
        and contraction.a.stride(contraction.column.name) == 0
        and is_copied_whole(contraction.a, axes)
        and max(*ends, packed_end) < _FAR
        and (is_constant or _is_in_order(contraction))
    )


def _end(access: Access, axes: Sequence[Axis]) -> int:
    """Elements of the buffer up to the last one of an access, at least."""
    return access.offset + sum(access.stride(axis.name) * (axis.extent - 1) for axis in axes)


def _is_in_order(contraction: Contraction) -> bool:
    """Whether the second operand can be copied in pieces of 16 bytes where it is."""
    axes = (*contraction.batch, contraction.column, *contraction.reduction)
    return is_copied_whole(contraction.b, axes) and is_one_line(
        contraction.b, contraction.reduction
    )


def _policies_of(name: str, operator: Operator, target: CudaTarget) -> Iterator[Policy]:
    _, rows, columns, terms = sizes_of(dense_contraction(operator))
    for tile, stages, split in product(_TILES, _STAGES, _SPLITS):
        steps = ceil(terms * ITEM_BYTES[operator.inputs[0].dtype] / LINE)
        sensible = tile[0] < 2 * rows + GROUP_ROWS and tile[1] < 2 * columns + LINES_AT_A_TIME
        long_enough = split == 1 or steps >= 2 * split
        needed = stages <= max(4, ceil(steps / split) + 2)
        if sensible and long_enough and needed and _fits(tile, stages, target):
            for share in _shares(operator, tile, split):
                schedule: dict[str, Decision] = {"tile": tile, "stages": stages}
                yield Policy.of(name, {}, {**schedule, "split": split, "share": share})


def _shares(operator: Operator, tile: tuple[int, int], split: int) -> tuple[int, ...]:
    """How many blocks may share weights: as many as there are tiles along the rows."""
    _, rows, _, _ = sizes_of(dense_contraction(operator))
    able = operator.inputs[1].constant and split == 1
    tiles = ceil(rows / tile[0])
    return tuple(share for share in _SHARES if share == 1 or (able and share <= tiles))


def _registers(tile: tuple[int, int]) -> int:
    return tile[1] // 2 + _OTHER_REGISTERS


def _fits(tile: tuple[int, int], stages: int, target: CudaTarget) -> bool:
    """Whether a block has the registers and the shared memory of a multiprocessor."""
    return (
        shared_bytes(tile, stages) <= target.limits.shared_per_block - RESERVED_SHARED
        and _registers(tile) <= MOST_REGISTERS
        and _registers(tile) * threads_of(tile) <= REGISTERS
    )


def _blocks_at_a_time(tile: tuple[int, int], stages: int, target: CudaTarget) -> int:
    """Blocks that a multiprocessor holds."""
    limits, threads = target.limits, threads_of(tile)
    return max(
        1,
        min(
            limits.shared_per_multiprocessor // (shared_bytes(tile, stages) + RESERVED_SHARED),
            REGISTERS // (_registers(tile) * threads),
            limits.threads_per_multiprocessor // threads,
            limits.blocks_per_multiprocessor,
        ),
    )


def _decisions(policy: Policy) -> tuple[tuple[int, int], int, int, int]:
    """Tile, stages, split and share. Raises `PolicyError` if one is missing."""
    schedule = dict(policy.schedule)
    names = ("tile", "stages", "split", "share")
    tile, stages, split, share = (schedule.get(name) for name in names)
    if (
        not isinstance(tile, tuple)
        or len(tile) != 2
        or not isinstance(stages, int)
        or not isinstance(split, int)
        or not isinstance(share, int)
    ):
        raise PolicyError(f"not the policy of a contraction by wgmma: {policy.to_json()}")
    rows, columns = (int(number) for number in tile)
    return (rows, columns), stages, split, share


def _estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
    """What takes longest: the products of the multiprocessor with most blocks, the bytes it reads
    or those that all read, or constants from memory. Each wave of blocks has a beginning and an
    end.
    """
    tile, stages, split, share = _decisions(policy)
    known = profile_of(target).wgmma
    batches, rows, columns, terms = sizes_of(dense_contraction(operator))
    speed, item = target.speed, ITEM_BYTES[operator.inputs[0].dtype]
    down = ceil(rows / (tile[0] * share)) * share
    blocks = batches * down * ceil(columns / tile[1]) * split
    resident = _blocks_at_a_time(tile, stages, target)
    able = target.threads * (known.share_in_large_clusters if split * share >= MOST_PARTS else 1.0)
    most = ceil(blocks / able)
    # Blocks on one multiprocessor hide each other's beginning and end.
    waves = 1 + (ceil(most / resident) - 1) / min(most, resident)
    steps = ceil(ceil(terms * item / LINE) / split)
    # An instruction reads 64 rows and all columns from shared memory.
    reached = known.rate * tile[1] / (tile[1] + GROUP_ROWS)
    # Instructions have twice as many terms of 8 bits as of 16.
    rate = speed.half_multiply_adds * (2 // item) * reached / target.threads
    products = most * steps * prod(tile) * (LINE // item) / rate
    step_bytes = (min(tile[0], rows) + min(tile[1], columns) / share) * LINE
    copies = max(
        most * steps * step_bytes / known.one_l2,
        blocks * steps * step_bytes / (speed.l2 * known.l2_share),
    )
    constants = batches * columns * terms * item if operator.inputs[1].constant else 0
    moved = costs.operand_bytes(operator)
    memory = constants / (known.constants_share * speed.memory)
    least = moved / costs.bandwidth(target, moved)
    ends = (
        known.end_seconds
        + known.step_seconds * max(0, steps - (stages - 2))
        + known.store_seconds * max(0.0, tile[1] / 64 - 1)
    )
    if share > 1:
        ends += known.meet_seconds
    if split > 1:
        sums = min(tile[0], rows) * tile[1]
        ends += (known.meet_seconds + known.read_seconds * sums / 2048) * known.crowd[split]
    seconds = speed.launch + waves * ends + max(products, copies, memory, least)
    return seconds * known.unproven if share > 1 else seconds


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CudaTarget
) -> LoweredOperator:
    tile, stages, split, share = _decisions(policy)
    if policy not in set(_policies_of(policy.impl, operator, target)):
        raise PolicyError(f"policy {policy.to_json()} is not in the operator's space")
    contraction = contraction_of(operator, inputs, output)
    is_constant = operator.inputs[1].constant
    if not _is_copied(contraction, is_constant):
        other = _without_wgmma(operator)
        chosen = other.default(operator, target)
        return other.lower(operator, inputs, output, chosen, target)
    name = "conv_wgmma" if operator.type == "Conv" else "matmul_wgmma"
    packing: tuple[LoopNest, ...] = ()
    packed: tuple[Buffer, ...] = ()
    contraction = merged_reduction(contraction)
    columns, depth = tile[1], LINE // ITEM_BYTES[contraction.a.dtype]
    if share > 1:
        _, _, _, terms = sizes_of(contraction)
        copied = ceil(terms / (depth * split)) * depth * split
        contraction, packing, buffer = packed_in_tiles(contraction, columns, copied)
        packed = (buffer,)
    elif not _is_in_order(contraction):
        contraction, pack, buffer = packed_in_rows(contraction)
        packing, packed = (pack,), (buffer,)
    prepare = tuple(
        simt_kernel(kernel(f"{name}_{item.name}", (), (), 0, (item,)), costs.USUAL_BLOCK, 1)
        for item in packing
    )
    nest = contraction_nest(name, contraction)
    if contraction.b.tile_strides:
        pieces = COPY // ITEM_BYTES[contraction.b.dtype]
        tiled = ((contraction.column.name, tile[1]), (contraction.reduction[-1].name, pieces))
        nest = replace(nest, schedule=LoopSchedule(tile=tiled))
    made = kernel(name, (), (), 0, (nest,))
    own = {item.name: getattr(made, item.name) for item in fields(Kernel)}
    multiplied = WgmmaKernel(
        **{**own, "parallel": 0},
        block=threads_of(tile),
        batch=tuple(axis.name for axis in contraction.batch),
        rows=tuple(axis.name for axis in contraction.rows),
        column=contraction.column.name,
        tile=tile,
        stages=stages,
        split=split,
        share=share,
    )
    return LoweredOperator((multiplied,), prepare, (), packed)


def _without_wgmma(operator: Operator) -> Implementation[CudaTarget]:
    """The implementation that computes an operator whatever its operands are parts of."""
    name = f"mma_{operator.type.lower()}{_ending(operator)}"
    return next(item for item in tensor_contraction.IMPLEMENTATIONS if item.name == name)


def _ending(operator: Operator) -> str | None:
    """How the name of the implementation for an operator's types ends; `None` for other types."""
    types = {item.dtype for item in operator.inputs[:2]}
    if types <= {"int8", "uint8"}:
        return BYTES
    if types <= MULTIPLIED_FLOAT8:
        return FLOAT8_ENDING if operator.precision in tensor_contraction.ROUNDING else None
    return "" if types in ({"float16"}, {"bfloat16"}) else None


def _implementation(name: str, operator_type: str, ending: str) -> Implementation[CudaTarget]:
    name += ending

    def supports(operator: Operator, target: CudaTarget) -> bool:
        first, second = operator.inputs[:2]
        # Drivers that know the one in PTX know the other.
        recent = ending == FLOAT8_ENDING or (ending == BYTES and first.dtype != second.dtype)
        return (
            any(item.name.startswith(_INSTRUCTION) for item in target.matrix_instructions)
            and _ending(operator) == ending
            and (target.multiplies_float8 or not recent)
            and _is_copied(dense_contraction(operator), second.constant)
            and next(_policies_of(name, operator, target), None) is not None
        )

    return Implementation(
        name=name,
        operator_type=operator_type,
        supports=supports,
        policies=ranked(partial(_policies_of, name), _estimate, _USUAL),
        estimate=_estimate,
        lower=_lower,
        lower_bound=costs.lower_bound,
        tolerance=TOLERANCES.get(ending, 1e-5),
        description="Tiles of the result by wgmma, from swizzled shared memory",
    )


IMPLEMENTATIONS = tuple(
    _implementation(name, operator_type, ending)
    for name, operator_type in (("wgmma_conv", "Conv"), ("wgmma_matmul", "MatMul"))
    for ending in ("", BYTES, FLOAT8_ENDING)
)
