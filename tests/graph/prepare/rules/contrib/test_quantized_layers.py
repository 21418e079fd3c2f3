"""Layers of ONNX Runtime's quantiser: all attributes and types, against ONNX Runtime."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnxruntime.quantization import QuantType, quantize_dynamic

from aoe.errors import ModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.prepare import rules
from aoe.graph.prepare.rules.contrib.names import RUNTIME_OPERATORS
from aoe.operators.evaluate import evaluate
from tests.graph.models import model, weights

BATCH, STEPS, SIZE, HIDDEN = 2, 5, 6, 4


def bytes_of(*shape: int, dtype: str = "uint8", seed: int = 0) -> np.ndarray:
    limits = np.iinfo(dtype)
    generator = np.random.default_rng(seed)
    return generator.integers(limits.min, limits.max, shape, dtype, endpoint=True)


def floats(*shape: int, seed: int = 0, scale: float = 1.0) -> np.ndarray:
    return (np.random.default_rng(seed).standard_normal(shape) * scale).astype(np.float32)


def by_onnxruntime(proto: onnx.ModelProto, feed: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """With a thread for each sequence, as ONNX Runtime then rounds each state by itself."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2 * BATCH
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options)
    names = [item.name for item in session.get_outputs()]
    return dict(zip(names, session.run(names, dict(feed)), strict=True))


def check(proto: onnx.ModelProto, feed: Mapping[str, np.ndarray], tolerance: float = 1e-4) -> None:
    shapes = {name: array.shape for name, array in feed.items()}
    found = evaluate(build(load_onnx(proto, shapes), "test"), dict(feed))
    for name, expected in by_onnxruntime(proto, feed).items():
        assert found[name].shape == expected.shape
        assert found[name].dtype == expected.dtype
        largest = max(1e-6, float(np.abs(expected).max()))
        np.testing.assert_allclose(found[name], expected, atol=tolerance * largest, rtol=0)


def lstm(
    direction: str,
    given: str,
    dtype: str,
    per_channel: bool,
    attributes: str = "",
    lengths: tuple[int, int] = (STEPS, 3),
) -> tuple[onnx.ModelProto, dict[str, np.ndarray]]:
    """DynamicQuantizeLSTM with the operands named in `given`, one letter each."""
    count = 2 if direction == "bidirectional" else 1
    constants = {
        "w": bytes_of(count, SIZE, 4 * HIDDEN, dtype=dtype, seed=1),
        "r": bytes_of(count, HIDDEN, 4 * HIDDEN, dtype=dtype, seed=2),
    }
    sizes = (count, 4 * HIDDEN) if per_channel else (count,)
    for number, name in enumerate(("ws", "rs")):
        constants[name] = np.abs(floats(*sizes, seed=3 + number, scale=0.01)) + np.float32(1e-3)
    for name in ("wz", "rz"):
        middle = 120 if dtype == "uint8" and not per_channel else 0
        constants[name] = np.full(sizes, middle, dtype)
    optional = {
        "b": floats(count, 8 * HIDDEN, seed=5, scale=0.3),
        "l": np.asarray(lengths, np.int32),
        "h": floats(count, BATCH, HIDDEN, seed=6),
        "c": floats(count, BATCH, HIDDEN, seed=7),
        "p": floats(count, 3 * HIDDEN, seed=8),
    }
    constants |= {name: optional[name] for name in given}
    operands = ", ".join(name if name in given else '""' for name in "blhcp")
    text = f"""(float[{STEPS},{BATCH},{SIZE}] x) => (float[{STEPS},{count},{BATCH},{HIDDEN}] y,
        float[{count},{BATCH},{HIDDEN}] yh, float[{count},{BATCH},{HIDDEN}] yc) {{
        y, yh, yc = com.microsoft.DynamicQuantizeLSTM
            <direction = "{direction}", hidden_size = {HIDDEN}{attributes}>
            (x, w, r, {operands}, ws, wz, rs, rz) }}"""
    return model(text, **constants), {"x": floats(STEPS, BATCH, SIZE, seed=9)}


