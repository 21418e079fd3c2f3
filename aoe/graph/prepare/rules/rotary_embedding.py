"""Rotary position embeddings of ONNX and of ONNX Runtime.

Pairs of elements of each head are rotated by the angles of their position. The halves of the pairs
are views, and the products fuse.

Source: Su et al., "RoFormer", 2021.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, Rule, has_shape, integer, number, operand, shape_of
from aoe.graph.prepare.rule_application import rule_for


@rule_for("RotaryEmbedding")
def rotary_embedding(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """RotaryEmbedding of the ONNX domain.

    Its input is (batch, heads, positions, size), or has the heads in the last dimension.
    """
    value, positions = operand(node, 0), operand(node, 3)
    caches = [operand(node, 1), operand(node, 2)]
    if not has_shape(value, *caches):
        return None
    if positions is not None and not has_shape(positions):
        return None
    angles = [cache for cache in caches if cache is not None]
    if positions is not None:
        angles = [build.infer("Gather", cache, positions, axis=0) for cache in angles]
    assert value is not None
    return _embedded(node, build, value, angles, integer(node, "num_heads", 0))


@rule_for("RotaryEmbedding")
def runtime_rotary_embedding(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """RotaryEmbedding of ONNX Runtime.

    Its positions come before the caches. They may be one number from which they count.
    """
    value, positions = operand(node, 0), operand(node, 1)
    caches = [operand(node, 2), operand(node, 3)]
    if not has_shape(value, positions, *caches):
        return None
    if integer(node, "is_packed_batching", 0) or number(node, "scale", 1.0) != 1.0:
        return None
    assert value is not None
    assert positions is not None
    shape = shape_of(value)
    if shape_of(positions) == (1,):
        length = shape[1] if len(shape) == 3 else shape[2]
        positions = build.infer("Add", positions, build.constant(np.arange(length)))
        positions = build.reshape(positions, (1, length))
    angles = [build.infer("Gather", cache, positions, axis=0) for cache in caches]
    heads = integer(node, "num_heads", 0)
    if len(shape) == 3 and not heads:
        heads = shape[2] // (2 * shape_of(angles[0])[-1])
    return _embedded(node, build, value, angles, heads)


def _embedded(
    node: onnx_ir.Node,
    build: Builder,
    value: onnx_ir.Value,
    angles: list[onnx_ir.Value],
    heads: int,
) -> onnx_ir.Value:
    """The value rotated by the cosines and sines (batch or 1, positions, pairs)."""
    shape = shape_of(value)
    heads_last = len(shape) == 3
    if heads_last:
        value = build.reshape(value, (*shape[:2], heads, shape[2] // heads))
    size = integer(node, "rotary_embedding_dim", 0) or shape_of(value)[3]
    interleaved = bool(integer(node, "interleaved", 0))
    result = rotated(build, value, angles, 2 if heads_last else 1, size, interleaved)
    return build.reshape(result, shape)


def rotated(
    build: Builder,
    value: onnx_ir.Value,
    angles: Sequence[onnx_ir.Value],
    heads_axis: int,
    size: int,
    interleaved: bool,
) -> onnx_ir.Value:
    """Rotates the first `size` elements of each head.

    Args:
        build: Makes the nodes.
        value: A value of four dimensions.
        angles: Cosines and sines, each (batch or 1, positions, pairs).
        heads_axis: The dimension of the heads.
        size: Elements that are rotated.
        interleaved: Pairs are adjacent elements, not elements of two halves.
    """
    shape = shape_of(value)
    cosine, sine = (
        build.reshape(item, (*shape_of(item)[:heads_axis], 1, *shape_of(item)[heads_axis:]))
        for item in angles
    )
    first, second = _halves(build, value, size, interleaved)
    real = _combined(build, "Sub", (first, cosine), (second, sine))
    imaginary = _combined(build, "Add", (first, sine), (second, cosine))
    if interleaved:
        pairs = [build.reshape(item, (*shape_of(item), 1)) for item in (real, imaginary)]
        joined = build.infer("Concat", *pairs, axis=4)
        pieces = [build.reshape(joined, (*shape[:3], size))]
    else:
        pieces = [real, imaginary]
    if size < shape[3]:
        pieces.append(build.piece(value, 3, size, shape[3]))
    return pieces[0] if len(pieces) == 1 else build.infer("Concat", *pieces, axis=3)


def _halves(
    build: Builder, value: onnx_ir.Value, size: int, interleaved: bool
) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """The first elements of all pairs, and the second ones."""
    half = size // 2
    if not interleaved:
        return build.piece(value, 3, 0, half), build.piece(value, 3, half, size)
    shape = (*shape_of(value)[:3], half)
    axis, step = build.integers([3]), build.integers([2])
    first, second = (
        build.make(
            "Slice",
            [value, build.integers([offset]), build.integers([size]), axis, step],
            shape,
        )
        for offset in (0, 1)
    )
    return first, second


def _combined(
    build: Builder, op_type: str, *products: tuple[onnx_ir.Value, onnx_ir.Value]
) -> onnx_ir.Value:
    return build.infer(op_type, *(build.infer("Mul", *factors) for factors in products))


RULES: tuple[Rule, ...] = (rotary_embedding,)
CONTRIB_RULES: tuple[Rule, ...] = (runtime_rotary_embedding,)
