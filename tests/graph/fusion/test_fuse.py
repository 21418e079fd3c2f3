import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.errors import PolicyError
from aoe.graph.fusion.compose import MOST_EXTRAS
from aoe.graph.fusion.fuse import fuse, stored_values
from aoe.loops.expression import Accumulator
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import (
    checked_graph,
    imported,
    inputs_of,
    model,
    operator_of,
    operator_types,
    weights,
)


def kinds(graph_sources: tuple[tuple[str, str], ...]) -> list[str]:
    return [kind for _, kind in graph_sources]


def test_bias_residual_and_activation_become_a_convolutions_epilogue() -> None:
    text = """(float[1,4,6,6] x, float[1,4,6,6] r) => (float[1,4,6,6] y) {
        a = Conv(x, w, b) s = Add(a, r) t = Relu(s) y = Neg(t) }"""
    graph = checked_graph(model(text, w=weights(4, 4, 1, 1), b=weights(4)))
    node = operator_of(graph, "Conv")
    assert kinds(node.sources) == ["Conv", "Add", "Relu", "Neg"]
    assert node.operator.anchor_inputs == 2
    assert len(node.inputs) == 4


def test_of_two_convolutions_the_later_adds() -> None:
    text = """(float[1,4,6,6] x) => (float[1,4,6,6] y) {
        a = Conv(x, w) b = Conv(x, v) s = Add(a, b) y = Relu(s) }"""
    graph = checked_graph(model(text, w=weights(4, 4, 1, 1), v=weights(4, 4, 1, 1, seed=1)))
    first, second = graph.operator_nodes[:2]
    assert kinds(first.sources) == ["Conv"]
    assert kinds(second.sources) == ["Conv", "Add", "Relu"]


def test_an_activation_that_reads_its_input_twice_is_fused() -> None:
    text = """(float[2,6] x) => (float[2,4] y) {
        a = MatMul(x, w) s = Sigmoid(a) y = Mul(a, s) }"""
    graph = checked_graph(model(text, w=weights(6, 4)))
    assert operator_types(graph) == ["MatMul"]


def test_a_value_used_elsewhere_ends_the_epilogue() -> None:
    text = """(float[2,4] x) => (float[2,4] y) {
        a = MatMul(x, w) r = Relu(a) b = MatMul(r, w) y = Add(b, r) }"""
    graph = checked_graph(model(text, w=weights(4, 4)))
    assert [kinds(node.sources) for node in graph.operator_nodes] == [
        ["MatMul", "Relu"],
        ["MatMul", "Add"],
    ]


def test_an_output_of_the_model_is_written() -> None:
    text = "(float[2,4] x) => (float[2,4] a, float[2,4] y) { a = MatMul(x, w) y = Relu(a) }"
    assert operator_types(checked_graph(model(text, w=weights(4, 4)))) == ["MatMul", "Pointwise"]


def test_a_broadcast_to_a_larger_shape_is_not_an_epilogue() -> None:
    text = "(float[1,4] x, float[3,4] z) => (float[3,4] y) { a = MatMul(x, w) y = Add(a, z) }"
    assert operator_types(checked_graph(model(text, w=weights(4, 4)))) == ["MatMul", "Pointwise"]


def test_a_comparison_does_not_change_an_anchors_dtype() -> None:
    text = "(float[2,4] x, float[2,4] z) => (bool[2,4] y) { a = MatMul(x, w) y = Greater(a, z) }"
    assert operator_types(checked_graph(model(text, w=weights(4, 4)))) == ["MatMul", "Pointwise"]


def test_a_cast_may_change_an_anchors_dtype() -> None:
    text = "(float[2,4] x) => (int32[2,4] y) { a = MatMul(x, w) y = Cast <to = 6> (a) }"
    graph = checked_graph(model(text, w=weights(4, 4) * 8))
    assert operator_types(graph) == ["MatMul"]
    assert graph.operator_nodes[0].operator.output.dtype == "int32"


def test_pointwise_chains_and_trees_are_one_operator() -> None:
    text = """(float[2,4] x, float[2,4] z) => (float[2,4] y) {
        a = Exp(x) b = Sin(z) c = Mul(a, b) d = Neg(c) e = Abs(c) f = Max(d, e) y = Add(f, x) }"""
    graph = checked_graph(model(text))
    assert operator_types(graph) == ["Pointwise"]
    assert len(graph.operator_nodes[0].inputs) == 2


