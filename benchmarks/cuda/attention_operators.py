"""Attention of transformers, for the stage `kernels`."""

from __future__ import annotations

from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.attention.attention import attention

#: Batch, heads, queries, keys and size, and what hides keys: BERT-base and ViT-B/16, GPT-2, long
#: texts, larger heads, and one query with a cache of keys.
CASES = (
    (1, 12, 128, 128, 64, "mask"),
    (32, 12, 128, 128, 64, "mask"),
    (1, 12, 197, 197, 64, ""),
    (32, 12, 197, 197, 64, ""),
    (1, 12, 64, 64, 64, "causal"),
    (1, 12, 2048, 2048, 64, "causal"),
    (1, 8, 1024, 1024, 128, ""),
    (1, 12, 1, 2048, 64, ""),
    (32, 12, 1, 2048, 64, ""),
)


def attention_operators(dtype: str) -> dict[str, Operator]:
    """The operators by name."""
    return {f"attention {'x'.join(map(str, case))} {dtype}": _of(case, dtype) for case in CASES}


def _of(case: tuple[int, int, int, int, int, str], dtype: str) -> Operator:
    """Attention of heads that lie as projections store them."""
    batch, heads, queries, keys, size, hidden = case
    order = (0, 2, 1, 3)
    factors = (
        Operand(dtype, (batch, heads, queries, size), order),
        Operand(dtype, (batch, heads, size, keys), (0, 3, 1, 2)),
        Operand(dtype, (batch, heads, keys, size), order),
    )
    scores = apply("mul", Accumulator(), Constant(size**-0.5))
    masks = (Operand.row_major("float32", (1, 1, 1, keys)),) if hidden == "mask" else ()
    if masks:
        scores = apply("add", scores, Load(3))
    output = Operand(dtype, (batch, heads, queries, size), order)
    return attention(factors, scores, masks, output, hidden == "causal")
