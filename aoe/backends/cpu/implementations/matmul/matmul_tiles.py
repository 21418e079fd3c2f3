"""Matrix product of bfloat16 in float32, in tiles (`_grouped_product`, `tile_products`)."""

from __future__ import annotations

from aoe.backends.cpu.implementations.grouped_reduction import BY_TILES
from aoe.backends.cpu.implementations.matmul._grouped_matmul import implementation

IMPLEMENTATION = implementation("matmul_tiles", BY_TILES)
