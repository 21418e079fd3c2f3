"""Products of at most eight rows, such as classifiers of one image, 1 × 1 convolutions of one pixel
and steps of a decoder: every weight is read once (`aoe.backends.cuda.kernels.gemv_kernel`).

Weights lie along the reduction, packed so if need be. Sums are float32, and float32 is multiplied
as it is. Schedule: `threads` (of a block), `columns` (that warps compute at a time), `sharing`
(threads that share the reduction of their columns: a warp or several).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import product
from math import ceil

from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, merge_rows
from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.implementations.contractions import (
    contraction_of,
    dense_contraction,
    merged_reduction,
    packed,
    sizes_of,
)
from aoe.backends.cuda.implementations.simt_contraction import contraction_nest
from aoe.backends.cuda.kernels.gemv_kernel import MOST_ROWS, MOST_SUMS, GemvKernel
from aoe.backends.cuda.kernels.simt_kernel import simt_kernel
from aoe.backends.cuda.kernels.tensor_kernel import COPY
from aoe.backends.cuda.target.cuda_target import WARP, CudaTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Buffer, Kernel, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_TYPES = ("float32", "float16", "bfloat16")
_THREADS, _COLUMNS, _SHARING = (128, 256, 64), (1, 2, 4, 8), (32, 64, 128, 256)


@lru_cache(maxsize=256)
def _dense(operator: Operator) -> Contraction:
    return merged_reduction(merge_rows(dense_contraction(operator)))


def _supports(operator: Operator, target: CudaTarget) -> bool:
    a, b = operator.inputs[:2]
    if a.dtype != b.dtype or a.dtype not in _TYPES:
        return False
    long = [axis for axis in dense_contraction(operator).reduction if axis.extent > 1]
    work = _dense(operator)
    _, rows, columns, terms = sizes_of(work)
    # Axes that lie one behind the other here may not do so in a part of another tensor.
    if len(long) > 1 or work.a.bounds or not (1 <= rows <= MOST_ROWS and columns and terms):
        return False
    return b.constant or _is_read_in_place(work)


def _is_read_in_place(work: Contraction) -> bool:
    """Whether weights lie along the reduction."""
    return work.b.stride(work.reduction[-1].name) == 1


def _policies_of(name: str, operator: Operator) -> Iterator[Policy]:
    _, rows, columns, terms = sizes_of(_dense(operator))
    vector = COPY // ITEM_BYTES[operator.inputs[0].dtype]
    for threads, together, sharing in product(_THREADS, _COLUMNS, _SHARING):
        fits = sharing <= threads and rows * together <= MOST_SUMS
        sensible = together <= columns and (sharing == WARP or sharing * vector <= terms)
        if fits and sensible:
            yield Policy.of(
                name, schedule={"threads": threads, "columns": together, "sharing": sharing}
            )


def _decisions(policy: Policy) -> tuple[int, int, int]:
    """Threads, columns and sharing. Raises `PolicyError` if one is missing."""
    schedule = dict(policy.schedule)
    numbers = [schedule.get(name) for name in ("threads", "columns", "sharing")]
    threads, columns, sharing = (item if isinstance(item, int) else 0 for item in numbers)
    if not all((threads, columns, sharing)):
        raise PolicyError(f"not the policy of a product of few rows: {policy.to_json()}")
    return threads, columns, sharing


def _estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
    """All weights at the rate of the memory that has them, or the latency of the reads of a warp
    that do not run ahead of each other; then the sums of all lanes.
    """
    threads, together, sharing = _decisions(policy)
    known = profile_of(target).gemv
    batches, rows, columns, terms = sizes_of(_dense(operator))
    item = ITEM_BYTES[operator.inputs[0].dtype]
    steps = ceil(terms * item / (COPY * sharing))
    reads = ceil(steps * together / known.vectors_ahead)
    blocks = batches * ceil(columns / (together * (threads // sharing)))
    limits = target.limits
    resident = min(limits.threads_per_multiprocessor // threads, limits.blocks_per_multiprocessor)
    waves = ceil(blocks / (target.threads * resident))
    used = min(1.0, blocks / target.threads)
    moved = costs.operand_bytes(operator)
    reading = moved / (costs.bandwidth(target, moved) * known.efficiency * used)
    again = batches * ceil(columns / together) * rows * terms * item
    reading += again / (target.speed.l2 * known.l1_speedup * used)  # rows are in the first cache
    end = known.end_seconds * (1 + rows * together / MOST_SUMS + (sharing > WARP) / 2)
    return target.speed.launch + max(reading, waves * reads * known.latency_seconds) + end


def _ranked(operator: Operator, target: CudaTarget, breadth: int) -> Sequence[Policy]:
    name = "gemv_conv" if operator.type == "Conv" else "gemv_matmul"
    found = _policies_of(name, operator)
    return sorted(found, key=lambda policy: _estimate(operator, policy, target))


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CudaTarget
) -> LoweredOperator:
    threads, together, sharing = _decisions(policy)
    if policy not in set(_policies_of(policy.impl, operator)):
        raise PolicyError(f"policy {policy.to_json()} is not in the operator's space")
    work = merged_reduction(merge_rows(contraction_of(operator, inputs, output)))
    prepare: tuple[Kernel, ...] = ()
    buffers: tuple[Buffer, ...] = ()
    if operator.inputs[1].constant and not _is_read_in_place(work):
        work, pack, buffer = packed(work)
        nest = kernel("gemv_pack", (), (), 0, (pack,))
        prepare, buffers = (simt_kernel(nest, costs.USUAL_BLOCK, 1),), (buffer,)
    made = kernel("gemv", (), (), 0, (contraction_nest("gemv", work),))
    own = {item.name: getattr(made, item.name) for item in fields(Kernel)}
    product_kernel = GemvKernel(
        **own,
        block=threads,
        sharing=sharing,
        batch=tuple(axis.name for axis in work.batch),
        rows=tuple(axis.name for axis in work.rows),
        column=work.column.name,
        columns=together,
    )
    return LoweredOperator((product_kernel,), prepare, (), buffers)


def _implementation(name: str, operator_type: str) -> Implementation[CudaTarget]:
    return Implementation(
        name=name,
        operator_type=operator_type,
        supports=_supports,
        policies=_ranked,
        estimate=_estimate,
        lower=_lower,
        lower_bound=costs.lower_bound,
        description="Few rows by a matrix that is read once, a warp for some columns",
    )


IMPLEMENTATIONS = (
    _implementation("gemv_conv", "Conv"),
    _implementation("gemv_matmul", "MatMul"),
)
