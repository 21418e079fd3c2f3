"""The check of `tests.operators.operator_cases` on compiled code, with and without the instructions
that an implementation uses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from tests.backends.cpu.codegen import running
from tests.operators.operator_cases import check


def check_compiled(
    implementation: str,
    operator: Operator,
    lowered_for: CpuTarget,
    destination: CpuTarget,
    arrays: Sequence[np.ndarray],
    tolerance: float = 2e-5,
) -> None:
    """As `tests.operators.operator_cases.check`, for code compiled for `destination`. That may lack
    instructions of `lowered_for`; their vectors have equal sizes.
    """
    target = replace(
        lowered_for,
        vector_bytes=destination.vector_bytes,
        vector_registers=destination.vector_registers,
    )

    def run(
        program: LoweredOperator,
        buffers: Sequence[np.ndarray],
        views: Sequence[View],
        output: View,
        memory: np.ndarray,
        target: CpuTarget,
    ) -> np.ndarray:
        return running.run_lowered(program, buffers, output, destination, 1, memory)

    check(implementation, operator, target, 0, arrays, 2, run, tolerance)
