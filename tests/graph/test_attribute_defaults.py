"""Defaults of attributes are numbers of float32, in models of float64 too."""

from __future__ import annotations

import numpy as np
import onnx_ir
import pytest
from onnx.reference import ReferenceEvaluator

from aoe.graph.pipeline import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import model


@pytest.mark.parametrize(
    ("operator", "inputs"),
    [
        ("LeakyRelu", ("2,3,4",)),
        ("HardSigmoid", ("2,3,4",)),
        ("LayerNormalization", ("2,3,4", "4")),
        ("RMSNormalization", ("2,3,4", "4")),
        ("InstanceNormalization", ("2,3,4", "3", "3")),
        ("BatchNormalization", ("2,3,4", "3", "3", "3", "3")),
    ],
)
def test_a_default_is_that_of_float32(operator: str, inputs: tuple[str, ...]) -> None:
    names = [f"x{number}" for number in range(len(inputs))]
    given = ", ".join(f"double[{shape}] {name}" for shape, name in zip(inputs, names, strict=True))
    text = f"({given}) => (double[2,3,4] y) {{ y = {operator}({', '.join(names)}) }}"
    proto = model(text, 23)
    random = np.random.default_rng(0)
    feed: dict[str, np.ndarray] = {
        name: random.standard_normal([int(size) for size in shape.split(",")]) * 0.01
        for shape, name in zip(inputs, names, strict=True)
    }
    if operator == "BatchNormalization":
        feed[names[-1]] = np.abs(feed[names[-1]])  # the variance
    results = ReferenceEvaluator(proto).run(None, feed)
    assert isinstance(results, list)
    graph = build(onnx_ir.from_proto(proto), "defaults")
    (found,) = evaluate(graph, feed).values()
    np.testing.assert_allclose(found, results[0], rtol=1e-12)


@pytest.mark.parametrize("activation", ["LeakyRelu", "HardSigmoid"])
def test_a_default_of_an_activation_is_that_of_float32(activation: str) -> None:
    text = f"""(double[1,1,1] x) => (double[1,1,1,1] y, double[1,1,1] h) {{
        y, h = RNN <hidden_size = 1, activations = ["{activation}"]> (x, w, r) }}"""
    one = np.ones((1, 1, 1))
    graph = build(onnx_ir.from_proto(model(text, 23, w=one, r=one)), "defaults")
    found = evaluate(graph, {"x": -one})["y"].item()
    slope, shift = {"LeakyRelu": (0.01, 0), "HardSigmoid": (0.2, 0.5)}[activation]
    assert found == pytest.approx(shift - float(np.float32(slope)), rel=1e-12)
