"""Models multiply float8 on GPUs that have instructions for it: where they are quantised to it, and
where the user asks for such weights and the outputs stay accurate.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.element_types import FLOAT8, FLOAT8_E5M2, rounded_to
from tests.backends.cuda.devices import PtxDevices, with_gpu

QDQ = """<ir_version: 10, opset_import: ["" : 21]>
    net (float[1,16,6,6] x) => (float[1,20] y) {
    xq = QuantizeLinear (x, s, p) xd = DequantizeLinear (xq, s, p)
    wd = DequantizeLinear <axis = 0> (w, t)
    c = Conv <pads = [1, 1, 1, 1]> (xd, wd, b) r = Relu (c)
    rq = QuantizeLinear (r, u, p) rd = DequantizeLinear (rq, u, p)
    m = GlobalAveragePool (rd) f = Flatten (m)
    fq = QuantizeLinear (f, u, p) fd = DequantizeLinear (fq, u, p)
    vd = DequantizeLinear <axis = 1> (v, a) y = MatMul (fd, vd) }"""
FLOAT = """<ir_version: 10, opset_import: ["" : 21]>
    net (float[1,16,6,6] x) => (float[1,36,20] y) {
    c = Conv <pads = [1, 1, 1, 1]> (x, w, b) r = Relu (c)
    f = Reshape (r, shape) t = Transpose <perm = [0, 2, 1]> (f) y = MatMul (t, v) }"""


#: ONNX's types.
FNUZ = "float8_e4m3fnuz"
KINDS = {
    FLOAT8: onnx.TensorProto.FLOAT8E4M3FN,
    FLOAT8_E5M2: onnx.TensorProto.FLOAT8E5M2,
    FNUZ: onnx.TensorProto.FLOAT8E4M3FNUZ,
}


def with_arrays(text: str, arrays: dict[str, np.ndarray]) -> onnx.ModelProto:
    """The model of a text with constants."""
    found = onnx.parser.parse_model(text)
    for name, array in arrays.items():
        if array.dtype.name in KINDS:
            kind = KINDS[array.dtype.name]
            tensor = onnx.helper.make_tensor(name, kind, array.shape, array.tobytes(), raw=True)
        else:
            tensor = onnx.numpy_helper.from_array(array, name)
        found.graph.initializer.append(tensor)
    return found


def quantised(values: str = FLOAT8, weights: str = FLOAT8) -> onnx.ModelProto:
    """A convolution and a product in QDQ form, with a scale for each filter and column, and values
    and weights of these types.
    """
    rng = np.random.default_rng(7)
    zero = rounded_to(np.zeros((), np.float32), values)
    return with_arrays(
        QDQ,
        {
            "s": np.array(0.01, np.float32),
            "p": zero,
            "w": rounded_to(30 * rng.standard_normal((32, 16, 3, 3)), weights),
            "t": rng.uniform(0.001, 0.002, 32).astype(np.float32),
            "b": rng.standard_normal(32).astype(np.float32),
            "u": np.array(0.02, np.float32),
            "v": rounded_to(30 * rng.standard_normal((32, 20)), weights),
            "a": rng.uniform(0.001, 0.002, 20).astype(np.float32),
        },
    )


def products(session: aoe.InferenceSession, types: str = ".e4m3.e4m3") -> int:
    """How many kernels multiply float8."""
    return sum(types.encode() in text for text in session.model.objects.values())


@pytest.mark.parametrize("name", ["sm_89", "sm_90"])
def test_a_quantised_model_multiplies_float8(name: str) -> None:
    x = np.random.default_rng(8).standard_normal((1, 16, 6, 6)).astype(np.float32)
    with aoe.compile(quantised()) as session:
        (expected,) = session.run(None, {"x": x})
    with with_gpu(PtxDevices(name)), aoe.compile(quantised(), device="cuda") as session:
        (found,) = session.run(None, {"x": x})
        assert products(session) == 2
    # Sums in another order may be rounded to the other neighbour in between.
    np.testing.assert_allclose(found, expected, atol=0.01 * np.abs(expected).max())


@pytest.mark.parametrize(
    ("values", "weights", "types"),
    [
        (FLOAT8_E5M2, FLOAT8, ".e5m2.e4m3"),
        (FLOAT8, FLOAT8_E5M2, ".e4m3.e5m2"),
        (FLOAT8_E5M2, FLOAT8_E5M2, ".e5m2.e5m2"),
    ],
)
@pytest.mark.parametrize("name", ["sm_89", "sm_90"])
def test_values_and_weights_may_have_other_types(
    name: str, values: str, weights: str, types: str
) -> None:
    x = np.random.default_rng(8).standard_normal((1, 16, 6, 6)).astype(np.float32)
    with aoe.compile(quantised(values, weights)) as session:
        (expected,) = session.run(None, {"x": x})
    model = quantised(values, weights)
    with with_gpu(PtxDevices(name)), aoe.compile(model, device="cuda") as session:
        (found,) = session.run(None, {"x": x})
        assert products(session, types) == 2
    np.testing.assert_allclose(found, expected, atol=0.02 * np.abs(expected).max())


def test_types_without_negative_zero_are_multiplied_as_float32() -> None:
    x = np.random.default_rng(8).standard_normal((1, 16, 6, 6)).astype(np.float32)
    with aoe.compile(quantised(FNUZ, FNUZ)) as session:
        (expected,) = session.run(None, {"x": x})
    model = quantised(FNUZ, FNUZ)
    with with_gpu(PtxDevices("sm_89")), aoe.compile(model, device="cuda") as session:
        (found,) = session.run(None, {"x": x})
        assert not products(session, ".e4m3") + products(session, ".e5m2.")
    np.testing.assert_allclose(found, expected, atol=0.02 * np.abs(expected).max())


def network() -> onnx.ModelProto:
    """A convolution and a product of float32, whose inputs have many magnitudes."""
    rng = np.random.default_rng(9)
    scales = 10.0 ** rng.uniform(-6, 6, (1, 20))
    return with_arrays(
        FLOAT,
        {
            "w": rng.standard_normal((32, 16, 3, 3)).astype(np.float32),
            "b": rng.standard_normal(32).astype(np.float32),
            "v": (scales * rng.standard_normal((32, 20))).astype(np.float32),
            "shape": np.array([1, 32, 36]),
        },
    )


@pytest.mark.parametrize(("limit", "expected_products"), [(0.08, 2), (1e-4, 0)])
def test_weights_become_float8_as_far_as_outputs_stay_accurate(
    limit: float, expected_products: int, tmp_path: Path
) -> None:
    (tmp_path / "weights.cfg").write_text(f"accuracy_limit: {limit}\n*: float8\n")
    options = aoe.PrecisionOptions(compress_weight_conf=tmp_path / "weights.cfg")
    x = 1e6 * np.random.default_rng(8).standard_normal((1, 16, 6, 6)).astype(np.float32)
    with aoe.compile(network()) as session:
        (expected,) = session.run(None, {"x": x})
    with (
        with_gpu(PtxDevices("sm_89")),
        aoe.compile(network(), device="cuda", precision=options) as session,
    ):
        (found,) = session.run(None, {"x": x})
        assert products(session) == expected_products
    error = np.linalg.norm(found - expected) / np.linalg.norm(expected)
    assert error < limit


def test_a_gpu_without_instructions_keeps_weights_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "weights.cfg").write_text("*: float8\n")
    options = aoe.PrecisionOptions(compress_weight_conf=tmp_path / "weights.cfg")
    with (
        with_gpu(PtxDevices("sm_80")),
        aoe.compile(network(), device="cuda", precision=options) as session,
    ):
        assert products(session) == 0
        report = session.model.manifest.compression
    assert "for which sm_80 has no instructions" in str(report)


@pytest.mark.parametrize(
    ("lines", "limit", "expected_products"),
    [
        ("n::InputDtype:float8_e4m3fn,float8_e4m3fn,OutputDtype:float32", 0.08, (1, 0)),
        (
            "OpType::MatMul:InputDtype:float8_e5m2,float8_e4m3fn,OutputDtype:float32\n"
            "OpType::Conv2D:InputDtype:float8_e4m3fn,float8_e4m3fn,float32,OutputDtype:float32",
            0.3,
            (1, 1),
        ),
        (
            "OpType::MatMul:InputDtype:float8_e5m2,float8_e4m3fn,OutputDtype:float32",
            1e-4,
            (0, 0),
        ),
        (
            "n::InputDtype:bfloat16,bfloat16,OutputDtype:float32\n"
            "OpType::MatMul:InputDtype:float8_e4m3fn,float8_e4m3fn,OutputDtype:float32\n"
            "OpType::Conv:InputDtype:float8_e4m3fn,float8_e4m3fn,float32,OutputDtype:float32",
            0.08,
            (1, 0),
        ),
    ],
)
def test_operators_are_given_types_of_float8_as_far_as_outputs_stay_accurate(
    lines: str, limit: float, expected_products: tuple[int, int], tmp_path: Path
) -> None:
    (tmp_path / "types.cfg").write_text(f"{lines}\naccuracy_limit: {limit}\n")
    options = aoe.PrecisionOptions(customize_dtypes=tmp_path / "types.cfg")
    x = np.random.default_rng(8).standard_normal((1, 16, 6, 6)).astype(np.float32)
    model = network()
    for node in model.graph.node:
        if node.op_type == "MatMul":
            node.name = "n"
    with aoe.compile(model) as session:
        (expected,) = session.run(None, {"x": x})
    with (
        with_gpu(PtxDevices("sm_89")),
        aoe.compile(model, device="cuda", precision=options) as session,
    ):
        (found,) = session.run(None, {"x": x})
        counts = products(session), products(session, ".e5m2.e4m3")
    assert counts == expected_products
    error = np.linalg.norm(found - expected) / np.linalg.norm(expected)
    assert error < limit


def test_a_gpu_without_instructions_refuses_types_of_float8(tmp_path: Path) -> None:
    line = "OpType::MatMul:InputDtype:float8_e4m3fn,float8_e4m3fn,OutputDtype:float32\n"
    (tmp_path / "types.cfg").write_text(line)
    options = aoe.PrecisionOptions(customize_dtypes=tmp_path / "types.cfg")
    with (
        with_gpu(PtxDevices("sm_80")),
        pytest.raises(aoe.AoeError, match="float8, for which sm_80 has no instructions"),
    ):
        aoe.compile(network(), device="cuda", precision=options)
