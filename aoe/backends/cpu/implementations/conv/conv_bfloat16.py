"""Convolution of bfloat16 in float32, two input channels at a time (`_grouped_convolution`)."""

from __future__ import annotations

from aoe.backends.cpu.implementations.conv._grouped_conv import implementation
from aoe.backends.cpu.implementations.grouped_reduction import PAIRS, by_vectors

IMPLEMENTATION = implementation("conv_bfloat16", by_vectors(PAIRS))
