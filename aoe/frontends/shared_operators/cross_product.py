"""The cross product of vectors of three elements, which ONNX has no operator for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

Made = TypeVar("Made")


def cross_product(node: Callable[..., Made], x: Any, y: Any, axis: int) -> Made:
    """x × y along an axis of three elements: each is a difference of products of the other two.
    `node`: makes a node of the caller's kind.
    """

    def rolled(value: Any, order: tuple[int, ...]) -> Made:
        return node("Gather", value, np.asarray(order, np.int64), axis=axis)

    after, before = (1, 2, 0), (2, 0, 1)
    first = node("Mul", rolled(x, after), rolled(y, before))
    return node("Sub", first, node("Mul", rolled(x, before), rolled(y, after)))
