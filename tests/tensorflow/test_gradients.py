"""Gradients that a tf.function computes: by native code as a whole, and those of TensorFlow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from aoe.tensorflow import adapter, left_to_tensorflow

image, raw = tf.image, tf.raw_ops
#: Numbers of segments of images and rows, and of symbols that two signals contain.
PLACES = np.random.default_rng(3).integers(0, 5, (2, 5)).astype(np.int32)
LABELS = np.asarray([[1, 4, 0], [2, 2, 5]], np.int32)


def _resized(method: str, rows: int, columns: int, **options: Any) -> Callable[[Any], Any]:
    return lambda x: image.resize(x, (rows, columns), method, **options)


def _legacy(kind: str, rows: int, columns: int, **flags: bool) -> Callable[[Any], Any]:
    operator = getattr(raw, f"Resize{kind}")
    return lambda x: operator(images=x, size=(rows, columns), **flags)


def _penalty(pool: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The gradient of what a pool gives, which is differentiated again."""

    def of(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = tf.reduce_sum(tf.sin(pool(tf.nn.relu(x))))
        return tape.gradient(total, x)

    return of


CASES: dict[str, Callable[[Any], Any]] = {
    "twice as large": _resized("bilinear", 10, 12),
    "larger": _resized("bilinear", 7, 11),
    "smaller": _resized("bilinear", 3, 4),
    "one pixel": _resized("bilinear", 1, 1),
    "cubic": _resized("bicubic", 8, 9),
    "cubic, smaller": _resized("bicubic", 3, 5),
    "lanczos": _resized("lanczos3", 9, 4, antialias=True),
    "antialias": _resized("bilinear", 3, 4, antialias=True),
    "nearest, larger": _resized("nearest", 7, 11),
    "nearest, smaller": _resized("nearest", 3, 4),
    "bilinear, corners": _legacy("Bilinear", 9, 8, align_corners=True),
    "bilinear, from the edge": _legacy("Bilinear", 9, 8),
    "cubic, corners": _legacy("Bicubic", 9, 8, align_corners=True),
    "cubic, from the edge": _legacy("Bicubic", 3, 8),
    "nearest, corners": _legacy("NearestNeighbor", 10, 18, align_corners=True),
    "nearest, from the edge": _legacy("NearestNeighbor", 7, 4),
    "gradient of a pool": _penalty(lambda x: tf.nn.max_pool2d(x, 3, 2, "SAME")),
    "gradient of a pool of volumes": _penalty(
        lambda x: tf.nn.max_pool3d(x[:, :, :, None], (2, 3, 1), (2, 2, 1), "VALID")
    ),
    "segments of two axes": lambda x: tf.math.unsorted_segment_sum(x, PLACES, 5),
    "ctc": lambda x: tf.nn.ctc_loss(
        LABELS, tf.reshape(x, (10, 2, 6)), [2, 3], [10, 8], logits_time_major=True
    ),
}


def _gradients(of: Callable[[Any], Any]) -> Callable[..., Any]:
    """A function of images that gives what `of` makes of their convolution, and gradients."""
    kernel = tf.Variable(np.random.default_rng(1).standard_normal((1, 1, 3, 2)).astype(np.float32))

    def computed(images: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(images)
            found = of(tf.nn.conv2d(images, kernel, 1, "SAME"))
            weights = np.random.default_rng(2).standard_normal(found.shape).astype(np.float32)
            loss = tf.reduce_sum(found * weights)
        return [found, *tape.gradient(loss, [images, kernel])]

    function: Callable[..., Any] = tf.function(computed)
    return function


@pytest.mark.parametrize("name", CASES)
def test_gradients_are_native_and_those_of_tensorflow(name: str) -> None:
    function = _gradients(CASES[name])
    given = tf.constant(np.random.default_rng(0).standard_normal((2, 5, 6, 3)).astype(np.float32))
    with left_to_tensorflow():
        wanted = function(given)
    function(given)
    found = function(given)
    (report,) = adapter.reports()
    assert (report.reason, report.native, dict(report.outside)) == ("", 1, {})
    for one, other in zip(found, wanted, strict=True):
        scale = np.abs(other).max()
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-5 * scale)


@pytest.mark.parametrize("activation", [tf.nn.relu, tf.nn.relu6, tf.nn.leaky_relu, tf.nn.elu])
def test_a_sample_with_nan_makes_the_gradients_nan_that_it_makes_in_tensorflow(
    activation: Callable[[Any], Any],
) -> None:
    def squared(x: Any) -> Any:
        return activation(x) ** 2

    function = _gradients(squared)
    given = np.random.default_rng(0).standard_normal((2, 5, 6, 3)).astype(np.float32)
    spoilt = given.copy()
    spoilt[1, 2, 3, 0] = np.nan
    with left_to_tensorflow():
        wanted = function(tf.constant(spoilt))
    for images in (given, given, spoilt):
        found = function(tf.constant(images))
    (report,) = adapter.reports()
    assert (report.reason, report.native) == ("", 2)
    assert np.isnan(wanted[2]).any()
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(np.isnan(one), np.isnan(other))