@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize("given", ["", "b", "bh", "bhc", "bp", "bhcp", "l", "blhcp"])
def test_an_lstm_of_bytes_takes_every_operand(direction: str, given: str) -> None:
    check(*lstm(direction, given, "uint8", per_channel=False))


@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize("lengths", [(3, 2), (2, 0), (1, 1), (0, 0)])
def test_steps_behind_all_sequences_do_not_count_for_the_range_of_the_input(
    direction: str, lengths: tuple[int, int]
) -> None:
    proto, feed = lstm(direction, "blhc", "int8", per_channel=False, lengths=lengths)
    feed["x"][max(lengths) :] *= 20
    check(proto, feed)


@pytest.mark.parametrize(
    ("dtype", "per_channel"), list(itertools.product(["int8", "uint8"], [False, True]))
)
def test_an_lstm_takes_weights_of_both_types_with_scales_of_both_kinds(
    dtype: str, per_channel: bool
) -> None:
    check(*lstm("bidirectional", "b", dtype, per_channel))


@pytest.mark.parametrize(
    "attributes",
    [
        ", clip = 0.4",
        ", input_forget = 1",
        ', activations = ["Sigmoid", "Tanh", "Relu"]',
        ', activations = ["HardSigmoid", "Tanh", "Tanh"], activation_alpha = [0.3], '
        "activation_beta = [0.4]",
    ],
)
def test_an_lstm_takes_every_attribute(attributes: str) -> None:
    check(*lstm("forward", "b", "uint8", False, attributes))


def test_an_lstm_of_silence_stays_finite() -> None:
    proto, feed = lstm("forward", "b", "uint8", per_channel=False)
    check(proto, {"x": np.zeros_like(feed["x"])})


