"""Models with values of float8: numbers are rounded as ml_dtypes does, and those beyond the range
become the furthest, or what ONNX says where nothing is saturated, on CPUs and on GPUs with and
without instructions for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import ml_dtypes
import numpy as np
import onnx
import pytest

import aoe
from aoe.element_types import (
    FLOAT8,
    FLOAT8_E5M2,
    FLOAT8_FORMATS,
    numpy_type,
    rounded_to,
    unit_roundoff,
)
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.backends.cuda.devices import PtxDevices, with_gpu

MODEL = """<ir_version: 10, opset_import: ["" : 21]>
    net (float[600] x, float16[600] h, double[600] e)
        => (NAME[30,20] q, float[600] y, float16[600] z, NAME[600] w,
            NAME[600] v, NAME[20,30] u, float[600] n, float[600] d, float[600] i, float[600] m)
    <float s = {0.375}> {
        r = Cast <to = NUMBER> (x) rows = Reshape (r, shape) q = Transpose <perm = [1, 0]> (rows)
        y = Cast <to = 1> (r) z = Cast <to = 10> (r)
        w = Cast <to = NUMBER> (h) v = Cast <to = NUMBER> (e)
        p = Cast <to = NUMBER, saturate = 0> (x) n = Cast <to = 1> (p)
        columns = Reshape (p, turned) u = Transpose <perm = [1, 0]> (columns)
        t = QuantizeLinear <output_dtype = NUMBER> (x, s) d = DequantizeLinear (t, s)
        k = QuantizeLinear <output_dtype = NUMBER, saturate = 0> (x, s)
        i = DequantizeLinear (k, s)
        l = Cast <to = NUMBER, saturate = 0> (e) m = Cast <to = 1> (l) }"""
#: The types, with ONNX's numbers.
TYPES = {FLOAT8: 17, "float8_e4m3fnuz": 18, FLOAT8_E5M2: 19, "float8_e5m2fnuz": 20}


def numbers(dtype: str) -> np.ndarray:
    """All numbers of the type, those halfway between neighbours and next to these, numbers beyond
    the range, infinities and NaN.
    """
    every = np.arange(256, dtype=np.uint8).view(numpy_type(dtype)).astype(np.float32)
    every = np.unique(every[np.isfinite(every)])
    middles = (every[1:] + every[:-1]) / 2
    end = FLOAT8_FORMATS[dtype].end
    ends = [end, -end, np.nextafter(end, 0), np.nextafter(end, 1e9)]
    beside = [np.nextafter(middles[::8], np.float32(end)) for end in (-np.inf, np.inf)]
    others = np.array([*ends, 1e9, -1e9, np.inf, -np.inf, np.nan, -0.0, 1e-7, -1e-7], np.float32)
    found = np.concatenate([every, middles, *beside, others]).astype(np.float32)
    assert len(found) <= 600
    return np.resize(found, 600)


def saturated(x: np.ndarray, dtype: str) -> np.ndarray:
    """Numbers as ONNX casts them by default."""
    largest = FLOAT8_FORMATS[dtype].largest
    return np.asarray(np.clip(x, -largest, largest).astype(numpy_type(dtype)))


@contextmanager
def opened(device: str, dtype: str) -> Iterator[aoe.InferenceSession]:
    """The model on a device: a CPU or the architecture of a GPU."""
    text = MODEL.replace("NAME", dtype.replace("_", "")).replace("NUMBER", str(TYPES[dtype]))
    proto = onnx.parser.parse_model(text)
    for name, sizes in (("shape", [20, 30]), ("turned", [30, 20])):
        proto.graph.initializer.append(onnx.numpy_helper.from_array(np.array(sizes), name))
    if device == "cpu":
        with aoe.compile(proto) as session:
            yield session
        return
    if device == "reference":
        with aoe.compile(proto, device="reference") as session:
            yield session
        return
    with with_gpu(PtxDevices(device)), aoe.compile(proto, device="cuda") as session:
        yield session


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("device", ["cpu", "reference", "sm_80", "sm_89"])
def test_numbers_are_rounded_and_saturated(device: str, dtype: str) -> None:
    x = numbers(dtype)
    with np.errstate(over="ignore"):
        feed = {"x": x, "h": x.astype(np.float16), "e": x.astype(np.float64)}
    with opened(device, dtype) as session:
        q, y, z, w, v, u, n, d, i, m = session.run(None, feed)
        assert session.get_outputs()[0].type == f"tensor({dtype.replace('_', '')})"
    expected, plain = saturated(x, dtype), x.astype(numpy_type(dtype))
    same(q, expected.reshape(20, 30).T)
    same(y, expected)
    same(z, expected)
    same(w, saturated(feed["h"], dtype))
    same(v, expected)
    same(u, plain.reshape(30, 20).T)
    same(n, plain)
    same(m, plain)
    scale = np.float32(0.375)
    same(d, saturated(x / scale, dtype).astype(np.float32) * scale)
    same(i, (x / scale).astype(numpy_type(dtype)).astype(np.float32) * scale)


def same(found: np.ndarray, expected: np.ndarray) -> None:
    """Checks that two arrays have the same numbers, with the same zeros."""
    one, other = found.astype(np.float32), expected.astype(np.float32)
    np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(np.signbit(one[one == 0]), np.signbit(other[other == 0]))


@pytest.mark.parametrize("dtype", TYPES)
def test_formats_are_those_of_the_types(dtype: str) -> None:
    form, info = FLOAT8_FORMATS[dtype], ml_dtypes.finfo(numpy_type(dtype))  # type: ignore[no-untyped-call]
    assert (form.fraction, form.largest) == (info.nmant, float(info.max))
    assert float(info.smallest_normal) == 2.0 ** (1 - form.bias)
    assert unit_roundoff(dtype) == float(info.eps) / 2
    end = np.float32(form.end)
    at, before = np.array([end, np.nextafter(end, np.float32(0))]).astype(numpy_type(dtype))
    assert (float(at) == form.largest) == form.end_is_inside
    assert float(before) == form.largest


def test_the_range_ends_at_448() -> None:
    wide = np.array([447, 448, 463, 465, 1e300, np.inf, -np.inf])
    found = rounded_to(wide, FLOAT8).astype(float)
    np.testing.assert_array_equal(found, [448, 448, 448, 448, 448, 448, -448])
    assert np.isnan(rounded_to(np.array([np.nan], np.float32), FLOAT8).astype(float)).all()


#: Just above 1.0625, which lies in the middle between two numbers of the type and 1.125.
BEYOND_THE_MIDDLE = 1.0625 + 1e-12


@pytest.mark.parametrize("computed", ["compiled", "evaluated"])
@pytest.mark.parametrize(
    ("kind", "numbers", "expected"),
    [
        ("double", [BEYOND_THE_MIDDLE, 464, 464.0000001, -1e300], [1.125, 448, np.nan, np.nan]),
        ("int32", [3, 464, 465, -(2**31)], [3, 448, np.nan, np.nan]),
        ("uint8", [3, 255], [3, 256]),
    ],
)
def test_numbers_of_other_types_round_once_and_leave_the_range_as_nan(
    kind: str, numbers: list[float], expected: list[float], computed: str
) -> None:
    x = np.array(numbers, {"double": np.float64}.get(kind, kind))
    proto = onnx.parser.parse_model(
        '<ir_version: 10, opset_import: ["" : 21]>'
        f"net ({kind}[{len(x)}] x) => (float[{len(x)}] y)"
        "{ q = Cast <to = 17, saturate = 0> (x) y = Cast <to = 1> (q) }"
    )
    if computed == "compiled":
        with aoe.compile(proto) as session:
            (found,) = session.run(None, {"x": x})
    else:
        found = evaluate(build(load_onnx(proto), "numbers"), {"x": x})["y"]
    np.testing.assert_array_equal(found, np.array(expected, np.float32))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", ["int32", "uint8", "int64"])
@pytest.mark.parametrize("saturate", [0, 1])
def test_integers_leave_the_range_as_numbers_do(dtype: str, kind: str, saturate: int) -> None:
    info = np.iinfo(kind)
    x = np.array([3, 239, 240, 247, 248, 255, info.min, info.max], kind)
    if kind != "uint8":
        x = np.concatenate([x, np.array([464, 465, 57344, 61439, 61440, -61440], kind)])
    proto = onnx.parser.parse_model(
        '<ir_version: 10, opset_import: ["" : 21]>'
        f"net ({kind}[{len(x)}] x) => (float[{len(x)}] y) {{"
        f"q = Cast <to = {TYPES[dtype]}, saturate = {saturate}> (x) y = Cast <to = 1> (q) }}"
    )
    wide = x.astype(np.float32)
    expected = saturated(wide, dtype) if saturate else wide.astype(numpy_type(dtype))
    with aoe.compile(proto) as session:
        same(session.run(None, {"x": x})[0], expected)
    same(evaluate(build(load_onnx(proto), "numbers"), {"x": x})["y"], expected)


@pytest.mark.parametrize("dtype", [FLOAT8, "bfloat16"])
def test_float64_is_rounded_once(dtype: str) -> None:
    unit = 2.0 ** (-3 if dtype == FLOAT8 else -7)
    middle = 1 + unit / 2
    wide = np.array([middle, np.nextafter(middle, 2), np.nextafter(middle, 0), -1e300, np.nan])
    found = rounded_to(wide, dtype).astype(float)
    last = -448.0 if dtype == FLOAT8 else -np.inf
    np.testing.assert_array_equal(found, [1, 1 + unit, 1, last, np.nan])
