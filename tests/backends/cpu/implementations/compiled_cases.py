"""The check of `tests.operators.operator_cases` on machine code, with and without instructions that
an implementation is made for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from tests.backends.cpu.codegen import running
from tests.operators.operator_cases import check


def check_compiled(
    implementation: str,
    operator: Operator,
    lowered_for: Target,
    destination: Target,
    arrays: Sequence[np.ndarray],
    tolerance: float = 2e-5,
) -> None:
    """As `tests.operators.operator_cases.check`, of machine code for `destination`, which may have
    no instruction that `lowered_for` has; their vectors are the same.
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
        target: Target,
    ) -> np.ndarray:
        return running.run_program(program, buffers, output, destination, 1, memory)

    check(implementation, operator, target, 0, arrays, 2, run, tolerance)