def test_a_pointwise_operand_is_computed_in_the_epilogue_that_reads_it() -> None:
    text = """(float[2,4] x, float[2,4] z) => (float[2,4] y) {
        g = Sigmoid(z) a = MatMul(x, w) y = Mul(a, g) }"""
    assert operator_types(checked_graph(model(text, w=weights(4, 4)))) == ["MatMul"]


@pytest.mark.parametrize(
    ("types", "times", "expected"),
    [
        ("uint8", 3, ["Pointwise"]),
        ("uint8", 5, ["Pointwise", "Pointwise"]),  # computed too often
        ("float", 3, ["Pointwise", "Pointwise"]),  # as many bytes, but more than a cast
        ("int64", 3, ["Pointwise", "Pointwise"]),  # more bytes than the result
    ],
)
def test_bytes_that_are_widened_and_broadcast_a_few_times_are_not_stored_wide(
    types: str, times: int, expected: list[str]
) -> None:
    widened = (
        "c = Sigmoid(x) e = Exp(c)" if types == "float" else ("c = Cast <to = 1> (x) e = Sub(c, m)")
    )
    text = f"""({types}[1,8] x, float[{times},8] z) => (float[{times},8] y) {{
        {widened} y = Mul(e, z) }}"""
    graph = checked_graph(model(text, m=np.asarray(16, np.float32)))
    assert operator_types(graph) == expected


def test_what_feeds_a_reduction_is_its_prologue() -> None:
    text = """(float[2,4,5] x, float[5] z) => (float[2,4] y) {
        a = Add(x, z) b = Abs(a) s = ReduceSum <keepdims = 0> (b, axes) y = Sqrt(s) }"""
    graph = checked_graph(model(text, axes=np.asarray([2])))
    operator = operator_of(graph, "Reduce").operator
    assert operator_types(graph) == ["Reduce"]
    assert operator.prologue != Accumulator()
    assert operator.epilogue != Accumulator()


def test_a_value_read_as_prologue_and_elsewhere_is_computed_once() -> None:
    text = """(float[2,5] x) => (float[2,5] y) {
        a = Exp(x) m = ReduceMax <axes = [1]> (a) y = Sub(a, m) }"""
    assert operator_types(checked_graph(model(text))) == ["Pointwise", "Reduce", "Pointwise"]


def test_two_anchors_with_a_shared_operand_do_not_wait_for_each_other() -> None:
    text = """(float[2,4] x) => (float[2,4] y) {
        a = MatMul(x, w) b = MatMul(a, w) c = Add(a, b) d = MatMul(c, w) e = Add(d, a)
        y = Add(e, b) }"""
    checked_graph(model(text, w=weights(4, 4, scale=0.2)))


def test_an_operator_takes_a_bounded_number_of_inputs() -> None:
    count = MOST_EXTRAS + 4
    names = [f"x{number}" for number in range(count)]
    declared = ", ".join(f"float[2,3] {name}" for name in names)
    body = "s1 = Add(x0, x1) " + " ".join(
        f"s{number} = Add(s{number - 1}, {names[number]})" for number in range(2, count)
    )
    graph = checked_graph(model(f"({declared}) => (float[2,3] s{count - 1}) {{ {body} }}"))
    assert len(graph.operator_nodes) > 1
    assert all(len(node.inputs) <= MOST_EXTRAS for node in graph.operator_nodes)


def test_joined_values_keep_a_plain_concatenation() -> None:
    text = """(float[1,3,6,6] x, float[1,6,6,6] r) => (float[1,6,6,6] y) {
        a = Conv(x, w) b = Conv(x, v) c = Concat <axis = 1> (a, b) y = Add(c, r) }"""
    graph = checked_graph(model(text, w=weights(4, 3, 1, 1), v=weights(2, 3, 1, 1)))
    assert operator_of(graph, "Concat").operator.epilogue == Accumulator()


def test_a_concatenation_that_must_copy_takes_what_follows() -> None:
    text = """(float[1,3] x, float[1,3] z) => (float[2,3] y) {
        c = Concat <axis = 0> (x, z) y = Mul(c, k) }"""
    assert operator_types(checked_graph(model(text, k=weights(2, 3)))) == ["Concat"]


