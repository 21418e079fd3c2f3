"""Convolution of float32, numbers split into three bfloat16 each, in tiles (`_grouped_convolution`,
`tile_products`, `split`): for those that must be as exact as float32.
"""

from __future__ import annotations

from aoe.backends.cpu.implementations.conv._grouped_conv import implementation
from aoe.backends.cpu.implementations.grouped_reduction import BY_EXACT_TILES

IMPLEMENTATION = implementation("conv_exact_tiles", BY_EXACT_TILES)
