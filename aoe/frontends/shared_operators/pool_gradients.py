"""Gradients of pools. Values have channels first.

Of equal elements of a window the first one in row-major order gets the gradient of a maximum, as in
the frameworks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import GraphBuilder, dtype_of, shape_of
from aoe.operators.types.window import pool_gradient, pool_indices


@dataclass(frozen=True, slots=True)
class PoolWindow:
    """Windows over images, each field with numbers for each axis.

    Attributes:
        kernel: Elements of a window.
        strides: Steps between windows.
        pads: Elements of the padding before all axes, then behind all.
    """

    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    pads: tuple[int, ...]

    def attributes(self, sizes: Sequence[int], places: Sequence[int]) -> dict[str, list[int]]:
        """The attributes of a node. Its padding behind is what the last windows need."""
        rank = len(self.kernel)
        behind = [
            max(after, (count - 1) * step + taps - size - before)
            for size, count, taps, step, before, after in zip(
                sizes,
                places,
                self.kernel,
                self.strides,
                self.pads[:rank],
                self.pads[rank:],
                strict=True,
            )
        ]
        return {
            "kernel_shape": list(self.kernel),
            "strides": list(self.strides),
            "dilations": [1] * rank,
            "pads": [*self.pads[:rank], *behind],
        }


def maximum_gradient(
    builder: GraphBuilder,
    image: onnx_ir.Value,
    largest: onnx_ir.Value,
    gradient: onnx_ir.Value,
    window: PoolWindow,
) -> onnx_ir.Value:
    """The gradient of the images of a pool of maxima. `largest`: its result."""
    given = window.attributes(shape_of(image)[2:], shape_of(largest)[2:])
    places = builder.own(
        pool_indices.PLACES, [image, largest], np.uint8, shape_of(largest), **given
    )
    return builder.own(
        pool_gradient.TYPE, [gradient, places], dtype_of(image), shape_of(image), **given
    )


def average_gradient(
    builder: GraphBuilder,
    gradient: onnx_ir.Value,
    shape: Sequence[int],
    window: PoolWindow,
) -> onnx_ir.Value:
    """The gradient of the images of a pool of averages, of which zeros of the padding are no part.

    Args:
        builder: Takes the nodes.
        gradient: That of the pool's result.
        shape: The shape of the images.
        window: The pool.
    """
    sizes, places = shape[2:], shape_of(gradient)[2:]
    shares = _shares(sizes, places, window).astype(dtype_of(gradient))
    first = shares.reshape(-1)[0]
    share = np.asarray(first) if (shares == first).all() else shares
    passed = builder.node("Mul", gradient, share)
    given = window.attributes(sizes, places)
    return builder.own(pool_gradient.TYPE, [passed], dtype_of(gradient), shape, **given)


def _shares(sizes: Sequence[int], places: Sequence[int], window: PoolWindow) -> np.ndarray:
    """What each element of a window is of its average, for each place."""
    counts: np.ndarray = np.ones((), np.int64)
    for axis, (size, count) in enumerate(zip(sizes, places, strict=True)):
        begins = np.arange(count) * window.strides[axis] - window.pads[axis]
        ends = np.minimum(begins + window.kernel[axis], size)
        counts = counts[..., None] * (ends - np.maximum(begins, 0))
    return np.asarray(1 / counts)
