"""Convolution of bfloat16 in float32, two input channels at a time (`_grouped_convolution`)."""

from __future__ import annotations

from aoe.operators.implementations._grouped import PAIRS, by_vectors
from aoe.operators.implementations._grouped_convolution import implementation

IMPLEMENTATION = implementation("conv_bfloat16", by_vectors(PAIRS))
