"""Activations, poolings and normalizations against their definitions in NumPy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.frontends.caffe.cases import Case, check_case, sigmoid
from tests.frontends.caffe.definitions import lrn, pooled
from tests.frontends.caffe.nets import IMAGE, layer, numbers, outputs_of, source


def _softmax(x: np.ndarray, axis: int) -> np.ndarray:
    e = np.exp(x.astype(np.float64))
    return np.asarray(e / e.sum(axis, keepdims=True))


def _mvn(x: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    d = x - x.astype(np.float64).mean(axes, keepdims=True)
    return np.asarray(d / (np.sqrt((d**2).mean(axes, keepdims=True)) + 1e-9))


def _within(x: np.ndarray) -> np.ndarray:
    squares = pooled(x**2, (3, 3), (1, 1), (1, 1), True)
    return np.asarray(x * (1 + 0.5 * squares) ** -0.6)


_POOLS = [
    Case(
        "Pooling",
        f"pooling_param {{ pool: {method} {text} }}",
        lambda x, a=average, k=kernel, s=stride, p=pad, d=down: pooled(x, k, s, p, a, d),
    )
    for method, average in (("MAX", False), ("AVE", True))
    for text, kernel, stride, pad, down in (
        ("kernel_size: 3 stride: 2", (3, 3), (2, 2), (0, 0), False),
        ("kernel_size: 3 stride: 2 pad: 1", (3, 3), (2, 2), (1, 1), False),
        ("kernel_size: 2 stride: 2 pad: 1", (2, 2), (2, 2), (1, 1), False),
        ("kernel_size: 5 stride: 3 pad: 2", (5, 5), (3, 3), (2, 2), False),
        ("kernel_size: 3 pad: 1", (3, 3), (1, 1), (1, 1), False),
        ("kernel_size: 2 stride: 2 round_mode: FLOOR", (2, 2), (2, 2), (0, 0), True),
        ("kernel_size: 2 stride: 2 ceil_mode: false", (2, 2), (2, 2), (0, 0), True),
        ("global_pooling: true", (11, 13), (1, 1), (0, 0), False),
        (
            "kernel_h: 3 kernel_w: 2 stride_h: 2 stride_w: 3 pad_h: 1 pad_w: 0",
            *((3, 2), (2, 3), (1, 0), False),
        ),
        ("kernel_size: 4 stride: 3 pad: 1", (4, 4), (3, 3), (1, 1), False),
    )
]

CASES = [
    *_POOLS,
    Case("Sigmoid", "", sigmoid),
    Case("TanH", "", np.tanh),
    Case("AbsVal", "", np.abs),
    Case("BNLL", "", lambda x: np.log1p(np.exp(x.astype(np.float64)))),
    Case("ReLU", "", lambda x: np.maximum(x, 0)),
    Case("ReLU", "relu_param { negative_slope: 0.1 }", lambda x: np.where(x > 0, x, 0.1 * x)),
    Case("ReLU6", "", lambda x: np.clip(x, 0, 6)),
    Case("PReLU", "", lambda x, a: np.where(x > 0, x, a[:, None, None] * x), blobs=[(4,)]),
    Case(
        "PReLU",
        "prelu_param { channel_shared: true }",
        lambda x, a: np.where(x > 0, x, a * x),
        blobs=[(1,)],
    ),
    Case("ELU", "elu_param { alpha: 0.5 }", lambda x: np.where(x > 0, x, 0.5 * np.expm1(x))),
    Case("Clip", "clip_param { min: -0.5 max: 0.7 }", lambda x: np.clip(x, -0.5, 0.7)),
    Case("Swish", "swish_param { beta: 1.5 }", lambda x: x * sigmoid(1.5 * x)),
    Case("Swish", "", lambda x: x * sigmoid(x)),
    Case("Threshold", "threshold_param { threshold: 0.2 }", lambda x: (x > 0.2) * 1.0),
    Case("Dropout", "dropout_param { dropout_ratio: 0.3 }", lambda x: x),
    Case(
        "Power",
        "power_param { power: 3 scale: 0.5 shift: 0.25 }",
        lambda x: (0.25 + 0.5 * x) ** 3,
    ),
    Case("Power", "power_param { scale: 2 shift: 1 }", lambda x: 1 + 2 * x),
    Case("Power", "power_param { scale: 0 shift: 3 power: 2 }", lambda x: np.full(x.shape, 9.0)),
    Case("Power", "power_param { power: 0 }", lambda x: np.ones(x.shape)),
    Case("Exp", "", np.exp),
    Case("Exp", "exp_param { base: 2 scale: 0.5 shift: 1 }", lambda x: 2 ** (1 + 0.5 * x)),
    Case("Log", "", np.log, positive=True),
    Case(
        "Log",
        "log_param { base: 10 scale: 0.01 shift: 5 }",
        lambda x: np.log10(5 + 0.01 * x),
    ),
    Case("Softmax", "", lambda x: _softmax(x, 1)),
    Case("Softmax", "softmax_param { axis: -1 }", lambda x: _softmax(x, 3)),
    Case(
        "LRN",
        "lrn_param { local_size: 3 alpha: 0.5 beta: 0.6 k: 2 }",
        lambda x: lrn(x, 3, 0.5, 0.6, 2),
    ),
    Case(
        "LRN",
        "lrn_param { local_size: 3 alpha: 0.5 beta: 0.6 norm_region: WITHIN_CHANNEL }",
        _within,
    ),
    Case("MVN", "", lambda x: _mvn(x, (2, 3))),
    Case("MVN", "mvn_param { across_channels: true }", lambda x: _mvn(x, (1, 2, 3))),
    Case(
        "MVN",
        "mvn_param { normalize_variance: false }",
        lambda x: x - x.mean((2, 3), keepdims=True),
    ),
    Case(
        "Normalize",
        "norm_param { across_spatial: false channel_shared: false }",
        lambda x, s: x / np.sqrt((x**2).sum(1, keepdims=True)) * s[:, None, None],
        blobs=[(4,)],
    ),
    Case(
        "Normalize",
        "",
        lambda x, s: x / np.sqrt((x**2).sum((1, 2, 3), keepdims=True)) * s,
        blobs=[(1,)],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_layer_computes_what_its_definition_says(case: Case, tmp_path: Path) -> None:
    check_case(case, tmp_path)


def test_batch_norm_divides_by_its_third_blob(tmp_path: Path) -> None:
    x, mean, variance = numbers(IMAGE), numbers((4,), 1), np.abs(numbers((4,), 2)) + 1
    for count in (4.0, 0.0):
        blobs = {"l": [mean, variance, np.asarray([count], np.float32)]}
        text = source() + layer("BatchNorm", "batch_norm_param { eps: 0.001 }")
        (found,) = outputs_of(tmp_path, text, {"data": x}, blobs)
        factor = 1 / count if count else 0
        own_mean, own_variance = ((v * factor)[:, None, None] for v in (mean, variance))
        np.testing.assert_allclose(
            found, (x - own_mean) / np.sqrt(own_variance + 0.001), rtol=1e-5, atol=1e-5
        )


def test_the_second_top_of_pooling_has_positions_in_the_plane(tmp_path: Path) -> None:
    x = numbers((2, 3, 4, 6))
    text = source(x.shape) + layer(
        "Pooling", "pooling_param { kernel_size: 2 stride: 2 }", top=("y", "mask")
    )
    text += layer("Upsample", "upsample_param { scale: 2 }", ("y", "mask"), ("z",), "up")
    (found,) = outputs_of(tmp_path, text, {"data": x})
    whole = pooled(x, (2, 2), (2, 2), (0, 0), False).repeat(2, 2).repeat(2, 3)
    np.testing.assert_array_equal(found, np.where(x == whole, x, 0))
