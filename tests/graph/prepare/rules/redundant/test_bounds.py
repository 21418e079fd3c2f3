"""Every pair and many triples of limits, beside ONNX Runtime without optimisations."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.graph.models import model, node_types
from tests.graph.unoptimized import assert_as_unoptimized

#: Limits of a value. `row` is an array, `wide` a number with more dimensions than the value.
STEPS = {
    "relu": "Relu({})",
    "clip": "Clip({}, one, four)",
    "clip below": "Clip({}, minus_four, minus_one)",
    "clip reversed": "Clip({}, four, minus_one)",
    "clip from": "Clip({}, minus_one)",
    "clip to": "Clip({}, , two)",
    "max": "Max({}, one)",
    "max of three": "Max(minus_one, {}, one)",
    "max behind": "Max(minus_one, {})",
    "min": "Min({}, two)",
    "min below": "Min({}, minus_four)",
    "max row": "Max({}, row)",
    "min row": "Min({}, row)",
    "max wide": "Max({}, wide)",
}
TYPES = {"float": np.float32, "int32": np.int32, "float16": np.float16, "double": np.float64}
NUMBERS = {"one": 1, "two": 2, "four": 4, "minus_one": -1, "minus_four": -4}


def chain(steps: tuple[str, ...], dtype: str, values: str = "x") -> str:
    lines = []
    for position, step in enumerate(steps):
        result = "y" if position == len(steps) - 1 else f"v{position}"
        lines.append(f"{result} = {STEPS[step].format(values)}")
        values = result
    shape = "[1,1,6]" if "max wide" in steps else "[6]"
    return f"({dtype}[6] x) => ({dtype}{shape} y) {{ {' '.join(lines)} }}"


def constants(dtype: Any) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {
        name: np.asarray(number, dtype) for name, number in NUMBERS.items()
    }
    found["row"] = np.asarray([-3, 0, 3, 1, 2, 5], dtype)
    found["wide"] = np.asarray([[[0]]], dtype)
    return found


def check(steps: tuple[str, ...], dtype: str) -> list[str]:
    proto = model(chain(steps, dtype), 18, **constants(TYPES[dtype]))
    last = 9 if dtype == "int32" else np.nan
    x = np.asarray([-5, 0, 0.5, 1.5, 3, last]).astype(TYPES[dtype])
    return assert_as_unoptimized(proto, {"x": x})


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("first", STEPS)
def test_two_limits_are_right(first: str, dtype: str) -> None:
    for second in STEPS:
        check((first, second), dtype)


@pytest.mark.parametrize("first", ["relu", "clip below", "min below", "max row", "max wide"])
def test_three_limits_are_right(first: str) -> None:
    for second, third in product(STEPS, STEPS):
        check((first, second, third), "float")


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (("relu", "relu"), ["Relu"]),
        (("relu", "clip"), ["Clip"]),
        (("clip", "relu"), ["Clip"]),
        (("clip", "clip below"), ["Clip"]),
        (("max", "max"), ["Max"]),
        (("min", "min"), ["Min"]),
        (("max", "min"), ["Clip"]),
        (("min", "max"), ["Clip"]),
        (("max row", "max"), ["Max"]),
        (("min row", "min row"), ["Min"]),
        (("max row", "min row"), ["Max", "Min"]),
        (("max", "max wide"), ["Expand", "Max"]),
        (("max", "max", "min", "min", "relu", "relu"), ["Clip"]),
    ],
)
def test_limits_become_one_node_where_there_is_one(
    steps: tuple[str, ...], expected: list[str]
) -> None:
    assert node_types(model(chain(steps, "float"), 18, **constants(np.float32))) == expected


def test_a_limit_that_something_else_reads_stays() -> None:
    text = "(float[6] x) => (float[6] y, float[6] z) { z = Relu(x) y = Clip(z, one, four) }"
    assert node_types(model(text, 18, **constants(np.float32))) == ["Clip", "Relu"]


def test_nothing_follows_from_a_limit_that_is_no_number() -> None:
    text = "(float[6] x) => (float[6] y) { a = Max(x, none) y = Min(a, two) }"
    none = np.asarray(np.nan, np.float32)
    proto = model(text, 18, none=none, **constants(np.float32))
    assert_as_unoptimized(proto, {"x": np.arange(6, dtype=np.float32)})


@pytest.mark.parametrize("upper", [np.inf, -np.inf, 3, -3])
def test_a_clip_from_zero_is_relu_only_if_nothing_is_above(upper: float) -> None:
    proto = model(
        "(float[6] x) => (float[6] y) { y = Clip(x, zero, upper) }",
        18,
        zero=np.asarray(0, np.float32),
        upper=np.asarray(upper, np.float32),
    )
    x = np.asarray([-5, -1, 0, 1, 4, 7], np.float32)
    assert assert_as_unoptimized(proto, {"x": x}) == ["Relu" if upper == np.inf else "Clip"]
