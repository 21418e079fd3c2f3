"""Cases of operators of images: convolutions, pools and resizing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tests.frontends.single_operator.case import Case, Given
from tests.frontends.single_operator.values import (
    FILTER,
    IMAGE,
    Function,
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
    Case(
        "MaxPoolV2",
        [IMAGE, Given(np.asarray([1, 1, 2, 3], np.int32), True, "ND"), _ONES],
        lambda x, *_: pooled(x, (2, 3), (1, 1), (5, 3), (0, 0), lambda p: p.max(-1)),
        {"padding": "VALID"},
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


_RESIZED = [
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
_VOLUMES = [
    Case("Conv3D", [real(1, 2, 3, 5, 4), real(3, 2, 2, 3, 2)], volumes, _VOLUME, "NCDHW"),
    Case(
        "Conv3D",
        [_volumes_last(real(1, 2, 3, 5, 4)), Given(real(3, 2, 2, 3, 2), format="NCDHW")],
        lambda x, w: _volumes_last(volumes(x.transpose(0, 4, 1, 2, 3), w)),
        {"strides": [1, 1, 2, 1, 1], "pads": [1, 0, 0, 0, 1, 0]},
        "NDHWC",
    ),
]
IMAGE_CASES = _CONVOLUTIONS + _VOLUMES + _POOLS + _RESIZED
