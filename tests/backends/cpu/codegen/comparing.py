"""Compares compiled kernels with the interpreter of `tests.loops.interpreter`."""

from __future__ import annotations

import numpy as np

from aoe.backends.cpu.target.cpu_target import CpuTarget
from tests.backends.cpu.codegen import running
from tests.backends.cpu.codegen.random_loop_nests import Case
from tests.loops import interpreter


def check(case: Case, target: CpuTarget, threads: int) -> None:
    """Runs a case compiled and interpreted; all buffers must be bit-identical."""
    expected, got = case.memory(), case.memory()
    interpreter.run_kernel(case.kernel, expected, target.lanes("float32"))
    running.run_kernel(case.kernel, got, target, threads)
    for name, array in expected.items():
        np.testing.assert_array_equal(got[name], array, err_msg=name)
