"""Functions of a model that are written for another operator set than the model."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.reference
import onnx_ir
import pytest

import aoe
from aoe.errors import ModelError
from aoe.frontends.custom_operators.function_checks import in_versions_of_model
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


@pytest.mark.parametrize("domain", ["", "ai.onnx"])
def test_the_name_of_the_domain_of_the_model_does_not_count(domain: str) -> None:
    proto = with_function("b = Softmax <axis = 1> (a)", 17)
    next(item for item in proto.opset_import if not item.domain).CopyFrom(
        onnx.helper.make_opsetid(domain, 12)
    )
    with pytest.raises(ModelError, match=r"Softmax of ONNX operator set 17, which .* in 12"):
        load_onnx(proto)


def test_functions_of_a_domain_that_the_model_leaves_out_get_one_version() -> None:
    text = """<ir_version: 8, opset_import: ["": 17, "own": 1]>
        g (float[3] x) => (float[3] y) { t = own.F (x) y = own.G (t) }
        <domain: "own", opset_import: ["": 17, "ai.onnx.ml": 2]> F (a) => (b) { b = Neg (a) }
        <domain: "own", opset_import: ["": 17, "ai.onnx.ml": 3]> G (a) => (b) { b = Relu (a) }"""
    session = aoe.InferenceSession(onnx.parser.parse_model(text).SerializeToString())
    (found,) = session.run(None, {"x": np.array([1, -2, 3], np.float32)})
    np.testing.assert_array_equal(found, [0, 2, 0])


def test_a_version_that_only_functions_have_is_that_of_all() -> None:
    text = """<ir_version: 8, opset_import: ["own": 1]>
        g (float[3] x) => (float[3] y) { t = own.F (x) y = own.G (t) }
        <domain: "own", opset_import: ["": 13]> F (a) => (b) { b = Neg (a) }
        <domain: "own", opset_import: ["ai.onnx": 17]> G (a) => (b) { b = Relu (a) }"""
    model = onnx_ir.from_proto(onnx.parser.parse_model(text))
    in_versions_of_model(model, "model")
    assert [dict(item.opset_imports) for item in model.functions.values()] == [{"": 17}] * 2
    assert dict(model.opset_imports) == {"own": 1, "": 17}


def test_functions_of_a_model_in_memory_get_its_versions_in_a_copy() -> None:
    body = "b = LeakyRelu (a)"
    proto = onnx_ir.from_proto(with_function(body, 16))
    x = np.random.default_rng(0).standard_normal((2, 3, 4)).astype(np.float32)
    (found,) = aoe.compile(proto).run(None, {"x": x})
    np.testing.assert_allclose(found, np.where(x < 0, np.float32(0.01) * x, x))
    assert [dict(item.opset_imports) for item in proto.functions.values()] == [{"": 16}]
