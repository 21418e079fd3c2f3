"""Whether attention is faster on a CPU as one operator than as two matmuls around a softmax.

One operator moves the scores through memory five times less. Its matmuls are as fast as separate
ones as long as the queries fill a vector and their scores fit the caches. The sizes are constants
of the cost profile (`operator_costs.py`).
"""

from __future__ import annotations

from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.operators.operator import Operator


def is_faster_fused(operator: Operator, target: CpuTarget) -> bool:
    """Whether an attention operator should take less time than the three that it replaces."""
    costs = profile_of(target).fused_attention
    queries, _, values = (operand.shape for operand in operator.inputs[:3])
    if queries[-2] < costs.fewest_queries or values[-2] > costs.most_keys:
        return False
    return max(queries[-1], values[-1]) <= costs.longest_head
