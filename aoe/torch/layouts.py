"""How tensors lie in memory at the border of a compiled graph.

A dense tensor is read and written as it lies: the model has an input in the order of its memory,
and a transposition, which costs nothing there. Values that only the backward graph reads may lie as
kernels like them. Images among them lie channels-last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

#: Batch, height, width, channels.
CHANNELS_LAST = (0, 2, 3, 1)


def dense_order(tensor: Any) -> tuple[int, ...] | None:
    """The dimensions of a tensor from the largest to the smallest stride; None if it has gaps or
    overlaps, so that it has to be copied.
    """
    shape = [int(size) for size in tensor.shape]
    strides = [int(stride) for stride in tensor.stride()]
    natural = range(len(shape))
    if _is_dense(natural, shape, strides):
        return tuple(natural)
    order = sorted(natural, key=lambda axis: (-strides[axis], axis))
    return tuple(order) if _is_dense(order, shape, strides) else None


def is_natural(order: Sequence[int]) -> bool:
    """Whether dimensions are in the order of their strides already."""
    return list(order) == list(range(len(order)))


def saved_order(tensor: Any) -> tuple[int, ...]:
    """How a value that only the backward graph reads is to lie."""
    natural = tuple(range(tensor.dim()))
    if tensor.dim() != 4:
        return natural
    _, channels, height, width = (int(size) for size in tensor.shape)
    return CHANNELS_LAST if channels > 1 and height * width > 1 else natural


def seen_outputs() -> int | None:
    """How many outputs of the forward graph the user sees; the others are saved for backward. None
    if nobody knows.
    """
    context = torch._guards.TracingContext.try_get()
    facts = None if context is None else context.fw_metadata
    if facts is None:
        return None
    changed: int = facts.num_mutated_inp_runtime_indices
    return changed + int(facts.num_outputs) + int(facts.num_intermediate_bases)


def _is_dense(order: Sequence[int], shape: Sequence[int], strides: Sequence[int]) -> bool:
    expected = 1
    for axis in reversed(order):
        if shape[axis] != 1 and strides[axis] != expected:
            return False
        expected *= shape[axis]
    return True
