"""Convolution of bfloat16 in float32, in tiles (`_grouped_convolution`, `tile_products`)."""

from __future__ import annotations

from aoe.operators.implementations._grouped import BY_TILES
from aoe.operators.implementations._grouped_convolution import implementation

IMPLEMENTATION = implementation("conv_tiles", BY_TILES)
