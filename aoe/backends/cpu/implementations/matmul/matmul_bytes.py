"""Matrix product of uint8 by int8 in int32, four steps at a time (`_grouped_product`)."""

from __future__ import annotations

from aoe.backends.cpu.implementations.grouped_reduction import BYTES, by_vectors
from aoe.backends.cpu.implementations.matmul._grouped_matmul import implementation

IMPLEMENTATION = implementation("matmul_bytes", by_vectors(BYTES))
