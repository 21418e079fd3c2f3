import numpy as np
import pytest

from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import checked_graph, model, operator_types

#: Number of each element type in ONNX.
TYPES = {"float": 1, "uint8": 2, "int32": 6, "int64": 7, "double": 11}

FORMS = [
    ("ArgMax <axis = 1>", "2,1,4"),
    ("ArgMin <axis = -1, keepdims = 0>", "2,3"),
    ("ArgMax <axis = 0, select_last_index = 1>", "1,3,4"),
    ("ArgMin <axis = 2, select_last_index = 1, keepdims = 0>", "2,3"),
]


@pytest.mark.parametrize("dtype", ["float", "int64", "int32", "uint8", "double"])
@pytest.mark.parametrize(("call", "shape"), FORMS)
def test_positions_of_equal_elements_are_those_onnx_names(
    call: str, shape: str, dtype: str
) -> None:
    text = f"""(int64[2,3,4] i) => (int64[{shape}] y) {{
        x = Cast <to = {TYPES[dtype]}> (i) y = {call} (x) }}"""
    checked_graph(model(text))


def test_integers_beyond_a_mantissa_are_told_apart() -> None:
    proto = model("(int64[4] x) => (int64[1] y) { y = ArgMax <axis = 0> (x) }")
    big = 1 << 60
    feed = {"x": np.asarray([big, big + 1, big + 3, big + 2])}
    assert evaluate(build(load_onnx(proto), "test"), feed)["y"].tolist() == [2]


def test_a_float_position_is_two_reductions() -> None:
    graph = checked_graph(model("(float[8,64] x) => (int64[8,1] y) { y = ArgMax <axis = 1> (x) }"))
    assert operator_types(graph) == ["Reduce", "Reduce"]


def test_nan_is_where_numpy_finds_it() -> None:
    proto = model("(float[4] x) => (int64[1] y) { y = ArgMax <axis = 0> (x) }")
    feed = {"x": np.asarray([1, np.nan, 3, np.nan], np.float32)}
    assert evaluate(build(load_onnx(proto), "test"), feed)["y"].tolist() == [1]


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_hardmax_is_one_at_the_first_maximum(axis: int) -> None:
    text = f"""(int64[3,4,5] i) => (float[3,4,5] y) {{
        x = Cast <to = 1> (i) y = Hardmax <axis = {axis}> (x) }}"""
    checked_graph(model(text))
