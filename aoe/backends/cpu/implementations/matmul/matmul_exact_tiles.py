"""Matrix product of float32, numbers split into three bfloat16 each, in tiles (`_grouped_product`,
`tile_products`, `split`): for those that must be as exact as float32.
"""

from __future__ import annotations

from aoe.backends.cpu.implementations.grouped_reduction import BY_EXACT_TILES
from aoe.backends.cpu.implementations.matmul._grouped_matmul import implementation

IMPLEMENTATION = implementation("matmul_exact_tiles", BY_EXACT_TILES)
