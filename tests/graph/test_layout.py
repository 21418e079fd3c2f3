import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.graph.fusion.fuse import fuse
from aoe.graph.layout import (
    canonical_order,
    chosen_orders,
    lay_out,
    ordered,
    reshape_order,
    type_preference,
)
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.operator_graph import OperatorGraph, ViewNode
from aoe.operators.views import apply_view
from tests.graph.models import checked_graph, imported, model, operator_types, weights


def views_are_possible(graph: OperatorGraph) -> bool:
    """Whether every view node is one of strides alone."""
    views: dict[str, View] = {}
    for name in (*graph.inputs, *graph.constants, *(n.output for n in graph.operator_nodes)):
        tensor = graph.tensors[name]
        views[name] = View.dense(Operand(tensor.dtype, tensor.shape, tensor.order))
    for node in graph.nodes:
        if isinstance(node, ViewNode):
            result = apply_view(views[node.input], node.kind, node.arguments)
            if result is None or canonical_order(result) != graph.tensors[node.output].order:
                return False
            views[node.output] = result
    return True


def test_convolutions_write_channels_last_and_pools_keep_it() -> None:
    text = """(float[1,3,8,8] x) => (float[1,6,1,1] y) { a = Conv(x, w)
        p = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (a) b = Conv(p, v)
        y = GlobalAveragePool(b) }"""
    graph = checked_graph(model(text, w=weights(4, 3, 1, 1), v=weights(6, 4, 1, 1)))
    orders = [node.operator.output.order for node in graph.operator_nodes]
    assert orders == [(0, 2, 3, 1), (0, 2, 3, 1), (0, 2, 3, 1), (0, 1, 2, 3)]
    assert graph.operator_nodes[0].operator.inputs[0].order == (0, 1, 2, 3)
    assert graph.operator_nodes[1].operator.inputs[0].order == (0, 2, 3, 1)


def test_a_convolution_that_is_an_output_is_copied_row_major() -> None:
    text = "(float[1,3,4,4] x) => (float[1,5,4,4] y) { y = Conv(x, w) }"
    graph = checked_graph(model(text, w=weights(5, 3, 1, 1)))
    assert operator_types(graph) == ["Conv", "Pointwise"]
    assert graph.tensors["y"].order == (0, 1, 2, 3)


def test_a_pointwise_output_is_written_row_major() -> None:
    text = """(float[1,3,4,4] x) => (float[1,5,4,4] y) {
        a = Conv(x, w) p = MaxPool <kernel_shape = [1, 1]> (a) q = Add(a, p) y = Mul(q, a) }"""
    graph = checked_graph(model(text, w=weights(5, 3, 1, 1)))
    assert graph.operator_nodes[-1].output == "y"
    assert graph.tensors["y"].order == (0, 1, 2, 3)


def test_an_attention_needs_no_copies() -> None:
    text = """(float[1,6,8] x) => (float[1,6,8] y) {
        q = MatMul(x, wq) q1 = Reshape(q, heads) q2 = Transpose <perm = [0, 2, 1, 3]> (q1)
        k = MatMul(x, wk) k1 = Reshape(k, heads) k2 = Transpose <perm = [0, 2, 3, 1]> (k1)
        v = MatMul(x, wv) v1 = Reshape(v, heads) v2 = Transpose <perm = [0, 2, 1, 3]> (v1)
        s = MatMul(q2, k2) p = Softmax <axis = -1> (s) c = MatMul(p, v2)
        c1 = Transpose <perm = [0, 2, 1, 3]> (c) c2 = Reshape(c1, joined) y = MatMul(c2, wo) }"""
    proto = model(
        text,
        heads=np.asarray([1, 6, 2, 4]),
        joined=np.asarray([1, 6, 8]),
        wq=weights(8, 8, seed=1),
        wk=weights(8, 8, seed=2),
        wv=weights(8, 8, seed=3),
        wo=weights(8, 8, seed=4),
    )
    graph = checked_graph(proto)
    assert operator_types(graph) == ["MatMul"] * 3 + ["Attention", "MatMul"]
    assert graph.operator_nodes[-2].operator.output.order == (0, 2, 1, 3)
    assert views_are_possible(graph)


