import numpy as np
import onnx_ir
import pytest

import aoe
from aoe.element_types import numpy_type
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.prepare.rules.fourier import fourier_matrix
from aoe.graph.prepare.shapes.output_sizes import output_shape
from aoe.operators.evaluate import evaluate
from tests.graph.models import checked_graph, inputs_of, model, weights


@pytest.mark.parametrize("attributes", ["axis = 1", "axis = 2", "axis = 1, inverse = 1"])
@pytest.mark.parametrize("parts", [1, 2])
def test_transforms_agree_with_onnx_runtime(attributes: str, parts: int) -> None:
    text = f"""(float[2,5,6,{parts}] x) => (float[2,5,6,2] y) {{ y = DFT <{attributes}> (x) }}"""
    checked_graph(model(text, 17))


@pytest.mark.parametrize(("length", "kept"), [(4, 3), (9, 5)])
def test_a_given_length_crops_or_fills_with_zeros(length: int, kept: int) -> None:
    text = f"""(float[2,6,1] x) => (float[2,{kept},2] y) {{
        y = DFT <axis = 1, onesided = 1> (x, n) }}"""
    checked_graph(model(text, 17, n=np.asarray(length)))


@pytest.mark.parametrize("length", [7, 8])
def test_half_a_spectrum_gives_real_numbers_back(length: int) -> None:
    signal = weights(3, length).astype(np.float64)
    half = np.fft.rfft(signal)
    spectrum = np.stack([half.real, half.imag], axis=-1).reshape(3, -1)
    matrix = fourier_matrix(half.shape[1], 2, length, inverse=True, onesided=True)
    np.testing.assert_allclose(spectrum @ matrix, signal, atol=1e-12)


@pytest.mark.parametrize("onesided", [0, 1])
@pytest.mark.parametrize("window", ["w", ""])
def test_frames_of_a_signal_are_transformed(onesided: int, window: str) -> None:
    text = f"""(float[2,20,1] x) => (float[2,4,{5 if onesided else 8},2] y) {{
        y = STFT <onesided = {onesided}> (x, step, {window}, size) }}"""
    constants = {"step": np.asarray(4), "size": np.asarray(8)}
    constants |= {"w": weights(8)} if window else {}
    proto = model(text, 17, **constants)
    feed = inputs_of(proto)
    frames = np.stack([feed["x"][:, start : start + 8, 0] for start in range(0, 13, 4)], axis=1)
    weighted = frames * (constants["w"] if window else 1)
    spectrum = np.fft.rfft(weighted) if onesided else np.fft.fft(weighted)
    found = evaluate(build(load_onnx(proto), "test"), feed)["y"]
    expected = np.stack([spectrum.real, spectrum.imag], axis=-1)
    np.testing.assert_allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("of", ["DFT", "STFT"])
def test_transforms_of_16_bits_are_rounded_once(dtype: str, of: str) -> None:
    kind = numpy_type(dtype)
    x, window = weights(1, 64, 1).astype(kind), weights(32, seed=1).astype(kind)
    kept, frames = (64, "") if of == "DFT" else (32, "5,")
    call = "DFT <axis = 1> (x)" if of == "DFT" else "STFT <onesided = 0> (x, step, w)"
    constants = {} if of == "DFT" else {"step": np.asarray(8), "w": window}
    text = f"({dtype}[1,64,1] x) => ({dtype}[1,{frames}{kept},2] y) {{ y = {call} }}"
    (found,) = aoe.compile(model(text, 17, **constants), threads=1).run(None, {"x": x})
    signal = x.astype(np.float64).reshape(-1)
    if of == "STFT":
        parts = np.stack([signal[start : start + 32] for start in range(0, 33, 8)])
        signal = parts * window.astype(np.float64)
    spectrum = np.fft.fft(signal)
    true = np.stack([spectrum.real, spectrum.imag], axis=-1)[None]
    bound = 2.0 ** (-11 if dtype == "float16" else -8)
    np.testing.assert_allclose(found.astype(np.float64), true, rtol=bound, atol=2e-6)


@pytest.mark.parametrize("inputs", ["x, step, w, size", "x, step, w", "x, step, , size"])
def test_half_a_spectrum_is_the_default_of_frames_that_are_read_further(inputs: str) -> None:
    """ONNX infers the sizes of a whole one."""
    text = f"(float[2,32] x) => (float[a,b,c] y) {{ s = STFT ({inputs}) y = ReduceL2 (s, m) }}"
    text = text.replace("ReduceL2", "ReduceL2 <keepdims = 0>")
    given = {"step": np.asarray(4), "size": np.asarray(8), "m": np.array([-1]), "w": weights(8)}
    used = {name: array for name, array in given.items() if name in inputs or name == "m"}
    checked_graph(model(text, 20, **used))


@pytest.mark.parametrize("step", [0, -4])
def test_a_step_that_leads_nowhere_gives_no_sizes(step: int) -> None:
    names = {"step": np.asarray(step), "size": np.asarray(8)}
    given = onnx_ir.from_proto(
        model("(float[2,20,1] x) => (y) { y = STFT (x, step, , size) }", 17, **names)
    )
    (node,) = given.graph
    assert output_shape(node) is None
