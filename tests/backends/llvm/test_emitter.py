"""The IR text builder: literals are exact, names are unique, LLVM accepts the text."""

from __future__ import annotations

import struct

import llvmlite.binding as llvm
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.llvm.emitter import (
    Emitter,
    Value,
    constant,
    literal,
    llvm_type,
    memory_type,
    splat,
)


def _bits(text: str) -> bytes:
    return struct.pack(">Q", int(text, 16))


@given(st.floats(width=32, allow_nan=False))
def test_a_float32_literal_is_exact(value: float) -> None:
    assert struct.unpack(">d", _bits(literal(value, "float32")))[0] == value


@given(st.floats(allow_nan=False))
def test_a_float64_literal_is_exact(value: float) -> None:
    assert struct.unpack(">d", _bits(literal(value, "float64")))[0] == value


@given(st.floats(allow_nan=False))
def test_a_float32_literal_is_rounded_as_numpy_does(value: float) -> None:
    with np.errstate(over="ignore"):
        expected = float(np.float32(value))
    assert struct.unpack(">d", _bits(literal(value, "float32")))[0] == expected


def test_nan_is_a_quiet_nan() -> None:
    assert literal(float("nan"), "float32") == "0x7FF8000000000000"


@pytest.mark.parametrize(
    ("value", "dtype", "text"),
    [
        (255, "uint8", "-1"),
        (200, "int8", "-56"),
        (-(2**63), "int64", str(-(2**63))),
        (2**31, "int32", str(-(2**31))),
        (True, "bool", "true"),
        (0, "bool", "false"),
    ],
)
def test_integer_literals_wrap_to_their_type(value: int, dtype: str, text: str) -> None:
    assert literal(value, dtype) == text


def test_a_vector_literal_has_the_value_in_every_lane() -> None:
    assert literal(3, "int32", 4) == "splat (i32 3)"


def test_a_bool_is_one_bit_as_a_value_and_a_byte_in_memory() -> None:
    assert llvm_type("bool", 8) == "<8 x i1>"
    assert memory_type("bool", 8) == "<8 x i8>"


def test_a_splatted_literal_needs_no_instruction() -> None:
    emitter = Emitter()
    value = splat(emitter, constant(1.0, "float32"), 4)
    assert value == Value("splat (float 0x3FF0000000000000)", "float32", 4)
    assert emitter.module().strip() == ""


def test_a_value_of_the_right_width_is_not_splatted() -> None:
    value = Value("%x", "float32", 4)
    assert splat(Emitter(), value, 4) is value


def test_a_module_with_declarations_slots_and_included_functions_is_valid() -> None:
    inner = Emitter()
    inner.declare("declare float @llvm.sqrt.f32(float)")
    inner.define("internal float @root(float %x)")
    inner.do(f"ret float {inner.let('call float @llvm.sqrt.f32(float %x)')}")
    inner.end()
    outer = Emitter()
    for name in ("first", "second"):
        outer.include(inner)
        outer.define(f"void @{name}(ptr %p)")
        slot = outer.alloca("float")
        scalar = Value(outer.let("load float, ptr %p"), "float32")
        outer.do(f"store float {outer.let(f'call float @root({scalar.typed})')}, ptr {slot}")
        root = Value(outer.let(f"load float, ptr {slot}"), "float32")
        outer.do(f"store {splat(outer, root, 4).typed}, ptr %p")
        outer.do("ret void")
        outer.end()
    module = llvm.parse_assembly(outer.module())
    module.verify()
    assert [f.name for f in module.functions if not f.is_declaration] == ["root", "first", "second"]


def test_fresh_names_differ_from_each_other() -> None:
    emitter = Emitter()
    assert len({emitter.fresh("loop") for _ in range(100)}) == 100
