"""Expressions as machine code against NumPy: every function, every dtype, scalar and vector."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from aoe.backends.cpu.codegen.object_code import assembly
from aoe.backends.cpu.target.host import host_target, target_for
from aoe.backends.llvm.emitter import Emitter, Value
from aoe.backends.llvm.expression_code import emit_expression
from aoe.element_types import UNSIGNED
from aoe.errors import CompileError
from aoe.loops.expression import (
    Accumulator,
    Apply,
    Constant,
    Expression,
    Index,
    Load,
    apply,
    cast,
)
from tests.backends.cpu.codegen.native import expression_ir, native_function, native_functions

FLOATS = ("float32", "float64")
INTEGERS = ("int64", "int32", "int16", "int8", "uint64", "uint32", "uint16", "uint8")
NUMBERS = FLOATS + INTEGERS
LANES = (1, 4, 16)
SIZE = 67


def _sample(dtype: str, seed: int) -> NDArray[Any]:
    rng = np.random.default_rng(seed)
    if dtype == "bool":
        return rng.random(SIZE) < 0.5
    if dtype in FLOATS:
        values = np.round(rng.normal(size=SIZE) * 4, 1).astype(dtype)
        values[:6] = [0.0, -0.0, np.inf, -np.inf, np.nan, 2.5]
        return rng.permutation(values)
    limits = np.iinfo(dtype)
    values = rng.integers(limits.min, limits.max, SIZE, dtype, endpoint=True)
    values[:5] = [0, 1, limits.min, limits.max, 7]
    return rng.permutation(values)


def _check(
    expression: Expression, reference: Callable[..., Any], dtypes: tuple[str, ...], seed: int = 0
) -> None:
    arrays = [_sample(dtype, seed + number) for number, dtype in enumerate(dtypes)]
    with np.errstate(all="ignore"):
        expected = np.asarray(reference(*arrays))
    for native in native_functions(expression, dtypes, host_target(threads=1), LANES):
        got = native(*arrays)
        assert got.dtype == expected.dtype
        if got.dtype.kind == "f":
            np.testing.assert_allclose(got, expected, rtol=1e-6)
        else:
            np.testing.assert_array_equal(got, expected)


BINARY: dict[str, Callable[..., Any]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
}


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("function", BINARY)
def test_binary_arithmetic_is_numpys(function: str, dtype: str) -> None:
    _check(apply(function, Load(0), Load(1)), BINARY[function], (dtype, dtype))


@pytest.mark.parametrize("dtype", FLOATS)
def test_floating_point_division_and_remainder_are_numpys(dtype: str) -> None:
    _check(apply("div", Load(0), Load(1)), np.divide, (dtype, dtype))
    _check(apply("mod", Load(0), Load(1)), np.fmod, (dtype, dtype))


def _truncated_division(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    pairs = zip(a.tolist(), b.tolist(), strict=True)
    quotients = [abs(x) // abs(y) * (1 if x * y >= 0 else -1) if y else 0 for x, y in pairs]
    return np.array([q & (2**64 - 1) for q in quotients], np.uint64).astype(a.dtype)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integer_division_truncates_and_never_traps(dtype: str) -> None:
    _check(apply("div", Load(0), Load(1)), _truncated_division, (dtype, dtype))
    edges = np.array(
        [np.iinfo(dtype).min, np.iinfo(dtype).min, 5, 7 if dtype in UNSIGNED else -7], dtype
    )
    divisors = np.array([-1 % 2**64, 0, 0, 2], np.uint64).astype(dtype)
    native = native_function(apply("div", Load(0), Load(1)), (dtype, dtype), host_target(), 4)
    np.testing.assert_array_equal(native(edges, divisors), _truncated_division(edges, divisors))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integer_remainder_has_the_sign_of_the_dividend(dtype: str) -> None:
    _check(apply("mod", Load(0), Load(1)), np.fmod, (dtype, dtype))


UNARY: dict[str, Callable[..., Any]] = {
    "abs": np.abs,
    "sign": np.sign,
    "floor": np.floor,
    "ceil": np.ceil,
    "round": np.rint,
    "neg": np.negative,
}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("function", UNARY)
def test_unary_functions_of_floating_point_are_numpys(function: str, dtype: str) -> None:
    _check(apply(function, Load(0)), UNARY[function], (dtype,))


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("function", ["abs", "sign", "neg"])
def test_unary_functions_of_integers_are_numpys(function: str, dtype: str) -> None:
    _check(apply(function, Load(0)), UNARY[function], (dtype,))


@pytest.mark.parametrize("function", ["floor", "ceil", "round"])
def test_rounding_an_integer_changes_nothing(function: str) -> None:
    _check(apply(function, Load(0)), lambda x: x, ("int32",))


def test_halves_are_rounded_to_even() -> None:
    halves = np.array([0.5, 1.5, 2.5, -0.5, -1.5, -2.5], np.float32)
    native = native_function(apply("round", Load(0)), ("float32",), host_target(), 4)
    np.testing.assert_array_equal(native(halves), [0, 2, 2, 0, -2, -2])


COMPARISONS: dict[str, Callable[..., Any]] = {
    "less": np.less,
    "less_equal": np.less_equal,
    "greater": np.greater,
    "greater_equal": np.greater_equal,
    "equal": np.equal,
    "not_equal": np.not_equal,
}


@pytest.mark.parametrize("dtype", [*NUMBERS, "bool"])
@pytest.mark.parametrize("function", COMPARISONS)
def test_comparisons_are_numpys_with_nan_unequal_to_all(function: str, dtype: str) -> None:
    _check(apply(function, Load(0), Load(1)), COMPARISONS[function], (dtype, dtype))


def test_logic_is_numpys() -> None:
    _check(apply("and", Load(0), Load(1)), np.logical_and, ("bool", "bool"))
    _check(apply("or", Load(0), Load(1)), np.logical_or, ("bool", "bool"))
    _check(apply("xor", Load(0), Load(1)), np.logical_xor, ("bool", "bool"))
    _check(apply("not", Load(0)), np.logical_not, ("bool",))


@pytest.mark.parametrize("dtype", [*NUMBERS, "bool"])
def test_select_takes_then_where_the_condition_holds(dtype: str) -> None:
    _check(apply("select", Load(0), Load(1), Load(2)), np.where, ("bool", dtype, dtype))


@pytest.mark.parametrize("destination", [*NUMBERS, "bool"])
@pytest.mark.parametrize("source", [*INTEGERS, "bool"])
def test_casts_of_integers_are_numpys(source: str, destination: str) -> None:
    _check(cast(Load(0), destination), lambda x: x.astype(destination), (source,))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_bitwise_functions_are_numpys(dtype: str) -> None:
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
        _check(apply(name, Load(0), Load(1)), getattr(np, name), (dtype, dtype))
    _check(apply("bitwise_not", Load(0)), np.bitwise_not, (dtype,))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_a_shift_by_the_width_or_more_shifts_everything_out(dtype: str) -> None:
    width = 8 * np.dtype(dtype).itemsize
    numbers = np.array([1, 100, np.iinfo(dtype).max, np.iinfo(dtype).min], dtype)
    for amount in (0, 1, width - 1, width, width + 5, 100):
        amounts = np.full(4, amount, dtype)
        for function in ("shift_left", "shift_right"):
            left = "left" in function
            whole = [int(n) << amount if left else int(n) >> amount for n in numbers]
            expected = np.array([n % 2**64 for n in whole], np.uint64).astype(dtype)
            shift = apply(function, Load(0), Load(1))
            native = native_function(shift, (dtype, dtype), host_target(), 4)
            np.testing.assert_array_equal(native(numbers, amounts), expected)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_powers_of_integers_wrap(dtype: str) -> None:
    bases = np.array([0, 1, 2, 3, 7, 5, 2, 10], dtype)
    exponents = np.array([0, 9, 5, 70, 3, 0, 100, 2], dtype)
    whole = [int(b) ** int(e) % 2**64 for b, e in zip(bases, exponents, strict=True)]
    expected = np.array(whole, np.uint64).astype(dtype)
    native = native_function(apply("pow", Load(0), Load(1)), (dtype, dtype), host_target(), 4)
    np.testing.assert_array_equal(native(bases, exponents), expected)


def test_negative_powers_of_integers_are_truncated() -> None:
    bases = np.array([1, -1, -1, 2, -3, 0], np.int32)
    exponents = np.array([-3, -3, -2, -1, -1, -1], np.int32)
    native = native_function(apply("pow", Load(0), Load(1)), ("int32",) * 2, host_target(), 4)
    np.testing.assert_array_equal(native(bases, exponents), [1, -1, 1, 0, 0, 0])


def test_a_bitcast_keeps_the_bits() -> None:
    values = np.array([0.0, -0.0, 1.5, -2.75, np.inf, 1e-45], np.float32)
    as_bits = Apply("bitcast", (Load(0),), "float32:uint32")
    native = native_function(as_bits, ("float32",), host_target(), 4)
    np.testing.assert_array_equal(native(values), values.view(np.uint32))


@pytest.mark.parametrize("function", ["max", "min"])
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("bound", [0.0, float("nan")])
def test_nan_survives_a_bound_and_in_it(function: str, swapped: bool, bound: float) -> None:
    arguments = (Constant(bound), Load(0)) if swapped else (Load(0), Constant(bound))
    values = np.array([np.nan, -1.0, 2.0, np.nan], np.float32)
    native = native_function(apply(function, *arguments), ("float32",), host_target(), 4)
    np.testing.assert_array_equal(native(values), BINARY[function](values, np.float32(bound)))


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("outer", ["max", "min"])
def test_a_bound_that_is_nan_survives_another_bound(outer: str, swapped: bool) -> None:
    inner = apply("max", Load(0), Constant(float("nan")))
    arguments = (Constant(1.0), inner) if swapped else (inner, Constant(1.0))
    native = native_function(apply(outer, *arguments), ("float32",), host_target(), 4)
    assert np.isnan(native(np.array([np.nan, -1.0, 2.0, 0.0], np.float32))).all()


def test_a_relu_is_one_instruction() -> None:
    ir = expression_ir(apply("max", Load(0), Constant(0.0)), ("float32",), 16)
    text = assembly(ir, target_for("avx512"))
    assert "vmaxps" in text
    assert "vcmp" not in text


@pytest.mark.parametrize("dtype", NUMBERS)
def test_multiply_add_is_a_product_and_a_sum(dtype: str) -> None:
    def reference(a: NDArray[Any], b: NDArray[Any], c: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(a * b + c)

    _check(apply("fma", Load(0), Load(1), Load(2)), reference, (dtype,) * 3)


@pytest.mark.parametrize("exponent", [1.0, 2.0, 3.0, 4.0, -1.0])
@pytest.mark.parametrize("dtype", FLOATS)
def test_small_constant_powers_are_products(exponent: float, dtype: str) -> None:
    expression = apply("pow", Load(0), Constant(exponent, dtype))
    _check(expression, lambda x: np.power(x, np.array(exponent, x.dtype)), (dtype,))
    assert "call" not in expression_ir(expression, (dtype,), 8)


_LEAVES: st.SearchStrategy[Expression] = st.sampled_from(
    [Load(0), Load(1), Constant(0.75), Constant(-2.0)]
)
_EXPRESSIONS: st.SearchStrategy[Expression] = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        st.builds(apply, st.sampled_from(["neg", "abs", "tanh", "sigmoid", "floor"]), inner),
        st.builds(apply, st.sampled_from(["add", "sub", "mul", "max", "min"]), inner, inner),
        st.builds(lambda a, b, c: apply("select", apply("less", a, b), b, c), inner, inner, inner),
    ),
    max_leaves=8,
)


@settings(max_examples=40, deadline=None)
@given(_EXPRESSIONS, st.sampled_from([1, 8]))
def test_an_expression_has_the_same_value_however_wide_it_is_computed(
    expression: Expression, lanes: int
) -> None:
    arrays = [_sample("float32", 5), _sample("float32", 6)]
    wide = native_function(expression, ("float32",) * 2, host_target(), lanes)(*arrays)
    narrow = native_function(expression, ("float32",) * 2, host_target(), 3)(*arrays)
    np.testing.assert_array_equal(wide, narrow)


def _emit(
    expression: Expression, loads: list[Value], lanes: int, accumulator: Value | None = None
) -> tuple[Value, str]:
    emitter = Emitter()
    value = emit_expression(
        emitter,
        expression,
        lambda operand: loads[operand],
        accumulator,
        lambda axis: Value(f"%{axis}", "int64"),
        lanes,
        {},
    )
    return value, emitter.module()


def test_what_is_made_of_scalars_stays_a_scalar() -> None:
    value, _ = _emit(apply("mul", Load(0), Constant(2.0)), [Value("%x", "float32")], 16)
    assert value.lanes == 1


def test_a_scalar_is_splatted_where_it_meets_a_vector() -> None:
    loads = [Value("%x", "float32"), Value("%v", "float32", 16)]
    value, text = _emit(apply("add", Load(0), Load(1)), loads, 16)
    assert value.lanes == 16
    assert "shufflevector" in text


def test_equal_subexpressions_are_computed_once() -> None:
    square = apply("mul", Load(0), Load(0))
    _, text = _emit(apply("add", square, apply("neg", square)), [Value("%x", "float32")], 1)
    assert text.count("fmul") == 1


def test_the_cache_carries_values_from_one_expression_to_the_next() -> None:
    emitter = Emitter()
    cache: dict[Expression, Value] = {}
    shared = apply("exp", Load(0))
    for expression in (shared, apply("neg", shared)):
        emit_expression(
            emitter,
            expression,
            lambda operand: Value("%x", "float32"),
            None,
            lambda axis: Value("0", "int64"),
            1,
            cache,
        )
    assert cache[shared].name in emitter.module().splitlines()[-1]


def test_an_index_is_an_integer_to_compute_with() -> None:
    value, text = _emit(apply("mul", Index("row"), Constant(3, "int64")), [], 1)
    assert value.dtype == "int64"
    assert "mul i64 %row, 3" in text


def test_an_accumulator_is_what_the_caller_says() -> None:
    value, _ = _emit(Accumulator(), [], 1, Value("%sum", "float32"))
    assert value.name == "%sum"


def test_a_missing_accumulator_is_a_compile_error() -> None:
    with pytest.raises(CompileError, match="accumulator"):
        _emit(Accumulator(), [], 1)


def test_arguments_of_different_types_are_a_compile_error() -> None:
    loads = [Value("%x", "float32"), Value("%i", "int64")]
    with pytest.raises(CompileError, match=r"add has .* different types"):
        _emit(apply("add", Load(0), Load(1)), loads, 1)


@pytest.mark.parametrize(
    ("function", "dtype"), [("exp", "int32"), ("neg", "bool"), ("add", "bool"), ("erf", "uint8")]
)
def test_a_function_the_type_does_not_have_is_a_compile_error(function: str, dtype: str) -> None:
    arguments: tuple[Expression, ...] = (Load(0), Load(0)) if function == "add" else (Load(0),)
    with pytest.raises(CompileError, match=f"no {function} of {dtype}"):
        _emit(Apply(function, arguments), [Value("%x", dtype)], 1)


def test_an_operand_of_the_wrong_width_is_a_compile_error() -> None:
    with pytest.raises(CompileError, match="4 lanes where 8"):
        _emit(Load(0), [Value("%x", "float32", 4)], 8)
