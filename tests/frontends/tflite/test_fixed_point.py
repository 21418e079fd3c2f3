"""Sigmoids and tanh_table of all words, beside those of LiteRT 2.3's default kernels."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.frontends.tflite.words.tables import logistic_table, tanh_table
from tests.frontends.tflite.case import Case
from tests.frontends.tflite.word_cases import word


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


@pytest.mark.parametrize("kind", ["LOGISTIC", "TANH"])
def test_a_scale_of_0_is_refused(kind: str, tmp_path: Path) -> None:
    case = Case(kind, [word(2, 3, scale=0.0)], {}, [word(2, 3, scale=2**-15)])
    path = tmp_path / "m.tflite"
    path.write_bytes(case.file("scale"))
    with pytest.raises(aoe.AoeError, match=rf"{kind} .*its operand is not above 0"):
        aoe.compile(path, device="reference")
