"""Every Cast of a Cast, beside ONNX Runtime without optimisations."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from tests.graph.models import model, node_types
from tests.graph.unoptimized import assert_as_unoptimized

#: The name and the number of each type in ONNX.
TYPES = {
    "bool": 9, "uint8": 2, "uint16": 4, "uint32": 12, "uint64": 13, "int8": 3, "int16": 5,
    "int32": 6, "int64": 7, "float16": 10, "float": 1, "double": 11,
}  # fmt: skip
FLOATS = ("float16", "float", "double")
#: A double that rounds to another float16 by way of float, and ends of ranges.
NUMBERS = [
    0,
    1,
    2,
    3,
    100,
    127,
    1 + 2**-11 + 2**-40,
    2049,
    16777217,
    2**31 - 1,
    2**53 + 1,
    -1,
    -128,
]


def values_of(dtype: str) -> np.ndarray:
    """The numbers, held to the range of a type."""
    numpy_type = np.dtype({"float": "float32", "double": "float64"}.get(dtype, dtype))
    if dtype in FLOATS:
        most = float(np.finfo(numpy_type).max)
        return np.clip(np.asarray(NUMBERS, np.float64), -most, most).astype(numpy_type)
    if dtype == "bool":
        return np.asarray([False, True])
    limits = np.iinfo(numpy_type)
    return np.asarray([min(max(int(n), limits.min), limits.max) for n in NUMBERS], numpy_type)


def defined(first: str, middle: str, last: str, x: np.ndarray) -> bool:
    """Whether integer types hold all numbers that floating-point numbers become.

    Nor is a double rounded to float16 in one step: ONNX Runtime goes by way of float.
    """
    if "double_float16" in f"{first}_{middle}_{last}":
        return False
    values, floating = x, first in FLOATS
    for to in (middle, last):
        if floating and to not in (*FLOATS, "bool"):
            wide, limits = values.astype(np.float64), np.iinfo(to)
            if not np.all((wide >= limits.min) & (wide < limits.max)):
                return False
        with np.errstate(over="ignore"):
            values = values.astype({"float": "float32", "double": "float64"}.get(to, to))
        floating = floating or to in FLOATS
    return True


@pytest.mark.parametrize("first", TYPES)
def test_two_casts_are_right(first: str) -> None:
    x = values_of(first)
    nodes, outputs = [], []
    for middle in TYPES:
        for last in TYPES:
            if defined(first, middle, last, x):
                name = f"{middle}_{last}"
                nodes.append(f"a_{name} = Cast <to = {TYPES[middle]}> (x)")
                nodes.append(f"{name} = Cast <to = {TYPES[last]}> (a_{name})")
                outputs.append(f"{last}[{x.size}] {name}")
    text = f"({first}[{x.size}] x) => ({', '.join(outputs)}) {{ {' '.join(nodes)} }}"
    assert_as_unoptimized(model(text, 18), {"x": x})


@pytest.mark.parametrize(
    ("first", "middle", "last", "expected"),
    [
        ("float16", "float", "double", ["Cast"]),
        ("float16", "float", "float16", ["Identity"]),
        ("int8", "int32", "float", ["Cast"]),
        ("uint8", "float", "float16", ["Cast"]),
        ("bool", "int64", "float", ["Cast"]),
        ("int32", "int8", "int32", ["Cast", "Cast"]),
        ("int32", "uint64", "int32", ["Cast", "Cast"]),
        ("float", "float16", "float", ["Cast", "Cast"]),
        ("double", "float", "float16", ["Cast", "Cast"]),
        ("int32", "double", "float16", ["Cast", "Cast"]),
    ],
)
def test_a_cast_is_skipped_only_if_it_is_exact(
    first: str, middle: str, last: str, expected: list[str]
) -> None:
    text = f"""({first}[4] x) => ({last}[4] y) {{
        a = Cast <to = {TYPES[middle]}> (x) y = Cast <to = {TYPES[last]}> (a) }}"""
    assert node_types(model(text, 18)) == expected


def test_bfloat16_is_exact_in_float_only() -> None:
    text = """(float[4] x) => (float16[4] y, double[4] z) {
        a = Cast <to = 16> (x) b = Cast <to = 1> (a) y = Cast <to = 10> (b)
        c = Cast <to = 16> (x) d = Cast <to = 10> (c) z = Cast <to = 11> (d) }"""
    x = np.asarray([1 + 2**-8 + 2**-20, 3e-5, 1e-30, 70000], np.float32)
    assert x[0] != x[0].astype(ml_dtypes.bfloat16)
    assert_as_unoptimized(model(text, 18), {"x": x})
