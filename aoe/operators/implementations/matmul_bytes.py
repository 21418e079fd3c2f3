"""Matrix product of uint8 by int8 in int32, four steps at a time (`_grouped_product`)."""

from __future__ import annotations

from aoe.operators.implementations._grouped import BYTES, by_vectors
from aoe.operators.implementations._grouped_product import implementation

IMPLEMENTATION = implementation("matmul_bytes", by_vectors(BYTES))
