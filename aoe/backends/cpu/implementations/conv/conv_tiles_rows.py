"""Convolution of bfloat16 in float32, in tiles and bands of rows (`_tile_bands`)."""

from __future__ import annotations

from aoe.backends.cpu.implementations.conv._amx_strips import implementation
from aoe.backends.cpu.implementations.grouped_reduction import TILES

IMPLEMENTATION = implementation("conv_tiles_rows", TILES)
