import numpy as np
import pytest

from tests.graph.models import (
    checked_graph,
    inputs_of,
    model,
    node_types,
    operator_types,
    weights,
)
from tests.graph.unoptimized import assert_as_unoptimized


def test_a_constant_that_repeats_one_number_is_a_scalar() -> None:
    proto = model("(float[4,5] x) => (float[4,5] y) { y = Mul(x, c) }", c=np.full((4, 5), 3, "f4"))
    (node,) = checked_graph(proto).operator_nodes
    assert len(node.inputs) == 1


def test_adding_zeros_and_multiplying_by_ones_vanish() -> None:
    text = "(float[4,5] x) => (float[4,5] y) { a = Add(x, zeros) b = Mul(ones, a) y = Relu(b) }"
    proto = model(text, zeros=np.zeros((4, 5), "f4"), ones=np.ones(5, "f4"))
    assert node_types(proto) == ["Relu"]
    checked_graph(proto)


def test_adding_zeros_that_broadcast_is_an_expand() -> None:
    proto = model("(float[1,5] x) => (float[4,5] y) { y = Add(x, c) }", c=np.zeros((4, 1), "f4"))
    assert node_types(proto) == ["Expand"]
    checked_graph(proto)


def test_a_mask_is_computed_before_it_is_repeated() -> None:
    text = """(bool[1,1,1,6] mask, float[1,2,6,6] x) => (float[1,2,6,6] y) {
        both = And(all, mask) bias = Where(both, zero, low) s = Add(x, bias) y = Exp(s) }"""
    proto = model(
        text,
        all=np.ones((1, 1, 6, 1), np.bool_),
        zero=np.asarray(0, np.float32),
        low=np.asarray(-9, np.float32),
    )
    assert node_types(proto) == ["Add", "Exp", "Where"]
    checked_graph(proto)


def test_where_with_a_constant_condition_is_a_choice() -> None:
    text = "(float[3] x) => (float[3] y) { a = Where(c, x, z) y = Exp(a) }"
    proto = model(text, c=np.ones(3, np.bool_), z=np.zeros(3, np.float32))
    assert node_types(proto) == ["Exp"]


@pytest.mark.parametrize(
    "body",
    [
        "a = Transpose <perm = [0, 2, 1]> (x) b = Transpose <perm = [0, 2, 1]> (a) y = Relu(b)",
        "a = Reshape(x, flat) b = Reshape(a, back) y = Relu(b)",
        "a = Identity(x) b = Cast <to = 1> (a) y = Relu(b)",
    ],
)
def test_views_that_cancel_vanish(body: str) -> None:
    constants = {"flat": np.asarray([-1]), "back": np.asarray([2, 3, 4])} if "flat" in body else {}
    proto = model(f"(float[2,3,4] x) => (float[2,3,4] y) {{ {body} }}", **constants)
    assert node_types(proto) == ["Relu"]


def test_a_transpose_of_single_dimensions_is_a_reshape() -> None:
    text = """(float[1,6,1,4] x) => (float[6,1,4,1] y) { a = Relu(x)
        y = Transpose <perm = [1, 0, 3, 2]> (a) }"""
    assert node_types(model(text)) == ["Relu", "Reshape"]


@pytest.mark.parametrize(
    ("indices", "shape"),
    [(1, "2,4"), ([1], "2,1,4"), ([0, 2, 4], "2,3,4"), ([[-2, -1]], "2,1,2,4")],
)
def test_gathering_evenly_spaced_positions_is_a_slice(indices: object, shape: str) -> None:
    text = f"(float[2,5,4] x) => (float[{shape}] y) {{ a = Gather <axis = 1> (x, i) y = Exp(a) }}"
    proto = model(text, i=np.asarray(indices))
    assert "Gather" not in node_types(proto)
    assert operator_types(checked_graph(proto)) == ["Pointwise"]


def test_gathering_scattered_positions_stays() -> None:
    text = "(float[5,4] x) => (float[3,4] y) { y = Gather <axis = 0> (x, i) }"
    assert node_types(model(text, i=np.asarray([0, 3, 1]))) == ["Gather"]


def test_gathering_everything_by_coordinates_is_a_view() -> None:
    grid = np.stack(np.meshgrid([0], np.arange(6), indexing="ij"), -1)[None]
    proto = model("(bool[1,6] x) => (bool[1,1,6] y) { a = GatherND(x, i) y = Not(a) }", i=grid)
    assert node_types(proto) == ["Not", "Reshape"]
    checked_graph(proto)


