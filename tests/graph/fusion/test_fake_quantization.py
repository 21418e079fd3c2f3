"""Numbers that are quantised and dequantised within one operator."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.graph.fusion.fake_quantization import without_bytes
from aoe.loops.expression import Constant, Expression, Load, apply, cast
from aoe.operators.reference import evaluate

_X = np.asarray([-1e9, -3.5, -2.5, -0.4, -0.0, 0.0, 0.5, 1.5, 126.5, 254.6, 1e9], np.float32)
_X = np.append(_X, np.asarray([np.nan, np.inf, -np.inf], np.float32))


def quantised(dtype: str, zero: int | None, lowest: float, highest: float) -> Expression:
    steps: Expression = apply("round", Load(0))
    if zero is not None:
        steps = apply("add", steps, cast(Constant(zero, dtype), "float32"))
    bounded = apply("min", apply("max", steps, Constant(lowest)), Constant(highest))
    return cast(bounded, dtype)


def dequantised(byte: Expression, dtype: str, zero: int | None) -> Expression:
    whole = cast(byte, "int32")
    if zero is not None:
        whole = apply("sub", whole, cast(Constant(zero, dtype), "int32"))
    return apply("mul", cast(whole, "float32"), Constant(0.25))


@pytest.mark.parametrize("zero", [None, 3])
@pytest.mark.parametrize(("dtype", "limits"), [("uint8", (0.0, 255.0)), ("int8", (-128.0, 127.0))])
def test_limited_numbers_become_integers_directly(
    dtype: str, limits: tuple[float, float], zero: int | None
) -> None:
    before = dequantised(quantised(dtype, zero, *limits), dtype, zero)
    after = without_bytes(before)
    assert str(after).count("function='cast'") == str(before).count("function='cast'") - 1
    found, expected = evaluate(after, [_X]), evaluate(before, [_X])
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))


@pytest.mark.parametrize(
    "byte",
    [
        quantised("uint8", None, 0.0, 300.0),
        quantised("int8", None, 0.0, 255.0),
        cast(apply("round", Load(0)), "uint8"),
        cast(apply("max", apply("round", Load(0)), Constant(0.0)), "uint8"),
        quantised("int16", None, -32768.0, 32767.0),
    ],
    ids=["beyond the limits", "of the other type", "without limits", "one limit", "other bytes"],
)
def test_what_a_cast_changes_is_cast(byte: Expression) -> None:
    before = dequantised(byte, "uint8", None)
    assert without_bytes(before) == before