def attention(
    options: str = "", mask: np.ndarray | None = None, past: int = 0, dtype: str = "uint8"
) -> tuple[onnx.ModelProto, dict[str, np.ndarray]]:
    heads, size, length = 2, 8, 3
    constants: dict[str, np.ndarray] = {
        "w": bytes_of(size, 3 * size, dtype=dtype, seed=1),
        "bias": floats(3 * size, seed=2),
        "xs": np.asarray(0.02, np.float32),
        "ws": np.asarray(0.01, np.float32),
        "xz": np.asarray(118, np.uint8),
        "wz": np.asarray(0 if dtype == "int8" else 128, dtype),
    }
    feed = {"x": bytes_of(BATCH, length, size, seed=3)}
    inputs, operands, outputs = f"uint8[{BATCH},{length},{size}] x", '"", xz, wz', "y"
    results = f"float[{BATCH},{length},{size}] y"
    if mask is not None:
        constants["mask"], operands = mask, "mask, xz, wz"
    if past:
        shape = (2, BATCH, heads, past, size // heads)
        feed["past"] = floats(*shape, seed=4)
        inputs += f", float[{','.join(map(str, shape))}] past"
        operands += ", past"
        total = ",".join(map(str, (*shape[:3], past + length, shape[4])))
        results, outputs = f"{results}, float[{total}] present", "y, present"
    text = f"""({inputs}) => ({results}) {{ {outputs} = com.microsoft.QAttention
        <num_heads = {heads}{options}> (x, w, bias, xs, ws, {operands}) }}"""
    return model(text, **constants), feed


@pytest.mark.parametrize("dtype", ["uint8", "int8"])
@pytest.mark.parametrize("options", ["", ", unidirectional = 1"])
@pytest.mark.parametrize("past", [0, 4])
def test_attention_of_bytes(dtype: str, options: str, past: int) -> None:
    check(*attention(options, None, past, dtype))


@pytest.mark.parametrize(
    "mask",
    [
        np.asarray([3, 2], np.int32),
        np.asarray([3, 2, 0, 1], np.int32),
        np.asarray([[1, 1, 1], [1, 0, 1]], np.int32),
    ],
)
def test_attention_of_bytes_is_masked(mask: np.ndarray) -> None:
    check(*attention("", mask))


@pytest.mark.parametrize("segments", [True, False])
@pytest.mark.parametrize("masked", [True, False])
def test_an_embedding_of_bytes(segments: bool, masked: bool) -> None:
    size, length = 8, 4
    constants: dict[str, np.ndarray] = {
        "words": bytes_of(20, size, seed=1),
        "places": bytes_of(6, size, seed=2),
        "kinds": bytes_of(2, size, seed=3),
        "gamma": bytes_of(size, seed=4),
        "beta": bytes_of(size, seed=5),
        "mask": np.asarray([[1, 1, 1, 0], [1, 1, 0, 0]], np.int32),
    }
    facts = []
    for number in range(5):
        constants[f"s{number}"] = np.asarray(0.01 * (number + 1), np.float32)
        facts.append(f"s{number}")
    for number in range(5):
        constants[f"z{number}"] = np.asarray(100 + number, np.uint8)
        facts.append(f"z{number}")
    segment, kind = ("segment", "kinds") if segments else ('""', '""')
    if not segments:
        facts[2] = facts[7] = '""'
    inputs = f"int32[{BATCH},{length}] tokens" + (
        f", int32[{BATCH},{length}] segment" if segments else ""
    )
    text = f"""({inputs}) => (float[{BATCH},{length},{size}] y, int32[{BATCH}] n) {{
        y, n = com.microsoft.QEmbedLayerNormalization <epsilon = 1e-6>
        (tokens, {segment}, words, places, {kind}, gamma, beta, {"mask" if masked else '""'},
         {", ".join(facts)}) }}"""
    generator = np.random.default_rng(0)
    feed = {"tokens": generator.integers(0, 20, (BATCH, length), dtype=np.int32)}
    if segments:
        feed["segment"] = generator.integers(0, 2, (BATCH, length), dtype=np.int32)
    used = {name: array for name, array in constants.items() if re.search(rf"\b{name}\b", text)}
    check(model(text, **used), feed)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16"])
@pytest.mark.parametrize("per_axis", [False, True])
def test_quantisation_of_the_other_domain(dtype: str, per_axis: bool) -> None:
    zero = 3 if dtype.startswith("int") else 100
    scale = np.asarray([0.1, 0.2, 0.3], np.float32) if per_axis else np.asarray(0.1, np.float32)
    text = f"""(float[2,3,4] x) => ({dtype}[2,3,4] q, float[2,3,4] y) {{
        q = com.microsoft.QuantizeLinear <axis = 1> (x, s, z)
        y = com.microsoft.DequantizeLinear <axis = 1> (q, s, z) }}"""
    proto = model(text, s=scale, z=np.full(scale.shape, zero, dtype))
    check(proto, {"x": floats(2, 3, 4)})


@pytest.mark.parametrize("attributes", ["", ", strides = [2, 2], pads = [1, 0, 1, 1]"])
def test_the_largest_of_windows_of_images_with_channels_last(attributes: str) -> None:
    text = f"""(uint8[1,7,6,3] x) => (uint8[1,H,W,3] y) {{
        y = com.microsoft.NhwcMaxPool <kernel_shape = [3, 2]{attributes}> (x) }}"""
    check(model(text), {"x": bytes_of(1, 7, 6, 3)})


@pytest.mark.parametrize("bits", [4, 8])
@pytest.mark.parametrize("zeros", [False, True])
def test_rows_of_a_table_of_few_bits(bits: int, zeros: bool) -> None:
    rows, size, block = 5, 64, 16
    constants: dict[str, np.ndarray] = {
        "table": bytes_of(rows, size * bits // 8, seed=1),
        "scales": np.abs(floats(rows, size // block, seed=2)),
    }
    if zeros:
        constants["zeros"] = bytes_of(rows, size // block * bits // 8, seed=3)
    text = f"""(int64[3] i) => (float[3,{size}] y) {{
        y = com.microsoft.GatherBlockQuantized
        <block_size = {block}, bits = {bits}, quantize_axis = 1, gather_axis = 0>
        (table, i, scales{", zeros" if zeros else ""}) }}"""
    check(model(text, **constants), {"i": np.asarray([4, 0, 2])})


@pytest.mark.parametrize("kind", [onnx.TensorProto.UINT4, onnx.TensorProto.INT4])
@pytest.mark.parametrize("zeros", [False, True])
def test_rows_of_a_table_of_numbers_of_four_bits(kind: int, zeros: bool) -> None:
    proto = model(
        """(int64[3] i) => (float[3,64] y) {
            g = com.microsoft.GatherBlockQuantized
            <block_size = 16, quantize_axis = 1, gather_axis = 0> (table, i, scales)
            y = Add (g, row) }""",
        scales=np.abs(floats(5, 4, seed=2)),
        row=floats(64, seed=4),
    )
    least = 0 if kind == onnx.TensorProto.UINT4 else -8
    for name, shape in {"table": (5, 64), "zeros": (5, 4)}.items():
        numbers = (bytes_of(*shape, seed=1) % 16).astype(int) + least
        tensor = onnx.helper.make_tensor(name, kind, shape, numbers.ravel().tolist())
        if name == "table" or zeros:
            proto.graph.initializer.append(tensor)
    if zeros:
        proto.graph.node[0].input.append("zeros")
    check(proto, {"i": np.asarray([4, 0, 2])})


@pytest.mark.parametrize("weight_type", [QuantType.QUInt8, QuantType.QInt8])
def test_a_recurrent_model_after_dynamic_quantisation(
    weight_type: QuantType, tmp_path: Path
) -> None:
    text = f"""(float[{STEPS},{BATCH},{SIZE}] x) => (float[{STEPS},{BATCH},3] y) {{
        a, b, c = LSTM <hidden_size = {HIDDEN}> (x, w, r, bias)
        s = Squeeze (a, one) y = MatMul (s, m) }}"""
    proto = model(
        text,
        w=weights(1, 4 * HIDDEN, SIZE),
        r=weights(1, 4 * HIDDEN, HIDDEN, seed=1),
        bias=weights(1, 8 * HIDDEN, seed=2),
        m=weights(HIDDEN, 3, seed=3),
        one=np.asarray([1]),
    )
    onnx.save(proto, tmp_path / "float.onnx")
    quantize_dynamic(tmp_path / "float.onnx", tmp_path / "bytes.onnx", weight_type=weight_type)
    quantised = onnx.load(tmp_path / "bytes.onnx")
    kinds = {node.op_type for node in quantised.graph.node}
    assert {"DynamicQuantizeLSTM", "MatMulInteger"} <= kinds
    check(quantised, {"x": floats(STEPS, BATCH, SIZE)})


def test_every_operator_that_is_named_has_a_rule() -> None:
    folder = Path(str(rules.__file__)).parent
    text = "".join(path.read_text() for path in folder.rglob("*.py") if path.name != "names.py")
    assert [name for name in RUNTIME_OPERATORS if f'"{name}"' not in text] == []


def test_a_layer_of_other_types_is_refused_by_its_name() -> None:
    """Those that ONNX Runtime refuses. Rules of all operators are written for some types only."""
    proto = model(
        """(double[5,2,3] x) => (double[5,1,2,4] y) {
        y = com.microsoft.DynamicQuantizeLSTM <hidden_size = 4>
            (x, w, r, , , , , , scale, zero, scale, zero) }""",
        w=np.ones((1, 3, 16), np.int8),
        r=np.ones((1, 4, 16), np.int8),
        scale=np.ones(1, np.float32),
        zero=np.zeros(1, np.int8),
    )
    proto.graph.node[0].name = "my_layer"
    with pytest.raises(ModelError) as caught:
        build(load_onnx(proto), "test")
    words = str(caught.value)
    assert "'my_layer' (DynamicQuantizeLSTM of com.microsoft)" in words
    assert "DOUBLE[5,2,3], INT8[1,3,16]" in words
    assert "AssertionError" not in words
