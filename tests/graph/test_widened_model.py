"""Models of float32 in float64."""

from __future__ import annotations

import numpy as np
import onnx_ir
import pytest

from aoe.errors import UnsupportedModelError
from aoe.frontends.graph_builder import GraphBuilder
from aoe.graph.pipeline import build
from aoe.graph.widened_model import widened
from aoe.operators.evaluate import evaluate


def model() -> onnx_ir.Model:
    builder = GraphBuilder("narrow", ("result",))
    x, n = builder.input("x", np.float32, (3,)), builder.input("n", np.int64, (3,))
    whole = builder.node("Cast", n, to=int(onnx_ir.DataType.FLOAT))
    total = builder.node("Add", builder.node("Mul", x, np.asarray(0.1, np.float32)), whole)
    return builder.model([builder.named(total, "result")])


def test_nothing_is_rounded_to_float32() -> None:
    x, n = np.asarray([1 / 3, 1e-9, 2.0]), np.asarray([1, 2, 3])
    graph = build(widened(model()), "wide")
    found = evaluate(graph, {"x": x, "n": n})["result"]
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, x * np.float64(np.float32(0.1)) + n, rtol=1e-15)


def test_the_model_stays_as_it_is() -> None:
    given = model()
    widened(given)
    assert [value.dtype for value in given.graph.inputs] == [
        onnx_ir.DataType.FLOAT,
        onnx_ir.DataType.INT64,
    ]
    assert build(given, "narrow").tensors["result"].dtype == "float32"


@pytest.mark.parametrize("kind", ["BFLOAT16", "FLOAT16"])
def test_numbers_of_16_bits_are_named(kind: str) -> None:
    builder = GraphBuilder("mixed", ("result",))
    given = builder.input("x", np.float32, (3,))
    coarse = builder.named(builder.node("Cast", given, to=int(onnx_ir.DataType[kind])), "coarse")
    wide = builder.node("Cast", coarse, to=int(onnx_ir.DataType.FLOAT))
    with pytest.raises(UnsupportedModelError, match=f"coarse is of {kind.lower()}, not float32"):
        widened(builder.model([wide]))
