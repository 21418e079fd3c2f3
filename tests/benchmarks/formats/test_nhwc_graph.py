"""Networks in ONNX and their translations to TensorFlow compute the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from benchmarks.formats.nhwc_graph import NotTranslatedError, nhwc_graph
from benchmarks.formats.reading import main as read

_NET = """
    <ir_version: 8, opset_import: ["" : 18]>
    net (float[1, 3, 12, 12] x) => (float[1, 5] y)
    <float low = {0}, float high = {6}> {
        a = Conv <pads = [1, 1, 1, 1], strides = [2, 2]> (x, k, b)
        n = BatchNormalization (a, s, b, b, v)
        r = Clip (n, low, high)
        e = Conv <group = 4, pads = [0, 0, 1, 1]> (r, d)
        p = MaxPool <kernel_shape = [3, 3], pads = [1, 1, 1, 1]> (r)
        q = Conv <pads = [0, 1, 1, 0], kernel_shape = [2, 2]> (p, m)
        t = ConvTranspose <strides = [2, 2]> (e, u)
        z = AveragePool <kernel_shape = [2, 2], strides = [2, 2]> (t)
        g = GlobalAveragePool (z)
        h = GlobalAveragePool (q)
        j = Concat <axis = 1> (g, h)
        f = Flatten (j)
        o = Gemm <transB = 1> (f, w, c)
        y = Softmax <axis = 1> (o)
    }
"""


_WEIGHTS = {
    **{"k": (4, 3, 3, 3), "b": (4,), "d": (4, 1, 3, 3), "s": (4,), "v": (4,)},
    **{"u": (4, 6, 2, 2), "m": (4, 4, 2, 2), "w": (5, 10), "c": (5,)},
}


def _network() -> onnx.ModelProto:
    model = onnx.parser.parse_model(_NET)
    random = np.random.default_rng(0)
    for name, shape in _WEIGHTS.items():
        array = random.standard_normal(shape).astype(np.float32)
        array = np.abs(array) if name == "v" else array
        model.graph.initializer.append(onnx.numpy_helper.from_array(array, name))
    return model


def test_a_network_and_its_translation_compute_the_same(tmp_path: Path) -> None:
    network = _network()
    data, source, result = nhwc_graph(network)
    (tmp_path / "net.pb").write_bytes(data)
    image = np.random.default_rng(1).standard_normal((1, 3, 12, 12)).astype(np.float32)
    with aoe.compile(network) as session:
        (wanted,) = session.run(None, {"x": image})
    with aoe.compile(tmp_path / "net.pb", framework=3) as session:
        (found,) = session.run([result], {source: np.moveaxis(image, 1, -1).copy()})
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


def test_an_operator_that_is_not_translated_is_named() -> None:
    model = onnx.parser.parse_model("""
        <ir_version: 8, opset_import: ["" : 18]>
        net (float[1, 3, 4, 4] x) => (float[1, 3, 4, 4] y) { y = Erf (x) }
    """)
    with pytest.raises(NotTranslatedError, match="Erf is not translated"):
        nhwc_graph(model)


def test_the_time_to_read_a_model_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "net.pb").write_bytes(nhwc_graph(_network())[0])
    assert read([str(tmp_path / "net.pb"), str(tmp_path / "none.pb"), "--processes=1"]) == 1
    lines = [line for line in capfd.readouterr().out.splitlines() if ".pb" in line]
    assert "| read " in lines[0]
    assert "none.pb" in lines[1]
    assert "| –" in lines[1]