UNARY = ("Relu", "Neg", "Sigmoid", "Tanh", "Abs")
BINARY = ("Add", "Mul", "Max", "Sub")


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 8), st.integers(0, 100), st.integers(0, 100)),
        min_size=1,
        max_size=9,
    )
)
def test_any_graph_of_matmuls_and_pointwise_operators_keeps_its_meaning(
    steps: list[tuple[int, int, int]],
) -> None:
    values, lines = ["x", "z"], []
    for number, (kind, left, right) in enumerate(steps):
        one, two = values[left % len(values)], values[right % len(values)]
        if kind == 0:
            call = f"MatMul({one}, w)"
        elif kind < 5:
            call = f"{UNARY[kind % len(UNARY)]}({one})"
        else:
            call = f"{BINARY[kind % len(BINARY)]}({one}, {two})"
        values.append(f"v{number}")
        lines.append(f"v{number} = {call}")
    lines.append(f"y = Tanh({values[-1]})")
    text = f"(float[3,3] x, float[3] z) => (float[m,3] y) {{ {' '.join(lines)} }}"
    shaped = model(text, w=weights(3, 3, scale=0.3))
    del shaped.graph.output[0].type.tensor_type.shape.dim[:]
    shaped.graph.output[0].type.tensor_type.ClearField("shape")
    checked_graph(shaped)
    unfused = imported(shaped)
    fused = fuse(unfused)
    assert fuse(unfused, stored_values(fused)) == fused


@pytest.mark.parametrize("activation", ["Relu", "Sigmoid"])
def test_a_residual_block_is_two_operators(activation: str) -> None:
    text = f"""(float[1,4,5,5] x) => (float[1,4,5,5] y) {{
        a = Conv <pads = [1, 1, 1, 1]> (x, w, b) r = {activation}(a) c = Conv(r, v, b)
        s = Add(c, x) y = {activation}(s) }}"""
    proto = model(text, w=weights(4, 4, 3, 3), v=weights(4, 4, 1, 1), b=weights(4))
    assert operator_types(checked_graph(proto))[:2] == ["Conv", "Conv"]


BLOCK = """(float[1,4,6,6] x) => (float[1,4,6,6] y) {
    a = Conv(x, w) b = Conv(x, v) s = Add(a, b) t = Sigmoid(s) u = Mul(s, t)
    c = Conv(u, w) d = Conv(u, v) y = Add(c, d) }"""


def fused_block(*stored: str) -> OperatorGraph:
    """The block with these values stored, after a check that it computes what it should."""
    proto = model(BLOCK, w=weights(4, 4, 1, 1), v=weights(4, 4, 1, 1, seed=1))
    graph = imported(proto)
    fused = fuse(graph, stored)
    feed = inputs_of(proto)
    np.testing.assert_allclose(evaluate(fused, feed)["y"], evaluate(graph, feed)["y"], rtol=1e-5)
    assert stored_values(fused) == set(stored)
    return fused


def test_a_stored_value_ends_the_epilogue() -> None:
    graph = fused_block("a", "s", "u", "c", "y")
    assert kinds(graph.operator_nodes[1].sources) == ["Conv", "Add"]
    assert kinds(graph.operator_nodes[2].sources) == ["Sigmoid", "Mul"]


def test_the_earlier_of_two_convolutions_adds_if_only_the_later_is_stored() -> None:
    graph = fused_block("b", "u", "c", "y")
    node = next(node for node in graph.operator_nodes if node.output == "u")
    assert (node.name, node.inputs[2:]) == (graph.operator_nodes[1].name, ("b",))


def test_a_value_that_is_not_stored_is_computed_by_each_of_its_readers() -> None:
    text = """(float[1,4,6,6] x) => (float[1,4,6,6] y, float[1,4,1,1] m) {
        a = Conv(x, w) t = Sigmoid(a) m = ReduceMean <axes = [2, 3]> (t) y = Exp(t) }"""
    graph = imported(model(text, w=weights(4, 4, 1, 1)))
    fused = fuse(graph, ("a", "m", "y"))
    assert [kinds(node.sources) for node in fused.operator_nodes] == [
        ["Conv"],
        ["Sigmoid", "ReduceMean"],
        ["Exp", "Sigmoid"],
    ]
    feed = inputs_of(model(text))
    for name, array in evaluate(graph, feed).items():
        np.testing.assert_allclose(evaluate(fused, feed)[name], array, rtol=1e-5)


@pytest.mark.parametrize("stored", [("s", "u", "c", "y"), ("a", "b", "u", "y"), ("a", "c", "y")])
def test_a_value_that_no_reader_can_compute_must_be_stored(stored: tuple[str, ...]) -> None:
    with pytest.raises(PolicyError, match="must be stored"):
        fused_block(*stored)
