"""Functions of a model that are written for another operator set than the model."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.reference
import pytest

import aoe
from aoe.errors import ModelError
from aoe.frontends.onnx import load_onnx


def with_function(body: str, version: int, domain: str = "") -> onnx.ModelProto:
    """A model of operator set 17 whose function is written for another one."""
    text = f"""<ir_version: 8, opset_import: ["": 17, "own": 1]>
        g (float[2,3,4] x) => (float[2,3,4] y) {{ y = own.F (x) }}
        <domain: "own", opset_import: ["{domain}": {version}]> F (a) => (b) {{ {body} }}"""
    return onnx.parser.parse_model(text)


@pytest.mark.parametrize("version", [13, 16, 18, 21])
@pytest.mark.parametrize("domain", ["", "ai.onnx"])
def test_a_function_of_another_operator_set_is_computed_where_it_means_the_same(
    version: int, domain: str
) -> None:
    body = "t = LeakyRelu (a) b = Softmax <axis = 1> (t)"
    proto = with_function(body, version, domain)
    x = np.random.default_rng(0).standard_normal((2, 3, 4)).astype(np.float32)
    same = onnx.reference.ReferenceEvaluator(with_function(body, 17))
    (expected,) = same.run(None, {"x": x})
    (found,) = aoe.InferenceSession(proto.SerializeToString()).run(None, {"x": x})
    np.testing.assert_allclose(found, np.asarray(expected), rtol=1e-6)


def test_a_function_that_means_something_else_in_the_models_operator_set_is_refused() -> None:
    """Softmax of operator set 12 takes all dimensions from its axis on together."""
    proto = with_function("b = Softmax <axis = 1> (a)", 12)
    with pytest.raises(
        ModelError, match=r"function own\.F uses Softmax of ONNX operator set 12, which .* in 17"
    ):
        load_onnx(proto)
