"""Measures the accuracy of vector math against results of higher precision.

Errors are in units in the last place of the true value, rounded to the format. `ALLOWED_ULP` states
the allowed error of each function. The samples have every exponent of both signs, dense intervals
and all special values.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import math
import platform
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from aoe.backends.cpu.codegen.object_code import assembly
from aoe.backends.cpu.target.host import target_for
from aoe.loops.expression import Load, apply
from tests.backends.cpu.codegen.native import expression_ir, native_function, runnable_presets
from tests.not_empty import not_empty

Reference = Callable[[NDArray[np.float64]], NDArray[np.float64]]

#: In units in the last place; half a unit means correctly rounded.
ALLOWED_ULP = {
    "exp": 2.0, "expm1": 2.0, "log": 2.0, "log1p": 3.0, "tanh": 4.0, "erf": 4.0,
    "sigmoid": 4.0, "rsqrt": 2.0, "sin": 3.0, "cos": 3.0, "pow": 2.0, "tan": 2.0, "asin": 2.0,
    "acos": 2.0, "atan": 2.0, "sinh": 2.0, "cosh": 2.0, "asinh": 2.0, "acosh": 2.0, "atanh": 2.0,
    "sqrt": 0.501, "reciprocal": 0.501,
}  # fmt: skip
#: Computed by the C library.
LIBRARY = ("tan", "sinh", "cosh", "asinh", "acosh", "atanh")
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0]


def _erf(x: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.frompyfunc(math.erf, 1, 1)(x), np.float64)


def _sigmoid(x: NDArray[np.float64]) -> NDArray[np.float64]:
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1.0, small) / (1.0 + small)


REFERENCES: dict[str, Reference] = {
    "exp": np.exp,
    "expm1": np.expm1,
    "log": np.log,
    "log1p": np.log1p,
    "tanh": np.tanh,
    "erf": _erf,
    "sigmoid": _sigmoid,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1.0 / np.sqrt(x),
    "reciprocal": lambda x: 1.0 / x,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
}
#: Targets and lane counts: full vectors of every kind, two registers, odd counts, scalars.
CODE = [
    ("host", 1),
    ("host", 5),
    ("sse", 4),
    ("avx", 8),
    ("avx2", 8),
    ("avx512", 16),
    ("avx512", 32),
]


@pytest.fixture(scope="module")
def sample() -> NDArray[np.float32]:
    return samples()


@cache
def samples() -> NDArray[np.float32]:
    rng = np.random.default_rng(7)
    exponents = np.repeat(np.arange(512, dtype=np.uint32), 300) << np.uint32(23)
    fractions = rng.integers(0, 1 << 23, exponents.size, dtype=np.uint32)
    everywhere = (exponents | fractions).view(np.float32)
    dense = [np.linspace(-r, r, 60_001, dtype=np.float32) for r in (1.1, 10.0, 110.0, 9000.0)]
    return np.concatenate([everywhere, *dense, np.array(SPECIAL, np.float32)])


@lru_cache(maxsize=2)
def true_values(function: str) -> NDArray[np.float64]:
    """What a function gives for the samples."""
    with np.errstate(all="ignore"):
        return REFERENCES[function](samples().astype(np.float64))


def ulp_errors(got: NDArray[np.float32], true: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns errors in units in the last place of float32; infinite where a special value is
    wrong.
    """
    with np.errstate(all="ignore"):
        rounded = true.astype(np.float32)
        unit = np.spacing(np.abs(rounded)).astype(np.float64)
        errors = np.abs(got.astype(np.float64) - true) / unit
        special = ~np.isfinite(rounded)
        matches = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
    return np.where(
        special, np.where(matches, 0.0, np.inf), np.where(np.isnan(got), np.inf, errors)
    )


#: The C library's `FE_UNDERFLOW`, by machine.
UNDERFLOW = {"x86_64": 0x10, "aarch64": 0x8}


@pytest.mark.skipif(platform.machine() not in UNDERFLOW, reason="its flags are not known here")
@pytest.mark.parametrize(("preset", "lanes"), CODE)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_exponentials_of_masked_values_are_zero_without_underflow(
    dtype: str, preset: str, lanes: int
) -> None:
    targets = runnable_presets()
    if preset not in targets:
        pytest.skip(f"this CPU cannot run {preset} code")
    if targets[preset].scales_by_exponents:
        pytest.skip("its instruction for powers of two is as fast where they underflow")
    native = native_function(apply("exp", Load(0)), (dtype,), targets[preset], lanes)
    masked = np.array([-1e4, np.finfo(dtype).min, -np.inf], dtype)
    library = ctypes.CDLL(ctypes.util.find_library("m"))
    flag = UNDERFLOW[platform.machine()]
    library.feclearexcept(flag)
    found = native(masked)
    assert not library.fetestexcept(flag)
    assert not found.any()


