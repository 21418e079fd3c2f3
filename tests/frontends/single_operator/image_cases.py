"""Cases of operators of images: convolutions, pools, normalizations and resizing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.frontends.single_operator.case import Case, Given
from tests.frontends.single_operator.values import (
    FILTER,
    IMAGE,
    Function,
    X,
    const,
    first,
    last,
    real,
)
from tests.frontends.single_operator.windows import (
    convolution,
    pooled,
    towards_filter,
    towards_input,
)

_STEPS = {"strides": [1, 1, 2, 2], "pads": [1, 0, 1, 1], "dilations": [1, 1, 1, 1]}
_STEPS_LAST = {"strides": [1, 2, 2, 1], "pads": [1, 0, 1, 1]}
_DY = real(2, 4, 3, 3)
_ONES = Given(np.ones(4, np.int32), True, "ND")


def _strided(x: np.ndarray, w: np.ndarray, *bias: np.ndarray) -> np.ndarray:
    made = convolution(x, w, (2, 2), (1, 0, 1, 1))
    return made + bias[0][:, None, None] if bias else made


_CONVOLUTIONS = [
    Case("Conv2D", [IMAGE, FILTER, Given(real(4), format="ND")], _strided, _STEPS, "NCHW"),
    Case(
        "Conv2D",
        [last(IMAGE), Given(FILTER.transpose(2, 3, 1, 0), format="HWCN")],
        lambda x, w: last(_strided(first(x), w.transpose(3, 2, 0, 1))),
        _STEPS_LAST,
        "NHWC",
    ),
    Case(
        "Conv2D",
        [real(1, 4, 7, 7), real(6, 2, 3, 3)],
        lambda x, w: convolution(x, w, (1, 1), (2, 2, 2, 2), (2, 2), 2),
        {"strides": [1, 1, 1, 1], "pads": [2] * 4, "dilations": [1, 1, 2, 2], "groups": 2},
        "NCHW",
    ),
    Case(
        "Conv2D",
        [IMAGE.astype(np.float16), FILTER.astype(np.float16)],
        lambda x, w: _strided(x.astype(np.float32), w.astype(np.float32)),
        _STEPS,
        "NCHW",
    ),
    Case(
        "DepthwiseConv2D",
        [last(IMAGE), Given(real(3, 3, 3, 2), format="HWCN")],
        lambda x, w: last(
            convolution(
                first(x),
                w.transpose(2, 3, 0, 1).reshape(6, 1, 3, 3),
                (2, 2),
                (1, 0, 1, 1),
                groups=3,
            )
        ),
        _STEPS_LAST,
        "NHWC",
    ),
    Case(
        "DepthwiseConv2D",
        [IMAGE, real(3, 1, 3, 3)],
        lambda x, w: convolution(x, w, (2, 2), (1, 0, 1, 1), groups=3),
        _STEPS,
        "NCHW",
    ),
    Case(
        "Conv2DBackpropInput",
        [const(2, 3, 6, 5), FILTER, _DY],
        lambda _, w, dy: towards_input(dy, w, (6, 5), (2, 2), (1, 0, 1, 1)),
        _STEPS,
        "NCHW",
    ),
    Case(
        "Conv2DBackpropInputD",
        [FILTER, _DY],
        lambda w, dy: towards_input(dy, w, (6, 5), (2, 2), (1, 0, 1, 1)),
        {**_STEPS, "input_size": [2, 3, 6, 5]},
        "NCHW",
    ),
    Case(
        "Conv2DTranspose",
        [const(2, 3, 6, 5), _DY, FILTER, Given(real(3), format="ND")],
        lambda _, dy, w, b: towards_input(dy, w, (6, 5), (2, 2), (1, 0, 1, 1)) + b[:, None, None],
        _STEPS,
        "NCHW",
    ),
    Case(
        "Conv2DTransposeD",
        [last(_DY), Given(FILTER, format="NCHW")],
        lambda dy, w: last(towards_input(first(dy), w, (6, 5), (2, 2), (1, 0, 1, 1))),
        {**_STEPS_LAST, "input_size": [2, 6, 5, 3]},
        "NHWC",
    ),
    Case(
        "Conv2DBackpropFilter",
        [IMAGE, const(4, 3, 3, 3), _DY],
        lambda x, _, dy: towards_filter(x, dy, (3, 3), (2, 2), (1, 0, 1, 1)),
        _STEPS,
        "NCHW",
    ),
]


def maxima(*sizes: Sequence[int]) -> Function:
    return lambda x: pooled(x, *sizes, lambda part: part.max(-1))  # type: ignore[call-arg, arg-type]


def averages(*sizes: Sequence[int]) -> Function:
    return lambda x: pooled(x, *sizes, lambda part: part.mean(-1))  # type: ignore[call-arg, arg-type]


_NCHW_POOL = {"ksize": [1, 1, 3, 3], "strides": [1, 1, 2, 2]}
_EDGES = {"pads": [1, 1, 1, 1], "padding_mode": "CALCULATED"}
_SAME, _PADDED, _CEIL = (
    ((3, 3), (2, 2), (3, 3), (0, 1)),
    ((3, 3), (2, 2), (3, 3), (1, 1)),
    ((3, 3), (2, 2), (4, 3), (1, 1)),
)
_POOLS = [
    Case("MaxPool", [IMAGE], maxima(*_SAME), {**_NCHW_POOL, "padding": "SAME"}, "NCHW"),
    Case("AvgPool", [IMAGE], averages(*_SAME), {**_NCHW_POOL, "padding": "SAME"}, "NCHW"),
    Case(
        "MaxPool",
        [last(IMAGE)],
        lambda x: last(pooled(first(x), (2, 2), (2, 2), (3, 2), (0, 0), lambda p: p.max(-1))),
        {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"},
        "NHWC",
    ),
    Case("MaxPoolV3", [IMAGE], maxima(*_PADDED), {**_NCHW_POOL, **_EDGES}, "NCHW"),
    Case(
        "MaxPoolV3",
        [IMAGE],
        maxima(*_CEIL),
        {**_NCHW_POOL, **_EDGES, "ceil_mode": True},
        "NCHW",
    ),
    Case(
        "MaxPoolV3",
        [IMAGE],
        lambda x: x.max((2, 3), keepdims=True),
        {**_NCHW_POOL, "global_pooling": True},
        "NCHW",
    ),
    Case("AvgPoolV2", [IMAGE], averages(*_PADDED), {**_NCHW_POOL, **_EDGES}, "NCHW"),
    Case(
        "AvgPoolV2",
        [IMAGE],
        lambda x: pooled(x, (3, 3), (2, 2), (3, 3), (1, 1), lambda p: p.sum(-1) / 9),
        {**_NCHW_POOL, **_EDGES, "exclusive": False},
        "NCHW",
    ),
    Case(
        "AvgPoolV2", [IMAGE], averages(*_CEIL), {**_NCHW_POOL, **_EDGES, "ceil_mode": True}, "NCHW"
    ),
    Case("GlobalAveragePool", [IMAGE], lambda x: x.mean((2, 3), keepdims=True), format="NCHW"),
    Case("GlobalMaxPool", [last(IMAGE)], lambda x: x.max((1, 2), keepdims=True), format="NHWC"),
    Case(
        "Pooling",
        [IMAGE],
        maxima((3, 3), (2, 2), (3, 2), (0, 0)),
        {"mode": 0, "window": [3, 3], "stride": [2, 2]},
        "NCHW",
    ),
    Case(
        "Pooling",
        [IMAGE],
        averages((3, 3), (2, 2), (3, 2), (0, 0)),
        {"mode": 1, "window": [3, 3], "stride": [2, 2]},
        "NCHW",
    ),
    Case(
        "Pooling",
        [IMAGE],
        maxima((3, 3), (2, 2), (2, 2), (0, 0)),
        {"mode": 0, "window": [3, 3], "stride": [2, 2], "ceil_mode": 1},
        "NCHW",
    ),
]


def normal(x: np.ndarray, axes: tuple[int, ...], epsilon: float) -> np.ndarray:
    mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    return np.asarray((x - mean) / np.sqrt(variance + epsilon))


def batch(x: np.ndarray, scale: Any, offset: Any, mean: Any, variance: Any) -> np.ndarray:
    s, o, m, v = (item[:, None, None] for item in (scale, offset, mean, variance))
    return np.asarray((x - m) / np.sqrt(v + np.float32(1e-4)) * s + o)


def lrn(x: np.ndarray) -> np.ndarray:
    made = np.empty_like(x)
    for c in range(x.shape[1]):
        squares = (x[:, max(0, c - 1) : c + 2] ** 2).sum(1)
        made[:, c] = x[:, c] / (1 + 0.5 * squares) ** 0.75
    return made


_CHANNELS = [Given(real(3, low=0.5), format="ND") for _ in range(4)]
_NORMALIZATIONS = [
    Case(
        "BNInference",
        [IMAGE, *_CHANNELS[:2], Given(np.asarray([2], np.float32), format="ND"), *_CHANNELS[2:]],
        lambda x, m, v, f, s, o: batch(x, s, o, m / f, v / f),
        {"epsilon": 1e-4},
        "NCHW",
    ),
    Case(
        "BNInference",
        [last(IMAGE), *_CHANNELS[:2], Given(np.zeros(1, np.float32), True, "ND")],
        lambda x, m, v, f: x / np.sqrt(np.float32(1e-4)),
        {"epsilon": 1e-4},
        "NHWC",
    ),
    Case(
        "BatchNorm",
        [IMAGE, *_CHANNELS],
        lambda x, s, o, m, v: (batch(x, s, o, m, v), m, v),
        {"is_training": False, "data_format": "NCHW"},
        "NCHW",
    ),
    Case(
        "LayerNorm",
        [X, real(4), real(4)],
        lambda x, g, b: (
            normal(x, (2,), 1e-5) * g + b,
            x.mean(2, keepdims=True),
            x.var(2, keepdims=True),
        ),
        {"begin_norm_axis": -1, "begin_params_axis": -1, "epsilon": 1e-5},
    ),
    Case(
        "LayerNorm",
        [X, real(4), real(4)],
        lambda x, g, b: normal(x, (1, 2), 1e-5) * g + b,
        {"begin_norm_axis": 1, "begin_params_axis": 2, "epsilon": 1e-5},
    ),
    Case(
        "LayerNormV3",
        [X, real(3, 4), real(3, 4)],
        lambda x, g, b: normal(x, (1, 2), 1e-5) * g + b,
        {"begin_norm_axis": 1, "begin_params_axis": 1, "epsilon": 1e-5},
    ),
    Case(
        "InstanceNorm",
        [IMAGE, *_CHANNELS[:2]],
        lambda x, g, b: normal(x, (2, 3), 1e-6) * g[:, None, None] + b[:, None, None],
        {"data_format": "NCHW"},
        "NCHW",
    ),
    Case(
        "GroupNorm",
        [real(2, 4, 3, 3), *[Given(real(4), format="ND") for _ in range(2)]],
        lambda x, g, b: (
            normal(x.reshape(2, 2, 2, 3, 3), (2, 3, 4), 1e-4).reshape(x.shape) * g[:, None, None]
            + b[:, None, None]
        ),
        {"num_groups": 2},
        "NCHW",
    ),
    Case(
        "RmsNorm",
        [X, real(4)],
        lambda x, g: (
            x / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(1e-6)) * g,
            1 / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(1e-6)),
        ),
    ),
    Case(
        "LRN",
        [real(2, 5, 3, 3)],
        lrn,
        {"depth_radius": 1, "bias": 1.0, "alpha": 0.5, "beta": 0.75},
        "NCHW",
    ),
]


def bilinear(x: np.ndarray, size: Sequence[int], align: bool, half: bool) -> np.ndarray:
    """Of images in NCHW."""
    for axis, new in zip((2, 3), size, strict=True):
        old = x.shape[axis]
        scale = (old - 1) / (new - 1) if align else old / new
        place = np.arange(new) * scale if not half else (np.arange(new) + 0.5) * scale - 0.5
        place = np.clip(place, 0, old - 1)
        low = np.floor(place).astype(int)
        high = np.minimum(low + 1, old - 1)
        part = (place - low).reshape([-1 if number == axis else 1 for number in range(4)])
        x = np.take(x, low, axis) * (1 - part) + np.take(x, high, axis) * part
    return x.astype(np.float32)


def nearest(x: np.ndarray) -> np.ndarray:
    rows, columns = (np.floor((np.arange(new) + 0.5) * old / new) for new, old in ((4, 6), (8, 5)))
    return x[:, :, rows.astype(int)][:, :, :, columns.astype(int)]


_IMAGES = [
    Case(
        "ResizeBilinearV2",
        [last(IMAGE), Given(np.asarray([9, 7], np.int32), True, "ND")],
        lambda x, _: last(bilinear(first(x), (9, 7), False, False)),
        format="NHWC",
    ),
    Case(
        "ResizeBilinearV2",
        [IMAGE.astype(np.float16), Given(np.asarray([9, 7], np.int32), True, "ND")],
        lambda x, _: bilinear(x, (9, 7), True, False),
        {"align_corners": True},
        "NCHW",
    ),
    Case(
        "ResizeBilinearV2",
        [IMAGE, Given(np.asarray([9, 7], np.int32), True, "ND")],
        lambda x, _: bilinear(x, (9, 7), False, True),
        {"half_pixel_centers": True},
        "NCHW",
    ),
    Case(
        "ResizeNearestNeighborV2",
        [IMAGE, Given(np.asarray([4, 8], np.int32), True, "ND")],
        lambda x, _: nearest(x),
        {"half_pixel_centers": True},
        "NCHW",
    ),
]


def volumes(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    """A convolution of volumes in NCDHW with windows that take steps of 2 over the rows, slice by
    slice.
    """
    padded = np.pad(x, ((0, 0), (0, 0), (1, 0), (0, 0), (0, 0)))
    count = padded.shape[2] - w.shape[2] + 1
    made = [
        sum(
            convolution(padded[:, :, d + k], w[:, :, k], (2, 1), (0, 0, 1, 0))
            for k in range(w.shape[2])
        )
        for d in range(count)
    ]
    return np.stack(made, 2)


def _volumes_last(x: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(x.transpose(0, 2, 3, 4, 1))


_VOLUME = {"strides": [1, 1, 1, 2, 1], "pads": [1, 0, 0, 0, 1, 0]}
_MORE = [
    Case("Conv3D", [real(1, 2, 3, 5, 4), real(3, 2, 2, 3, 2)], volumes, _VOLUME, "NCDHW"),
    Case(
        "Conv3D",
        [_volumes_last(real(1, 2, 3, 5, 4)), Given(real(3, 2, 2, 3, 2), format="NCDHW")],
        lambda x, w: _volumes_last(volumes(x.transpose(0, 4, 1, 2, 3), w)),
        {"strides": [1, 1, 2, 1, 1], "pads": [1, 0, 0, 0, 1, 0]},
        "NDHWC",
    ),
    Case(
        "MaxPoolV2",
        [IMAGE, Given(np.asarray([1, 1, 2, 3], np.int32), True, "ND"), _ONES],
        lambda x, *_: pooled(x, (2, 3), (1, 1), (5, 3), (0, 0), lambda p: p.max(-1)),
        {"padding": "VALID"},
        "NCHW",
    ),
    Case(
        "BNInfer",
        [IMAGE, *[Given(real(3, low=0.5), format="ND") for _ in range(4)]],
        lambda x, s, o, m, v: (
            (x - m[:, None, None]) / np.sqrt(v + 1e-3)[:, None, None] * s[:, None, None]
            + o[:, None, None]
        ),
        {"epsilon": 1e-3},
        "NCHW",
    ),
    Case(
        "ResizeBilinearV2D",
        [IMAGE],
        lambda x: bilinear(x, (9, 7), False, True),
        {"size": [9, 7], "half_pixel_centers": True},
        "NCHW",
    ),
    Case(
        "ResizeNearestNeighborV2D",
        [IMAGE],
        nearest,
        {"size": [4, 8], "half_pixel_centers": True},
        "NCHW",
    ),
]
IMAGE_CASES = _MORE + _CONVOLUTIONS + _POOLS + _NORMALIZATIONS + _IMAGES
