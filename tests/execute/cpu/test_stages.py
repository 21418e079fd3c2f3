"""The code generator against the interpreter of `tests.loops.interpreter`, on random stages."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aoe.device import Device
from aoe.execute.cpu.host import device_for
from tests.execute.cpu import running
from tests.execute.cpu.random_stages import Case, stage_cases
from tests.loops import interpreter

THREADS = st.sampled_from((1, 2, 3, 7))
QUICK = settings(
    max_examples=120,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


def check(case: Case, device: Device, threads: int) -> None:
    """Runs a case both ways; all buffers must agree to the bit."""
    expected, got = case.memory(), case.memory()
    interpreter.run_kernel(case.kernel, expected, device.lanes("float32"))
    running.run_kernel(case.kernel, got, device, threads)
    for name, array in expected.items():
        np.testing.assert_array_equal(got[name], array, err_msg=name)


@given(case=stage_cases(16), threads=THREADS)
@QUICK
def test_a_random_stage_computes_what_the_interpreter_does(case: Case, threads: int) -> None:
    check(case, device_for("avx512"), threads)
