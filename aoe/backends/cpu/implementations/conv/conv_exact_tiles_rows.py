"""Convolution of float32, numbers split into three bfloat16 each, in tiles and bands of rows
(`_tile_bands`, `split`): for those that must be as exact as float32.
"""

from __future__ import annotations

from aoe.backends.cpu.implementations.conv._amx_strips import implementation
from aoe.backends.cpu.implementations.grouped_reduction import EXACT

IMPLEMENTATION = implementation("conv_exact_tiles_rows", EXACT)
