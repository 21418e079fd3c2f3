"""By what a model is judged whose outputs are probabilities."""

from __future__ import annotations

import numpy as np
import onnx
import pytest

from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.graph.precision.judged_outputs import judged_outputs, largest_error
from aoe.graph.precision.split_precision import high_precision_names
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import inputs_of, model, weights
from tests.graph.precision.test_split_precision import WITHOUT_TILES


def graph_of(proto: onnx.ModelProto) -> OperatorGraph:
    return prepared_graph(load_onnx(proto), "test").default


def classifier(last: str, bias: np.ndarray) -> onnx.ModelProto:
    """A product by weights that may have 24 bits, whose errors are about 5e-5."""
    return model(
        f"(float[1,64] x) => (float[1,8] y) {{ a = MatMul(x, w) b = Add(a, bias) {last} }}",
        w=weights(64, 8, scale=1.0),
        bias=bias,
    )


def is_marked(proto: onnx.ModelProto, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(float24, "LEAST_WEIGHTS", 1)
    return bool(high_precision_names(graph_of(proto), inputs_of(proto), WITHOUT_TILES))


def certain(*logits: float) -> np.ndarray:
    """A bias that outweighs the product."""
    bias = np.zeros(8, np.float32)
    bias[: len(logits)] = logits
    return bias


@pytest.mark.parametrize("last", ["y = Softmax(b)", "p = Softmax(b) y = Reshape(p, shape)"])
def test_a_class_that_is_certain_by_chance_hides_no_error(
    last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error of its probability is below 1e-10, and that of the logits 5e-5."""
    proto = classifier(last, certain(50.0))
    proto.graph.initializer.append(onnx.numpy_helper.from_array(np.array([1, 8]), "shape"))
    expected = evaluate(graph_of(proto), inputs_of(proto))
    assert expected["y"].max() > 0.9999999
    assert is_marked(proto, monkeypatch)


def test_sigmoid_hides_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    proto = classifier("y = Sigmoid(b)", np.full(8, 400.0, np.float32))
    assert np.all(evaluate(graph_of(proto), inputs_of(proto))["y"] == 1.0)
    assert is_marked(proto, monkeypatch)


def test_masked_classes_do_not_count() -> None:
    """Their logits are rounded to 1e-3."""
    graph = graph_of(model("(float[2,4] x) => (float[2,4] y) { y = Softmax(x) }"))
    judged = judged_outputs(graph)
    (name,) = judged.logits
    right = np.array([[1, 2, -1e4, 3], [0, 1, -1e4, 2]], np.float32)
    off = right + np.array([0, 0, 1e-2, 0], np.float32)
    probabilities = {"y": np.full((2, 4), 0.25, np.float32)}
    assert judged.error(probabilities | {name: off}, probabilities | {name: right}) == 0.0


def test_what_all_logits_are_off_by_changes_no_probability() -> None:
    graph = graph_of(model("(float[2,4] x) => (float[2,4] y) { y = Softmax(x) }"))
    judged = judged_outputs(graph)
    (name,) = judged.logits
    right = np.arange(8, dtype=np.float32).reshape(2, 4)
    off = right + np.array([[1.0], [2.0]], np.float32)
    probabilities = {"y": np.full((2, 4), 0.25, np.float32)}
    assert judged.error(probabilities | {name: off}, probabilities | {name: right}) == 0.0
    assert judged.error(probabilities | {name: off + right / 8}, probabilities | {name: right}) > 0


@pytest.mark.parametrize(
    "text",
    [
        "(float[2,4] x) => (float[2,4] y) { y = LogSoftmax(x) }",
        "(float[2,4] x) => (float[2,4] y) { p = Softmax(x) y = MatMul(p, w) }",
        "(float[2,4] x) => (float[2,4] p, float[2,4] y) { p = Softmax(x) y = MatMul(p, w) }",
    ],
    ids=["logarithms", "within a model", "read by others"],
)
def test_other_outputs_are_judged_as_they_are(text: str) -> None:
    graph = graph_of(model(text, w=weights(4, 4)))
    judged = judged_outputs(graph)
    assert judged.graph is graph
    assert not judged.logits


@pytest.mark.parametrize(
    "last",
    [
        "y = Softmax(b)",
        "s = Mul(b, bias) y = Softmax(s)",
        "p = Softmax(b) y = Mul(p, bias)",
        "y = Sigmoid(b)",
    ],
)
def test_outputs_stay_what_they_are(last: str) -> None:
    proto = classifier(last, np.linspace(0.5, 1.5, 8, dtype=np.float32))
    graph = graph_of(proto)
    judged = judged_outputs(graph)
    assert len(judged.logits) == 1
    expected, found = (evaluate(item, inputs_of(proto)) for item in (graph, judged.graph))
    np.testing.assert_allclose(found["y"], expected["y"], rtol=1e-5, atol=1e-7)


def test_an_error_where_everything_should_be_zero_is_without_limit() -> None:
    zero, little = np.zeros(3, np.float32), np.full(3, 1e-9, np.float32)
    assert largest_error({"y": little}, {"y": zero}) == np.inf
    assert largest_error({"y": zero}, {"y": zero}) == 0.0
