"""Nodes with constant inputs give what they give with others."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import by_onnxruntime, checked_graph, model, weights

IMAGE = weights(1, 2, 7, 9)


@pytest.mark.parametrize(
    "body",
    [
        'r = Resize <mode = "linear"> (c, , s)',
        'r = Resize <mode = "linear", coordinate_transformation_mode = "align_corners"> (c, , t)',
        'r = Resize <coordinate_transformation_mode = "tf_half_pixel_for_nn"> (c, , s)',
        'r = Resize <mode = "cubic"> (c, , , n)',
        "r = MaxPool <kernel_shape = [1, 2], strides = [2, 4], ceil_mode = 1> (c)",
        'r = AveragePool <kernel_shape = [2, 2], strides = [2, 2], auto_pad = "SAME_UPPER"> (c)',
        'r = ConvTranspose <strides = [2, 3], auto_pad = "SAME_LOWER"> (c, w)',
        "r = LRN <size = 3, alpha = 0.5> (c)",
        "r = ConvTranspose <group = 2> (c, v, two)",
        "f = Reshape(c, three) g = GlobalMaxPool(f) r = Unsqueeze(g, n0)",
        "r = Pow(m, h)",
    ],
)
def test_a_node_of_constants_is_computed_as_onnxruntime_does(body: str) -> None:
    proto = model(
        f"(float[1] x) => (float[a,b,c,d] y) {{ {body} y = Add(x, r) }}",
        17,
        c=IMAGE,
        s=np.asarray([1, 1, 13 / 7, 5 / 9], np.float32),
        t=np.asarray([1, 1, 1.9, 0.6], np.float32),
        n=np.asarray([1, 2, 5, 12]),
        three=np.asarray([0, 0, -1]),
        v=weights(2, 1, 3, 2),
        two=weights(2),
        n0=np.asarray([0]),
        w=weights(2, 3, 3, 2),
        m=np.asarray([[[[-np.inf, -0.0, 4.0, -1.0]]]], np.float32),
        h=np.asarray(0.5, np.float32),
    )
    feed = {"x": np.zeros(1, np.float32)}
    found = evaluate(build(load_onnx(proto), "test"), feed)["y"]
    np.testing.assert_allclose(found, by_onnxruntime(proto, feed)["y"], atol=2e-5)


def test_constants_that_become_infinite_cause_no_warning(
    recwarn: pytest.WarningsRecorder,
) -> None:
    proto = model(
        "(int64[2] x) => (int64[2] y) { l = Log(c) i = Cast<to = 7>(l) y = Add(x, i) }",
        17,
        c=np.asarray([0.0, 1.0], np.float32),
    )
    found = evaluate(build(load_onnx(proto), "test"), {"x": np.asarray([0, 7])})
    assert found["y"][1] == 7
    assert not [item for item in recwarn if issubclass(item.category, RuntimeWarning)]


@pytest.mark.parametrize(
    ("call", "more"), [("Compress <axis = 0> (c, k)", "r"), ("NonZero(c)", "Cast <to = 1> (r)")]
)
def test_a_constant_of_picked_elements_has_its_sizes(call: str, more: str) -> None:
    constants = {
        "c": np.arange(12, dtype=np.float32).reshape(4, 3),
        "k": np.asarray([True, True, False, True]),
    }
    for end in ("y = Identity(s)", "y = Add(x, s)"):
        text = f"(float[1] x) => (float[a,b] y) {{ r = {call} s = {more} {end} }}"
        proto = model(text.replace("s = r", "s = Identity(r)"), 17, **constants)
        feed = {"x": np.zeros(1, np.float32)}
        found = evaluate(build(load_onnx(proto), "test"), feed)["y"]
        np.testing.assert_array_equal(found, by_onnxruntime(proto, feed)["y"])


def test_a_constant_may_be_in_a_sequence_twice() -> None:
    text = """(float[3] x) => (float[2,1] y, float[2,1] z) {
        h = Shape (x) v = Cast <to = 1> (h) q = SequenceConstruct (v, v)
        y = ConcatFromSequence <axis = 0, new_axis = 1> (q)
        z = ConcatFromSequence <axis = 0, new_axis = 1> (q) }"""
    checked_graph(model(text, 18))
