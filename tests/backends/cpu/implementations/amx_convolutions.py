"""What tests of AMX convolutions share."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from aoe.backends.implementation import Implementation
from aoe.operators.reference import reference
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.computing import compute
from tests.backends.cpu.implementations.conv.test_conv_bfloat16 import of_pairs
from tests.backends.cpu.implementations.convolutions import Placed
from tests.backends.cpu.implementations.matmul.test_matmul_amx import FEATURES, TILES
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import arrays_of
from tests.backends.cpu.targets import named


def check_compiled(
    implementation: Implementation, case: Placed, number: int, threads: int, narrow: bool = True
) -> None:
    """Compiles one of an implementation's policies for a convolution, of bfloat16 if `narrow`, runs
    it on this CPU, which must have tile registers, and compares with the reference.
    """
    operator = of_pairs(case.operator) if narrow else case.operator
    destination = named("host", threads)
    lowered_for = changed(destination, features=FEATURES, triple=TILES.triple)
    if not implementation.supports(operator, lowered_for):
        return
    views = [replace(v, dtype=i.dtype) for v, i in zip(case.views, operator.inputs, strict=True)]
    policies = implementation.space(operator, lowered_for)
    policy, arrays = policies[number % len(policies)], arrays_of(operator)
    expected = reference(operator, arrays)
    found = compute(operator, policy, lowered_for, arrays, views, case.output, threads, destination)
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    limit = implementation.tolerance * scale
    np.testing.assert_allclose(found, expected, atol=limit, rtol=0, err_msg=str(policy))
