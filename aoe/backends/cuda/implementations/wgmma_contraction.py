"""Convolutions and matrix products of float16, bfloat16, float8 and bytes by the matrix
instructions of compute capability 9.0, `wgmma` (`aoe.backends.cuda.kernels.wgmma_kernel`). Sums are
float32, those of bytes int32. float32 is multiplied as TF32 (names that end in `_tf32`) where an
operator's precision is "low": constants are rounded when a model is loaded, other numbers are cut
off by the instruction.

Schedule: `tile` (rows and columns of a block), `stages` (steps of 128 bytes in shared memory),
`split` (blocks of a cluster, which share the reduction), `share` (blocks of a cluster with other
rows, which share constant weights; these are then packed in tiles), `blocks` (`stay`: as many
blocks as there are multiprocessors take one tile after the other), `copies` (`tma`: a warp of its
own copies, boxes of the first operand by the tensor memory accelerator). No policy says one of the
last two unless tuning finds it faster.

Both operands are copied in pieces of 16 bytes along the reduction. Constant second operands are put
into that order when a model is loaded. Other operands that do not allow it are left to
`aoe.backends.cuda.implementations.tensor_contraction`. So are operands that do as tensors of their
own, but are parts of others.

`aoe.backends.cuda.implementations.wgmma_policies` has the spaces and the estimates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from math import ceil, prod

from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
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
from aoe.backends.cuda.implementations.simt_contraction import contraction_nest
from aoe.backends.cuda.implementations.tensor_contraction import TOLERANCES
from aoe.backends.cuda.implementations.tensor_policies import (
    BYTES,
    FLOAT8_ENDING,
    MULTIPLIED_FLOAT8,
    TF32,
)
from aoe.backends.cuda.implementations.wgmma_packing import packed_in_tiles, stored_value
from aoe.backends.cuda.implementations.wgmma_policies import (
    estimate,
    has_boxes,
    is_in_space,
    policies_of,
    ranked_policies,
    schedule_of,
)
from aoe.backends.cuda.kernels.simt_kernel import simt_kernel
from aoe.backends.cuda.kernels.wgmma_kernel import (
    COPY,
    LINE,
    WgmmaKernel,
    is_copied_whole,
    is_one_line,
)
from aoe.backends.cuda.target.cuda_target import (
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
from aoe.policy import Policy

#: The instruction that a target must have.
_INSTRUCTION = "wgmma"
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


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CudaTarget
) -> LoweredOperator:
    schedule = schedule_of(policy)
    if not is_in_space(schedule, operator, target) or policy != schedule.policy(policy.impl):
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
    if not has_boxes(contraction):  # which parts of other tensors may not have
        schedule = replace(schedule, boxes=False)
    columns, depth = schedule.tile[1], LINE // ITEM_BYTES[contraction.a.dtype]
    if schedule.share > 1 or schedule.stays or schedule.boxes:
        _, _, _, terms = sizes_of(contraction)
        step = depth * schedule.split
        copied = ceil(terms / step) * step
        contraction, packing, buffer = packed_in_tiles(contraction, columns, copied)
        packed = (buffer,)
    elif not _is_in_order(contraction) or (is_constant and policy.impl.endswith(TF32)):
        value = stored_value(contraction.b.dtype)
        contraction, pack, buffer = packed_in_rows(contraction, value=value)
        packing, packed = (pack,), (buffer,)
    prepare = tuple(
        simt_kernel(kernel(f"{name}_{item.name}", (), (), 0, (item,)), costs.USUAL_BLOCK, 1)
        for item in packing
    )
    nest = contraction_nest(name, contraction)
    if contraction.b.tile_strides:
        pieces = COPY // ITEM_BYTES[contraction.b.dtype]
        tiled = ((contraction.column.name, columns), (contraction.reduction[-1].name, pieces))
        nest = replace(nest, schedule=LoopSchedule(tile=tiled))
    made = kernel(name, (), (), 0, (nest,))
    own = {item.name: getattr(made, item.name) for item in fields(Kernel)}
    multiplied = WgmmaKernel(
        **{**own, "parallel": 0},
        block=schedule.needs.threads,
        batch=tuple(axis.name for axis in contraction.batch),
        rows=tuple(axis.name for axis in contraction.rows),
        column=contraction.column.name,
        tile=schedule.tile,
        stages=schedule.stages,
        split=schedule.split,
        share=schedule.share,
        staying=schedule.staying_blocks(target),
        boxes=schedule.boxes,
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
    if types == {"float32"}:
        return TF32 if operator.precision == "low" else None
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
            and next(policies_of(name, operator, target), None) is not None
        )

    return Implementation(
        name=name,
        operator_type=operator_type,
        supports=supports,
        policies=ranked_policies(name),
        estimate=estimate,
        lower=_lower,
        lower_bound=costs.lower_bound,
        tolerance=TOLERANCES.get(ending, 1e-5),
        description="Tiles of the result by wgmma, from swizzled shared memory",
    )


IMPLEMENTATIONS = tuple(
    _implementation(name, operator_type, ending)
    for name, operator_type in (("wgmma_conv", "Conv"), ("wgmma_matmul", "MatMul"))
    for ending in ("", TF32, BYTES, FLOAT8_ENDING)
)
