"""Convolution of float32, numbers split into two bfloat16 each, in tiles and bands of rows
(`_tile_bands`, `split`).
"""

from __future__ import annotations

from aoe.backends.cpu.implementations.conv._amx_strips import implementation
from aoe.backends.cpu.implementations.grouped_reduction import SPLIT

IMPLEMENTATION = implementation("conv_split_tiles_rows", SPLIT)