def test_gathering_constants_by_constants_is_done_beforehand() -> None:
    text = """(float[1,3] x) => (float[1,3] y) {
        a = GatherElements <axis = 1> (c, i) y = Add(x, a) }"""
    proto = model(text, c=weights(1, 9), i=np.asarray([[4, 0, 7]]))
    assert node_types(proto) == ["Add"]
    checked_graph(proto)


@pytest.mark.parametrize("mode", ["DCR", "CRD"])
def test_depth_to_space_is_views(mode: str) -> None:
    text = f"""(float[1,8,2,3] x) => (float[1,2,4,6] y) {{ a = Relu(x)
        y = DepthToSpace <blocksize = 2, mode = "{mode}"> (a) }}"""
    proto = model(text)
    assert set(node_types(proto)) == {"Relu", "Reshape", "Transpose"}
    checked_graph(proto)


def test_space_to_depth_is_views() -> None:
    text = "(float[1,2,4,6] x) => (float[1,8,2,3] y) { y = SpaceToDepth <blocksize = 2> (x) }"
    proto = model(text)
    assert set(node_types(proto)) == {"Reshape", "Transpose"}
    checked_graph(proto)


def test_a_pointwise_operator_moves_above_a_view_into_a_matmul() -> None:
    text = """(float[1,6,8] x) => (float[1,2,6,4] y) {
        a = MatMul(x, w) b = Reshape(a, s)
        c = Transpose <perm = [0, 2, 1, 3]> (b) y = Mul(c, k) }"""
    proto = model(text, w=weights(8, 8), s=np.asarray([1, 6, 2, 4]), k=np.asarray(0.3, np.float32))
    graph = checked_graph(proto)
    assert graph.operator_nodes[0].operator.type == "MatMul"
    assert [kind for _, kind in graph.operator_nodes[0].sources] == ["MatMul", "Mul"]


def test_a_pointwise_operator_stays_behind_views_of_an_input() -> None:
    text = """(uint8[1,6,8] x, float[1,16,2] z) => (float[1,16,2] y) {
        a = Slice(x, start, end, axis) b = Reshape(a, s) c = Cast <to = 1> (b) y = Mul(c, z) }"""
    proto = model(
        text,
        start=np.asarray([2]),
        end=np.asarray([6]),
        axis=np.asarray([1]),
        s=np.asarray([1, 16, 2]),
    )
    graph = checked_graph(proto)
    assert [node.operator.type for node in graph.operator_nodes] == ["Pointwise"]


def test_parts_of_a_concat_that_are_read_elsewhere_stay_as_they_are() -> None:
    text = """(float[1,3,6,6] x) => (float[1,6,6,6] y, float[1,4,6,6] z) {
        a = Conv(x, w) b = Conv(x, v) c = Concat <axis = 1> (a, b) y = Relu(c) z = Neg(a) }"""
    proto = model(text, w=weights(4, 3, 1, 1), v=weights(2, 3, 1, 1))
    assert node_types(proto).count("Relu") == 1
    checked_graph(proto)


def test_a_pointwise_operator_moves_above_a_concat_into_what_is_joined() -> None:
    text = """(float[1,3,6,6] x) => (float[1,6,6,6] y) {
        a = Conv(x, w) b = Conv(x, v) c = Concat <axis = 1> (a, b) y = Relu(c) }"""
    proto = model(text, w=weights(4, 3, 1, 1), v=weights(2, 3, 1, 1))
    graph = checked_graph(proto)
    assert operator_types(graph)[:3] == ["Conv", "Conv", "Concat"]
    assert [kind for _, kind in graph.operator_nodes[0].sources] == ["Conv", "Relu"]


@pytest.mark.parametrize(
    ("bounds", "vanishes"),
    [
        ([0, 8, 0, 1], True),
        ([0, 2**63 - 1, 1, 1], True),
        ([-8, 9, -1, 1], True),
        ([1, 8, 0, 1], False),
        ([-1, -9, 0, -1], False),
        ([0, 8, 0, 2], False),
    ],
)
def test_a_slice_of_everything_vanishes(bounds: list[int], vanishes: bool) -> None:
    start, stop, axis, step = (np.asarray([number]) for number in bounds)
    size = len(range(8)[slice(*(bounds[i] for i in (0, 1, 3)))])
    shape = (size, 8) if bounds[2] == 0 else (8, size)
    proto = model(
        f"""(float[8,8] x) => (float[{shape[0]},{shape[1]}] y) {{
        a = Neg(x) b = Slice(a, start, stop, axis, step) y = Abs(b) }}""",
        start=start,
        stop=stop,
        axis=axis,
        step=step,
    )
    assert ("Slice" not in assert_as_unoptimized(proto, inputs_of(proto))) == vanishes
