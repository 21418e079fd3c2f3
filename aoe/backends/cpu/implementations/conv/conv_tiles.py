"""Convolution of bfloat16 in float32, in tiles (`_grouped_convolution`, `tile_products`)."""

from __future__ import annotations

from aoe.backends.cpu.implementations.conv._grouped_conv import implementation
from aoe.backends.cpu.implementations.grouped_reduction import BY_TILES

IMPLEMENTATION = implementation("conv_tiles", BY_TILES)
