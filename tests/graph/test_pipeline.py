"""Blocks of real networks, from ONNX to the operator graph, beside ONNX Runtime."""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from aoe.backends.registry import backend_named
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.graph_json import graph_from_json, graph_to_json
from tests.graph.models import checked_graph, model, operator_types, view_kinds, weights


def test_a_fire_module_joins_what_its_convolutions_write() -> None:
    text = """(float[1,6,8,8] x) => (float[1,10] y) {
        s = Conv(x, w1, b1) r = Relu(s) e1 = Conv(r, w2) a = Relu(e1)
        e3 = Conv <pads = [1, 1, 1, 1]> (r, w3, b3) b = Relu(e3) c = Concat <axis = 1> (a, b)
        d = Dropout(c) g = GlobalAveragePool(d) f = Flatten(g) y = Softmax(f) }"""
    proto = model(
        text,
        w1=weights(3, 6, 1, 1),
        b1=weights(3),
        w2=weights(5, 3, 1, 1),
        w3=weights(5, 3, 3, 3),
        b3=weights(5),
    )
    graph = checked_graph(proto)
    assert operator_types(graph) == ["Conv", "Conv", "Conv", "Concat", "Reduce", "Softmax"]


def test_an_inverted_residual_is_three_convolutions() -> None:
    text = """(float[1,4,8,8] x) => (float[1,4,8,8] y) {
        a = Conv(x, w1, b1) r = Clip(a, low, high)
        b = Conv <group = 12, pads = [1, 1, 1, 1]> (r, w2, b1) s = Clip(b, low, high)
        c = Conv(s, w3, b3) y = Add(x, c) }"""
    proto = model(
        text,
        w1=weights(12, 4, 1, 1),
        b1=weights(12),
        w2=weights(12, 1, 3, 3),
        w3=weights(4, 12, 1, 1),
        b3=weights(4),
        low=np.asarray(0, np.float32),
        high=np.asarray(6, np.float32),
    )
    assert operator_types(checked_graph(proto))[:3] == ["Conv", "Conv", "Conv"]


def test_a_transformer_layer_is_matmuls_attention_and_normalisations() -> None:
    text = """(int64[1,6] ids, bool[1,6] mask) => (float[1,6,8] y) {
        e = Gather <axis = 0> (table, ids) x = Add(e, position)
        m = Unsqueeze(mask, axes) bias = Where(m, zero, low)
        q = MatMul(x, wq) qb = Add(q, bq) q1 = Reshape(qb, heads)
        q2 = Transpose <perm = [0, 2, 1, 3]> (q1)
        k = MatMul(x, wk) k1 = Reshape(k, heads) k2 = Transpose <perm = [0, 2, 3, 1]> (k1)
        v = MatMul(x, wv) v1 = Reshape(v, heads) v2 = Transpose <perm = [0, 2, 1, 3]> (v1)
        s = MatMul(q2, k2) t = Div(s, root) u = Add(t, bias) p = Softmax <axis = -1> (u)
        c = MatMul(p, v2) c1 = Transpose <perm = [0, 2, 1, 3]> (c) c2 = Reshape(c1, joined)
        o = MatMul(c2, wo) ob = Add(bo, o) r = Add(ob, x) n = LayerNormalization(r, scale, bias1)
        f = MatMul(n, w1) fb = Add(f, b1) g1 = Div(fb, sqrt2) g2 = Erf(g1) g3 = Add(g2, one)
        g4 = Mul(fb, g3) g5 = Mul(g4, half) h = MatMul(g5, w2) y = Add(h, n) }"""
    scalars = {"zero": 0, "low": -1e4, "root": 2, "sqrt2": np.sqrt(2), "one": 1, "half": 0.5}
    proto = model(
        text,
        table=weights(3, 8),
        position=weights(6, 8),
        axes=np.asarray([1, 2]),
        heads=np.asarray([1, 6, 2, -1]),
        joined=np.asarray([0, 0, -1]),
        bq=weights(8, seed=5),
        bo=weights(8, seed=6),
        scale=weights(8, seed=7),
        bias1=weights(8, seed=8),
        w1=weights(8, 32),
        b1=weights(32),
        w2=weights(32, 8),
        **{name: weights(8, 8, seed=i) for i, name in enumerate(("wq", "wk", "wv", "wo"))},
        **{name: np.asarray(value, np.float32) for name, value in scalars.items()},
    )
    reference = backend_named("reference").machine.target()
    types = operator_types(checked_graph(proto, target=reference))
    assert sorted(types) == sorted(
        ["Gather", "Pointwise", *["MatMul"] * 4, "Attention", "LayerNormalization"]
    )


