"""What is expected of the time of kernels on a GPU: arithmetic or memory traffic, whichever takes
longer, and the start of each kernel. For ranking only.
"""

from __future__ import annotations

from math import prod

from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.target.cuda_target import WARP, CudaTarget
from aoe.operators.operator import Operator
from aoe.operators.useful_work import multiply_adds
from aoe.policy import Policy

#: The size of blocks that is usual; others cost a little more, so that it is first among equals.
USUAL_BLOCK = 128
#: Seconds by which that breaks ties.
TIE_BREAK = 1e-11


def operand_bytes(operator: Operator) -> float:
    """Bytes of one pass over all operands."""
    operands = (*operator.inputs, *operator.outputs)
    return float(sum(item.bytes for item in operands))


def bandwidth(target: CudaTarget, moved: float) -> float:
    """Bytes per second for so many: from the second cache if it holds them."""
    return target.speed.l2 if moved < target.l2 / 2 else target.speed.memory


def simt_seconds(operator: Operator, target: CudaTarget) -> float:
    """Seconds of an operator whose points threads compute one by one."""
    moved = operand_bytes(operator)
    points = multiply_adds(operator) + prod(operator.output.shape)
    arithmetic = points / (target.speed.multiply_adds / profile_of(target).simt.slowdown)
    return target.speed.launch + max(moved / bandwidth(target, moved), arithmetic)


def lower_bound(operator: Operator, policy: Policy, target: CudaTarget) -> float:
    """One pass over all operands, from the second cache if that could hold them."""
    moved = operand_bytes(operator)
    return moved / (target.speed.l2 if moved <= target.l2 else target.speed.memory)


def block_seconds(block: int) -> float:
    """What a size of blocks other than the usual one costs in rankings."""
    return TIE_BREAK * abs(block.bit_length() - USUAL_BLOCK.bit_length()) * WARP