@pytest.mark.parametrize("lanes", [2, 4, 8, 16])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_exponentials_are_the_same_with_and_without_instructions_that_scale(
    dtype: str, lanes: int
) -> None:
    targets = runnable_presets()
    if "avx512" not in targets:
        pytest.skip("this CPU cannot run avx512 code")
    low, high = (-120, 100) if dtype == "float32" else (-800, 720)
    x = np.concatenate([SPECIAL, np.linspace(low, high, 20_011)]).astype(dtype)
    found = [
        native_function(apply("exp", Load(0)), (dtype,), targets[preset], lanes)(x)
        for preset in ("avx512", "avx2")
    ]
    np.testing.assert_array_equal(found[0], found[1])


@pytest.mark.parametrize(("preset", "lanes"), CODE)
@pytest.mark.parametrize("function", REFERENCES)
def test_float32_functions_are_accurate_over_the_whole_domain(
    function: str, preset: str, lanes: int, sample: NDArray[np.float32]
) -> None:
    targets = runnable_presets()
    if preset not in targets:
        pytest.skip(f"this CPU cannot run {preset} code")
    native = native_function(apply(function, Load(0)), ("float32",), targets[preset], lanes)
    errors = ulp_errors(native(sample), true_values(function))
    worst = int(np.argmax(errors))
    assert errors[worst] <= ALLOWED_ULP[function], (
        f"{function}({sample[worst]!r}): {errors[worst]:.2f} ulp"
    )


@pytest.mark.parametrize(("preset", "lanes"), CODE)
def test_float32_powers_are_accurate(preset: str, lanes: int) -> None:
    targets = runnable_presets()
    if preset not in targets:
        pytest.skip(f"this CPU cannot run {preset} code")
    rng = np.random.default_rng(11)
    size = 40_000
    bases = np.exp(rng.uniform(-80, 80, size)).astype(np.float32)
    near_one = rng.uniform(0.5, 2, size).astype(np.float32)
    whole = np.round(rng.uniform(-9, 9, size)).astype(np.float32)
    x = np.concatenate([bases, near_one, -bases])
    y = np.concatenate([rng.uniform(-2, 2, size), rng.uniform(-120, 120, size), whole])
    y = y.astype(np.float32)
    native = native_function(
        apply("pow", Load(0), Load(1)), ("float32",) * 2, targets[preset], lanes
    )
    with np.errstate(all="ignore"):
        true = np.power(x.astype(np.float64), y.astype(np.float64))
    errors = ulp_errors(native(x, y), true)
    worst = int(np.argmax(errors))
    assert errors[worst] <= ALLOWED_ULP["pow"], (
        f"{x[worst]!r} ** {y[worst]!r}: {errors[worst]:.2f} ulp"
    )


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_powers_of_special_values_are_those_of_c(dtype: str) -> None:
    values = np.array([*SPECIAL, 2, -2, 3, -3, 0.5, -0.5, 1e-30, 1e30, -1e30], dtype)
    x, y = (grid.ravel() for grid in np.meshgrid(values, values))
    target = runnable_presets()["host"]
    native = native_function(apply("pow", Load(0), Load(1)), (dtype, dtype), target, 8)
    with np.errstate(all="ignore"):
        expected = np.power(x, y)
    got = native(x, y)
    np.testing.assert_allclose(got, expected, rtol=1e-6)
    zeros = expected == 0
    np.testing.assert_array_equal(np.signbit(got[zeros]), np.signbit(expected[zeros]))


def test_tanh_erf_and_sigmoid_never_leave_their_range(sample: NDArray[np.float32]) -> None:
    for target in not_empty(runnable_presets().values()):
        for function in ("tanh", "erf", "sigmoid"):
            native = native_function(apply(function, Load(0)), ("float32",), target, 8)
            got = native(sample)
            assert np.nanmax(np.abs(got)) == 1.0


def test_odd_functions_keep_the_sign_of_zero() -> None:
    zeros = np.array([0.0, -0.0], np.float32)
    for function in ("tanh", "erf", "sin", "sqrt", "expm1", "log1p"):
        native = native_function(
            apply(function, Load(0)), ("float32",), runnable_presets()["host"], 2
        )
        assert list(np.signbit(native(zeros))) == [False, True], function


