"""AffineGrid becomes one matmul of constant coordinates with the transposed matrices.

ONNX's own function for it is wrong for a batch of one.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    integers_of,
    is_floating,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for


@rule_for("AffineGrid")
def affine_grid(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """AffineGrid of a constant size becomes MatMul.

    A grid (points, d + 1) is multiplied by theta (batch, d, d + 1), transposed.
    """
    theta, size = operand(node, 0), integers_of(operand(node, 1))
    if theta is None or size is None or not has_shape(theta):
        return None
    spatial = size[2:]
    batch, dimensions, _ = shape_of(theta)
    if not is_floating(theta) or dimensions != len(spatial) or batch != size[0]:
        return None
    assert theta.dtype is not None
    aligned = bool(integer(node, "align_corners", 0))
    axes = [_coordinates(length, aligned) for length in spatial]
    planes = np.meshgrid(*axes, indexing="ij")[::-1]  # x runs along the last dimension
    points = np.stack([*planes, np.ones(spatial)], axis=-1).reshape(-1, dimensions + 1)
    transposed_shape = (batch, dimensions + 1, dimensions)
    transposed = build.make("Transpose", [theta], transposed_shape, perm=(0, 2, 1))
    grid = build.constant(points.astype(theta.dtype.numpy()))
    result = build.make("MatMul", [grid, transposed], (batch, prod(spatial), dimensions))
    return build.reshape(result, (batch, *spatial, dimensions))


def _coordinates(size: int, align_corners: bool) -> np.ndarray:
    """Coordinates from -1 to 1, between the centres or between the borders of the outermost
    elements.
    """
    if align_corners:
        return np.linspace(-1, 1, size)
    return (2 * np.arange(size) + 1) / size - 1


RULES: tuple[Rule, ...] = (affine_grid,)
