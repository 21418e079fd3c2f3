"""A branch that cannot be computed for these shapes is an error only if it is taken."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
import pytest

from aoe.errors import ModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.prepare.shapes.deciding_inputs import deciding_inputs
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import by_onnxruntime, model, weights

FITS, OTHER = weights(6, 2), weights(3, 2, seed=1)


def of(proto: onnx.ModelProto, values: Mapping[str, np.ndarray] | None = None) -> OperatorGraph:
    open_shape = proto.graph.input[0].type.tensor_type.shape.dim[0].dim_param
    return build(load_onnx(proto, {"x": (2, 6)} if open_shape else None, values), "test")


def violated(graph: OperatorGraph, feed: Mapping[str, np.ndarray]) -> list[str]:
    """The messages of the requirements that inputs do not meet."""
    found = evaluate(graph, dict(feed))
    return [
        item.message
        for item in graph.requirements
        if bool(found[item.output].reshape(-1)[0]) != item.holds
    ]


def agree(proto: onnx.ModelProto, feed: Mapping[str, np.ndarray]) -> OperatorGraph:
    graph = of(proto)
    found = evaluate(graph, dict(feed))
    assert violated(graph, feed) == []
    for name, expected in by_onnxruntime(proto, dict(feed)).items():
        assert name in graph.shown
        np.testing.assert_allclose(found[name], expected, atol=1e-5)
    return graph


def rates(then: str, otherwise: str, inputs: str = "int64 sr") -> onnx.ModelProto:
    """A model with a branch for a rate of 16000 and one for others."""
    text = f"""(float[n,m] x, {inputs}) => (float[2,2] y) {{
        c = Equal (sr, k)
        y = If (c) <then_branch = t () => (float[2,2] a) {{ {then} }},
                    else_branch = e () => (float[2,2] b) {{ {otherwise} }}> }}"""
    names = {"w": FITS, "v": OTHER}
    used = {name: array for name, array in names.items() if f", {name})" in text}
    return model(text, k=np.asarray(16000), **used)


VALID, INVALID = "MatMul (x, w)", "MatMul (x, v)"


@pytest.mark.parametrize(("good", "bad"), [(16000, 8000), (8000, 16000)])
def test_only_the_branch_that_fits_is_computed(good: int, bad: int) -> None:
    first = good == 16000
    calls = (VALID, INVALID) if first else (INVALID, VALID)
    proto = rates(f"a = {calls[0]}", f"b = {calls[1]}")
    feed = {"x": weights(2, 6, seed=2), "sr": np.asarray(good)}
    graph = agree(proto, feed)
    assert graph.shown == ("y",)
    (message,) = violated(graph, {**feed, "sr": np.asarray(bad)})
    assert f"takes its {'else' if first else 'then'} branch" in message
    assert "(MatMul)" in message


def test_two_branches_that_cannot_be_computed_are_an_error_that_names_both() -> None:
    proto = rates(f"a = {INVALID}", f"b = {INVALID}")
    with pytest.raises(ModelError, match=r"a \(MatMul\).*b \(MatMul\)"):
        of(proto)


def test_a_given_value_chooses_the_branch_ahead() -> None:
    proto = rates(f"a = {VALID}", f"b = {INVALID}")
    graph = of(proto, {"sr": np.asarray(16000)})
    assert graph.requirements == ()
    with pytest.raises(ModelError, match=r"\(MatMul\)"):
        of(proto, {"sr": np.asarray(8000)})


INNER = """d = Less (sr, low) {result} = If (d) <
    then_branch = p () => (float[2,2] g) {{ g = {first} }},
    else_branch = q () => (float[2,2] h) {{ h = {second} }}>"""


@pytest.mark.parametrize("rate", [16000, 8000, 50])
@pytest.mark.parametrize("swapped", [False, True])
def test_an_inner_branch_matters_only_if_the_outer_one_is_taken(rate: int, swapped: bool) -> None:
    calls = (VALID, INVALID) if swapped else (INVALID, VALID)
    inner = INNER.format(result="b", first=calls[0], second=calls[1])
    proto = rates(f"a = {VALID}", inner)
    proto.graph.initializer.append(onnx.numpy_helper.from_array(np.asarray(100), "low"))
    proto.graph.initializer.append(onnx.numpy_helper.from_array(OTHER, "v"))
    names = [item.name for item in proto.graph.initializer]
    for name in {name for name in names if names.count(name) > 1}:
        del proto.graph.initializer[names.index(name)]
    feed = {"x": weights(2, 6, seed=2), "sr": np.asarray(rate)}
    taken = rate != 16000 and (rate < 100) != swapped
    graph = of(proto)
    assert bool(violated(graph, feed)) == taken
    if not taken:
        agree(proto, feed)


def test_both_branches_that_fit_are_computed_and_nothing_is_required() -> None:
    proto = rates(f"a = {VALID}", "n = Neg (x) b = MatMul (n, w)")
    for rate in (16000, 8000):
        graph = agree(proto, {"x": weights(2, 6, seed=2), "sr": np.asarray(rate)})
        assert graph.requirements == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("(float[2,6] x, int64[2] s) => (float[a,b] y) { y = Reshape (x, s) }", "s"),
        ("(float[2,6] x, int64[2] s) => (float[a,b] y) { t = Add (s, s) y = Tile (x, t) }", "s"),
        ("(int64[2] s) => (float[a,b] y) { y = ConstantOfShape (s) }", "s"),
        ("(float[2,6] x, int64[1] k) => (float[a,b] y, int64[a,b] i) { y, i = TopK (x, k) }", "k"),
    ],
)
def test_a_refusal_names_the_input_that_decides_and_how_to_give_it(text: str, name: str) -> None:
    with pytest.raises(ModelError) as caught:
        of(model(text))
    message = str(caught.value)
    assert f'--input_value="{name}:VALUE"' in message
    assert f"input_values={{'{name}': VALUE}}" in message


@pytest.mark.parametrize("shape", ["600", "1,2"])
def test_data_is_not_asked_for(shape: str) -> None:
    proto = model(f"(float[2,600] x, int64[{shape}] s) => (float[n] y) {{ y = Reshape (x, s) }}")
    loaded = load_onnx(proto)
    (node,) = loaded.graph
    assert deciding_inputs(node, loaded.graph.inputs) == []
