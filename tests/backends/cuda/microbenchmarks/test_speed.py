"""The kernels that measure rates do the work whose rate is stated, and what no GPU reaches is told
apart.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cuda.codegen.ptx import ptx
from aoe.backends.cuda.microbenchmarks.speed import is_plausible
from aoe.backends.cuda.microbenchmarks.speed_code import BLOCK, CHAINS, MATRIX, matrix_ir
from aoe.backends.cuda.runtime.launch_plan import Launch
from aoe.backends.cuda.target.cuda_target import GpuSpeed
from tests.backends.cuda.ptx_machine.device import PtxDevice
from tests.backends.cuda.ptx_machine.machine import run_kernel
from tests.backends.cuda.running import TARGET

MEASURED = GpuSpeed(33.7e12, 330e12, 165e12, 5.6e12, 2.87e12, 0.81e-6)


@pytest.mark.parametrize("kind", MATRIX)
def test_matrix_instructions_multiply_numbers_that_are_not_zero(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aoe.backends.cuda.microbenchmarks.speed_code.STEPS", 3)
    device = PtxDevice()
    out = device.allocate(BLOCK * 4)
    text = ptx(matrix_ir("kernel", kind), TARGET)
    assert text.count(MATRIX[kind]) % CHAINS == 0
    loaded = device.function(text.encode(), "kernel", Launch(1, BLOCK, 0))
    run_kernel(loaded, device.memory, 1, BLOCK, 0, [out])
    sums = device.memory.view(out, BLOCK * 4).view(np.float32)
    assert np.isfinite(sums).all()
    assert np.unique(sums).size > BLOCK // 2


def test_the_rates_of_an_h100_are_plausible() -> None:
    assert is_plausible(MEASURED)
    assert is_plausible(GpuSpeed())


@pytest.mark.parametrize(
    "changes",
    [
        {"half_multiply_adds": 2324e12, "tf32_multiply_adds": 1163e12},
        {"tf32_multiply_adds": 400e12},
        {"tf32_multiply_adds": 10e12},
        {"multiply_adds": 250e12},
        {"launch": 0.0},
        {"memory": float("inf")},
    ],
)
def test_what_no_gpu_reaches_is_not(changes: dict[str, float]) -> None:
    assert not is_plausible(replace(MEASURED, **changes))
