"""Attention of transformers and its gradients, for the stage `kernels`."""

from __future__ import annotations

from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.attention.attention import attention
from aoe.operators.types.attention.attention_gradient import attention_gradient

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
#: Batch, heads, queries, which are keys too, and size, and what hides keys, of gradients: as many
#: words in each, and as many elements of a word.
GRADIENT_CASES = tuple(
    (8192 // length // 2, 768 // size, length, size, hidden)
    for size in (64, 128)
    for length in (512, 1024, 2048)
    for hidden in ("", "causal")
)
#: The dimensions of heads as projections store them.
_HEADS = (0, 2, 1, 3)


def attention_operators(dtype: str) -> dict[str, Operator]:
    """The operators by name."""
    return {f"attention {'x'.join(map(str, case))} {dtype}": _of(case, dtype) for case in CASES}


def gradient_operators(dtype: str) -> dict[str, Operator]:
    """The gradients by name."""
    return {
        f"gradient of attention {'x'.join(map(str, case))} {dtype}": gradient_of(case, dtype)
        for case in GRADIENT_CASES
    }


def gradient_of(case: tuple[int, int, int, int, str], dtype: str) -> Operator:
    """The gradient of attention of heads that lie as projections store them."""
    batch, heads, length, size, hidden = case
    rows = Operand(dtype, (batch, heads, length, size), _HEADS)
    keys = Operand(dtype, (batch, heads, size, length), (0, 3, 1, 2))
    return attention_gradient((rows, keys, rows), rows, None, size**-0.5, hidden == "causal")


def _of(case: tuple[int, int, int, int, int, str], dtype: str) -> Operator:
    """Attention of heads that lie as projections store them."""
    batch, heads, queries, keys, size, hidden = case
    factors = (
        Operand(dtype, (batch, heads, queries, size), _HEADS),
        Operand(dtype, (batch, heads, size, keys), (0, 3, 1, 2)),
        Operand(dtype, (batch, heads, keys, size), _HEADS),
    )
    scores = apply("mul", Accumulator(), Constant(size**-0.5))
    masks = (Operand.row_major("float32", (1, 1, 1, keys)),) if hidden == "mask" else ()
    if masks:
        scores = apply("add", scores, Load(3))
    output = Operand(dtype, (batch, heads, queries, size), _HEADS)
    return attention(factors, scores, masks, output, hidden == "causal")
