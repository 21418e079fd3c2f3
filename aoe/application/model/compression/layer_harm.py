"""The error of a single layer in a form of its weights, computed by NumPy on values that its input
had. It ranks layers; whether the model is accurate enough is decided by its outputs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from aoe.graph.compression.forms import Form, by_output, in_blocks
from aoe.graph.compression.layers import Layer
from aoe.graph.prepare.rewriting import integers
from aoe.graph.prepare.rules.float8_products import scaled_weights
from aoe.graph.prepare.rules.matmul.packed_rows import in_24_bits, of_24_bits

#: Rows that are looked at.
_MOST_ROWS = 256
#: The last step of uint8.
_LAST = 255
_STEPS = 127
#: The variance of a convolution in groups, which is only ever in bfloat16: about its rounding.
_IN_GROUPS = 2.0**-16


def relative_variance(layer: Layer, form: Form, x: np.ndarray) -> float:
    """The squared error of the layer's results, relative to their squares."""
    if layer.groups > 1:
        return _IN_GROUPS
    rows, matrix = _as_rows(layer, x)
    exact = rows @ matrix
    found = _quantised_rows(rows, form) @ _rounded(form, matrix)
    size = float((exact.astype(np.float64) ** 2).sum())
    error = float(((found.astype(np.float64) - exact) ** 2).sum())
    return error / size if size else error


def _as_rows(layer: Layer, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Some rows that a layer multiplies, and its weights as (K, N)."""
    wide = x.astype(np.float32)
    if layer.is_matmul:
        rows, matrix = wide.reshape(-1, layer.depth), layer.weights
    else:
        rows = _windows(layer, wide)
        matrix = layer.weights.reshape(layer.columns, -1).T
    step = max(1, len(rows) // _MOST_ROWS)
    return rows[::step], np.asarray(matrix, np.float32)


def _windows(layer: Layer, x: np.ndarray) -> np.ndarray:
    """The windows of a convolution without groups, as rows. Padding is left out, and so is the
    stride: windows only stand for what the layer reads.
    """
    assert layer.node is not None
    kernel = layer.weights.shape[2:]
    dilations = integers(layer.node, "dilations") or (1,) * len(kernel)
    extents = tuple((k - 1) * d + 1 for k, d in zip(kernel, dilations, strict=True))
    pads = [(0, 0), (0, 0)]
    pads += [(0, max(0, extent - size)) for extent, size in zip(extents, x.shape[2:], strict=True)]
    padded = np.pad(x, pads)
    axes = tuple(range(2, x.ndim))
    windows = np.lib.stride_tricks.sliding_window_view(padded, extents, axis=axes)
    thinning: tuple[Any, ...] = (..., *(slice(None, None, d) for d in dilations))
    thinned = windows[thinning]
    rank = len(kernel)
    # (batch, channels, places…, kernel…) to (batch, places…, channels, kernel…)
    order = (0, *range(2, 2 + rank), 1, *range(2 + rank, 2 + 2 * rank))
    moved = thinned.transpose(order)
    places = moved.shape[: 1 + rank]
    total = int(np.prod(places))
    step = max(1, total // _MOST_ROWS)
    chosen = np.unravel_index(np.arange(0, total, step), places)
    return np.asarray(moved[chosen]).reshape(len(chosen[0]), -1)


def _quantised_rows(rows: np.ndarray, form: Form) -> np.ndarray:
    """The rows as the layer reads them."""
    if form.kind == "static":
        steps = np.clip(np.rint(rows / np.float32(form.scale)) + form.zero_point, 0, _LAST)
        return np.asarray((steps - form.zero_point) * np.float32(form.scale))
    if form.kind == "int8" and not form.block:
        scale = np.maximum(np.abs(rows).max(axis=1, keepdims=True) / _STEPS, 1e-30)
        return np.asarray(np.rint(rows / scale) * scale)
    if form.kind == "bfloat16":
        return _in_bfloat16(rows)
    if form.kind == "float8":
        steps, scales = scaled_weights(rows, 0, form.types[0])
        return np.asarray(steps.astype(np.float32) * scales[:, None])
    return rows


def _rounded(form: Form, matrix: np.ndarray) -> np.ndarray:
    """The weights (K, N) as the layer has them."""
    if form.kind in ("int4", "int8") and form.block:
        return in_blocks(matrix, 4 if form.kind == "int4" else 8, form.block).weights
    if form.kind in ("int8", "static"):
        steps, scales = by_output(matrix, 1, form.levels, form.by_channel)
        return np.asarray(steps * scales)
    if form.kind == "float8":
        steps, scales = scaled_weights(matrix, 1, form.types[1])
        return np.asarray(steps.astype(np.float32) * scales)
    if form.kind == "float24":
        return of_24_bits(*in_24_bits(matrix))
    return _in_bfloat16(matrix) if form.kind == "bfloat16" else matrix


def _in_bfloat16(array: np.ndarray) -> np.ndarray:
    """The nearest numbers of 8 bits of precision."""
    bits = np.asarray(array, np.float32, order="C").view(np.uint32)
    rounded = (bits + np.uint32(0x7FFF) + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)
    return rounded.view(np.float32)