def test_a_bottleneck_in_an_old_operator_set_is_four_convolutions() -> None:
    text = """(float[1,4,8,8] x) => (float[1,3] z) {
        a = Conv(x, w1) n = BatchNormalization(a, s, b, m, v) r = Relu(n)
        c = Conv <pads = [1, 1, 1, 1]> (r, w2) o = BatchNormalization(c, s, b, m, v) t = Relu(o)
        d = Conv(t, w3) p = BatchNormalization(d, s, b, m, v)
        e = Conv(x, w3) q = BatchNormalization(e, s, b, m, v)
        u = Sum(p, q) y = Relu(u) g = AveragePool <kernel_shape = [8, 8]> (y)
        f = Reshape(g, flat) l = Gemm <transB = 1> (f, w4, b4) z = Softmax(l) }"""
    proto = model(
        text,
        9,
        w1=weights(4, 4, 1, 1),
        w2=weights(4, 4, 3, 3),
        w3=weights(4, 4, 1, 1, seed=1),
        w4=weights(3, 4),
        b4=weights(3),
        s=weights(4, seed=1) + 1,
        b=weights(4, seed=2),
        m=weights(4, seed=3),
        v=np.abs(weights(4, seed=4)) + 1,
        flat=np.asarray([1, 4]),
    )
    graph = checked_graph(proto)
    assert operator_types(graph) == ["Conv"] * 4 + ["Reduce", "MatMul", "Softmax"]
    assert view_kinds(graph) == ["reshape"]


def test_equal_layers_have_equal_keys() -> None:
    text = """(float[2,4] x) => (float[2,4] y) { a = MatMul(x, w1) b = Add(a, b1) c = Relu(b)
        d = MatMul(c, w2) e = Add(b2, d) y = Relu(e) }"""
    proto = model(
        text,
        w1=weights(4, 4, seed=1),
        w2=weights(4, 4, seed=2),
        b1=weights(4, seed=3),
        b2=weights(4, seed=4),
    )
    keys = [node.operator.key for node in checked_graph(proto).operator_nodes]
    assert len(keys) == 2
    assert len(set(keys)) == 1


def test_a_graph_survives_json() -> None:
    text = "(float[2,6] x) => (float[2,4] y) { a = Gemm(x, w, b) y = Relu(a) }"
    graph = checked_graph(model(text, w=weights(6, 4), b=weights(4)))
    assert graph_from_json(graph_to_json(graph), graph.constants) == graph


def test_weights_over_2_gb_are_neither_read_nor_copied(tmp_path: Path) -> None:
    """The data file is all hole: reading it would take memory and time that this test has not."""
    proto = model("(int64[1] i) => (float[1,1024] y) { a = Gather(w, i) y = Relu(a) }")
    rows = 2**19 + 1
    tensor = proto.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[rows, 1024])
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="w.bin")
    with (tmp_path / "w.bin").open("wb") as file:
        file.truncate(rows * 4096)
    onnx.save(proto, tmp_path / "m.onnx")
    graph = build(load_onnx(tmp_path / "m.onnx"), "m")
    (array,) = graph.constants.values()
    assert array.nbytes == rows * 4096
    assert not array.flags.owndata
    assert operator_types(graph) == ["Gather"]


def test_symbolic_shapes_inside_a_model_are_found_anew() -> None:
    text = """(float[batch,3] x) => (float[batch,6] y) { a = Relu(x) b = Concat <axis = 1> (a, x)
        y = Neg(b) }"""
    proto = model(text)
    proto.graph.value_info.append(
        helper.make_tensor_value_info("a", TensorProto.FLOAT, ["batch", 3])
    )
    graph = build(load_onnx(proto, {"x": (5, 3)}), "m")
    assert graph.tensors["y"].shape == (5, 6)
