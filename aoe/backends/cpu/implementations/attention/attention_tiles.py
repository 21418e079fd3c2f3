"""Attention of bfloat16 in tiles (`_tile_attention`): powers of the scores are bfloat16, too."""

from __future__ import annotations

from aoe.backends.cpu.implementations.attention._amx_attention import implementation
from aoe.backends.cpu.implementations.grouped_reduction import TILES

#: The largest error of a result, relative to the largest result: each power is off by so much, the
#: sum of all of them is that of powers in float32.
_TOLERANCE = 2.0**-8

IMPLEMENTATION = implementation("attention_tiles", TILES, _TOLERANCE)
