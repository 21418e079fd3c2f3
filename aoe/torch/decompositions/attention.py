"""How AOTAutograd takes attention apart (`decompositions.py`): PyTorch's operator for CPUs, and
those for GPUs, which compute the same and keep other values for the gradient.

Attention with dropout is left to PyTorch where its operator draws the mask itself. On a CPU there
is no such operator: matmuls, a softmax and a mask come here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import torch

from aoe.torch.layouts import dense_order
from aoe.torch.own_operators import attention_gradient, causal_attention

#: Element types whose sums are made in float32.
_HALF = ("float16", "bfloat16")

Tensor: TypeAlias = torch.Tensor


def _scores(
    q: Tensor, k: Tensor, is_causal: bool, attn_mask: Tensor | None, scale: float
) -> Tensor:
    """How much each query attends to each key, before the softmax."""
    scores = torch.matmul(q * scale, k.transpose(-2, -1))
    if is_causal:
        rows, columns = scores.shape[-2:]
        future = scores.new_full((rows, columns), -float("inf"))
        scores = scores + future.triu(1)
    return scores if attn_mask is None else scores + attn_mask


def _probabilities(scores: Tensor, dtype: torch.dtype) -> Tensor:
    return torch.softmax(scores.float() if is_half(scores) else scores, -1).to(dtype)


def _attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    attn_mask: Tensor | None = None,
    scale: float | None = None,
) -> Any:
    if dropout_p:
        return NotImplemented
    k, v = _of_all_heads(k, q.shape[1]), _of_all_heads(v, q.shape[1])
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    seeing = None
    if attn_mask is not None:
        attn_mask, seeing = _without_blind_rows(attn_mask)
    # A CPU's kernels multiply float16 as float32, so nothing is gained by rounding probabilities.
    wide = q.dtype == torch.float16 and _on_cpu(q)
    queries, keys, values = (item.float() if wide else item for item in (q, k, v))
    scores = _scores(queries, keys, is_causal, attn_mask, scale)
    if is_causal and attn_mask is None and q.shape[2] == k.shape[2] and q.dtype != torch.float64:
        found = causal_attention(q, k, v, scale)
    else:
        found = torch.matmul(_probabilities(scores, values.dtype), values).to(q.dtype)
    # Eager's operator lays the result out as the queries lie.
    order = dense_order(torch.empty_like(q)) or (0, 1, 2, 3)
    back = sorted(range(4), key=order.__getitem__)
    found = found.permute(order).contiguous().permute(back)
    if seeing is not None:
        found = torch.where(seeing, found, 0)
    if is_half(q):  # whose scores near 64 are rounded by up to a quarter
        scores = _scores(q.float(), k.float(), is_causal, attn_mask, scale)
    return found, torch.logsumexp(scores, -1)


def _attention_backward(
    gradient: Tensor,
    q: Tensor,
    k: Tensor,
    v: Tensor,
    out: Tensor,
    logsumexp: Tensor,
    dropout_p: float,
    is_causal: bool,
    *,
    attn_mask: Tensor | None = None,
    scale: float | None = None,
) -> Any:
    """Computes the probabilities again, so that neither they nor sums nor the result are kept.

    Not from `logsumexp`: where a mask gives all keys of a query the smallest finite number, that
    number absorbs the logarithm of the sum. Eager's operator for CPUs then has another gradient.
    """
    if dropout_p:
        return NotImplemented
    shared = k.shape[1]
    k, v = _of_all_heads(k, q.shape[1]), _of_all_heads(v, q.shape[1])
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    if attn_mask is not None:
        attn_mask, seeing = _without_blind_rows(attn_mask)
        gradient = torch.where(seeing, gradient, 0)
    if q.dtype != torch.float64:
        to_q, to_k, to_v = attention_gradient(gradient, q, k, v, attn_mask, is_causal, scale)
        return to_q, _of_shared_heads(to_k, shared), _of_shared_heads(to_v, shared)
    probabilities = _probabilities(_scores(q, k, is_causal, attn_mask, scale), q.dtype)
    to_v = torch.matmul(probabilities.transpose(-2, -1), gradient)
    shares = torch.matmul(gradient, v.transpose(-2, -1))
    to_scores = probabilities * (shares - (gradient * out).sum(-1, keepdim=True))
    to_q = torch.matmul(to_scores, k) * scale
    to_k = torch.matmul(to_scores.transpose(-2, -1), q) * scale
    return to_q, _of_shared_heads(to_k, shared), _of_shared_heads(to_v, shared)


def _without_blind_rows(mask: Tensor) -> tuple[Tensor, Tensor]:
    """The mask with zeros in rows of queries that see no key, whose softmax would be NaN, and which
    queries see one. The result of the others is zero, and they pass no gradient, as in eager mode.
    """
    seeing = mask.amax(-1, keepdim=True) > -float("inf")
    return torch.where(seeing, mask, 0), seeing


def _of_all_heads(x: Tensor, heads: int) -> Tensor:
    """Keys or values for each head, where several heads share them."""
    batch, shared, places, width = x.shape
    if shared == heads:
        return x
    spread = x.unsqueeze(2).expand(batch, shared, heads // shared, places, width)
    return spread.reshape(batch, heads, places, width)


def _of_shared_heads(gradient: Tensor, shared: int) -> Tensor:
    """The gradient of keys or values that several heads share."""
    batch, heads, places, width = gradient.shape
    if shared == heads:
        return gradient
    return gradient.reshape(batch, shared, heads // shared, places, width).sum(2)


def _on_cpu(x: Tensor) -> bool:
    return bool(x.device.type == "cpu")


def is_half(x: Tensor) -> bool:
    """Whether sums of a tensor's elements are made in float32."""
    return str(x.dtype).removeprefix("torch.") in _HALF


