import numpy as np
import pytest

import aoe
from tests.graph.models import checked_graph, model, node_types, operator_types, weights


@pytest.mark.parametrize("op_type", ["Sum", "Mean", "Max", "Min"])
def test_operators_of_many_inputs_become_one_pointwise_operator(op_type: str) -> None:
    text = f"""(float[2,3] a, float[3] b, float[2,1] c) => (float[2,3] y) {{
        y = {op_type}(a, b, c) }}"""
    assert operator_types(checked_graph(model(text))) == ["Pointwise"]


@pytest.mark.parametrize("exponent", [-1.0, -0.5, 0.5, 1.0, 2.0, 3.0, 4.0, 2.5])
def test_powers_keep_their_value(exponent: float) -> None:
    text = "(float[4] x) => (float[4] y) { a = Exp(x) y = Pow(a, e) }"
    proto = model(text, e=np.asarray(exponent, np.float32))
    assert ("Pow" in node_types(proto)) == (exponent == 2.5)
    checked_graph(proto)


def test_division_by_a_constant_is_a_product() -> None:
    proto = model("(float[2,3] x) => (float[2,3] y) { y = Div(x, c) }", c=weights(3) + 2)
    assert node_types(proto) == ["Mul"]
    checked_graph(proto)


@pytest.mark.parametrize(
    "after",
    [
        "y = Floor(d)",
        "r = Reshape(d, shape) y = Round(r)",
        "e = Sub(one, d) y = Sqrt(e)",
        "e = Add(d, one) n = Neg(e) y = Pow(n, third)",
        "e = Sub(d, one) y = Div(one, e)",
        "e = Equal(d, one) y = Cast<to=1>(e)",
        "i = Cast<to=6>(d) y = Cast<to=1>(i)",
        "e = ReduceMax<axes=[0]>(d) y = Floor(e)",
        "e = CumSum(d, axis) y = Floor(e)",
        "e = PRelu(d, third) y = Floor(e)",
        "e = Sqrt(d) y = Floor(e)",
        "e = Log(d) y = Floor(e)",
        "q, scale, zero = DynamicQuantizeLinear(d) y = Cast<to=1>(q)",
        "e = Concat<axis=0>(d, one) y = Unique(e)",
        "y = ThresholdedRelu(d)",
        "e = Celu(d) y = Ceil(e)",
        "y0, y = Scan<num_scan_inputs = 1, body = g (float s, float e) => (float t, float u)"
        "{ t = Identity(s) u = Floor(e) }>(third, d)",
    ],
)
def test_division_is_left_where_a_result_jumps(after: str) -> None:
    text = f"(float[3] x) => (float[3] y) {{ d = Div(x, c) {after} }}"
    third = np.asarray(1 / 3, np.float32)
    one, shape, axis = np.ones(1, np.float32), np.asarray([3]), np.asarray([0])
    for divisor in (41, 64):
        c = np.asarray(divisor, np.float32)
        proto = model(text, c=c, one=one, third=third, shape=shape, axis=axis)
        assert ("Mul" in node_types(proto)) == (divisor == 64)


@pytest.mark.parametrize(
    "after",
    [
        "e = Erf(d) y = Floor(e)",
        "y = Sqrt(d)",
        "s = Mul(x, x) v = Div(s, c) e = Add(v, one) r = Sqrt(e) y = Mul(r, d)",
        "e = Add(d, one) y = Pow(e, two)",
    ],
)
def test_division_is_a_product_where_a_rounding_is_lost(after: str) -> None:
    text = f"(float[3] x) => (float[3] y) {{ d = Div(x, c) {after} }}"
    one, two = np.ones(1, np.float32), np.asarray(2, np.float32)
    assert "Div" not in node_types(model(text, c=np.asarray(41, np.float32), one=one, two=two))


