"""The rules in the order in which they are tried: the first that fits rewrites a node.

Folders list the rules of their modules (`__init__.py`), in one tuple for each place of this order.
So a rule in a folder that runs beside its neighbours needs no line here. `rewriting` says what a
rule is, `prepare` when these tables are applied.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from aoe.graph.prepare.rewriting import Rule
from aoe.graph.prepare.rules import (
    classical,
    contrib,
    control_flow,
    convolution,
    data_dependent,
    dequantized_products,
    determinant,
    filled_values,
    fourier,
    matmul,
    moved_quantization,
    movement,
    ngram_counts,
    pooling,
    quantized,
    quantized_convolution,
    random_numbers,
    recurrent,
    reduction,
    redundant,
    requantized_products,
    rotary_embedding,
    rounded_once,
    sampling,
    selection,
    simplification,
)
from aoe.graph.prepare.rules.classical.names import CLASSICAL_DOMAIN
from aoe.graph.prepare.shapes.node_inference import RUNTIME_DOMAIN

#: Rules for nodes as the model has them, and for nodes that rules have made.
_FOLDING: tuple[Rule, ...] = (
    *simplification.FIRST_RULES,
    *redundant.RULES,
    *convolution.FOLDING_RULES,
    *redundant.BIAS_RULES,
)
#: The rule that takes declared sizes, before anything is checked.
DECLARED_SIZES = MappingProxyType({"": data_dependent.SIZE_RULES})
#: The rules that run before all others, while every node is as the model has it.
FIRST: Mapping[str, tuple[Rule, ...]] = MappingProxyType(
    {"": (*rounded_once.RULES, *matmul.FIRST_RULES, *_FOLDING)}
)
#: The rules for the nodes of each domain.
BY_DOMAIN: Mapping[str, tuple[Rule, ...]] = MappingProxyType(
    {
        "": (
            *simplification.RULES,
            *_FOLDING,
            *movement.RULES,
            *filled_values.RULES,
            *simplification.SUM_RULES,
            *matmul.PACKED_RULES,
            *dequantized_products.RULES,
            *requantized_products.RULES,
            *moved_quantization.RULES,
            *simplification.EMPTY_RULES,
            *quantized.RULES,
            *quantized_convolution.RULES,
            *convolution.SCALE_RULES,
            *simplification.RECOGNISING_RULES,
            *recurrent.RULES,
            *pooling.RULES,
            *convolution.RULES,
            *simplification.CANONICAL_RULES,
            *matmul.RULES,
            *reduction.NORMALIZATION_RULES,
            *control_flow.SLICE_RULES,
            *reduction.RULES,
            *selection.COMPARISON_RULES,
            *matmul.EINSUM_RULES,
            *determinant.RULES,
            *fourier.RULES,
            *sampling.POSITION_RULES,
            *rotary_embedding.RULES,
            *simplification.DROPOUT_RULES,
            *random_numbers.RULES,
            *sampling.RULES,
            *selection.RULES,
            *ngram_counts.RULES,
            *data_dependent.RULES,
            *control_flow.RULES,
        ),
        RUNTIME_DOMAIN: (*contrib.RULES, *rotary_embedding.CONTRIB_RULES),
        CLASSICAL_DOMAIN: classical.RULES,
    }
)
#: The rules for nodes that no rule above takes.
LAST: Mapping[str, tuple[Rule, ...]] = MappingProxyType({"": control_flow.LAST_RULES})
