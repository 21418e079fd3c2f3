"""Which inputs decide shapes by their values."""

from __future__ import annotations

import onnx
import onnx_ir
import pytest

from aoe.frontends.inputs.deciding_inputs import condition_inputs, deciding_inputs
from tests.graph.models import model, weights


def deciding(proto: onnx.ModelProto) -> set[str]:
    return set(deciding_inputs(onnx_ir.from_proto(proto)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(float[n] x, int64[1] s) => (float[a,b] y) { y = Reshape(x, s) }", {"s"}),
        ("(float[n] x, int64[1] k) => (float[k] y, int64[k] i) { y, i = TopK(x, k) }", {"k"}),
        ("(float[n] x) => (float[n] y) { y = Relu(x) }", set()),
        # The shape of `t` decides, not what it holds.
        ("(float[n] x, float[a,b] t) => (float[a,b] y) { s = Shape(t)  y = Expand(x, s) }", set()),
        # Computed from two inputs.
        (
            """(float[n] x, int64[1] a, int64[1] b) => (float[c] y) {
                s = Mul(a, b)
                y = Expand(x, s)
            }""",
            {"a", "b"},
        ),
        ("(float[n] x, int64[2] p) => (float[m] y) { y = Pad(x, p) }", {"p"}),
    ],
)
def test_what_operands_of_sizes_are_computed_from(text: str, expected: set[str]) -> None:
    assert deciding(model(text)) == expected


LOOP = """(int64 trips, bool go, float[n] x, int64[1] s) => (float[m] y) {
    y, all = Loop(trips, go, x) <body = b (int64 i, bool c, float[n] v) =>
        (bool d, float[n] w, float[k] scan) {
        d = Identity(c)
        w = Relu(v)
        scan = Reshape(v, s)
    }>
}"""


def test_bodies_of_loops_are_looked_into() -> None:
    assert deciding(model(LOOP)) == {"trips", "s"}
    assert condition_inputs(onnx_ir.from_proto(model(LOOP))) == {"go"}


def test_carried_values_are_followed_to_where_they_come_from() -> None:
    text = """(int64 trips, bool go, int64[1] start, int64[1] step, float[n] x) => (float[m] y) {
        last, all = Loop(trips, go, start) <body = b (int64 i, bool c, int64[1] v) =>
            (bool d, int64[1] w, int64[1] scan) {
            d = Identity(c)
            w = Add(v, step)
            scan = Identity(v)
        }>
        y = Expand(x, last)
    }"""
    assert deciding(model(text)) == {"trips", "start", "step"}


def test_weights_are_no_inputs() -> None:
    proto = model("(float[n,8] x) => (float[n,4] y) { y = MatMul(x, w) }", w=weights(8, 4))
    assert deciding(proto) == set()
