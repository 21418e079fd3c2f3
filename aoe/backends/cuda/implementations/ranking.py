"""The spaces of implementations, the policy that is expected to be the fastest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from aoe.backends.cuda.target.cuda_target import CudaTarget
from aoe.operators.operator import Operator
from aoe.policy import Policy


def ranked(
    policies: Callable[[Operator, CudaTarget], Iterable[Policy]],
    estimate: Callable[[Operator, Policy, CudaTarget], float],
    usual: int,
) -> Callable[[Operator, CudaTarget, int], Sequence[Policy]]:
    """What gives the policies of an operator in their order: at most `usual` times the breadth of
    the search.

    Args:
        policies: All policies of an operator.
        estimate: The seconds expected of one.
        usual: How many are usually worth considering.
    """

    @lru_cache(maxsize=256)
    def found(operator: Operator, target: CudaTarget, breadth: int) -> tuple[Policy, ...]:
        every = sorted(
            policies(operator, target), key=lambda policy: estimate(operator, policy, target)
        )
        return tuple(every[: breadth * usual])

    return found
