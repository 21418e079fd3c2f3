"""Attention of float32, numbers split into two bfloat16 each, in tiles (`_tile_attention`)."""

from __future__ import annotations

from aoe.operators.implementations._grouped import SPLIT
from aoe.operators.implementations._tile_attention import implementation

IMPLEMENTATION = implementation("attention_split_tiles", SPLIT, SPLIT.tolerance)
