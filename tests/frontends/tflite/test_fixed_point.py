"""Sigmoids and tanh_table of all words, beside those of LiteRT 2.3's default kernels."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import numpy as np
import pytest

from aoe.frontends.tflite.words.tables import logistic_table, tanh_table


@pytest.mark.parametrize(
    ("function", "scale", "checksum"),
    [
        (logistic_table, 2**-12, 2310271886),
        (tanh_table, 2**-12, 1890749950),
        (logistic_table, 2**-11, 3062741604),
        (tanh_table, 2**-11, 558921650),
        (logistic_table, 2**-13, 1366947185),
        (tanh_table, 2**-13, 2468111897),
        (logistic_table, 1.0005 * 2**-12, 2310271886),
        (tanh_table, 1.0005 * 2**-12, 1890749950),
        (logistic_table, 0.001, 4100217646),
        (tanh_table, 0.001, 636459472),
    ],
)
def test_all_words_give_what_litert_gives(
    function: Callable[[float], np.ndarray], scale: float, checksum: int
) -> None:
    assert zlib.crc32(function(scale).astype("<i2").tobytes()) == checksum
