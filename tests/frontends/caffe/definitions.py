"""Caffe's layers written down in NumPy with loops, after their definitions."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

import numpy as np


def pooled(
    x: np.ndarray,
    kernel: Sequence[int],
    stride: Sequence[int],
    pad: Sequence[int],
    average: bool,
    down: bool = False,
) -> np.ndarray:
    """Pooling of `PoolingLayer::Reshape` and `Forward_cpu`."""
    sizes = x.shape[2:]
    count = []
    for size, k, s, p in zip(sizes, kernel, stride, pad, strict=True):
        number = (floor if down else ceil)((size + 2 * p - k) / s) + 1
        if any(pad) and (number - 1) * s >= size + p:
            number -= 1
        count.append(number)
    y = np.zeros((*x.shape[:2], *count), np.float64)
    for i, j in np.ndindex(*count):
        low = [n * s - p for n, s, p in zip((i, j), stride, pad, strict=True)]
        high = [min(a + k, n + p) for a, k, n, p in zip(low, kernel, sizes, pad, strict=True)]
        area = (high[0] - low[0]) * (high[1] - low[1])
        rows, columns = (
            slice(max(a, 0), min(b, n)) for a, b, n in zip(low, high, sizes, strict=True)
        )
        part = x[:, :, rows, columns].astype(np.float64)
        y[:, :, i, j] = part.sum((2, 3)) / area if average else part.max((2, 3))
    return y


def convolved(
    x: np.ndarray,
    w: np.ndarray,
    stride: Sequence[int],
    pad: Sequence[int],
    dilation: Sequence[int],
    group: int,
) -> np.ndarray:
    """Convolution of weights outputs × inputs of a group × rows × columns."""
    x = np.pad(x.astype(np.float64), [(0, 0), (0, 0), *((p, p) for p in pad)])
    reach = [d * (k - 1) + 1 for d, k in zip(dilation, w.shape[2:], strict=True)]
    count = [(n - r) // s + 1 for n, r, s in zip(x.shape[2:], reach, stride, strict=True)]
    y = np.zeros((len(x), len(w), *count))
    inputs, outputs = w.shape[1], len(w) // group
    for part in range(group):
        own = slice(part * outputs, (part + 1) * outputs)
        values = x[:, part * inputs : (part + 1) * inputs]
        for i, j in np.ndindex(*count):
            rows, columns = (
                slice(n * s, n * s + r, d)
                for n, s, r, d in zip((i, j), stride, reach, dilation, strict=True)
            )
            window = values[:, :, rows, columns]
            y[:, own, i, j] = np.einsum("ncrs,ocrs->no", window, w[own])
    return y


def deconvolved(x: np.ndarray, w: np.ndarray, stride: int, pad: int, group: int) -> np.ndarray:
    """Deconvolution of weights inputs × outputs of a group × rows × columns."""
    batch, channels, height, width = x.shape
    k = w.shape[2]
    y = np.zeros((batch, w.shape[1] * group, stride * (height - 1) + k, stride * (width - 1) + k))
    inputs, outputs = channels // group, w.shape[1]
    for c, i, j in np.ndindex(channels, height, width):
        part = c // inputs
        added = x[:, c, i, j].astype(np.float64)[:, None, None, None] * w[c]
        own = slice(part * outputs, (part + 1) * outputs)
        y[:, own, i * stride : i * stride + k, j * stride : j * stride + k] += added
    return y[:, :, pad : y.shape[2] - pad, pad : y.shape[3] - pad]


def lrn(x: np.ndarray, size: int, alpha: float, beta: float, k: float) -> np.ndarray:
    """Local response normalization across channels."""
    squares = x.astype(np.float64) ** 2
    y = np.zeros(x.shape)
    for c in range(x.shape[1]):
        near = squares[:, max(0, c - size // 2) : c + size // 2 + 1].sum(1)
        y[:, c] = x[:, c] * (k + alpha / size * near) ** -beta
    return y


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """`JaccardOverlap` of two boxes."""
    size = [0.0 if c[2] < c[0] or c[3] < c[1] else (c[2] - c[0]) * (c[3] - c[1]) for c in (a, b)]
    if b[0] > a[2] or b[2] < a[0] or b[1] > a[3] or b[3] < a[1]:
        return 0.0
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    return float(width * height / (size[0] + size[1] - width * height))


def detections(
    boxes: np.ndarray,
    scores: np.ndarray,
    background: int,
    threshold: float,
    overlaps: float,
    top_k: int,
    keep_top_k: int,
) -> np.ndarray:
    """Rows of `DetectionOutputLayer::Forward_cpu`.

    Args:
        boxes: Decoded, images × classes × boxes × 4.
        scores: Images × classes × boxes.
    """
    rows = []
    for image in range(len(scores)):
        found: list[tuple[int, int]] = []
        for label in range(scores.shape[1]):
            if label == background:
                continue
            values = scores[image, label]
            order = [i for i in np.argsort(-values, kind="stable") if values[i] > threshold]
            kept: list[int] = []
            for i in order[:top_k] if top_k > -1 else order:
                own = boxes[image, label]
                if all(overlap(own[i], own[j]) <= overlaps for j in kept):
                    kept.append(int(i))
            found += [(label, i) for i in kept]
        if -1 < keep_top_k < len(found):
            found = sorted(found, key=lambda item: -scores[image, item[0], item[1]])[:keep_top_k]
            found.sort(key=lambda item: item[0])
        rows += [
            [image, label, scores[image, label, i], *boxes[image, label, i]] for label, i in found
        ]
    if not rows:
        rows = [[image] + [-1] * 6 for image in range(len(scores))]
    return np.asarray(rows, np.float32)[None, None]
