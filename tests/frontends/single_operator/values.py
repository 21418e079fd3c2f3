"""Random tensors and constants for cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.frontends.single_operator.case import Given

_RANDOM = np.random.default_rng(0)


def real(*shape: int, low: float = -2, high: float = 2) -> np.ndarray:
    return np.asarray(_RANDOM.uniform(low, high, shape), np.float32)


def whole(*shape: int, low: int = -9, high: int = 9) -> np.ndarray:
    return _RANDOM.integers(low, high, shape, dtype=np.int32)


def true(*shape: int) -> np.ndarray:
    return _RANDOM.integers(0, 2, shape).astype(np.bool_)


def const(*numbers: int, dtype: str = "int32") -> Given:
    return Given(np.asarray(numbers, dtype), constant=True)


def number(value: float, dtype: str = "float32") -> Given:
    return Given(np.asarray(value, dtype), constant=True)


def last(x: np.ndarray) -> np.ndarray:
    """Images with the channels last."""
    return np.ascontiguousarray(x.transpose(0, 2, 3, 1))


def first(x: np.ndarray) -> np.ndarray:
    """Images with the channels in the second place."""
    return np.ascontiguousarray(x.transpose(0, 3, 1, 2))


X, Y, POSITIVE = real(2, 3, 4), real(2, 3, 4), real(2, 3, 4, low=0.1)
IMAGE, FILTER = real(2, 3, 6, 5), real(4, 3, 3, 3)

Function = Callable[..., Any]
