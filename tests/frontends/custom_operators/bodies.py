"""Custom operators for tests, and a registry of their own for each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import onnx

from aoe.frontends.custom_operators import custom_operator

#: `factor · x`.
SCALED = onnx.parser.parse_function(
    """<domain: "test.own", opset_import: ["": 21]>
    Scaled <factor> (x) => (y) { k = Constant <value_float: float = @factor> () y = Mul (x, k) }"""
)


@contextmanager
def empty_registry() -> Iterator[None]:
    """Within, what is registered is forgotten at the end."""
    before = dict(custom_operator._REGISTERED)
    custom_operator._REGISTERED.clear()
    try:
        yield
    finally:
        custom_operator._REGISTERED.clear()
        custom_operator._REGISTERED.update(before)
