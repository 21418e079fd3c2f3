"""Estimates of transposed convolutions count what each phase multiplies, and that threads join
between kernels.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.implementations.conv_transposed import (
    conv_transposed,
    conv_transposed_amx,
    conv_transposed_joint,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import target_for
from aoe.backends.implementation import Implementation
from aoe.operators.operator import Operator, View
from tests.backends.cpu.implementations.computing import dense_views
from tests.backends.cpu.implementations.conv.test_conv_bfloat16 import of_pairs
from tests.backends.cpu.implementations.conv_transposed.test_conv_transposed_joint import layer
from tests.backends.cpu.implementations.matmul.test_matmul_amx import TILES

WIDE = target_for("avx512", threads=2)


def waiting(target: CpuTarget, seconds: float) -> CpuTarget:
    """The target with another time to start and join threads."""
    return replace(target, speed=replace(target.speed, fork_join=seconds))


@pytest.mark.parametrize(
    ("implementation", "operator", "target", "always"),
    [
        (conv_transposed.IMPLEMENTATION, layer(32, (6, 20), 24), WIDE, 0),
        (conv_transposed.IMPLEMENTATION, layer(32, (6, 20), 24, (3, 3), pads=(1, 1)), WIDE, 0),
        (conv_transposed_joint.IMPLEMENTATION, layer(32, (6, 20), 24), WIDE, 0),
        (conv_transposed_amx.IMPLEMENTATION, of_pairs(layer(32, (6, 20), 24)), TILES, 1),
        (
            conv_transposed_amx.IMPLEMENTATION,
            of_pairs(layer(40, (3, 5), 17, (3, 3), pads=(1, 1), more=1)),
            TILES,
            1,
        ),
    ],
)
def test_threads_join_between_kernels(
    implementation: Implementation, operator: Operator, target: CpuTarget, always: int
) -> None:
    """`always`: what the estimate counts of a single kernel."""
    policy = next(iter(implementation.policies(operator, target, 1)))
    views = dense_views(operator)
    lowered = implementation.lower(operator, views, View.dense(operator.output), policy, target)
    slow, fast = (
        implementation.estimate(operator, policy, waiting(target, seconds))
        for seconds in (1.0, 0.0)
    )
    assert slow - fast == pytest.approx(len(lowered.kernels) - 1 + always)


def test_phases_of_fewer_taps_count_less() -> None:
    """A 3×3 window of stride 2 has phases of 4, 2, 2 and 1 taps, one of 4×4 has four of 4 taps."""
    three, four = (
        layer(128, (32, 32), 64, kernel, pads=(1, 1), more=kernel == (3, 3))
        for kernel in ((3, 3), (4, 4))
    )
    assert three.output == four.output
    nine, sixteen = (
        conv_transposed.IMPLEMENTATION.estimate(
            operator, conv_transposed.IMPLEMENTATION.default(operator, WIDE), WIDE
        )
        for operator in (three, four)
    )
    assert nine / sixteen == pytest.approx(9 / 16, rel=0.1)
