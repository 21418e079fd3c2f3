"""Convolutions, transposed convolutions and matrix products by matrix instructions, tile by tile
(`aoe.backends.cuda.kernels.tensor_kernel`).

float16 and bfloat16 operands are multiplied as they are (`mma_conv`, `mma_conv_transposed`,
`mma_matmul`). float32 is multiplied as three products of TF32 parts (names that end in `_tf32x3`),
whose error is that of float32, or rounded to TF32 (`_tf32`) where an operator's precision is "low".
Bytes, int8 and uint8, are multiplied exactly (`mma_conv_int8`, `mma_matmul_int8`). So are numbers
of float8_e4m3fn and float8_e5m2 (`mma_conv_float8`, `mma_matmul_float8`), also those of the one by
the other, but GPUs may add them up in fewer bits than float32 has.
A transposed convolution is one kernel for each phase of its strides, or one for all of them where
these differ only in where they begin. Sums are float32, those of bytes int32.

Schedule: `tile` (rows, columns and terms of a block), `warps` (along rows and columns), `stages`
(steps in shared memory), `split` (parts of the reduction that blocks sum up apart; the blocks of a
cluster add them, or a second kernel where there are none).
`aoe.backends.cuda.implementations.tensor_policies` has the space and its costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import partial
from math import prod

from aoe.backends.cpu.implementations.conv_transposed import transposed_phases as transposed
from aoe.backends.cpu.implementations.conv_transposed.phase_runs import (
    first_phase,
    run_contraction,
    runs,
)
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, merge_rows
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.implementations.contractions import (
    contractions_of,
    dense_contraction,
    dense_contractions,
    is_contiguous,
    merged_reduction,
    packed,
    padded_window,
    sizes_of,
)
from aoe.backends.cuda.implementations.ranking import ranked
from aoe.backends.cuda.implementations.simt_contraction import contraction_nest
from aoe.backends.cuda.implementations.tensor_policies import (
    BYTES,
    FLOAT8_ENDING,
    MULTIPLIED_FLOAT8,
    SPLIT_FLOAT32,
    TF32,
    Tiling,
    estimate,
    policies_of,
    tiling_of,
)
from aoe.backends.cuda.kernels.simt_kernel import simt_kernel
from aoe.backends.cuda.kernels.tensor_kernel import TensorKernel
from aoe.backends.cuda.target.cuda_target import CudaTarget
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
from aoe.policy import Policy

#: Columns of each of several batches below which nearly all of a tile would be empty.
_FEWEST_COLUMNS = 4
#: Elements that an operand may reach over, and rows: addresses are computed in 32 bits. Parts of
#: other tensors reach over several times as many as they have.
_MOST_ELEMENTS = 1 << 30
#: The names of kernels by the type of operator.
_NAMES = {"Conv": "conv_mma", "MatMul": "matmul_mma", "ConvTranspose": "conv_transposed_mma"}
#: How many policies are usually worth considering.
_USUAL = 24
#: The precisions whose results need not be plain sums of products in float32.
ROUNDING = ("low", "default", "high")
#: The largest error of results, relative to the largest of them, by how names end. Each factor of
#: a product of TF32 numbers is rounded to 11 bits. GPUs of compute capability 9.0 add up products
#: of float8 in about 14 bits (DeepSeek-AI, "DeepSeek-V3 Technical Report", 2024, 3.3.2).
TOLERANCES = {TF32: 2e-3, FLOAT8_ENDING: 1e-2}


def _precision(name: str, operator: Operator) -> str | None:
    """What an implementation multiplies of an operator; `None` if it does not compute it."""
    first, second = (operand.dtype for operand in operator.inputs[:2])
    if name.endswith(BYTES):
        return f"{first} {second}" if {first, second} <= {"int8", "uint8"} else None
    if name.endswith(FLOAT8_ENDING):
        known = {first, second} <= MULTIPLIED_FLOAT8 and operator.precision in ROUNDING
        return f"{first} {second}" if known else None
    if first != second:
        return None
    if name.endswith(SPLIT_FLOAT32):
        return "tf32x3" if first == "float32" and operator.precision in ROUNDING else None
    if name.endswith(TF32):
        return "tf32" if first == "float32" and operator.precision == "low" else None
    return first if first in ("float16", "bfloat16") else None


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CudaTarget
) -> LoweredOperator:
    tiling = tiling_of(operator, policy, target)
    precision = _precision(policy.impl, operator)
    if precision is None or policy not in set(policies_of(policy.impl, operator, target)):
        raise PolicyError(f"policy {policy.to_json()} is not in the operator's space")
    prepare: list[Kernel] = []
    kernels: list[Kernel] = []
    temporaries: list[Buffer] = []
    buffers: list[Buffer] = []
    name = _NAMES[operator.type]
    for number, made in enumerate(contractions_of(operator, inputs, output)):
        work = merge_rows(made)
        ending = str(number) if number else ""
        if operator.inputs[1].constant and not _is_ready(work):
            work, pack, buffer = packed(padded_window(work), f"packed{ending}")
            prepare.append(_simt(f"{name}_pack", pack))
            buffers.append(buffer)
        work = merged_reduction(work)
        if not _has_short_offsets(work):
            raise PolicyError(
                f"{policy.impl} reaches over fewer elements than an operand lies over"
            )
        if tiling.split == 1 or tiling.cluster:
            kernels.append(_tiled(name, work, tiling, precision, tiling.split))
            continue
        sums = "int32" if policy.impl.endswith(BYTES) else "float32"
        partial, joined, buffer = _split(work, tiling.split, f"partial{ending}", sums)
        kernels += [_tiled(name, partial, tiling, precision), _simt(f"{name}_sum", joined)]
        temporaries.append(buffer)
    if operator.type == "ConvTranspose":
        kernels += _untouched(operator, inputs, output, target)
    return LoweredOperator(tuple(kernels), tuple(prepare), tuple(temporaries), tuple(buffers))


def _is_ready(work: Contraction) -> bool:
    """Whether the second operand is multiplied as it lies. Only elements of 16 bits can be turned
    on their way from shared memory at once, those of 32 bits one by one at no cost.
    """
    if ITEM_BYTES[work.b.dtype] == 1:
        return work.b.stride(work.reduction[-1].name) == 1
    return is_contiguous(work)


def _has_short_offsets(work: Contraction) -> bool:
    """Whether offsets in both operands, and rows, are numbers of 32 bits."""
    axes = (*work.rows, work.column, *work.reduction)
    reach = [
        sum(abs(access.stride(axis.name)) * axis.extent for axis in axes)
        for access in (work.a, work.b)
    ]
    return max(*reach, prod(axis.extent for axis in work.rows)) <= _MOST_ELEMENTS


def _tiled(
    name: str, work: Contraction, tiling: Tiling, precision: str, split: int = 1
) -> TensorKernel:
    """The kernel of a contraction. `split`: blocks of a cluster that share a reduction."""
    made = kernel(name, (), (), 0, (contraction_nest(name, work),))
    own = {item.name: getattr(made, item.name) for item in fields(Kernel)}
    return TensorKernel(
        **{**own, "parallel": 0},
        block=tiling.threads,
        batch=tuple(axis.name for axis in work.batch),
        rows=tuple(axis.name for axis in work.rows),
        column=work.column.name,
        tile=tiling.tile,
        warps=tiling.warps,
        stages=tiling.stages,
        precision=precision,
        split=split,
    )


def _untouched(
    operator: Operator, inputs: Sequence[View], output: View, target: CudaTarget
) -> list[Kernel]:
    """The phases of a transposed convolution that no tap reaches."""
    return [
        simt_kernel(
            transposed.untouched_kernel(
                merge_rows(run_contraction(operator, inputs, output, of)),
                target.as_cpu,
            ),
            costs.USUAL_BLOCK,
            1,
        )
        for of in runs(operator)
        if not transposed.taps_of(first_phase(of))
    ]


def _simt(name: str, nest: LoopNest) -> Kernel:
    return simt_kernel(kernel(name, (), (), 0, (nest,)), costs.USUAL_BLOCK, 1)


def _split(
    contraction: Contraction, split: int, name: str, dtype: str
) -> tuple[Contraction, LoopNest, Buffer]:
    """The contraction of each part of the reduction, whose sums of type `dtype` go to a buffer of
    this name, and the nest that adds them and computes the epilogue.

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
    partial = Access(name, dtype, tuple(strides))
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
    return work, joined, Buffer(name, dtype, step)


