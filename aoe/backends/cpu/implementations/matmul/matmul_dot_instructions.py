"""Matrix multiplication by dot-product instructions: VNNI (`matmul_int8`), AVX512-BF16
(`matmul_bfloat16`) and AMX (`matmul_amx`, `matmul_amx_2_terms`, `matmul_amx_3_terms`).

An instruction multiplies groups of neighbours along the reduction (`dot_instructions.py`). The rows
of the first operand are read in place where they start at whole groups. Otherwise they are read
from a copy whose rows are padded with zeros. Where rows are adjacent, as those of a transposed
operand are, the copy has the groups of all rows side by side instead: it is made of whole vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import prod

from aoe.backends.cpu.cost.packing import dot_packing_seconds
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations import dot_instructions
from aoe.backends.cpu.implementations.dot_instructions import (
    AMX_BFLOAT16,
    AMX_THREE_TERMS,
    AMX_TWO_TERMS,
    BFLOAT16,
    BYTES,
    Grouping,
    Method,
    amx_method,
    vector_method,
)
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, matmul_contraction
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy


def implementation(name: str, method: Method, description: str = "") -> Implementation:
    """The implementation of that name, which computes dot products by `method`."""
    return Implementation(
        name=name,
        operator_type="MatMul",
        supports=partial(dot_instructions.supports, method.grouping),
        policies=partial(_ranked, name, method),
        estimate=partial(_estimate, method),
        lower=partial(_lower, name, method),
        tolerance=method.grouping.tolerance,
        lower_bound=partial(_lower_bound, method.grouping),
        description=description,
    )


def _lower_bound(
    grouping: Grouping, operator: Operator, policy: Policy, target: CpuTarget
) -> float:
    return dot_instructions.lower_bound_of(
        operator, matmul_contraction.dense(operator), grouping, target
    )


def _row_axes(contraction: Contraction) -> tuple[Axis, ...]:
    """The axes that a depends on besides the reduction."""
    axes = (*contraction.batch, *contraction.rows)
    return tuple(axis for axis in axes if contraction.a.stride(axis.name))


def of_copy(contraction: Contraction, grouping: Grouping) -> tuple[Contraction, int]:
    """The contraction with a copied, and the elements of the copy (of one term of the numbers)."""
    strides, size = [("c", 1)], grouping.filled(contraction.reduction[0].extent)
    for axis in reversed(_row_axes(contraction)):
        strides.append((axis.name, size))
        size *= axis.extent
    return replace(contraction, a=Access("rows", grouping.raw_a, tuple(strides))), size


def _in_groups(contraction: Contraction, grouping: Grouping, width: int) -> Contraction:
    if dot_instructions.aligned(contraction, grouping):
        return dot_instructions.grouped(contraction, grouping, width)
    readable, size = of_copy(contraction, grouping)
    if _is_transposed(contraction, grouping):
        words = dot_instructions.grouped(readable, grouping, width)
        return replace(words, a=_words(contraction, grouping))
    # Rows that are not contiguous, as where an operand is read backwards, are so in the copy.
    whole = contractions.merge_rows(readable)
    return dot_instructions.grouped(whole, grouping, width, copied=size)


def copy_rows(contraction: Contraction, grouping: Grouping) -> tuple[Kernel, Buffer]:
    """Copies the rows of a, each padded with zeros to whole groups, for `of_copy`."""
    axes, steps = _row_axes(contraction), contraction.reduction[0].extent
    padded = grouping.filled(steps)
    bounds = (Bound((("c", 1),), 0, steps),) if padded > steps else ()
    copy, size = of_copy(contraction, grouping)
    nest = LoopNest(
        "rows",
        (*axes, Axis("c", padded)),
        (replace(contraction.a, dtype=grouping.read_a, bounds=bounds),),
        grouping.copies(copy.a, size),
        schedule=LoopSchedule("c", 1),
        flushing=bool(grouping.split),
    )
    loops = tuple(Loop(axis.name, 1) for axis in axes)
    buffers = (contraction.a.buffer, "rows")
    return Kernel("rows", axes, loops, len(loops), (nest,), buffers), Buffer(
        "rows", grouping.raw_a, size * grouping.terms
    )


def _is_transposed(contraction: Contraction, grouping: Grouping) -> bool:
    """Whether rows of a are adjacent, and its groups may lie in that order: tile registers (AMX)
    read groups that are adjacent along the reduction.
    """
    rows = _row_axes(contraction)
    return (
        grouping.most == 1
        and not grouping.split
        and bool(rows)
        and contraction.a.stride(rows[-1].name) == 1
        and contraction.a.stride("c") != 1
    )


def _words(contraction: Contraction, grouping: Grouping) -> Access:
    """The copy of a whose rows are adjacent: its groups are words, in the order of a."""
    *others, row = _row_axes(contraction)
    groups = grouping.filled(contraction.reduction[0].extent) // grouping.size
    strides, size = [(row.name, 1), ("c", row.extent)], row.extent * groups
    for axis in reversed(others):
        strides.append((axis.name, size))
        size *= axis.extent
    return Access("rows", "int32", tuple(strides))


def _copy_words(contraction: Contraction, grouping: Grouping) -> tuple[Kernel, Buffer]:
    """Copies a whose rows are adjacent, for `_words`: a vector of groups is made of a vector of
    each reduction step.
    """
    *others, row = _row_axes(contraction)
    steps = contraction.reduction[0].extent
    groups = Axis("c", grouping.filled(steps) // grouping.size)
    elements, word = dot_instructions.in_words(contraction.a, grouping, steps)
    place = _words(contraction, grouping)
    nest = LoopNest(
        "rows",
        (*others, groups, row),
        tuple(elements),
        (Store(place, word),),
        schedule=LoopSchedule(row.name, 1),
    )
    axes = (*others, groups)
    loops = tuple(Loop(axis.name, 1) for axis in axes)
    size = prod(axis.extent for axis in (*axes, row)) * grouping.size
    kernel = Kernel("rows", axes, loops, len(loops), (nest,), (contraction.a.buffer, "rows"))
    return kernel, Buffer("rows", grouping.raw_a, size)


@lru_cache(maxsize=64)
def _ranked(
    name: str, method: Method, operator: Operator, target: CpuTarget, breadth: int
) -> tuple[Policy, ...]:
    grouped = _in_groups(matmul_contraction.dense(operator), method.grouping, target.lanes("int32"))
    found = [
        Policy.of(name, schedule=schedule.decisions())
        for schedule in method.ranked(grouped, target, breadth * contraction_space.USUAL)
    ]
    return tuple(sorted(found, key=lambda policy: _estimate(method, operator, policy, target)))


def _estimate(method: Method, operator: Operator, policy: Policy, target: CpuTarget) -> float:
    contraction, grouping = matmul_contraction.dense(operator), method.grouping
    grouped = _in_groups(contraction, grouping, target.lanes("int32"))
    schedule = contractions.schedule_of(policy)
    seconds = method.estimate(grouped, schedule, target)
    aligned = dot_instructions.aligned(contraction, grouping)
    costs = profile_of(target).dot_instructions
    copied = 0.0 if aligned else costs.copy_units * prod(operator.inputs[0].shape)
    gathered = bool(grouping.split) and contraction.b.stride(contraction.column.name) != 1
    seconds += dot_packing_seconds(operator.inputs[1], gathered, target)
    multiply_adds = costs.unit_multiply_adds * copied
    return seconds + multiply_adds / target.speed.multiply_adds / target.threads


def _lower(
    name: str,
    method: Method,
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    policy: Policy,
    target: CpuTarget,
) -> LoweredOperator:
    schedule, grouping = contractions.schedule_of(policy), method.grouping
    if policy.format:
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    width = schedule.vectors * target.lanes("int32")
    dense = _in_groups(matmul_contraction.dense(operator), grouping, width)
    method.check(dense, schedule, target)
    contraction = matmul_contraction.contraction(operator, inputs, output)
    grouped = _in_groups(contraction, grouping, width)
    schedule = method.refitted(schedule, dense, grouped)
    pack, packed = dot_instructions.pack(contraction, grouping, width)
    kernels: tuple[Kernel, ...] = (method.kernel(name, grouped, schedule, target),)
    temporaries: tuple[Buffer, ...] = ()
    if not dot_instructions.aligned(contraction, grouping):
        copied = _copy_words if _is_transposed(contraction, grouping) else copy_rows
        copy, rows = copied(contraction, grouping)
        kernels, temporaries = (copy, *kernels), (rows,)
    return with_packing(kernels, (pack,), (packed,), operator.inputs[1].constant, temporaries)


IMPLEMENTATIONS = (
    implementation(
        "matmul_int8",
        vector_method(BYTES),
        "Matrix multiplication of uint8 by int8 with int32 sums, by VNNI instructions, "
        "four reduction steps at a time",
    ),
    implementation(
        "matmul_bfloat16",
        vector_method(BFLOAT16),
        "Matrix multiplication of bfloat16 with float32 sums, by AVX512-BF16 instructions, "
        "two reduction steps at a time",
    ),
    implementation(
        "matmul_amx",
        amx_method(AMX_BFLOAT16),
        "Matrix multiplication of bfloat16 with float32 sums, by AMX instructions",
    ),
    implementation(
        "matmul_amx_2_terms",
        amx_method(AMX_TWO_TERMS),
        "Matrix multiplication of float32, each number split into two bfloat16 terms, by AMX "
        "instructions",
    ),
    implementation(
        "matmul_amx_3_terms",
        amx_method(AMX_THREE_TERMS),
        "Matrix multiplication of float32, each number split into three bfloat16 terms, by AMX "
        "instructions, as accurate as float32",
    ),
)
