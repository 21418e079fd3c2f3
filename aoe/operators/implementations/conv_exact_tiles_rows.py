"""Convolution of float32, numbers split into three bfloat16 each, in tiles and bands of rows
(`_tile_bands`, `split`): for those that must be as exact as float32.
"""

from __future__ import annotations

from aoe.operators.implementations._grouped import EXACT
from aoe.operators.implementations._tile_bands import implementation

IMPLEMENTATION = implementation("conv_exact_tiles_rows", EXACT)
