"""Layers are found under the names of the model, and say which forms they cannot have."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnx_ir
import pytest
from onnx import helper

from aoe.frontends.onnx import load_onnx
from aoe.graph.compression.forms import Form
from aoe.graph.compression.layers import Layer, layers_of, model_of
from aoe.graph.pipeline import prepared_graph
from aoe.operators.evaluate import evaluate
from tests.graph.compression.networks import layer, model, normal, two_of_four
from tests.tuning.examples import TARGET


def found(proto: onnx.ModelProto) -> list[Layer]:
    layers: list[Layer] = []

    def revise(prepared: onnx_ir.Model) -> bool:
        layers.extend(layers_of(prepared))
        return False

    prepared_graph(load_onnx(proto), "test", revise=revise)
    return layers


def test_a_gemm_is_a_matmul_under_its_own_name() -> None:
    (item,) = found(layer("Gemm", (3, 64), normal(40, 64), normal(40), transB=1))
    assert (item.origin.name, item.origin.type, item.type) == ("layer", "Gemm", "MatMul")
    assert (item.rows, item.depth, item.columns, item.bytes) == (3, 64, 40, 4 * 64 * 40)


def test_weights_that_are_computed_are_no_layer() -> None:
    nodes = [helper.make_node("MatMul", ["x", "x"], ["y"])]
    assert not found(model(nodes, (4, 4), {}))


@pytest.mark.parametrize(
    ("proto", "form", "reason"),
    [
        (layer("MatMul", (8, 1024), normal(1024, 64)), Form("int4"), None),
        (layer("MatMul", (8, 1024), normal(1024, 64)), Form("int8", 32), None),
        (layer("MatMul", (8, 1020), normal(1020, 68)), Form("int8", 32), "no whole blocks"),
        (layer("MatMul", (8, 1023), normal(1023, 68)), Form("int4", 3), "no whole blocks"),
        (layer("MatMul", (8, 64), normal(64, 8)), Form("int4"), "so few weights"),
        (layer("Conv", (1, 8, 9, 9), normal(8, 8, 3, 3)), Form("float24"), "more than one pixel"),
        (layer("MatMul", (8, 1024), normal(1024, 64)), Form("int8"), None),
        (layer("MatMul", (1, 1024), normal(1024, 64)), Form("int4"), None),
        (layer("MatMul", (1, 1024), normal(1024, 64)), Form("int4", 48), "no whole blocks"),
        (layer("MatMul", (1, 64), normal(64, 8)), Form("int4"), "so few weights"),
        (layer("MatMul", (1, 1024), normal(1024, 64)), Form("sparse"), "more than two"),
        (layer("MatMul", (1, 1024), two_of_four(1024, 64)), Form("sparse"), None),
        (layer("MatMul", (2, 1024), two_of_four(1024, 64)), Form("sparse"), "has 2 rows"),
        (layer("Conv", (1, 8, 9, 9), normal(8, 8, 3, 3)), Form("int8"), "more than one pixel"),
        (layer("Conv", (1, 8, 9, 9), normal(8, 8, 3, 3)), Form("static"), None),
        (layer("Conv", (1, 8, 9, 9), normal(8, 1, 3, 3), group=8), Form("static"), "grouped"),
        (layer("MatMul", (1, 64), normal(64, 8) * np.inf), Form("float24"), "not finite"),
    ],
)
def test_what_a_form_is_not_for(proto: onnx.ModelProto, form: Form, reason: str | None) -> None:
    (item,) = found(proto)
    told = item.refusal(form, TARGET)
    assert told is None if reason is None else reason in str(told)


def test_the_block_suits_the_depth() -> None:
    (item,) = found(layer("MatMul", (1, 1000), normal(1000, 80)))
    assert item.form(Form("int4")) == Form("int4", 8)
    assert item.form(Form("int4", 4)) == Form("int4", 4)


@pytest.mark.parametrize("attributes", [{}, {"strides": [2, 2], "pads": [1, 1, 1, 1]}])
def test_a_layer_is_a_model_of_its_own(attributes: dict[str, Any]) -> None:
    x = normal(1, 8, 9, 9, seed=1)
    proto = layer("Conv", x.shape, normal(6, 8, 3, 3), normal(6), **attributes)
    (item,) = found(proto)
    whole = prepared_graph(load_onnx(proto), "test").default
    alone = prepared_graph(model_of(item, 18), "layer").default
    expected = evaluate(whole, {"x": x})["y"]
    np.testing.assert_allclose(evaluate(alone, {"x": x})["y"], expected, rtol=1e-5, atol=1e-5)
