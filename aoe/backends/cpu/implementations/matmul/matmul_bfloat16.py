"""Matrix product of bfloat16 in float32, two steps at a time (`_grouped_product`)."""

from __future__ import annotations

from aoe.backends.cpu.implementations.grouped_reduction import PAIRS, by_vectors
from aoe.backends.cpu.implementations.matmul._grouped_matmul import implementation

IMPLEMENTATION = implementation("matmul_bfloat16", by_vectors(PAIRS))
