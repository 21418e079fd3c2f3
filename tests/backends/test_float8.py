"""Models with values of float8_e4m3fn: numbers are rounded as ml_dtypes does, and those beyond the
range become the furthest, on CPUs and on GPUs with and without instructions for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import onnx
import pytest

import aoe
from aoe.element_types import FLOAT8, numpy_type, rounded_to
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.backends.cuda.devices import PtxDevices, with_gpu

MODEL = """<ir_version: 10, opset_import: ["" : 21]>
    net (float[600] x, float16[600] h, double[600] e)
        => (float8e4m3fn[30,20] q, float[600] y, float16[600] z, float8e4m3fn[600] w,
            float8e4m3fn[600] v, float[600] n, float[600] d)
    <float s = {0.375}> {
        r = Cast <to = 17> (x) rows = Reshape (r, shape) q = Transpose <perm = [1, 0]> (rows)
        y = Cast <to = 1> (r) z = Cast <to = 10> (r)
        w = Cast <to = 17> (h) v = Cast <to = 17> (e)
        u = Cast <to = 17, saturate = 0> (x) n = Cast <to = 1> (u)
        t = QuantizeLinear <output_dtype = 17> (x, s) d = DequantizeLinear (t, s) }"""


def numbers() -> np.ndarray:
    """All numbers of the type, those halfway between neighbours and next to these, numbers beyond
    the range, infinities and NaN.
    """
    every = np.arange(256, dtype=np.uint8).view(numpy_type(FLOAT8)).astype(np.float32)
    every = np.unique(every[np.isfinite(every)])
    middles = (every[1:] + every[:-1]) / 2
    beside = [np.nextafter(middles[::4], np.float32(end)) for end in (-np.inf, np.inf)]
    others = np.array(
        [464, 464.1, 480, 1e9, 65000, -500, np.inf, -np.inf, np.nan, -0.0, 1e-7], np.float32
    )
    found = np.concatenate([every, middles, *beside, others]).astype(np.float32)
    assert len(found) <= 700
    return np.resize(found, 600)


@contextmanager
def opened(device: str) -> Iterator[aoe.InferenceSession]:
    """The model on a device: a CPU or the architecture of a GPU."""
    proto = onnx.parser.parse_model(MODEL)
    proto.graph.initializer.append(onnx.numpy_helper.from_array(np.array([20, 30]), "shape"))
    if device == "cpu":
        with aoe.compile(proto) as session:
            yield session
        return
    with with_gpu(PtxDevices(device)), aoe.compile(proto, device="cuda") as session:
        yield session


@pytest.mark.parametrize("device", ["cpu", "sm_80", "sm_89"])
def test_numbers_are_rounded_and_saturated(device: str) -> None:
    x = numbers()
    with np.errstate(over="ignore"):
        feed = {"x": x, "h": x.astype(np.float16), "e": x.astype(np.float64)}
    with opened(device) as session:
        q, y, z, w, v, n, d = session.run(None, feed)
        assert session.get_outputs()[0].type == "tensor(float8e4m3fn)"
    expected = rounded_to(x, FLOAT8)
    np.testing.assert_array_equal(q.astype(float), expected.reshape(20, 30).T.astype(float))
    np.testing.assert_array_equal(y, expected.astype(np.float32))
    np.testing.assert_array_equal(z, expected.astype(np.float16))
    np.testing.assert_array_equal(w.astype(float), rounded_to(feed["h"], FLOAT8).astype(float))
    np.testing.assert_array_equal(v.astype(float), expected.astype(float))
    np.testing.assert_array_equal(n, x.astype(numpy_type(FLOAT8)).astype(np.float32))
    scale = np.float32(0.375)
    steps = rounded_to(x / scale, FLOAT8).astype(np.float32) * scale
    np.testing.assert_array_equal(d, steps)


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


@pytest.mark.parametrize("dtype", [FLOAT8, "bfloat16"])
def test_float64_is_rounded_once(dtype: str) -> None:
    unit = 2.0 ** (-3 if dtype == FLOAT8 else -7)
    middle = 1 + unit / 2
    wide = np.array([middle, np.nextafter(middle, 2), np.nextafter(middle, 0), -1e300, np.nan])
    found = rounded_to(wide, dtype).astype(float)
    last = -448.0 if dtype == FLOAT8 else -np.inf
    np.testing.assert_array_equal(found, [1, 1 + unit, 1, last, np.nan])
