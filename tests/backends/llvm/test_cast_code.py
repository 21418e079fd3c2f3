"""Conversions of floating point to integers as machine code: what is beyond the type, NaN, and
vectors.
"""

from __future__ import annotations

import numpy as np
import pytest

from aoe.backends.cpu.target.host import host_target
from aoe.backends.llvm.cast_code import emit_cast
from aoe.backends.llvm.emitter import Emitter, Value
from aoe.backends.llvm.expression_code import emit_expression
from aoe.element_types import UNSIGNED
from aoe.loops.expression import Constant, Load, apply, cast
from aoe.operators.reference import evaluate
from tests.backends.cpu.codegen.native import native_function

FLOATS = ("float32", "float64")
NUMBERS = (*FLOATS, *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)))


@pytest.mark.parametrize("destination", [*NUMBERS, "bool"])
@pytest.mark.parametrize("source", FLOATS)
def test_casts_of_floating_point_truncate_towards_zero(source: str, destination: str) -> None:
    lowest = 0.0 if destination in UNSIGNED else -127.9
    values = np.array([0.0, -0.0, 0.9, 1.0, 1.5, 2.5, 126.9, lowest, max(lowest, -1.5)], source)
    native = native_function(cast(Load(0), destination), (source,), host_target(), 4)
    np.testing.assert_array_equal(native(values), values.astype(destination))


@pytest.mark.parametrize("source", FLOATS)
@pytest.mark.parametrize("destination", ["int32", "int64", "uint64"])
def test_casts_to_integers_saturate_and_turn_nan_to_zero(source: str, destination: str) -> None:
    values = np.array([1e30, -1e30, np.inf, -np.inf, np.nan], source)
    limits = np.iinfo(destination)
    native = native_function(cast(Load(0), destination), (source,), host_target(), 4)
    expected = [limits.max, limits.min, limits.max, limits.min, 0]
    np.testing.assert_array_equal(native(values), np.array(expected, destination))
    for end in (limits.min, limits.max + 1):
        power = np.asarray(end, source)
        around = [np.nextafter(power, 0), power, np.nextafter(power, 2 * power)]
        exact = [min(max(int(value), limits.min), limits.max) for value in around]
        found = native(np.asarray(around, source))
        np.testing.assert_array_equal(found, np.array(exact, destination))


@pytest.mark.parametrize("destination", ["int32", "int64", "uint64", "uint8"])
def test_a_vector_is_converted_as_a_whole(destination: str) -> None:
    emitter = Emitter()
    emitter.define("void @f(<8 x float> %x)")
    emit_cast(emitter, Value("%x", "float32", 8), destination)
    assert ".sat." not in emitter.module()  # LLVM computes that element by element on x86


def test_casts_to_narrow_integers_wrap() -> None:
    values = np.array([300.0, -1.0, -129.0, 256.0, 70000.0, 2.0**31, -(2.0**31)], np.float32)
    for destination in ("uint8", "int8", "uint16", "int16", "uint32"):
        native = native_function(cast(Load(0), destination), ("float32",), host_target(), 4)
        wide = np.int64 if destination == "uint32" else np.int32
        limits = np.iinfo(wide)
        inside = np.clip(values.astype(np.float64), limits.min, limits.max).astype(wide)
        np.testing.assert_array_equal(native(values), inside.astype(destination))


@pytest.mark.parametrize("limits", [(0.0, 255.0), (-128.0, 127.0), (-(2.0**31), 2.0**31 - 128)])
@pytest.mark.parametrize("lanes", [1, 4])
def test_casts_of_limited_numbers_are_those_of_the_reference(
    limits: tuple[float, float], lanes: int
) -> None:
    ends = [*limits, -0.0, 0.4, -0.6, 1.5, 254.9, 1e30, -1e30, np.inf, -np.inf, np.nan]
    values = np.array(ends, np.float32)
    bounded = apply("min", apply("max", Load(0), Constant(limits[0])), Constant(limits[1]))
    for destination in ("uint8", "int8", "uint16", "int16", "int32", "uint32", "int64", "uint64"):
        expression = cast(bounded, destination)
        native = native_function(expression, ("float32",), host_target(), lanes)
        expected = evaluate(expression, [values]).astype(destination)
        np.testing.assert_array_equal(native(values), expected)


def test_limited_numbers_are_not_limited_again() -> None:
    least = apply("max", Load(0), Constant(0.0))
    texts = []
    for number in (apply("min", least, Constant(255.0)), least):
        emitter = Emitter()
        emitter.define("void @f(<8 x float> %x)")
        emit_expression(emitter, cast(number, "uint8"), _x, None, _no_index, 8, {})
        texts.append(emitter.module())
    assert texts[0].count("select") < texts[1].count("select")


def _x(number: int) -> Value:
    return Value("%x", "float32", 8)


def _no_index(axis: str) -> Value:
    raise AssertionError(f"no expression here has the index {axis}")