def _implementation(name: str, operator_type: str) -> Implementation[CudaTarget]:
    def supports(operator: Operator, target: CudaTarget) -> bool:
        if _precision(name, operator) is None or not dense_contractions(operator):
            return False
        if name.endswith(FLOAT8_ENDING) and not target.multiplies_float8:
            return False
        work = dense_contraction(operator)
        sizes = sizes_of(work)
        few_columns = sizes[0] > 1 and sizes[2] < _FEWEST_COLUMNS
        if 0 in sizes or few_columns or work.a.stride(work.column.name):
            return False
        if not all(_has_short_offsets(item) for item in dense_contractions(operator)):
            return False
        return next(policies_of(name, operator, target), None) is not None

    return Implementation(
        name=name,
        operator_type=operator_type,
        supports=supports,
        policies=ranked(partial(policies_of, name), estimate, _USUAL),
        estimate=estimate,
        lower=_lower,
        lower_bound=costs.lower_bound,
        tolerance=next((item for end, item in TOLERANCES.items() if name.endswith(end)), 1e-5),
        description="Tiles of the result by matrix instructions, from shared memory",
    )


IMPLEMENTATIONS = tuple(
    _implementation(f"mma_{name}{ending}", operator_type)
    for name, operator_type in (
        ("conv", "Conv"),
        ("conv_transposed", "ConvTranspose"),
        ("matmul", "MatMul"),
    )
    for ending in ("", TF32, SPLIT_FLOAT32, BYTES, FLOAT8_ENDING)
    if ending not in (BYTES, FLOAT8_ENDING) or operator_type != "ConvTranspose"
)
