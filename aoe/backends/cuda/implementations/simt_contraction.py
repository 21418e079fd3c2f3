"""Convolutions and matrix products with operands in place: each thread sums up the products of one
result.

It computes every element type, layout and shape, and is the fallback where no implementation with
matrix instructions is. Schedule: `threads` and `sharing` as in
`aoe.backends.cuda.implementations.loop_nests`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from aoe.backends.cpu.implementations.conv import conv_contraction as convolutions
from aoe.backends.cpu.implementations.conv_transposed import transposed_phases as transposed
from aoe.backends.cpu.implementations.conv_transposed.phase_runs import (
    first_phase,
    run_contraction,
    runs,
)
from aoe.backends.cpu.lowering.access import kernel
from aoe.backends.cpu.lowering.contraction import matmul_contraction
from aoe.backends.cpu.lowering.contraction.contraction import (
    Contraction,
    contractible,
    element_product,
    merge_rows,
)
from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations import costs
from aoe.backends.cuda.implementations.loop_nests import BLOCKS, SHARING, shared, split
from aoe.backends.cuda.target.cuda_target import WARP, CudaTarget
from aoe.backends.implementation import Implementation
from aoe.loops.loop_nest import Kernel, LoopNest, LoweredOperator, Reduction, Store
from aoe.operators.operator import Operator, View
from aoe.policy import Policy


def contraction_nest(name: str, contraction: Contraction) -> LoopNest:
    """The loop nest of a contraction."""
    return LoopNest(
        name,
        (*contraction.batch, *contraction.rows, contraction.column, *contraction.reduction),
        (contraction.a, contraction.b, *contraction.extras),
        (Store(contraction.output, contraction.epilogue),),
        Reduction(
            "sum",
            tuple(axis.name for axis in contraction.reduction),
            contraction.element or element_product(contraction.a.dtype),
        ),
    )


def convolution(operator: Operator, inputs: Sequence[View], output: View) -> Contraction:
    """A convolution that reads its input in place."""
    image = convolutions.input_image(operator, inputs[0])
    return convolutions.contraction(operator, inputs, output, image)


def _kernel(name: str, contraction: Contraction) -> Kernel:
    return kernel(name, (), (), 0, (contraction_nest(name, contraction),))


def _lower_conv(
    operator: Operator, inputs: Sequence[View], output: View, target: CudaTarget
) -> list[Kernel]:
    return [_kernel("conv", convolution(operator, inputs, output))]


def _lower_matmul(
    operator: Operator, inputs: Sequence[View], output: View, target: CudaTarget
) -> list[Kernel]:
    return [_kernel("matmul", matmul_contraction.contraction(operator, inputs, output))]


def _lower_transposed(
    operator: Operator, inputs: Sequence[View], output: View, target: CudaTarget
) -> list[Kernel]:
    found = []
    for of in runs(operator):
        contraction = merge_rows(run_contraction(operator, inputs, output, of))
        if transposed.taps_of(first_phase(of)):
            found.append(_kernel("conv_transposed", contraction))
        else:
            found.append(transposed.untouched_kernel(contraction, target.as_cpu))
    return found


def _terms(operator: Operator) -> int:
    """Products of one result."""
    x, w = (operand.shape for operand in operator.inputs[:2])
    if operator.type == "MatMul":
        return x[-2 if operator.integer("transpose_a") and len(x) > 1 else -1]
    return prod(w[1:]) if operator.type == "Conv" else w[0]


def _implementation(
    name: str,
    operator_type: str,
    lower: Callable[[Operator, Sequence[View], View, CudaTarget], list[Kernel]],
) -> Implementation[CudaTarget]:
    def supports(operator: Operator, target: CudaTarget) -> bool:
        return contractible(*operator.inputs[:2])

    def policies(operator: Operator, target: CudaTarget, breadth: int) -> Sequence[Policy]:
        found = [
            Policy.of(name, schedule={"threads": block, "sharing": sharing})
            for sharing in SHARING
            for block in BLOCKS
        ]
        return sorted(found, key=lambda policy: estimate(operator, policy, target))

    def estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
        _, block, sharing = split(policy)
        apart = costs.TIE_BREAK * (1, 2, 0)[SHARING.index(sharing)]
        terms, threads = _terms(operator), prod(operator.output.shape)
        if sharing > 1 and terms >= WARP:
            terms, threads = terms // WARP + WARP.bit_length(), threads * WARP
        known = profile_of(target).simt_contraction
        seconds = costs.simt_seconds(operator, target) + terms * known.term_seconds
        seconds += threads * known.thread_seconds / target.threads
        return seconds + costs.block_seconds(block) + apart

    def lowered(
        operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CudaTarget
    ) -> LoweredOperator:
        _, block, sharing = split(policy)
        kernels = tuple(lower(operator, inputs, output, target))
        return shared(LoweredOperator(kernels), block, sharing)

    return Implementation(
        name=name,
        operator_type=operator_type,
        supports=supports,
        policies=policies,
        estimate=estimate,
        lower=lowered,
        lower_bound=costs.lower_bound,
    )


IMPLEMENTATIONS = (
    _implementation("simt_conv", "Conv", _lower_conv),
    _implementation("simt_conv_transposed", "ConvTranspose", _lower_transposed),
    _implementation("simt_matmul", "MatMul", _lower_matmul),
)
