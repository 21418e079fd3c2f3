"""Convolution of stride 1 or 2 by Winograd's minimal filtering with tiles fitted to the image: for
layers of few pixels, for those of stride 2, and for windows other than 3×3, of a single row or
column, too (`_fitted.py`).
"""

from __future__ import annotations

from math import prod

from aoe.backends.cpu.implementations.conv._winograd_fitted import Kind, implementation, sides_of
from aoe.backends.cpu.lowering.winograd.fitted import layer_of
from aoe.backends.cpu.target.cpu_target import CpuTarget as Target
from aoe.operators.operator import Operator

_KIND = Kind("conv_winograd_fitted", "float32", (2, 3, 4))
#: The share of the products with whole tiles that fitted ones must do with: beyond, `conv_winograd`
#: is faster.
_FITTED_SHARE = 0.9


def _supports(operator: Operator, target: Target) -> bool:
    """Whether the last tiles save much of what whole ones need, if whole ones are to be had."""
    if operator.inputs[1].shape[2:] != (3, 3) or operator.integers("strides") != (1, 1):
        return True
    layer = layer_of(operator, sides_of(_KIND, operator)[-1])
    sides = (layer.down, layer.across)
    whole = layer.batch * prod(side.points * side.tiles for side in sides)
    return layer.products <= _FITTED_SHARE * whole


IMPLEMENTATION = implementation(_KIND, _supports)