def test_a_channel_shuffle_is_one_copy_that_stays_channels_last() -> None:
    text = """(float[1,3,5,5] x) => (float[1,4,1,1] y) { a = Conv(x, w) r = Reshape(a, split)
        t = Transpose <perm = [0, 2, 1, 3, 4]> (r) s = Reshape(t, joined) b = Conv(s, v)
        y = GlobalAveragePool(b) }"""
    proto = model(
        text,
        w=weights(6, 3, 1, 1),
        v=weights(4, 6, 1, 1),
        split=np.asarray([1, 2, 3, 5, 5]),
        joined=np.asarray([1, 6, 5, 5]),
    )
    graph = checked_graph(proto)
    assert operator_types(graph) == ["Conv", "Pointwise", "Conv", "Reduce"]
    assert graph.operator_nodes[2].operator.inputs[0].order == (0, 2, 3, 1)
    assert views_are_possible(graph)


def test_a_pixel_shuffle_is_one_copy_that_stays_channels_last() -> None:
    text = """(float[1,3,5,5] x) => (float[1,4,1,1] y) { a = Conv(x, w)
        s = DepthToSpace <blocksize = 2, mode = "CRD"> (a) b = Conv(s, v)
        y = GlobalAveragePool(b) }"""
    graph = checked_graph(model(text, w=weights(64, 3, 1, 1), v=weights(4, 16, 1, 1)))
    assert operator_types(graph) == ["Conv", "Pointwise", "Conv", "Reduce"]
    assert graph.operator_nodes[2].operator.inputs[0].order == (0, 2, 3, 1)
    assert views_are_possible(graph)


def test_flattening_channels_last_maps_is_a_copy() -> None:
    text = """(float[1,3,4,4] x) => (float[1,7] y) { a = Conv(x, w) f = Flatten(a)
        y = MatMul(f, v) }"""
    graph = checked_graph(model(text, w=weights(5, 3, 1, 1), v=weights(80, 7)))
    assert operator_types(graph) == ["Conv", "Pointwise", "MatMul"]
    assert views_are_possible(graph)


@pytest.mark.parametrize(
    "body",
    [
        "y = Identity(x)",
        "y = Transpose <perm = [1, 0]> (x)",
        "a = Relu(x) y = Transpose <perm = [1, 0]> (a)",
        "y = Identity(c)",
        "a = Relu(x) y = Slice(a, one, two)",
    ],
)
def test_every_output_is_row_major_memory_of_its_own(body: str) -> None:
    shape = "1,3" if "Slice" in body else "3,3"
    constants = {"c": weights(3, 3), "one": np.asarray([1]), "two": np.asarray([2])}
    used = {name: value for name, value in constants.items() if f"{name}" in body.split("=", 1)[1]}
    graph = checked_graph(model(f"(float[3,3] x) => (float[{shape}] y) {{ {body} }}", **used))
    assert graph.operator_nodes[-1].output == "y"
    assert graph.tensors["y"].order == (0, 1)


def test_one_value_may_be_two_outputs() -> None:
    text = "(float[3] x) => (float[3] y, float[3] z) { y = Relu(x) z = Identity(y) }"
    checked_graph(model(text))


def test_a_reshaped_result_is_an_output_without_a_copy() -> None:
    text = "(float[2,6] x) => (float[3,4] y) { a = Relu(x) y = Reshape(a, s) }"
    graph = checked_graph(model(text, s=np.asarray([3, 4])))
    assert operator_types(graph) == ["Pointwise"]


def test_constants_are_marked() -> None:
    text = "(float[2,6] x, float[6,6] z) => (float[2,6] y) { a = MatMul(x, w) y = MatMul(a, z) }"
    graph = checked_graph(model(text, w=weights(6, 6)))
    flags = [[item.constant for item in node.operator.inputs] for node in graph.operator_nodes]
    assert flags == [[False, True], [False, False]]


def test_dimensions_of_size_one_have_no_place_of_their_own() -> None:
    assert ordered((1, 64, 1, 1), (0, 2, 3, 1)) == (0, 1, 2, 3)
    assert ordered((1, 64, 5, 1), (0, 2, 3, 1)) == (0, 3, 2, 1)


SHAPES = st.lists(st.integers(1, 4), min_size=1, max_size=5).map(tuple)


@given(SHAPES.flatmap(lambda shape: st.tuples(st.just(shape), st.permutations(range(len(shape))))))
def test_the_order_of_a_dense_view_is_the_order_it_was_made_with(
    case: tuple[tuple[int, ...], list[int]],
) -> None:
    shape, order = case
    view = View.dense(Operand("float32", shape, tuple(order)))
    assert canonical_order(view) == ordered(shape, order)