@pytest.mark.parametrize("function", ["sin", "cos"])
def test_a_lane_does_not_depend_on_the_other_lanes(function: str) -> None:
    native = native_function(apply(function, Load(0)), ("float32",), runnable_presets()["host"], 4)
    small = np.array([-0.0, 1e-40, 0.7, -3.1], np.float32)
    for number in range(small.size):
        beside = np.full(4, 1e30, np.float32)
        beside[number] = small[number]
        assert native(beside)[number].tobytes() == native(small)[number].tobytes()


def test_arguments_closest_to_a_multiple_of_pi_keep_their_digits() -> None:
    # 16367173·2⁷² is the worst case of a reduction by π/2 in float32 (Kahan; Muller).
    hard = np.array(
        [16367173.0 * 2.0**72, 5.3371903e32, 2.6373266e36, 1.1e38, 3.4028235e38, 7.8e9, 33554430.0],
        np.float32,
    )
    for function in ("sin", "cos"):
        native = native_function(
            apply(function, Load(0)), ("float32",), runnable_presets()["host"], 1
        )
        true = np.array([getattr(math, function)(float(x)) for x in hard])
        assert ulp_errors(native(hard), true).max() <= ALLOWED_ULP[function]


def _wide_erf(x: NDArray[Any]) -> NDArray[Any]:
    """2/√π·e^(−x²)·Σ 2ⁿx²ⁿ⁺¹/(2n+1)!!, all terms positive."""
    term, total = x.copy(), x.copy()
    for n in range(1, 200):
        term = term * (2 * x * x / (2 * n + 1))
        total = total + term
    factor = 2 / np.sqrt(np.longdouble("3.14159265358979323846264338327950288"))
    series = factor * np.exp(-x * x) * total
    return np.asarray(np.where(np.abs(x) < 6.5, series, np.sign(x)))


WIDE: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "exp": np.exp,
    "expm1": np.expm1,
    "log": np.log,
    "log1p": np.log1p,
    "tanh": np.tanh,
    "erf": _wide_erf,
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "sin": np.sin,
    "cos": np.cos,
}


@pytest.mark.skipif(
    np.finfo(np.longdouble).nmant <= np.finfo(np.float64).nmant,
    reason="NumPy has nothing wider than float64 here to compare with",
)
@pytest.mark.parametrize("function", WIDE)
def test_float64_functions_are_within_4_ulp(function: str) -> None:
    rng = np.random.default_rng(3)
    ranges = (0.01, 1.1, 6.0, 30.0, 700.0)
    x = np.concatenate([rng.uniform(-r, r, 10_000) for r in ranges])
    x = np.abs(x) if function.startswith("log") else x
    true = WIDE[function](x.astype(np.longdouble))
    unit = np.spacing(np.abs(true.astype(np.float64)))
    for name, target in not_empty(runnable_presets().items()):
        got = native_function(apply(function, Load(0)), ("float64",), target, 4)(x)
        errors = np.abs(got.astype(np.longdouble) - true) / unit
        worst = int(np.argmax(errors))
        assert errors[worst] <= 4.0, f"{function}({x[worst]!r}) on {name}"


@pytest.mark.parametrize("function", ["exp", "expm1", "log", "log1p", "tanh", "erf", "sigmoid"])
def test_float64_functions_know_the_special_values(function: str) -> None:
    x = np.array([*SPECIAL, 5e-324, 1e-310, 1e300, -1e300, 745.5, -745.5])
    native = native_function(apply(function, Load(0)), ("float64",), runnable_presets()["host"], 4)
    with np.errstate(all="ignore"):
        expected = REFERENCES[function](x)
    np.testing.assert_allclose(native(x), expected, rtol=1e-14)


@pytest.mark.parametrize("function", [*(name for name in REFERENCES if name not in LIBRARY), "pow"])
@pytest.mark.parametrize("preset", ["sse", "avx2", "avx512", "neon"])
def test_float32_functions_call_no_library(function: str, preset: str) -> None:
    arguments = [Load(0), Load(1)] if function == "pow" else [Load(0)]
    ir = expression_ir(apply(function, *arguments), ("float32",) * len(arguments), 16)
    text = assembly(ir, target_for(preset))
    calls = [line for line in text.splitlines() if "call" in line or "\tbl\t" in line]
    assert not [line for line in calls if "aoe." not in line], calls
