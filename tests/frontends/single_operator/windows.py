"""Convolutions and pools of images in NCHW, window by window."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np


def convolution(
    x: np.ndarray,
    w: np.ndarray,
    strides: Sequence[int] = (1, 1),
    pads: Sequence[int] = (0, 0, 0, 0),
    dilations: Sequence[int] = (1, 1),
    groups: int = 1,
) -> np.ndarray:
    """`pads`: top, bottom, left, right."""
    top, bottom, left, right = pads
    padded = np.pad(x, ((0, 0), (0, 0), (top, bottom), (left, right)))
    count, depth, kh, kw = w.shape
    (sh, sw), (dh, dw) = strides, dilations
    rows = (padded.shape[2] - (kh - 1) * dh - 1) // sh + 1
    columns = (padded.shape[3] - (kw - 1) * dw - 1) // sw + 1
    made = np.zeros((len(x), count, rows, columns), np.float64)
    per = count // groups
    for o in range(count):
        first = o // per * depth
        for i in range(kh):
            for j in range(kw):
                part = padded[
                    :,
                    first : first + depth,
                    i * dh : i * dh + (rows - 1) * sh + 1 : sh,
                    j * dw : j * dw + (columns - 1) * sw + 1 : sw,
                ]
                made[:, o] += np.einsum("nchw,c->nhw", part, w[o, :, i, j])
    return made.astype(x.dtype)


def towards_input(
    dy: np.ndarray,
    w: np.ndarray,
    size: Sequence[int],
    strides: Sequence[int] = (1, 1),
    pads: Sequence[int] = (0, 0, 0, 0),
) -> np.ndarray:
    """The gradient of a convolution's input of a size."""
    top, bottom, left, right = pads
    whole = np.zeros((len(dy), w.shape[1], size[0] + top + bottom, size[1] + left + right))
    for i in range(dy.shape[2]):
        for j in range(dy.shape[3]):
            at = (
                slice(None),
                slice(None),
                slice(i * strides[0], i * strides[0] + w.shape[2]),
                slice(j * strides[1], j * strides[1] + w.shape[3]),
            )
            whole[at] += np.einsum("no,ochw->nchw", dy[:, :, i, j], w)
    made = whole[:, :, top : top + size[0], left : left + size[1]]
    return np.asarray(made.astype(dy.dtype))


def towards_filter(
    x: np.ndarray,
    dy: np.ndarray,
    kernel: Sequence[int],
    strides: Sequence[int] = (1, 1),
    pads: Sequence[int] = (0, 0, 0, 0),
) -> np.ndarray:
    """The gradient of a convolution's filter, in NCHW."""
    top, bottom, left, right = pads
    padded = np.pad(x, ((0, 0), (0, 0), (top, bottom), (left, right)))
    made = np.zeros((dy.shape[1], x.shape[1], *kernel))
    for i in range(dy.shape[2]):
        for j in range(dy.shape[3]):
            part = padded[
                :,
                :,
                i * strides[0] : i * strides[0] + kernel[0],
                j * strides[1] : j * strides[1] + kernel[1],
            ]
            made += np.einsum("no,nchw->ochw", dy[:, :, i, j], part)
    return made.astype(x.dtype)


def pooled(
    x: np.ndarray,
    kernel: Sequence[int],
    strides: Sequence[int],
    windows: Sequence[int],
    before: Sequence[int],
    reduce: Callable[[np.ndarray], np.ndarray],
) -> np.ndarray:
    """Each window's pixels that lie in the image, reduced from (images, channels, pixels)."""
    rows, columns = windows
    made = np.zeros((*x.shape[:2], rows, columns), x.dtype)
    for i in range(rows):
        for j in range(columns):
            top, left = i * strides[0] - before[0], j * strides[1] - before[1]
            part = x[:, :, max(0, top) : top + kernel[0], max(0, left) : left + kernel[1]]
            made[:, :, i, j] = reduce(part.reshape(*x.shape[:2], -1))
    return made