@given(SHAPES.flatmap(lambda shape: st.tuples(st.just(shape), st.permutations(range(len(shape))))))
def test_a_copy_in_the_chosen_order_can_be_reshaped(
    case: tuple[tuple[int, ...], list[int]],
) -> None:
    shape, order = case
    view = View.dense(Operand("float32", shape, tuple(order)))
    size = int(np.prod(shape))
    for new in {(size,), (1, size), (*shape, 1), *_splits(shape)}:
        chosen = reshape_order(view, new)
        assert sorted(chosen) == list(range(len(shape)))
        dense = View.dense(Operand("float32", shape, chosen))
        assert apply_view(dense, "reshape", new) is not None


def _splits(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*shape[:i], shape[i] * shape[i + 1], *shape[i + 2 :]) for i in range(len(shape) - 1)]


def test_an_order_that_is_decided_takes_the_place_of_the_preferred_one() -> None:
    text = "(float[1,3,8,8] x) => (float[1,6,1,1] y) { a = Conv(x, w) y = GlobalAveragePool(a) }"
    graph = fuse(imported(model(text, w=weights(6, 3, 1, 1))))
    first, second = lay_out(graph, {"a": (0, 1, 2, 3)}).operator_nodes
    assert first.operator.output.order == (0, 1, 2, 3)
    assert second.operator.inputs[0].order == (0, 1, 2, 3)


def test_the_orders_of_a_graph_lay_it_out_again_as_it_is() -> None:
    text = """(float[1,4,6,6] x) => (float[1,4,6,6] y, float[1,16,3,3] z) {
        a = Conv(x, w) r = Reshape(a, split) t = Transpose <perm = [0, 2, 1, 3, 4]> (r)
        b = Reshape(t, joined) y = Conv(b, w) z = SpaceToDepth <blocksize = 2> (b) }"""
    constants = {"split": np.array([1, 2, 2, 6, 6]), "joined": np.array([1, 4, 6, 6])}
    graph = fuse(imported(model(text, w=weights(4, 4, 1, 1), **constants)))
    laid_out = lay_out(graph)
    assert lay_out(graph, chosen_orders(laid_out)) == laid_out


def test_dimensions_that_repeat_all_others_stay_in_front() -> None:
    repeated = View("float32", (4, 1, 8, 2, 28, 2, 28), (0, 0, 784, 0, 28, 0, 1))
    order = reshape_order(repeated, (4, 8, 56, 56))
    assert [d for d in order if repeated.shape[d] > 1] == [0, 2, 3, 4, 5, 6]


def test_the_innermost_dimension_that_fills_a_cache_line_stays_so() -> None:
    view = View.dense(Operand("float32", (8, 6, 6, 2), (1, 2, 0, 3)))
    assert reshape_order(view, (8, 6, 12), line=8) == (1, 2, 3, 0)
    assert reshape_order(view, (8, 6, 12), line=16) == (1, 0, 2, 3)


@pytest.mark.parametrize(
    ("body", "uncopied", "types"),
    [
        ("y = Conv(x, w)", (0, 1, 2, 3), ["Conv"]),
        ("a = Conv(x, w) y = Transpose <perm = [1, 0, 2, 3]> (a)", (1, 0, 2, 3), ["Conv"]),
        ("a = Conv(x, w) y = Relu(a)", (0, 1, 2, 3), ["Conv"]),
        ("a = Conv(x, w) y = Flatten(a)", None, ["Conv", "Pointwise"]),
    ],
)
def test_a_backend_is_told_which_order_saves_the_copy_of_an_output(
    body: str, uncopied: tuple[int, ...] | None, types: list[str]
) -> None:
    told = []

    def preference(operator: Operator, order: tuple[int, ...] | None) -> tuple[int, ...]:
        told.append(order)
        return type_preference(operator) if order is None else order

    text = f"(float[5,3,4,4] x) => (float[N,M,H,W] y) {{ {body} }}"
    if "Flatten" in body:
        text = text.replace("N,M,H,W", "N,M")
    graph = lay_out(fuse(imported(model(text, w=weights(5, 3, 2, 2)))), preference=preference)
    assert told == [uncopied]
    assert operator_types(graph) == types
    assert graph.tensors["y"].order == tuple(range(len(graph.tensors["y"].shape)))
