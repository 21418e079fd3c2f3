"""Operators that PyTorch lacks and backward graphs are made of (`decompositions.py`).

Each has a kernel of PyTorch's operators, for parts of a graph that open-aoe does not compute.
`translate/training.py` translates them to nodes of open-aoe's own operator types.
"""

from __future__ import annotations

import torch

#: What the names of these operators begin with.
NAMESPACE = "open_aoe"


@torch.library.custom_op(f"{NAMESPACE}::attention_gradient", mutates_args=())
def attention_gradient(
    gradient: torch.Tensor,
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    mask: torch.Tensor | None,
    is_causal: bool,
    scale: float,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The gradients of q, k and v, from that of their attention.

    Args:
        gradient: The gradient of the result.
        q: Queries, of shape (batch, heads, places, width).
        k: Keys.
        v: Values.
        mask: What is added to the scores.
        is_causal: Whether a query sees the keys up to its own place only.
        scale: What the scores are multiplied by.
    """
    kind = q.dtype
    dy, queries, keys, values = (item.float() for item in (gradient, q, k, v))
    scores = torch.matmul(queries * scale, keys.transpose(-2, -1))
    if mask is not None:
        scores = scores + mask
    if is_causal:
        hidden = torch.ones_like(scores[0, 0], dtype=torch.bool).triu(1)
        scores = scores.masked_fill(hidden, -float("inf"))
    shares = torch.softmax(scores, -1)
    to_shares = torch.matmul(dy, values.transpose(-2, -1))
    to_scores = shares * (to_shares - (shares * to_shares).sum(-1, keepdim=True)) * scale
    results = (
        torch.matmul(to_scores, keys),
        torch.matmul(to_scores.transpose(-2, -1), queries),
        torch.matmul(shares.transpose(-2, -1), dy),
    )
    to_q, to_k, to_v = (_joined(item.to(kind)) for item in results)
    return to_q, to_k, to_v


@attention_gradient.register_fake  # type: ignore[untyped-decorator]
def _attention_gradient_of_fakes(
    gradient: torch.Tensor,
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    mask: torch.Tensor | None,
    is_causal: bool,
    scale: float,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    to_q, to_k, to_v = (_joined(torch.empty_like(item)) for item in (q, k, v))
    return to_q, to_k, to_v


def _joined(heads: torch.Tensor) -> torch.Tensor:
    """A tensor that lies so that its heads joined are a view, as eager's gradients do."""
    return heads.transpose(1, 2).contiguous().transpose(1, 2)
