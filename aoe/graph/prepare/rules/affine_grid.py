"""The rule for AffineGrid: one matrix product of constant coordinates with the transposed matrices.

Direct, because ONNX's own function for it does not hold for a batch of one.
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


def affine_grid(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """AffineGrid for a constant size becomes MatMul of a grid (points, d + 1) with theta
    (batch, d, d + 1) transposed.
    """
    theta, size = operand(node, 0), integers_of(operand(node, 1))
    if node.op_type != "AffineGrid" or theta is None or size is None or not has_shape(theta):
        return None
    spatial = size[2:]
    batch, dimensions, _ = shape_of(theta)
    if not is_floating(theta) or dimensions != len(spatial) or batch != size[0]:
        return None
    assert theta.dtype is not None
    axes = [_coordinates(extent, bool(integer(node, "align_corners", 0))) for extent in spatial]
    planes = np.meshgrid(*axes, indexing="ij")[::-1]  # x runs along the last dimension
    points = np.stack([*planes, np.ones(spatial)], axis=-1).reshape(-1, dimensions + 1)
    transposed_shape = (batch, dimensions + 1, dimensions)
    transposed = build.make("Transpose", [theta], transposed_shape, perm=(0, 2, 1))
    grid = build.constant(points.astype(theta.dtype.numpy()))
    result = build.make("MatMul", [grid, transposed], (batch, prod(spatial), dimensions))
    return build.reshape(result, (batch, *spatial, dimensions))


def _coordinates(extent: int, align_corners: bool) -> np.ndarray:
    """From -1 to 1: through the centres of the outermost elements, or between their borders."""
    if align_corners:
        return np.linspace(-1, 1, extent)
    return (2 * np.arange(extent) + 1) / extent - 1


RULES: tuple[Rule, ...] = (affine_grid,)
