"""Convolution of bfloat16 in float32, in tiles and bands of rows (`_tile_bands`)."""

from __future__ import annotations

from aoe.operators.implementations._grouped import TILES
from aoe.operators.implementations._tile_bands import implementation

IMPLEMENTATION = implementation("conv_tiles_rows", TILES)
