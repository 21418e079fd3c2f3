"""Convolution of float32, numbers split into two bfloat16 each, in tiles (`_grouped_convolution`,
`tile_products`, `split`).
"""

from __future__ import annotations

from aoe.backends.cpu.implementations.conv._grouped_conv import implementation
from aoe.backends.cpu.implementations.grouped_reduction import BY_SPLIT_TILES

IMPLEMENTATION = implementation("conv_split_tiles", BY_SPLIT_TILES)
