"""DFT and STFT become one matmul with constant sines and cosines, as lengths in models are short.

Real and imaginary parts are the last dimension. The sum over it and over the transformed axis is
the reduction of the matmul.
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

#: Elements of the largest matrix of sines and cosines.
_LARGEST_MATRIX = 1 << 24


def fourier_matrix(
    given: int, parts: int, length: int, inverse: bool, onesided: bool
) -> np.ndarray:
    """The matrix of a transform, (given · parts, results · parts of a result), float64.

    A one-sided forward transform gives the first half of the spectrum. A one-sided inverse
    transform takes it, the rest being its mirror image, and gives real numbers.

    Args:
        given: Elements that are given; the others are zero.
        parts: 1 for real input, 2 for complex input.
        length: The length of the transform.
        inverse: The inverse transform.
        onesided: Half of the spectrum.
    """
    results = length // 2 + 1 if onesided and not inverse else length
    angle = 2 * np.pi / length * (np.outer(np.arange(given), np.arange(results)) % length)
    cosine, sine = np.cos(angle), np.sin(angle) * (-1 if inverse else 1)
    scale = 1 / length if inverse else 1.0
    if onesided and inverse:
        mirrored = (np.arange(given) % length != 0) & (2 * np.arange(given) != length)
        weights = np.where(mirrored, 2.0, 1.0)[:, None] * scale
        return np.stack([cosine * weights, sine * weights], axis=1).reshape(given * parts, results)
    real = np.stack([cosine, -sine], axis=-1)  # what a real part adds to both parts
    imaginary = np.stack([sine, cosine], axis=-1)
    rows = np.stack([real, imaginary][:parts], axis=1)
    return rows.reshape(given * parts, results * 2) * scale


@rule_for("DFT")
def fourier_transform(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """DFT along one axis becomes a matmul between transposed views."""
    value, size, axes = operand(node, 0), operand(node, 1), operand(node, 2)
    if value is None or not has_shape(value) or not is_floating(value):
        return None
    shape, rank = shape_of(value), len(shape_of(value))
    default = -2 if build.version >= 20 else integer(node, "axis", 1)
    chosen = (default,) if axes is None else integers_of(axes)
    if chosen is None or (size is not None and integers_of(size) is None):
        return None
    axis, inverse = chosen[0] % rank, bool(integer(node, "inverse", 0))
    onesided = bool(integer(node, "onesided", 0))
    whole = 2 * (shape[axis] - 1) if onesided and inverse else shape[axis]
    length = (integers_of(size) or (whole,))[0]
    most = length // 2 + 1 if onesided and inverse else length
    value = build.piece(value, axis, 0, min(most, shape[axis]))
    others = [dimension for dimension in range(rank - 1) if dimension != axis]
    moved = build.infer("Transpose", value, perm=(*others, axis, rank - 1))
    result = _transformed(build, moved, length, inverse, onesided)
    if result is None:
        return None
    back = [*others, axis, rank - 1]
    return build.infer("Transpose", result, perm=[back.index(i) for i in range(rank)])


def _transformed(
    build: Builder,
    value: onnx_ir.Value,
    length: int,
    inverse: bool,
    onesided: bool,
) -> onnx_ir.Value | None:
    """The transform along the last dimension but one; None if its matrix would be too large."""
    *batch, given, parts = shape_of(value)
    if 4 * given * length > _LARGEST_MATRIX or length < 1:
        return None
    if onesided and inverse and parts != 2:
        return None
    matrix = fourier_matrix(given, parts, length, inverse, onesided)
    assert value.dtype is not None
    rows = build.reshape(value, (prod(batch), given * parts))
    result = build.infer("MatMul", rows, build.constant(matrix.astype(value.dtype.numpy())))
    last = 1 if onesided and inverse else 2
    return build.reshape(result, (*batch, matrix.shape[1] // last, last))


@rule_for("STFT")
def short_time_fourier_transform(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """STFT becomes a transform of frames gathered from the signal, weighted by the window."""
    signal, step, window, size = (operand(node, position) for position in range(4))
    steps, sizes = integers_of(step), integers_of(size)
    if signal is None or not has_shape(signal) or steps is None:
        return None
    if window is not None and not has_shape(window):
        return None
    if not is_floating(signal) or (size is not None and sizes is None):
        return None
    shape = shape_of(signal)
    if len(shape) == 2:
        signal = build.reshape(signal, (*shape, 1))
    length = sizes[0] if sizes else (shape_of(window)[0] if window is not None else 0)
    if length < 1 or length > shape[1] or steps[0] < 1:
        return None
    starts = np.arange(0, shape[1] - length + 1, steps[0])
    frames = starts[:, None] + np.arange(length)
    value = build.infer("Gather", signal, build.constant(frames), axis=1)
    if window is not None:
        value = build.infer("Mul", value, build.reshape(window, (length, 1)))
    return _transformed(build, value, length, False, bool(integer(node, "onesided", 1)))


RULES: tuple[Rule, ...] = (fourier_transform, short_time_fourier_transform)
