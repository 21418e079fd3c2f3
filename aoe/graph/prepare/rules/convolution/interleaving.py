"""Puts images together whose pixels lie between each other's: what dilated convolutions
(`dilated_convolutions.py`) and the phases of transposed ones (`transposed_phases.py`) end with.
"""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir

from aoe.graph.prepare.rewriting import Builder, shape_of


def interleaved(
    build: Builder, images: onnx_ir.Value, batch: int, steps: Sequence[int]
) -> onnx_ir.Value:
    """The images (batch, channels, pixels·steps…) whose every `steps`-th pixels, from each of the
    first ones on, are those of `images`: (batch·Πsteps, channels, pixels…), or with the steps
    before the channels.
    """
    rank, pixels = len(steps), shape_of(images)[2:]
    parts = shape_of(images)[0] * shape_of(images)[1]
    for extent in (batch, *steps):
        parts //= extent
    cut = build.reshape(images, (batch, *steps, parts, *pixels))
    pairs = [axis for d in range(rank) for axis in (2 + rank + d, 1 + d)]
    perm = [0, 1 + rank, *pairs]
    moved = build.make("Transpose", [cut], [shape_of(cut)[axis] for axis in perm], perm=perm)
    whole = [extent * step for extent, step in zip(pixels, steps, strict=True)]
    return build.reshape(moved, (batch, parts, *whole))
