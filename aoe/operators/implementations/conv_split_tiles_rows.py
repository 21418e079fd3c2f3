"""Convolution of float32, numbers split into two bfloat16 each, in tiles and bands of rows
(`_tile_bands`, `split`).
"""

from __future__ import annotations

from aoe.operators.implementations._grouped import SPLIT
from aoe.operators.implementations._tile_bands import implementation

IMPLEMENTATION = implementation("conv_split_tiles_rows", SPLIT)
