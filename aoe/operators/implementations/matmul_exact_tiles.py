"""Matrix product of float32, numbers split into three bfloat16 each, in tiles (`_grouped_product`,
`tile_products`, `split`): for those that must be as exact as float32.
"""

from __future__ import annotations

from aoe.operators.implementations._grouped import BY_EXACT_TILES
from aoe.operators.implementations._grouped_product import implementation

IMPLEMENTATION = implementation("matmul_exact_tiles", BY_EXACT_TILES)
