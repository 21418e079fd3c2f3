import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from tests.graph.models import checked_graph, model, node_types, operator_types

LOOP = """(float[3] x) => (float[3] y, float[{turns},3] z) {{
    y, z = Loop (n, {condition}, x) <body = b (int64 i, bool c, float[3] a)
        => (bool d, float[3] e, float[3] f) {{
            d = Identity(c) g = Cast <to = 1> (i) h = Add(a, g) e = Mul(h, x) f = Neg(e) }}> }}"""


@pytest.mark.parametrize("turns", [1, 4])
@pytest.mark.parametrize("condition", ["", "true"])
def test_a_loop_of_constant_length_is_written_out(turns: int, condition: str) -> None:
    text = LOOP.format(turns=turns, condition=condition)
    given = {"true": np.asarray(True)} if condition else {}
    checked_graph(model(text, n=np.asarray(turns), **given))


def test_a_loop_without_turns_gives_what_it_was_given() -> None:
    text = """(float[3] x) => (float[3] y) { a = Relu(x)
        b = Loop (n, , a) <body = b (int64 i, bool c, float[3] a) => (bool d, float[3] e) {
            d = Identity(c) e = Exp(a) }> y = Neg(b) }"""
    assert node_types(model(text, n=np.asarray(0))) == ["Neg", "Relu"]


@pytest.mark.parametrize("trips", ["m", ""])
def test_a_loop_of_computed_length_is_refused(trips: str) -> None:
    text = f"""(float[3] x, int64 m, bool go) => (float[3] y) {{
        y = Loop ({trips}, go, x) <body = b (int64 i, bool c, float[3] a) => (bool d, float[3] e) {{
            d = Identity(c) e = Exp(a) }}> }}"""
    with pytest.raises(UnsupportedModelError, match=r"y \(Loop\): how often it runs"):
        build(load_onnx(model(text)), "test")


SCAN = """(float[2] s, float[4,2] x, float[2,4] w) => (float[2] y, float[{z}] z) {{
    y, z = Scan <num_scan_inputs = 2, {attributes}, body = b (float[2] a, float[2] p, float[2] q)
        => (float[2] c, float[2] d) {{ e = Mul(a, p) c = Add(e, q) d = Sub(c, s) }}> (s, x, w) }}"""


@pytest.mark.parametrize(
    ("attributes", "shape"),
    [
        ("scan_input_axes = [0, 1]", "4,2"),
        ("scan_input_axes = [0, 1], scan_input_directions = [1, 0]", "4,2"),
        ("scan_input_axes = [-2, -1], scan_output_directions = [1]", "4,2"),
        ("scan_input_axes = [0, 1], scan_output_axes = [1]", "2,4"),
    ],
)
def test_a_scan_is_written_out(attributes: str, shape: str) -> None:
    checked_graph(model(SCAN.format(attributes=attributes, z=shape)))


def test_a_scan_in_a_loop_is_written_out() -> None:
    text = """(float[2] x, float[3,2] w) => (float[2] y) {
        y = Loop (n, , x) <body = b (int64 i, bool c, float[2] a) => (bool d, float[2] e) {
            d = Identity(c)
            e = Scan <num_scan_inputs = 1, body = s (float[2] f, float[2] g) => (float[2] h) {
                k = Mul(f, g) h = Add(k, x) }> (a, w) }> }"""
    checked_graph(model(text, n=np.asarray(2)))


def test_a_computed_condition_chooses_between_both_branches() -> None:
    text = """(float[3] x) => (float[3] y) { s = ReduceSum <keepdims = 0> (x) c = Greater(s, zero)
        y = If (c) <then_branch = t () => (float[3] a) { a = Exp(x) },
                    else_branch = e () => (float[3] b) { b = Neg(x) }> }"""
    graph = checked_graph(model(text, zero=np.asarray(0, np.float32)))
    assert operator_types(graph) == ["Reduce", "Pointwise", "Pointwise"]


def test_branches_of_different_shapes_are_refused() -> None:
    text = """(float[3] x, bool c) => (float[n] y) {
        y = If (c) <then_branch = t () => (float[3] a) { a = Exp(x) },
                    else_branch = e () => (float[6] b) { b = Concat <axis = 0> (x, x) }> }"""
    with pytest.raises(UnsupportedModelError, match=r"y \(If\): its condition is computed"):
        build(load_onnx(model(text)), "test")
