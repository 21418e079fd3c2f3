"""Convolution of few pixels by Winograd's minimal filtering (`_fitted.py`) with transformed weights
in 24 bits (`aoe.backends.cpu.lowering.reduced_precision.float24`), which come from memory in three
quarters of the time.

Tiles have two outputs a side: with more, what transformed weights are off by is several times as
much in the results.
"""

from __future__ import annotations

from aoe.backends.cpu.implementations.conv._winograd_fitted import Kind, implementation
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.element_types import FLOAT24
from aoe.operators.operator import Operator


def _supports(operator: Operator, target: Target) -> bool:
    return float24.shortens(operator) and operator.inputs[1].shape[1] % 2 == 0


IMPLEMENTATION = implementation(Kind("conv_winograd_fitted_float24", FLOAT24, (2,)), _supports)
