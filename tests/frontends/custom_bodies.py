"""Custom operators for tests, and a registry of their own for each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import onnx

from aoe.frontends import custom_operators

#: `factor · x`.
SCALED = onnx.parser.parse_function(
    """<domain: "test.own", opset_import: ["": 21]>
    Scaled <factor> (x) => (y) { k = Constant <value_float: float = @factor> () y = Mul (x, k) }"""
)


@contextmanager
def empty_registry() -> Iterator[None]:
    """Within, what is registered is forgotten at the end."""
    before = dict(custom_operators._REGISTERED)
    custom_operators._REGISTERED.clear()
    try:
        yield
    finally:
        custom_operators._REGISTERED.clear()
        custom_operators._REGISTERED.update(before)
