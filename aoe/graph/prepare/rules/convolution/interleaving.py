"""Puts phases of an image together: the pixels of the phases alternate in the result.

Dilated convolutions (`dilated`) and transposed convolutions (`transposed_phases`) end with it. It
is the batch-to-space operation of TensorFlow.
"""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir

from aoe.graph.prepare.rewriting import Builder, shape_of


def interleaved(
    build: Builder, phases: onnx_ir.Value, batch: int, steps: Sequence[int]
) -> onnx_ir.Value:
    """The images (batch, channels, pixels·steps…) that `phases` are the phases of.

    Args:
        build: Makes the nodes.
        phases: (batch·Πsteps, channels, pixels…), or (batch, Πsteps·channels, pixels…).
        batch: The number of images.
        steps: The number of phases along each spatial dimension.
    """
    rank, pixels = len(steps), shape_of(phases)[2:]
    channels = shape_of(phases)[0] * shape_of(phases)[1]
    for size in (batch, *steps):
        channels //= size
    cut = build.reshape(phases, (batch, *steps, channels, *pixels))
    pairs = [axis for d in range(rank) for axis in (2 + rank + d, 1 + d)]
    perm = [0, 1 + rank, *pairs]
    moved = build.make("Transpose", [cut], [shape_of(cut)[axis] for axis in perm], perm=perm)
    image = [size * step for size, step in zip(pixels, steps, strict=True)]
    return build.reshape(moved, (batch, channels, *image))
