"""Models of old operator sets compute what ONNX Runtime computes at that operator set."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from aoe.errors import ModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.prepare.opset import CANONICAL_OPSET, to_canonical_opset
from aoe.operators.evaluate import evaluate
from tests.graph.models import checked_graph, inputs_of, model

#: Public models whose interpolation another library's converter changed.
_RESIZED = {
    "resize 10, linear": (10, "Resize", "linear", (10, 14), (2.0, 2.0)),
    "resize 10, nearest by fractions": (10, "Resize", "nearest", (7, 18), (1.5, 2.6)),
    "resize 10, nearest, smaller": (10, "Resize", "nearest", (5, 7), (0.6, 0.7)),
    "resize 10, nearest, smaller and larger": (10, "Resize", "nearest", (5, 7), (0.6, 1.7)),
    "upsample 9, linear": (9, "Upsample", "linear", (5, 7), (2.0, 3.0)),
    "upsample 9, nearest by fractions": (9, "Upsample", "nearest", (5, 7), (1.4, 2.3)),
}


@pytest.mark.parametrize("name", _RESIZED)
def test_old_interpolation_is_asymmetric(name: str) -> None:
    opset, op_type, mode, (height, width), factors = _RESIZED[name]
    checked_graph(
        model(
            f"""(float[1,2,{height},{width}] x) => (float[1,2,h,w] y)
            {{ y = {op_type} <mode = "{mode}"> (x, s) }}""",
            opset,
            s=np.asarray([1, 1, *factors], np.float32),
        ),
        2e-6,
    )


def test_upsample_has_its_scales_as_an_attribute_before_opset_9() -> None:
    checked_graph(
        model(
            """(float[1,2,4,5] x) => (float[1,2,h,w] y)
            { y = Upsample <mode = "linear", scales = [1.0, 1.0, 1.5, 2.0]> (x) }""",
            7,
        )
    )


def test_computed_scales_of_opset_10_may_shrink_one_axis_and_grow_another() -> None:
    checked_graph(
        model(
            """(float[1,1,7,4] x, float[1,1,4,9] z) => (float[1,1,h,w] y) {
            a = Shape(x) b = Shape(z) c = Cast<to = 1>(a) d = Cast<to = 1>(b) s = Div(d, c)
            y = Resize(x, s) }""",
            10,
        )
    )


@pytest.mark.parametrize("taken", [True, False])
def test_nodes_in_branches_are_converted(taken: bool) -> None:
    text = """(float[1,1,3,4] x) => (float[1,1,6,8] y) { y = If (c) <
        then_branch = t () => (float[1,1,6,8] p)
            { p = Upsample <mode = "linear"> (x, s) },
        else_branch = e () => (float[1,1,6,8] q)
            { r = Resize <mode = "linear"> (x, s) q = Clip <min = -0.5> (r) }> }"""
    checked_graph(_opset_9_and_10(text, taken))


def _opset_9_and_10(text: str, taken: bool) -> onnx.ModelProto:
    """Upsample is of operator set 9, Resize of 10; a model has only one of them."""
    opset, kept, other = (9, "Upsample", "Resize") if taken else (10, "Resize", "Upsample")
    scales = np.asarray([1, 1, 2, 2], np.float32)
    return model(text.replace(other, kept), opset, c=np.asarray(taken), s=scales)


def test_nodes_in_loops_are_converted() -> None:
    checked_graph(
        model(
            """(float[1,1,3,4] x) => (float[1,1,3,4] y) {
            y = Loop (n, c, x) < body = b (int64 i, bool go, float[1,1,3,4] a)
                => (bool on, float[1,1,3,4] d) {
                on = Identity(go) u = Resize <mode = "linear"> (a, s)
                t = Slice (u, starts, ends) d = Add(t, a) } > }""",
            10,
            n=np.asarray(3),
            c=np.asarray(True),
            s=np.asarray([1, 1, 2, 2], np.float32),
            starts=np.asarray([0, 0, 1, 1]),
            ends=np.asarray([1, 1, 4, 5]),
        ),
        2e-6,
    )


def test_bounds_have_the_type_of_what_they_bound() -> None:
    proto = model(
        """(double[3,4] x) => (double[5,4] y)
        { c = Clip <min = -0.3, max = 0.4> (x) y = Pad <pads = [1,0,1,0], value = 0.1> (c) }""",
        10,
    )
    feed = inputs_of(proto)
    found = evaluate(build(load_onnx(proto), "test"), feed)["y"]
    bounded = feed["x"].clip(np.float32(-0.3), np.float32(0.4))
    expected = np.pad(bounded, ((1, 1), (0, 0)), constant_values=np.float32(0.1))
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, expected, rtol=1e-7)


def test_a_rank_that_is_not_known_is_computed() -> None:
    """The second operand spans dimension 1; nothing declares how many dimensions there are."""
    proto = model(
        """(float[2,3,4] x, float[3] b) => (float[2,3,4] y)
        { t = com.microsoft.Gelu (x) y = Add <broadcast = 1, axis = 1> (t, b) }""",
        6,
    )
    feed = inputs_of(proto)
    found = evaluate(build(load_onnx(proto), "test"), feed)["y"]
    plain = model("(float[2,3,4] x) => (float[2,3,4] y) { y = com.microsoft.Gelu (x) }", 13)
    expected = evaluate(build(load_onnx(plain), "test"), {"x": feed["x"]})["y"]
    np.testing.assert_allclose(found, expected + feed["b"][:, None], rtol=1e-6)


def test_every_node_has_the_form_of_the_canonical_operator_set() -> None:
    found = load_onnx(
        model(
            """(float[2,3,4] x) => (float[2,3] y) {
            r = ReduceMax <axes = [2], keepdims = 0> (x) s = Softmax(r)
            u = Unsqueeze <axes = [0]> (s) y = Squeeze <axes = [0]> (u) }""",
            11,
        )
    )
    to_canonical_opset(found)
    assert found.opset_imports[""] == CANONICAL_OPSET
    assert all("axes" not in node.attributes for node in found.graph)
    assert [node.op_type for node in found.graph] == [
        "ReduceMax",
        "Softmax",
        "Unsqueeze",
        "Squeeze",
    ]


def test_a_node_without_a_newer_form_is_named() -> None:
    text = "(float[1,1,3,3] x) => (float[1,1,1,1] y) { y = GlobalLpPool <p = 1.5> (x) }"
    with pytest.raises(ModelError, match=r"y \(GlobalLpPool\).*p = 1.5 is not an integer"):
        to_canonical_opset(load_onnx(model(text, 1)))
