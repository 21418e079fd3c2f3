"""Matrix product of bfloat16 in float32, two steps at a time (`_grouped_product`)."""

from __future__ import annotations

from aoe.operators.implementations._grouped import PAIRS, by_vectors
from aoe.operators.implementations._grouped_product import implementation

IMPLEMENTATION = implementation("matmul_bfloat16", by_vectors(PAIRS))
