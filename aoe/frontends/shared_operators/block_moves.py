"""Blocks of the spatial axes that become images of the batch, and back.

They are SpaceToBatchND and BatchToSpaceND without the zeros around an image and the cuts of its
edges: each reader adds these, since frameworks differ in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import onnx_ir

from aoe.errors import counted
from aoe.frontends.graph_builder import GraphBuilder, Operand, UnsupportedNodeError, shape_of
from aoe.frontends.node_writer import reshaped


def space_to_batch(
    builder: GraphBuilder, x: Operand, blocks: Sequence[int], first: int = 1
) -> onnx_ir.Value:
    """The pixels of each block as images of their own.

    Args:
        builder: Takes the nodes.
        x: batch × any sizes.
        blocks: The size of a block along each spatial axis.
        first: The first spatial axis; the others follow it.

    Raises:
        UnsupportedNodeError: The axes do not consist of whole blocks.
    """
    batch, *sizes = shape_of(x)
    outer, spatial, inner = _parts(sizes, blocks, first)
    if any(size % block for size, block in zip(spatial, blocks, strict=True)):
        raise UnsupportedNodeError(f"it cuts {spatial} into blocks of {list(blocks)}")
    counts = [size // block for size, block in zip(spatial, blocks, strict=True)]
    pairs = [part for pair in zip(counts, blocks, strict=True) for part in pair]
    count, end = len(blocks), first + 2 * len(blocks)
    split = reshaped(builder, x, (batch, *outer, *pairs, *inner))
    order = [*range(first + 1, end, 2), *range(first), *range(first, end, 2)]
    order += range(end, len(sizes) + 1 + count)
    moved = builder.node("Transpose", split, perm=order)
    return reshaped(builder, moved, (batch * prod(blocks), *outer, *counts, *inner))


def batch_to_space(
    builder: GraphBuilder, x: Operand, blocks: Sequence[int], first: int = 1
) -> onnx_ir.Value:
    """The inverse of `space_to_batch`, with the same arguments.

    Raises:
        UnsupportedNodeError: The batch does not consist of whole blocks.
    """
    batch, *sizes = shape_of(x)
    outer, spatial, inner = _parts(sizes, blocks, first)
    if batch % prod(blocks):
        raise UnsupportedNodeError(f"it makes blocks of {list(blocks)} of a batch of {batch}")
    count, images = len(blocks), batch // prod(blocks)
    split = reshaped(builder, x, (*blocks, images, *sizes))
    pairs = [axis for n in range(count) for axis in (count + first + n, n)]
    order = [*range(count, count + first), *pairs]
    order += range(2 * count + first, len(sizes) + 1 + count)
    moved = builder.node("Transpose", split, perm=order)
    larger = [size * block for size, block in zip(spatial, blocks, strict=True)]
    return reshaped(builder, moved, (images, *outer, *larger, *inner))


def _parts(
    sizes: Sequence[int], blocks: Sequence[int], first: int
) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """The sizes of the axes before the spatial ones, of these, and of those behind them."""
    begin, end = first - 1, first - 1 + len(blocks)
    if end > len(sizes) or min(blocks, default=0) < 1:
        raise UnsupportedNodeError(
            f"its blocks are {list(blocks)} of {counted(len(sizes), 'axis', 'axes')}"
        )
    return sizes[:begin], sizes[begin:end], sizes[end:]
