"""Cases of normalizations: over a batch, layers, groups, channels and root mean squares."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.frontends.single_operator.case import Case, Given
from tests.frontends.single_operator.values import IMAGE, X, last, real


def normal(x: np.ndarray, axes: tuple[int, ...], epsilon: float) -> np.ndarray:
    mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    return np.asarray((x - mean) / np.sqrt(variance + epsilon))


def batch(
    x: np.ndarray, scale: Any, offset: Any, mean: Any, variance: Any, epsilon: float
) -> np.ndarray:
    s, o, m, v = (item[:, None, None] for item in (scale, offset, mean, variance))
    return np.asarray((x - m) / np.sqrt(v + np.float32(epsilon)) * s + o)


def lrn(x: np.ndarray) -> np.ndarray:
    made = np.empty_like(x)
    for c in range(x.shape[1]):
        squares = (x[:, max(0, c - 1) : c + 2] ** 2).sum(1)
        made[:, c] = x[:, c] / (1 + 0.5 * squares) ** 0.75
    return made


_CHANNELS = [Given(real(3, low=0.5), format="ND") for _ in range(4)]
NORMALIZATION_CASES = [
    Case(
        "BNInference",
        [IMAGE, *_CHANNELS[:2], Given(np.asarray([2], np.float32), format="ND"), *_CHANNELS[2:]],
        lambda x, m, v, f, s, o: batch(x, s, o, m / f, v / f, 1e-4),
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
        lambda x, s, o, m, v: (batch(x, s, o, m, v, 1e-4), m, v),
        {"is_training": False, "data_format": "NCHW"},
        "NCHW",
    ),
    Case(
        "BNInfer",
        [IMAGE, *_CHANNELS],
        lambda x, s, o, m, v: batch(x, s, o, m, v, 1e-3),
        {"epsilon": 1e-3},
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
