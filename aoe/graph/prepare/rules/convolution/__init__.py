"""Rewrite rules for convolutions. `convolution_node` has the guards that they share.

The rules are listed by when they run: `aoe.graph.prepare.rules.order` names these tuples.
"""

from __future__ import annotations

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules.convolution import (
    automatic_padding,
    folded_normalization,
    folded_padding,
    folded_scales,
    full_window,
    padding_only_taps,
    transposed_stride_1,
)

#: On nodes as the model has them, too.
FOLDING_RULES: tuple[Rule, ...] = (
    *automatic_padding.RULES,
    *folded_padding.RULES,
    *folded_normalization.RULES,
)
#: Before other nodes are recognised.
SCALE_RULES: tuple[Rule, ...] = folded_scales.RULES
RULES: tuple[Rule, ...] = (
    *full_window.RULES,
    *transposed_stride_1.RULES,
    *padding_only_taps.RULES,
)
