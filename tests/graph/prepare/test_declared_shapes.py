"""Shapes that are declared otherwise than nodes give them do not count, as in ONNX Runtime."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
import pytest

import aoe
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.conformance.opsets.cases import by_runtime
from tests.graph.models import inputs_of, model


def computed(proto: onnx.ModelProto, feed: Mapping[str, np.ndarray]) -> list[np.ndarray]:
    """What ONNX Runtime computes where nothing is declared: its optimisations trust that."""
    plain = onnx.ModelProto()
    plain.CopyFrom(proto)
    plain.graph.ClearField("value_info")
    for value in plain.graph.output:
        value.type.tensor_type.ClearField("shape")
    found = by_runtime(plain, feed)
    assert found is not None
    return found


@pytest.mark.parametrize("node", ["Relu (x)", "com.microsoft.Gelu (x)", "Gelu (x)"])
@pytest.mark.parametrize("shape", ["3,2", "6", "2,3,1", "N,N", ""])
def test_shapes_behind_a_value_are_those_that_its_node_gives(node: str, shape: str) -> None:
    wrong = f"float[{shape}]" if shape else "float[]"
    text = f"""(float[2,3] x) => ({wrong} y, int64[2] s, {wrong} t) <{wrong} z, {wrong} r> {{
        z = {node} r = Neg (z) y = Add (r, x) s = Shape (z) t = Transpose (z) }}"""
    proto = model(text, 20)
    graph, feed = build(load_onnx(proto), "test"), inputs_of(proto)
    found = evaluate(graph, feed)
    for name, expected in zip("yst", computed(proto, feed), strict=True):
        assert graph.tensors[name].shape == expected.shape
        np.testing.assert_allclose(found[name], expected, atol=1e-6)


def test_nodes_of_older_operator_sets_are_read_with_the_shapes_that_nodes_give() -> None:
    """Softmax is over all dimensions from one on, so their number counts."""
    text = """(float[2,3,4] x) => (float[2,3,4] y) <float[2,3] z> {
        z = Relu (x) y = Softmax <axis = 1> (z) }"""
    proto = model(text, 11)
    feed = inputs_of(proto)
    found = evaluate(build(load_onnx(proto), "test"), feed)
    np.testing.assert_allclose(found["y"], computed(proto, feed)[0], atol=1e-6)


@pytest.mark.parametrize(
    "text",
    [
        "(float[2,3] x) => (int64[a,b] y, int64[2] s) <int64[2,7] z> "
        "{ z = NonZero (x) s = Shape (z) y = Neg (z) }",
        "(float[2,3] x) => (float[a] y, int64[1] s) <float[9] z> "
        "{ z = Unique (x) s = Shape (z) y = Neg (z) }",
        "(float[2,3] x, bool[2] c) => (float[a,b] y, int64[2] s) <float[2,3] z> "
        "{ z = Compress <axis = 0> (x, c) s = Shape (z) y = Neg (z) }",
    ],
)
def test_data_decide_on_sizes_whatever_is_declared(text: str) -> None:
    proto = model(text)
    feed = inputs_of(proto) | {"x": np.asarray([[1, 0, 2], [0, 3, 4]], np.float32)}
    if "c" in feed:
        feed["c"] = np.asarray([True, False])
    with aoe.compile(proto, threads=1) as session:
        found = session.run(None, feed)
    for ours, expected in zip(found, computed(proto, feed), strict=True):
        np.testing.assert_array_equal(ours, expected)


@pytest.mark.parametrize(
    ("read", "node", "wrong"),
    [
        ("float[2,4,3] x", "GroupNormalization <num_groups = 2> (x, four, four)", "2,7,3"),
        ("float[2,4,3,2] x", "MeanVarianceNormalization (x)", "2,7,3,2"),
        ("float[2,3] x, int64[2] i", "GatherND (x, i)", "3"),
        ("float[2,2,3] x, int64[2,2] i", "GatherND <batch_dims = 1> (x, i)", "2,1"),
        (
            "float[1,1,2,2] x",
            "MaxUnpool <kernel_shape = [2, 2], strides = [2, 2]> (x, places, sizes)",
            "1,1,4,4",
        ),
    ],
)
def test_shapes_count_that_onnx_does_not_infer(read: str, node: str, wrong: str) -> None:
    constants = {
        "four": np.ones(4, np.float32),
        "places": np.asarray([[[[5, 7], [13, 15]]]]),
        "sizes": np.asarray([1, 1, 5, 5]),
    }
    used = {name: array for name, array in constants.items() if name in node}
    text = f"({read}) => (float y, int64 s) <float[{wrong}] z> {{"
    proto = model(f"{text} z = {node} y = Neg (z) s = Shape (z) }}", 21, **used)
    for value in proto.graph.output:
        value.type.tensor_type.ClearField("shape")
    feed = inputs_of(proto) | ({"i": np.asarray([[1, 0]] * 2)} if "batch" in node else {})
    if "int64[2] i" in read:
        feed["i"] = np.asarray([1, 2])
    found = evaluate(build(load_onnx(proto), "test"), feed)
    expected = computed(proto, feed)
    assert found["y"].shape == expected[0].shape
    assert found["s"].tolist() == list(expected[0].shape)
    if "MaxUnpool" not in node:  # places are those of the unpadded result, as ONNX says
        np.testing.assert_allclose(found["y"], expected[0], atol=1e-5)


IF = """(float[4] x, bool c) => (float[a] r, int64[1] s) <float[{}] y> {{
    y = If (c) <then_branch = t () => (float[{}] v) {{ v = Abs (x) }},
        else_branch = e () => (float[{}] w) {{ w = Neg (x) }}> r = Neg (y) s = Shape (y) }}"""
LOOP = """(float[4] x) => (float[a] r, float[b,c] o, int64[1] s, int64[2] t)
    <float[{}] y, float[{}] z> {{
    n = Constant <value = int64 {{3}}> () k = Constant <value = bool {{1}}> ()
    y, z = Loop (n, k, x) <body = b (int64 i, bool q, float[{}] u)
        => (bool g, float[4] v, float[4] p) {{ g = Identity (q) v = Abs (u) p = Neg (u) }}>
    r = Neg (y) o = Neg (z) s = Shape (y) t = Shape (z) }}"""
SCAN = """(float[3,4] x, float[4] i) => (float[a] r, float[b,c] o, int64[1] s, int64[2] t)
    <float[{}] y, float[{}] z> {{
    y, z = Scan (i, x) <num_scan_inputs = 1, body = b (float[4] u, float[4] e)
        => (float[{}] v, float[4] p) {{ v = Add (u, e) p = Neg (v) }}>
    r = Neg (y) o = Neg (z) s = Shape (y) t = Shape (z) }}"""


@pytest.mark.parametrize(
    "text",
    [
        IF.format("5", "4", "4"),
        IF.format("2,2", "2,2", "2,2"),
        LOOP.format("5", "3,4", "4"),
        LOOP.format("4", "7,4", "4"),
        LOOP.format("4", "3,5", "4"),
        LOOP.format("2,2", "3,2,2", "2,2"),
        SCAN.format("5", "3,4", "4"),
        SCAN.format("4", "7,4", "4"),
    ],
)
def test_graphs_inside_nodes_decide_on_the_shapes_of_results(text: str) -> None:
    proto = model(text)
    feed = inputs_of(proto)
    with aoe.compile(proto, threads=1) as session:
        found = session.run(None, feed)
    for ours, expected in zip(found, computed(proto, feed), strict=True):
        np.testing.assert_allclose(ours, expected, atol=1e-6)
