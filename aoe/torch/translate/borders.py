"""Gradients of mirrored and repeated borders of images."""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir
import torch

from aoe.torch.translate.emitter import Emitter
from aoe.torch.translate.facts import shape_of, type_of
from aoe.torch.translate.table import Operators
from aoe.torch.translate.window_sums import readers, summed

OPERATORS = Operators()


@OPERATORS.translates(
    "reflection_pad1d_backward", "reflection_pad2d_backward", "reflection_pad3d_backward",
    "replication_pad1d_backward", "replication_pad2d_backward", "replication_pad3d_backward",
)  # fmt: skip
def _border_gradient(
    emit: Emitter,
    node: torch.fx.Node,
    gradient: torch.fx.Node,
    x: torch.fx.Node,
    padding: Sequence[int],
) -> onnx_ir.Value:
    """`padding`: before and behind, the last dimension first."""
    mirrored = "reflection" in str(node.target)
    value, shape = emit.value(gradient), list(shape_of(gradient))
    for number in range(len(padding) // 2):
        axis = len(shape) - 1 - number
        size, (before, behind) = shape_of(x)[axis], padding[2 * number : 2 * number + 2]
        last, read = size - 1, range(-before, size + behind)
        places = [
            [last - abs(last - abs(place)) if mirrored else min(max(place, 0), last)]
            for place in read
        ]
        value = summed(emit, value, shape, axis, readers(places, size), type_of(node))
        shape[axis] = size
    return value
