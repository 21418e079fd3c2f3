"""Matrix product of float32, numbers split into two bfloat16 each, in tiles (`_grouped_product`,
`tile_products`, `split`).
"""

from __future__ import annotations

from aoe.backends.cpu.implementations.grouped_reduction import BY_SPLIT_TILES
from aoe.backends.cpu.implementations.matmul._grouped_matmul import implementation

IMPLEMENTATION = implementation("matmul_split_tiles", BY_SPLIT_TILES)
