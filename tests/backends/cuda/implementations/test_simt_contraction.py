"""What is expected of contractions that threads compute one result each."""

from __future__ import annotations

from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.backends.registry import default_policy
from aoe.operators.operator import Operator
from benchmarks.cuda.kernels import convolution

TARGET = cuda_target("sm_90")


def sharing(operator: Operator) -> int:
    """How many threads share a sum by default."""
    policy = implementations()["simt_conv"].default(operator, TARGET)
    found = dict(policy.schedule)["sharing"]
    assert isinstance(found, int)
    return found


def test_warps_share_long_sums_and_not_the_short_ones_of_many_results() -> None:
    many = convolution((1, 32, 2, 256, 1, 1), "float16")
    assert sharing(many) == 1
    assert default_policy(many, TARGET).impl != "simt_conv"
    assert sharing(convolution((1, 512, 2, 8, 3, 1), "float16")) > 1
