"""Matrix multiplication of one row that is mostly zeros by constant weights: `matmul_nonzero` and
`matmul_nonzero_float24` (`_nonzero_rows.py`).

`matmul_nonzero` keeps the weights as they are, for weights that may not be rounded or are of a
short type already. `matmul_nonzero_float24` keeps them in 24 bits: in each row of a panel the upper
16 bits, then the lower 8 (`aoe.backends.cpu.lowering.reduced_precision.float24_planes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from aoe.backends.cpu.implementations.matmul import _nonzero_rows
from aoe.backends.cpu.implementations.matmul._nonzero_rows import Weights
from aoe.backends.cpu.implementations.scheduling import Schedule, ranked_implementation
from aoe.backends.cpu.lowering.reduced_precision import float24, float24_planes
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import computed_type
from aoe.loops.expression import Expression, Load
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_NAME, _FLOAT24_NAME = "matmul_nonzero", "matmul_nonzero_float24"


def _supports(operator: Operator, target: CpuTarget) -> bool:
    weights = operator.inputs[1]
    return _nonzero_rows.fits(operator) and computed_type(weights.dtype) == "float32"


def _weights(operator: Operator) -> Weights:
    return _nonzero_rows.plain(operator.inputs[1].dtype)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return _nonzero_rows.estimate(_weights(operator), operator, policy, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    weights = _weights(operator)
    return _nonzero_rows.lower(weights, _NAME, operator, inputs, output, schedule, target)


def _float24_number(first: int) -> Expression:
    return float24.joined(Load(first), Load(first + 1))


_FLOAT24_WEIGHTS = Weights(
    "uint8",
    float24.BYTES,
    cycles=lambda costs: costs.join_cycles,
    read=float24_planes.planes_of,
    number=_float24_number,
    stores=float24_planes.stores,
)


def _supports_float24(operator: Operator, target: CpuTarget) -> bool:
    return _nonzero_rows.fits(operator) and float24.takes_float24_weights(operator)


IMPLEMENTATIONS = (
    ranked_implementation(
        _NAME,
        "MatMul",
        _nonzero_rows.policies,
        _estimate,
        _lower,
        _supports,
        description="Matrix multiplication of one row that is mostly zeros by constant weights, "
        "without reading the weights of zeros",
    ),
    ranked_implementation(
        _FLOAT24_NAME,
        "MatMul",
        _nonzero_rows.policies,
        partial(_nonzero_rows.estimate, _FLOAT24_WEIGHTS),
        partial(_nonzero_rows.lower, _FLOAT24_WEIGHTS, _FLOAT24_NAME),
        _supports_float24,
        float24.TOLERANCE,
        description="Matrix multiplication of one row that is mostly zeros by constant weights in "
        "24 bits, without reading the weights of zeros",
    ),
)
