"""Convolution of uint8 by int8 in int32, four input channels at a time (`_grouped_convolution`)."""

from __future__ import annotations

from aoe.backends.cpu.implementations.conv._grouped_conv import implementation
from aoe.backends.cpu.implementations.grouped_reduction import BYTES, by_vectors

IMPLEMENTATION = implementation("conv_bytes", by_vectors(BYTES))
