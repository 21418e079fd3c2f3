import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.graph.subgraph.partition import LARGEST, SMALLEST, cuts
from aoe.graph.subgraph.subgraph import Subgraph
from tests.graph.models import model, weights

BLOCK = "{1} = Conv <pads = [1, 1, 1, 1]> ({0}, w) {2} = Relu({1}) {3} = Conv({2}, v)"
WEIGHTS = {"w": weights(4, 4, 3, 3), "v": weights(4, 4, 1, 1)}


def residual(before: str, name: str) -> str:
    """Three convolutions with a residual around them, which gives the value `name`."""
    inner = BLOCK.format(before, f"{name}a", f"{name}b", f"{name}c")
    return f"{inner} {name}d = Conv({name}c, v) {name} = Add({name}d, {before})"


def subgraphs_of(text: str, **constants: np.ndarray) -> tuple[Subgraph, ...]:
    """The subgraphs of a model."""
    return prepared_graph(load_onnx(model(text, **(constants or WEIGHTS))), "test").subgraphs


def test_equal_blocks_of_a_network_are_equal_subgraphs() -> None:
    names = (("x", "p"), ("p", "q"), ("q", "r"), ("r", "s"))
    body = " ".join(residual(before, name) for before, name in names)
    text = f"(float[1,4,6,6] x) => (float[1,4,6,6] y) {{ {body} y = Tanh(s) }}"
    subgraphs = subgraphs_of(text)
    first, second, third = subgraphs[:3]
    assert [len(item.operator_nodes) for item in (first, second)] == [5, 5]
    assert second.key == third.key
    assert second.outputs == ("q",)
    assert first.key != second.key  # it reads the row-major input of the model


def test_a_pooling_ends_a_subgraph() -> None:
    body = " ".join(residual(before, name) for before, name in (("t", "p"), ("p", "q"), ("q", "r")))
    text = f"""(float[1,4,14,14] x) => (float[1,4,6,6] y) {{ s = Conv <pads = [0, 0, 0, 0]> (x, w)
        t = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (s) {body} y = Tanh(r) }}"""
    first, second, third, *_ = subgraphs_of(text)
    assert [node.operator.type for node in first.operator_nodes] == ["Conv", "Pool"]
    assert second.key == third.key


def test_views_belong_to_the_subgraph_that_reads_them() -> None:
    text = """(float[2,3,4] x) => (float[4,2,3] y) {
        a = Exp(x) t = Transpose <perm = [2, 0, 1]> (a) y = Softmax <axis = 0> (t) }"""
    (subgraph,) = subgraphs_of(text)
    assert [node.output for node in subgraph.nodes] == ["a", "t", "y"]


def test_what_the_whole_network_reads_does_not_move_the_cuts() -> None:
    body = " ".join(
        f"{residual(before, name + 's')} {name} = Mul({name}s, mask)"
        for before, name in (("x", "p"), ("p", "q"), ("q", "r"))
    )
    text = f"""(float[1,4,6,6] x, float[1,4,6,6] m) => (float[1,4,6,6] y) {{
        mask = Softmax(m) {body} y = Tanh(r) }}"""
    assert [item.outputs[-1] for item in subgraphs_of(text)][1:] == ["q", "y"]


@given(
    st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=1, max_size=80),
)
def test_subgraphs_are_of_bounded_size(positions: list[tuple[int, bool]]) -> None:
    waiting = [count for count, _ in positions]
    boundaries = [boundary for _, boundary in positions]
    ends = cuts(waiting, boundaries)
    assert ends[-1] == len(waiting)
    for begin, end in zip([0, *ends[:-1]], ends, strict=True):
        assert begin < end <= begin + LARGEST
        assert end - begin >= SMALLEST or boundaries[end - 1] or end == len(waiting)


def test_a_model_without_operators_has_no_subgraphs() -> None:
    assert cuts([], []) == []


def test_nothing_is_cut_where_nothing_is_stored() -> None:
    assert subgraphs_of("(float[2,2] x) => (float[2,2] x) { y = Relu(x) }") == ()
