"""Operators that PyTorch lacks and backward graphs are made of (`decompositions.py`).

Each has a kernel of PyTorch's operators, for parts of a graph that open-aoe does not compute.
`translate/training.py` translates them to nodes of open-aoe's own operator types.
"""

from __future__ import annotations

import torch

#: What the names of these operators begin with.
NAMESPACE = "open_aoe"


@torch.library.custom_op(f"{NAMESPACE}::causal_attention", mutates_args=())  # type: ignore[untyped-decorator]
def causal_attention(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, scale: float
) -> torch.Tensor:
    """The attention of queries to the keys up to their own places.

    Args:
        q: Queries, of shape (batch, heads, places, width).
        k: Keys, of the shape of the queries.
        v: Values, of shape (batch, heads, places, width of values).
        scale: What the scores are multiplied by.

    Returns:
        A tensor of the shape of the values, in the type of the queries.
    """
    queries, keys, values = (item.float() for item in (q, k, v))
    scores = torch.matmul(queries * scale, keys.transpose(-2, -1))
    hidden = torch.ones_like(scores[0, 0], dtype=torch.bool).triu(1)
    shares = torch.softmax(scores.masked_fill(hidden, -float("inf")), -1)
    return torch.matmul(shares, values).to(q.dtype)


@causal_attention.register_fake  # type: ignore[untyped-decorator]
def _causal_attention_of_fakes(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, scale: float
) -> torch.Tensor:
    return q.new_empty((*q.shape[:-1], v.shape[-1]))


@torch.library.custom_op(f"{NAMESPACE}::attention_gradient", mutates_args=())  # type: ignore[untyped-decorator]
def attention_gradient(
    gradient: torch.Tensor,
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    mask: torch.Tensor | None,
    is_causal: bool,
    scale: float,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The gradients of q, k and v, from that of their attention. The scores are computed again.

    Args:
        gradient: The gradient of the result, (batch, heads, queries, width of values).
        q: Queries, of shape (batch, heads, queries, width).
        k: Keys, of shape (batch, heads, keys, width).
        v: Values, of shape (batch, heads, keys, width of values).
        mask: What is added to the scores; its shape broadcasts to (batch, heads, queries, keys).
        is_causal: Whether a query sees the keys up to its own place only.
        scale: What the scores are multiplied by.

    Returns:
        The gradients, each of the shape and the type of its tensor.
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


@torch.library.custom_op(f"{NAMESPACE}::max_pool_places", mutates_args=())  # type: ignore[untyped-decorator]
def max_pool_places(
    x: torch.Tensor,
    largest: torch.Tensor,
    kernel: list[int],
    stride: list[int],
    padding: list[int],
    dilation: list[int],
) -> torch.Tensor:
    """The place of the first maximum of each window, or of the last NaN, as uint8: the number of
    the tap in row-major order.

    Args:
        x: Images, of shape (batch, channels, height, width).
        largest: The maxima, of shape (batch, channels, rows, columns).
        kernel: The height and the width of windows.
        stride: The distances of windows.
        padding: What is before and behind the image.
        dilation: The distances of taps.

    Returns:
        A tensor of the shape of the maxima.
    """
    found = torch.full_like(largest, kernel[0] * kernel[1] - 1, dtype=torch.uint8)
    geometry = (kernel, stride, padding, dilation)
    for tap in reversed(range(kernel[0] * kernel[1])):
        seen = _seen(x, tap, largest.shape[2:], *geometry, -float("inf"))
        found = torch.where(seen == largest, tap, found)
    for tap in range(kernel[0] * kernel[1]):
        found = torch.where(_seen(x, tap, largest.shape[2:], *geometry, 0.0).isnan(), tap, found)
    return found


@max_pool_places.register_fake  # type: ignore[untyped-decorator]
def _max_pool_places_of_fakes(
    x: torch.Tensor,
    largest: torch.Tensor,
    kernel: list[int],
    stride: list[int],
    padding: list[int],
    dilation: list[int],
) -> torch.Tensor:
    return torch.empty_like(largest, dtype=torch.uint8)


@torch.library.custom_op(f"{NAMESPACE}::max_pool_gradient", mutates_args=())  # type: ignore[untyped-decorator]
def max_pool_gradient(
    gradient: torch.Tensor,
    places: torch.Tensor,
    size: list[int],
    kernel: list[int],
    stride: list[int],
    padding: list[int],
    dilation: list[int],
) -> torch.Tensor:
    """The gradient of images, from that of the maxima of their windows.

    Args:
        gradient: The gradient of the maxima, of shape (batch, channels, rows, columns).
        places: Where they are, of the same shape (`max_pool_places`).
        size: The height and the width of the images.
        kernel: The height and the width of windows.
        stride: The distances of windows.
        padding: What is before and behind the image.
        dilation: The distances of taps.

    Returns:
        A tensor of shape (batch, channels, height, width).
    """
    whole = gradient.new_zeros((*gradient.shape[:2], *size))
    geometry = (kernel, stride, padding, dilation)
    numbers = torch.arange(size[0] * size[1], device=gradient.device).view(1, 1, *size)
    for tap in range(kernel[0] * kernel[1]):
        at = _seen(numbers, tap, gradient.shape[2:], *geometry, -1).expand_as(gradient)
        passed = torch.where((places == tap) & (at >= 0), gradient, 0)
        flat = at.clamp(min=0).flatten(2)
        whole.flatten(2).scatter_add_(2, flat, passed.flatten(2))
    return whole


@max_pool_gradient.register_fake  # type: ignore[untyped-decorator]
def _max_pool_gradient_of_fakes(
    gradient: torch.Tensor,
    places: torch.Tensor,
    size: list[int],
    kernel: list[int],
    stride: list[int],
    padding: list[int],
    dilation: list[int],
) -> torch.Tensor:
    return gradient.new_empty((*gradient.shape[:2], *size))


def _seen(
    x: torch.Tensor,
    tap: int,
    windows: torch.Size,
    kernel: list[int],
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    fill: float,
) -> torch.Tensor:
    """What one tap of each window is over; `fill` outside the images."""
    behind = [
        max(0, (count - 1) * step + (taps - 1) * gap + 1 - size - before)
        for count, step, taps, gap, size, before in zip(
            windows, stride, kernel, dilation, x.shape[2:], padding, strict=True
        )
    ]
    sides = (padding[1], behind[1], padding[0], behind[0])
    padded = torch.nn.functional.pad(x, sides, value=fill)
    row, column = (tap // kernel[1]) * dilation[0], (tap % kernel[1]) * dilation[1]
    rows = slice(row, row + (windows[0] - 1) * stride[0] + 1, stride[0])
    columns = slice(column, column + (windows[1] - 1) * stride[1] + 1, stride[1])
    return padded[:, :, rows, columns]
