"""Matrix multiplication of a few rows of bfloat16 by constant weights with float32 sums, the
weights read from memory in several streams (`_streamed`).

An instruction multiplies two steps. The rows are read in place, or from a copy where pairs do not
start at whole words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod
from operator import attrgetter

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.implementations import dot_instructions
from aoe.backends.cpu.implementations.dot_instructions import BFLOAT16
from aoe.backends.cpu.implementations.matmul import _streamed
from aoe.backends.cpu.implementations.matmul._streamed import Reading
from aoe.backends.cpu.implementations.matmul.matmul_dot_instructions import copy_rows, of_copy
from aoe.backends.cpu.lowering.contraction import matmul_contraction, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.loops.expression import Load, apply
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Kernel,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_NAME = "matmul_bfloat16_streams"
#: Bytes of a pair of numbers.
_PAIR = 4
_READING = Reading(_NAME, _PAIR, attrgetter("bfloat16_streams"))
#: The most rows, and the fewest weights. Fewer weights stay in a cache.
_MOST_ROWS, _LEAST_WEIGHTS = 8, 2**18
#: Policies that are usually worth considering.
_USUAL = 16


def _supports(operator: Operator, target: CpuTarget) -> bool:
    # The hardware prefetch of CPUs without AMX was not measured.
    able = target.multiplies_amx and target.multiplies_bfloat16 and BFLOAT16.fits(operator)
    b = operator.inputs[1]
    if not (able and b.constant and prod(b.shape) >= _LEAST_WEIGHTS and prod(b.shape[:-2]) == 1):
        return False
    contraction = matmul_contraction.dense(operator)
    few = prod(axis.extent for axis in contraction.rows) <= _MOST_ROWS
    return few and contraction.reduction[0].extent % BFLOAT16.size == 0


def _of_pairs(contraction: Contraction) -> Contraction:
    """The contraction over pairs of steps. Of each pair of b the first."""
    (steps,) = contraction.reduction
    a, b, size = contraction.a, contraction.b, BFLOAT16.size
    strides = tuple((axis, n if axis == "c" else n // size) for axis, n in a.strides)
    pair_stride = tuple((axis, size * n if axis == "c" else n) for axis, n in b.strides)
    return replace(
        contraction,
        reduction=(Axis("c", steps.extent // size),),
        a=Access(a.buffer, "int32", strides, a.offset // size, a.bounds),
        b=replace(b, dtype=BFLOAT16.raw_b, strides=pair_stride),
        element=apply(BFLOAT16.function, Load(0), Load(1), BFLOAT16.zero),
    )


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    found = _READING.several(_of_pairs(matmul_contraction.dense(operator)), target)
    policies = dict.fromkeys(_READING.policy(decided) for decided in found)
    ranked = sorted(policies, key=lambda policy: _estimate(operator, policy, target))
    return tuple(ranked[: breadth * _USUAL])


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    seconds = _READING.seconds(
        _of_pairs(matmul_contraction.dense(operator)), _READING.decisions(policy), target
    )
    rows = 2.0 * prod(operator.inputs[0].shape)
    return seconds + cost.transfer_seconds(target, rows) + target.speed.fork_join


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    decided = _READING.decisions(policy)
    _streamed.check(_of_pairs(matmul_contraction.dense(operator)), decided, target)
    whole = matmul_contraction.contraction(operator, inputs, output)
    kernels: tuple[Kernel, ...] = ()
    temporaries: tuple[Buffer, ...] = ()
    if not dot_instructions.aligned(whole, BFLOAT16):
        copy, rows = copy_rows(whole, BFLOAT16)
        kernels, temporaries = (copy,), (rows,)
        whole, _ = of_copy(whole, BFLOAT16)
    contraction = _streamed.in_streams(_of_pairs(whole), decided)
    layout = _streamed.layout(
        contraction, decided.schedule.vectors * target.lanes("float32"), 1, _PAIR
    )
    read = layout.read("packed", "int32", contraction.column.name)
    multiply = panels.kernel(_NAME, replace(contraction, b=read), decided.schedule, target)
    packed = Buffer("packed", BFLOAT16.raw_b, BFLOAT16.size * layout.elements)
    pack = _pack(contraction, layout, whole.b.stride("c"))
    return LoweredOperator((*kernels, multiply), (pack,), temporaries, (packed,))


def _pack(contraction: Contraction, layout: Panels, pair_stride: int) -> Kernel:
    """Copies the weights into panels. `pair_stride`: the stride from one of a pair to the other."""
    source = panels.unpacked(contraction.b, contraction.column.name, layout)
    source = replace(source, strides=(*source.strides, ("j", pair_stride)))
    place = tuple((name, BFLOAT16.size * stride) for name, stride in layout.strides.items())
    store = Store(Access("packed", BFLOAT16.raw_b, (*place, ("j", 1))), Load(0))
    axes = (*layout.axes, Axis("j", BFLOAT16.size))
    return panels.pack_kernel(
        LoopNest("pack", axes, (source,), (store,), None, LoopSchedule("k", 1))
    )


IMPLEMENTATION = Implementation(
    name=_NAME,
    operator_type="MatMul",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    tolerance=BFLOAT16.tolerance,
)
