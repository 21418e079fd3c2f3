"""The check of `tests.operators.operator_cases` on machine code, with and without instructions that
an implementation is made for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from aoe.device import Device
from aoe.loops.loop_nest import Program
from aoe.operators.operator import Operator, View
from tests.backends.cpu.codegen import running
from tests.operators.operator_cases import check


def check_compiled(
    implementation: str,
    operator: Operator,
    lowered_for: Device,
    target: Device,
    arrays: Sequence[np.ndarray],
    tolerance: float = 2e-5,
) -> None:
    """As `tests.operators.operator_cases.check`, of machine code for `target`, which may have no
    instruction that `lowered_for` has; their vectors are the same.
    """
    device = replace(
        lowered_for, vector_bytes=target.vector_bytes, vector_registers=target.vector_registers
    )

    def run(
        program: Program,
        buffers: Sequence[np.ndarray],
        views: Sequence[View],
        output: View,
        memory: np.ndarray,
        device: Device,
    ) -> np.ndarray:
        return running.run_program(program, buffers, output, target, 1, memory)

    check(implementation, operator, device, 0, arrays, 2, run, tolerance)
