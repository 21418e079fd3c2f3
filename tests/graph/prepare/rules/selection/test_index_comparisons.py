import numpy as np
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph import prepared_graph
from aoe.operators.evaluate import evaluate
from tests.graph.models import checked_graph, model, operator_types


@pytest.mark.parametrize(("axis", "shape"), [(-1, "2,3,4"), (0, "4,2,3"), (1, "2,4,3")])
def test_one_hot_compares_indices(axis: int, shape: str) -> None:
    text = f"""(int64[2,3] i) => (float[{shape}] y) {{
        s = Sub(i, one) y = OneHot <axis = {axis}> (s, depth, values) }}"""
    values = np.asarray([-1, 2], np.float32)
    graph = checked_graph(model(text, one=np.asarray(1), depth=np.asarray(4), values=values))
    assert operator_types(graph) == ["Pointwise", "Pointwise"]


def test_indices_out_of_range_choose_nothing() -> None:
    text = "(int64[2,3] i) => (float[2,3,1] y) { y = OneHot(i, depth, values) }"
    values = np.asarray([5, 7], np.float32)
    checked_graph(model(text, depth=np.asarray([1]), values=values))


def test_the_largest_indices_are_out_of_range() -> None:
    text = "(uint64[2,3] i) => (float[2,3,4] y) { y = OneHot(i, depth, values) }"
    indices = np.asarray([[0, 3, 4], [2**64 - 1, 2**64 - 4, 2**63]], np.uint64)
    proto = model(text, depth=np.asarray([4]), values=np.asarray([5, 7], np.float32))
    graph = prepared_graph(load_onnx(proto), "test").default
    found = evaluate(graph, {"i": indices})["y"]
    assert np.argwhere(found == 7).tolist() == [[0, 0, 0], [0, 1, 3]]


@pytest.mark.parametrize("upper", [0, 1])
@pytest.mark.parametrize("shift", [-1, 0, 2, 9])
def test_triangles_are_one_pointwise_operator(upper: int, shift: int) -> None:
    text = f"(float[2,3,4] x) => (float[2,3,4] y) {{ y = Trilu <upper = {upper}> (x, k) }}"
    graph = checked_graph(model(text, k=np.asarray(shift)))
    assert operator_types(graph) == ["Pointwise"]


def test_a_triangle_drops_what_is_no_number() -> None:
    text = """(float[3,3] x) => (float[3,3] y) {
        z = Sub(x, x) n = Div(z, z) t = Trilu(n) m = IsNaN(t) y = Where(m, one, t) }"""
    checked_graph(model(text, one=np.asarray(1, np.float32)))


@pytest.mark.parametrize("attributes", ["", "<k = 1>", "<dtype = 7, k = -2>"])
def test_identity_matrices_are_constants(attributes: str) -> None:
    dtype = "int64" if "dtype" in attributes else "float"
    text = f"(float[3,4] x) => ({dtype}[3,4] y) {{ y = EyeLike {attributes} (x) }}"
    checked_graph(model(text))