def _flash(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    return_debug_mask: bool = False,
    *,
    scale: float | None = None,
) -> Any:
    found = _attention(q, k, v, dropout_p, is_causal, scale=scale)
    if found is NotImplemented or return_debug_mask:
        return NotImplemented
    none = _nothing(q)
    return (*found, none, none, q.shape[2], k.shape[2], none, none, q.new_empty((0,)))


def _flash_backward(
    gradient: Tensor,
    q: Tensor,
    k: Tensor,
    v: Tensor,
    out: Tensor,
    logsumexp: Tensor,
    cum_seq_q: Tensor,
    cum_seq_k: Tensor,
    max_q: int,
    max_k: int,
    dropout_p: float,
    is_causal: bool,
    philox_seed: Tensor,
    philox_offset: Tensor,
    *,
    scale: float | None = None,
) -> Any:
    given = (gradient, q, k, v, out, logsumexp, dropout_p, is_causal)
    return _attention_backward(*given, scale=scale)


def _efficient(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    attn_bias: Tensor | None,
    compute_log_sumexp: bool,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
) -> Any:
    found = _attention(q, k, v, dropout_p, is_causal, attn_mask=attn_bias, scale=scale)
    if found is NotImplemented:
        return NotImplemented
    y, logsumexp = found
    # Eager's operator lays heads side by side, however the queries lie.
    y = y.transpose(1, 2).contiguous().transpose(1, 2)
    if not compute_log_sumexp:
        logsumexp = logsumexp.new_empty((*logsumexp.shape[:2], 0))
    return y, logsumexp, _nothing(q), _nothing(q)


def _efficient_backward(
    gradient: Tensor,
    q: Tensor,
    k: Tensor,
    v: Tensor,
    attn_bias: Tensor | None,
    out: Tensor,
    logsumexp: Tensor,
    philox_seed: Tensor,
    philox_offset: Tensor,
    dropout_p: float,
    grad_input_mask: Sequence[bool],
    is_causal: bool = False,
    *,
    scale: float | None = None,
) -> Any:
    if attn_bias is not None and grad_input_mask[3]:
        return NotImplemented
    given = (gradient, q, k, v, out, logsumexp, dropout_p, is_causal)
    found = _attention_backward(*given, attn_mask=attn_bias, scale=scale)
    return found if found is NotImplemented else (*found, None)


def _cudnn(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    attn_bias: Tensor | None,
    compute_log_sumexp: bool,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    return_debug_mask: bool = False,
    *,
    scale: float | None = None,
) -> Any:
    found = _attention(q, k, v, dropout_p, is_causal, attn_mask=attn_bias, scale=scale)
    if found is NotImplemented or return_debug_mask:
        return NotImplemented
    y, logsumexp = found
    none = _nothing(q)
    further = (none, none, q.shape[2], k.shape[2], none, none, q.new_empty((0,)))
    return (y, logsumexp.unsqueeze(-1), *further)


def _cudnn_backward(
    gradient: Tensor,
    q: Tensor,
    k: Tensor,
    v: Tensor,
    out: Tensor,
    logsumexp: Tensor,
    philox_seed: Tensor,
    philox_offset: Tensor,
    attn_bias: Tensor | None,
    cum_seq_q: Tensor,
    cum_seq_k: Tensor,
    max_q: int,
    max_k: int,
    dropout_p: float,
    is_causal: bool,
    *,
    scale: float | None = None,
) -> Any:
    given = (gradient, q, k, v, out, logsumexp, dropout_p, is_causal)
    return _attention_backward(*given, attn_mask=attn_bias, scale=scale)


def _nothing(x: Tensor) -> Tensor:
    """What stands for values that only the operator's own gradient reads."""
    return x.new_empty((), dtype=torch.int64)


#: The functions, by the overload that they take apart.
ATTENTION: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "_scaled_dot_product_flash_attention_for_cpu.default": _attention,
        "_scaled_dot_product_flash_attention_for_cpu_backward.default": _attention_backward,
        "_scaled_dot_product_flash_attention.default": _flash,
        "_scaled_dot_product_flash_attention_backward.default": _flash_backward,
        "_scaled_dot_product_efficient_attention.default": _efficient,
        "_scaled_dot_product_efficient_attention_backward.default": _efficient_backward,
        "_scaled_dot_product_cudnn_attention.default": _cudnn,
        "_scaled_dot_product_cudnn_attention_backward.default": _cudnn_backward,
    }
)
