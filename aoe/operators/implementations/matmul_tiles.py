"""Matrix product of bfloat16 in float32, in tiles (`_grouped_product`, `tile_products`)."""

from __future__ import annotations

from aoe.operators.implementations._grouped import BY_TILES
from aoe.operators.implementations._grouped_product import implementation

IMPLEMENTATION = implementation("matmul_tiles", BY_TILES)