def test_the_root_of_what_division_leaves_of_1_is_a_number() -> None:
    text = "(float[16] x) => (float[16] y) { d = Div(x, c) e = Sub(one, d) y = Sqrt(e) }"
    proto = model(text, c=np.asarray(6, np.float32), one=np.ones(1, np.float32))
    with aoe.compile(proto, threads=1) as session:
        assert not np.any(session.run(None, {"x": np.full(16, 6, np.float32)})[0])


def test_integer_division_is_left() -> None:
    proto = model("(int64[3] x) => (int64[3] y) { y = Div(x, c) }", c=np.asarray(2))
    assert node_types(proto) == ["Div"]
    checked_graph(proto)


def test_division_by_zero_is_left() -> None:
    c = np.asarray([1, 0, 2], np.float32)
    assert node_types(model("(float[3] x) => (float[3] y) { y = Div(x, c) }", c=c)) == ["Div"]


@pytest.mark.parametrize("call", ["Clip(x, zero)", "Max(x, zero)", "Relu(x)"])
def test_relu_has_one_form(call: str) -> None:
    zero = {"zero": np.asarray(0, np.float32)} if "zero" in call else {}
    assert node_types(model(f"(float[3] x) => (float[3] y) {{ y = {call} }}", **zero)) == ["Relu"]


@pytest.mark.parametrize(
    ("call", "shape"),
    [
        ("Flatten <axis = 2> (r)", "2,3"),
        ("Squeeze(r, axes)", "2,1,3"),
        ("Unsqueeze(r, axes)", "2,1,3,1,1"),
    ],
)
def test_views_of_dimensions_become_reshapes(call: str, shape: str) -> None:
    axes = {"axes": np.asarray([3 if "Un" not in call else 4])} if "axes)" in call else {}
    proto = model(f"(float[2,1,3,1] x) => (float[{shape}] y) {{ r = Relu(x) y = {call} }}", **axes)
    assert node_types(proto) == ["Relu", "Reshape"]
    checked_graph(proto)


def test_split_gives_slices() -> None:
    text = """(float[2,7] x) => (float[2,3] y, float[2,4] z) { r = Relu(x) a, b = Split <axis = 1>
        (r, sizes) y = Neg(a) z = Exp(b) }"""
    proto = model(text, sizes=np.asarray([3, 4]))
    assert node_types(proto).count("Slice") == 2
    checked_graph(proto)


def test_split_outputs_may_be_outputs_of_the_model() -> None:
    text = "(float[2,6] x) => (float[2,3] y, float[2,3] z) { y, z = Split <axis = 1> (x) }"
    checked_graph(model(text))


POOLS = {
    "global": "y = GlobalAveragePool(x)",
    "window of the map": "y = AveragePool <kernel_shape = [5, 5]> (x)",
    "window over the map": "y = AveragePool <kernel_shape = [6, 6], pads = [0, 0, 1, 1]> (x)",
    "mean": "y = ReduceMean <axes = [2, 3]> (x)",
}


@pytest.mark.parametrize("body", POOLS.values(), ids=POOLS.keys())
def test_averages_of_whole_maps_are_one_operator(body: str) -> None:
    graph = checked_graph(model(f"(float[1,3,5,5] x) => (float[1,3,1,1] y) {{ {body} }}"))
    again = checked_graph(model(f"(float[1,3,5,5] x) => (float[1,3,1,1] y) {{ {POOLS['mean']} }}"))
    assert operator_types(graph) == ["Reduce"]
    assert graph.operator_nodes[0].operator == again.operator_nodes[0].operator


def test_padding_that_counts_keeps_a_pool() -> None:
    body = """y = AveragePool <kernel_shape = [6, 6], pads = [0, 0, 1, 1], count_include_pad = 1>
        (x)"""
    proto = model(f"(float[1,3,5,5] x) => (float[1,3,1,1] y) {{ {body} }}")
    assert operator_types(checked_graph(proto)) == ["Pool"]
