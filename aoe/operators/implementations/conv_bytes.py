"""Convolution of uint8 by int8 in int32, four input channels at a time (`_grouped_convolution`)."""

from __future__ import annotations

from aoe.operators.implementations._grouped import BYTES, by_vectors
from aoe.operators.implementations._grouped_convolution import implementation

IMPLEMENTATION = implementation("conv_bytes", by_vectors(BYTES))
