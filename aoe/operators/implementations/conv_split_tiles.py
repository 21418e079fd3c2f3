"""Convolution of float32, numbers split into two bfloat16 each, in tiles (`_grouped_convolution`,
`tile_products`, `split`).
"""

from __future__ import annotations

from aoe.operators.implementations._grouped import BY_SPLIT_TILES
from aoe.operators.implementations._grouped_convolution import implementation

IMPLEMENTATION = implementation("conv_split_tiles", BY_SPLIT_TILES)
