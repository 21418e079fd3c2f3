"""Attention of float32, numbers split into two bfloat16 each, in tiles (`_tile_attention`)."""

from __future__ import annotations

from aoe.backends.cpu.implementations.attention._amx_attention import implementation
from aoe.backends.cpu.implementations.grouped_reduction import SPLIT

IMPLEMENTATION = implementation("attention_split_tiles", SPLIT, SPLIT.tolerance)
