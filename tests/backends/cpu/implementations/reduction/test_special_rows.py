"""Reductions and softmax of rows with infinities, NaN, −0, denormal and huge numbers, compiled,
against float64 rounded to float32.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import aoe
from tests.graph.models import model

INF, NAN = np.inf, np.nan
#: One row each. Nine elements are a vector and a remainder on most CPUs.
ROWS = np.array(
    [
        [1, 2, 3, 4, 5, 6, 7, 8, 9],
        [INF, 1, 2, 3, 4, 5, 6, 7, 8],
        [1, 2, 3, 4, 5, 6, 7, 8, -INF],
        [1, 2, INF, 4, 5, 6, -INF, 8, 9],
        [NAN, 1, 2, 3, 4, 5, 6, 7, 8],
        [1, 2, 3, 4, 5, 6, 7, 8, NAN],
        [INF, 1, NAN, 2, 3, 4, 5, 6, -INF],
        [-INF] * 9,
        [INF] * 9,
        [NAN] * 9,
        [3e38, 1, -1e30, -1, 2, 0, 0, 0, 0.5],
        [-0.0] * 9,
        [0.0, -0.0, 0.0, -0.0, -0.0, 0.0, -0.0, -0.0, -0.0],
        [88, 89, 90, -88, -89, -90, 100, -100, 104],
        [1e-40, 2e-40, 0, 0, 1e-45, 3e-45, 0, 0, 0],
        [1e6, 1e6 + 1, 1e6 + 2, 1e6, 1e6 + 1, 1e6, 1e6, 1e6, 1e6 + 2],
        [7, 3, 7, 3, 5, 7, 3, 5, 5],
        [-1e4, -1e4 - 1, -1e4 - 2, -2e4, -INF, -3e38, -1e4, -1e4, -1e4],
    ],
    np.float32,
)


def _log_sum_exp(x: np.ndarray) -> np.ndarray:
    largest = x.max(1)
    shift = np.where(np.isinf(largest), 0.0, largest)
    return np.asarray(np.log(np.exp(x - shift[:, None]).sum(1)) + shift)


def _softmax(x: np.ndarray) -> np.ndarray:
    powers = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def _log_softmax(x: np.ndarray) -> np.ndarray:
    lowered = x - x.max(1, keepdims=True)
    return np.asarray(lowered - np.log(np.exp(lowered).sum(1, keepdims=True)))


def _last(choose: Callable[..., np.ndarray]) -> Callable[[np.ndarray], np.ndarray]:
    return lambda x: x.shape[1] - 1 - choose(x[:, ::-1], 1)


def _hardmax(x: np.ndarray) -> np.ndarray:
    return np.asarray(np.arange(x.shape[1]) == x.argmax(1)[:, None])


#: Each call, what a row becomes ("" for one number), the result's type, and what it is in float64.
CALLS: dict[str, tuple[str, str, str, Callable[[np.ndarray], Any]]] = {
    "sum": ("ReduceSum <keepdims = 0> (x, last)", "", "float", lambda x: x.sum(1)),
    "mean": ("ReduceMean <keepdims = 0> (x, last)", "", "float", lambda x: x.mean(1)),
    "max": ("ReduceMax <keepdims = 0> (x, last)", "", "float", lambda x: x.max(1)),
    "min": ("ReduceMin <keepdims = 0> (x, last)", "", "float", lambda x: x.min(1)),
    "prod": ("ReduceProd <keepdims = 0> (x, last)", "", "float", lambda x: x.prod(1)),
    "L1": ("ReduceL1 <keepdims = 0> (x, last)", "", "float", lambda x: np.abs(x).sum(1)),
    "sum of squares": (
        "ReduceSumSquare <keepdims = 0> (x, last)", "", "float", lambda x: (x * x).sum(1),
    ),
    "log of sum": (
        "ReduceLogSum <keepdims = 0> (x, last)", "", "float", lambda x: np.log(x.sum(1)),
    ),
    "log of sum of powers": (
        "ReduceLogSumExp <keepdims = 0> (x, last)", "", "float", _log_sum_exp,
    ),
    "softmax": ("Softmax(x)", ",9", "float", _softmax),
    "log of softmax": ("LogSoftmax(x)", ",9", "float", _log_softmax),
    "hardmax": ("Hardmax(x)", ",9", "float", _hardmax),
    "running total": ("CumSum(x, one)", ",9", "float", lambda x: np.cumsum(x, 1)),
    "first largest": (
        "ArgMax <axis = 1, keepdims = 0> (x)", "", "int64", lambda x: x.argmax(1),
    ),
    "first smallest": (
        "ArgMin <axis = 1, keepdims = 0> (x)", "", "int64", lambda x: x.argmin(1),
    ),
}  # fmt: skip
LAST = {"last largest": ("ArgMax", np.argmax), "last smallest": ("ArgMin", np.argmin)}


def _absolute(name: str) -> float:
    """The absolute error allowed: the logarithm of a number near 1 loses the digits that rounding
    lost.
    """
    return 4 * 2.0**-24 if name == "log of softmax" else 1e-44


@cache
def _found(name: str, node: str, rest: str, dtype: str) -> np.ndarray:
    rows = len(ROWS)
    text = f"(float[{rows},9] x) => ({dtype}[{rows}{rest}] y) {{ y = {node} }}"
    known = {"last": np.asarray([1]), "one": np.asarray(1)}
    constants = {key: value for key, value in known.items() if f"(x, {key})" in node}
    return np.asarray(
        aoe.compile(model(text, 18, **constants), threads=1).run(None, {"x": ROWS})[0]
    )


@pytest.mark.parametrize("name", CALLS)
def test_special_numbers_in_a_row_give_what_float64_gives(name: str) -> None:
    node, rest, dtype, exact = CALLS[name]
    with np.errstate(all="ignore"):
        true = np.asarray(exact(ROWS.astype(np.float64))).astype(np.float32)
    found = _found(name, node, rest, dtype)
    np.testing.assert_allclose(found, true, rtol=16 * 2.0**-24, atol=_absolute(name))


@pytest.mark.parametrize("name", LAST)
def test_of_equal_extremes_the_last_is_found_where_asked(name: str) -> None:
    op_type, choose = LAST[name]
    node = f"{op_type} <axis = 1, keepdims = 0, select_last_index = 1> (x)"
    found = _found(name, node, "", "int64")
    numbers = ~np.isnan(ROWS).any(1)
    np.testing.assert_array_equal(found[numbers], _last(choose)(ROWS[numbers]))


def test_the_extreme_of_zeros_is_zero_and_a_sum_of_negative_zeros_too() -> None:
    for name in ("sum", "max", "min"):
        node, rest, dtype, _ = CALLS[name]
        assert (_found(name, node, rest, dtype)[11:13] == 0).all()


def test_the_euclidean_norm_is_that_of_the_squares() -> None:
    # Squares beyond float32's range are infinite, as in ONNX's definition by ReduceSumSquare.
    found = _found("L2", "ReduceL2 <keepdims = 0> (x, last)", "", "float")
    with np.errstate(all="ignore"):
        true = np.sqrt((ROWS * ROWS).astype(np.float64).sum(1))
    np.testing.assert_allclose(found, true, rtol=16 * 2.0**-24, atol=1e-44)


@pytest.mark.parametrize(
    ("call", "number"),
    [("Softmax <axis = 1> (x)", 1.0), ("LogSoftmax <axis = 1> (x)", 0.0),
     ("LayerNormalization <axis = 1> (x, one)", 0.0)],
)  # fmt: skip
def test_a_row_of_one_element_is_nan_where_that_is_no_finite_number(
    call: str, number: float
) -> None:
    constants = {"one": np.ones(1, np.float32)} if "one" in call else {}
    proto = model(f"(float[5,1] x) => (float[5,1] y) {{ y = {call} }}", 18, **constants)
    x = np.array([[7], [INF], [-INF], [NAN], [3e38]], np.float32)
    (found,) = aoe.compile(proto, threads=1).run(None, {"x": x})
    np.testing.assert_array_equal(found[:, 0], [number, NAN, NAN, NAN, number])


@pytest.mark.parametrize("call", ["Softmax", "LogSoftmax"])
def test_a_column_is_normalised_as_a_row_is(call: str) -> None:
    rows, columns = len(ROWS), ROWS.shape[1]
    shape = f"float[{columns},{rows}]"
    text = f"({shape} x) => ({shape} y) {{ y = {call} <axis = 0> (x) }}"
    (found,) = aoe.compile(model(text, 18), threads=1).run(None, {"x": ROWS.T.copy()})
    by_row = _found(call, f"{call}(x)", ",9", "float")
    np.testing.assert_allclose(found.T, by_row, rtol=16 * 2.0**-24, atol=4 * 2.0**-24)


@pytest.mark.parametrize(
    ("call", "expected"),
    [("ReduceSum", 0.0), ("ReduceMean", NAN), ("ReduceMax", -INF), ("ReduceMin", INF),
     ("ReduceProd", 1.0), ("ReduceL1", 0.0), ("ReduceL2", 0.0), ("ReduceSumSquare", 0.0),
     ("ReduceLogSum", -INF), ("ReduceLogSumExp", -INF)],
)  # fmt: skip
def test_a_row_of_no_elements_is_reduced_to_the_neutral_element(call: str, expected: float) -> None:
    text = f"(float[3,0] x) => (float[3,1] y) {{ y = {call} (x, last) }}"
    session = aoe.compile(model(text, 18, last=np.asarray([1])), threads=1)
    (found,) = session.run(None, {"x": np.zeros((3, 0), np.float32)})
    np.testing.assert_array_equal(found, np.full((3, 1), expected, np.float32))
