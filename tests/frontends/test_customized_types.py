"""Operators with element types of their own."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import onnx
import onnx_ir
import pytest

from aoe.errors import UsageError
from aoe.frontends.customized_types import CustomizedTypes, OperatorTypes, apply_customized_types
from aoe.frontends.onnx import load_onnx
from aoe.graph import prepared_graph
from aoe.operators.evaluate import evaluate
from tests.graph.models import model, weights

PROTO = model(
    """(float[2,8] x) => (float[2,4] y, float[2,4] z) {
    p = MatMul(x, w) y = Relu(p) z = Neg(p) }""",
    w=weights(8, 4),
)
X = np.linspace(-1, 1, 16, dtype=np.float32).reshape(2, 8)
FP16 = OperatorTypes(("float16", "float16"), ("float16",))


def by_name(**types: OperatorTypes) -> CustomizedTypes:
    return CustomizedTypes(names=types)


def changed(proto: onnx.ModelProto, wanted: CustomizedTypes) -> onnx_ir.Model:
    made = load_onnx(proto)
    apply_customized_types(made, wanted)
    return made


def outputs(proto: onnx.ModelProto, wanted: CustomizedTypes, x: np.ndarray) -> list[np.ndarray]:
    graph = prepared_graph(changed(proto, wanted), "test").default
    found = evaluate(graph, {"x": x})
    return [found[value.name] for value in proto.graph.output]


def rounded(array: np.ndarray, dtype: type = np.float16) -> np.ndarray:
    return np.asarray(array, np.float32).astype(dtype).astype(np.float32)


def test_an_operator_reads_and_computes_the_types_of_its_line() -> None:
    y, z = outputs(PROTO, by_name(p=FP16), X)
    product = rounded(rounded(X) @ rounded(weights(8, 4)))
    np.testing.assert_allclose(z, -product, rtol=1e-3)
    np.testing.assert_allclose(y, np.maximum(product, 0), rtol=1e-3)
    assert np.abs(z + X @ weights(8, 4)).max() > 1e-5, "what it multiplies is rounded"
    assert y.dtype == z.dtype == np.float32


def test_other_operators_keep_their_types() -> None:
    made = changed(PROTO, by_name(y=OperatorTypes(("float16",), ("float16",))))
    types = {node.op_type: node.outputs[0].dtype for node in made.graph}
    assert types["Relu"] == onnx_ir.DataType.FLOAT16
    assert types["MatMul"] == types["Neg"] == onnx_ir.DataType.FLOAT


def test_values_keep_their_names() -> None:
    made = changed(PROTO, by_name(p=FP16))
    assert [value.name for value in made.graph.outputs] == ["y", "z"]
    assert [value.name for value in made.graph.inputs] == ["x"]
    names = {str(value.name) for node in made.graph for value in node.outputs}
    assert {"p", "y", "z"} <= names


def test_different_types_round_what_float32_computes() -> None:
    types = OperatorTypes(("bfloat16", "bfloat16"), ("float32",))
    _, z = outputs(PROTO, by_name(p=types), X)
    bfloat16 = ml_dtypes.bfloat16
    product = rounded(X, bfloat16) @ rounded(weights(8, 4), bfloat16)
    np.testing.assert_allclose(z, -product, rtol=1e-5)


def test_a_name_counts_more_than_a_type() -> None:
    wanted = CustomizedTypes(
        {"p": FP16}, {"MatMul": OperatorTypes(("bfloat16", "bfloat16"), ("bfloat16",))}
    )
    made = changed(PROTO, wanted)
    (product,) = (node for node in made.graph if node.op_type == "MatMul")
    assert product.outputs[0].dtype == onnx_ir.DataType.FLOAT16


def test_the_types_a_node_has_change_nothing() -> None:
    types = OperatorTypes(("float32", "float32"), ("float32",))
    assert [node.op_type for node in changed(PROTO, by_name(p=types)).graph] == [
        "MatMul",
        "Relu",
        "Neg",
    ]


def test_types_of_absent_optional_inputs_are_left_out() -> None:
    proto = model(
        "(float[1,4,6,6] x) => (float[1,4,4,4] y) { y = Conv(x, k) }", k=weights(4, 4, 3, 3)
    )
    types = OperatorTypes(("float16", "float16", "float16"), ("float16",))
    (node,) = (item for item in changed(proto, by_name(y=types)).graph if item.op_type == "Conv")
    assert node.outputs[0].dtype == onnx_ir.DataType.FLOAT16


def test_only_inputs_of_floating_point_numbers_need_types() -> None:
    proto = model("(float[4,6] x) => (float[2,12] y) { y = Reshape(x, s) }", s=np.asarray([2, 12]))
    types = OperatorTypes(("float16",), ("float16",))
    made = changed(proto, by_name(y=types))
    (node,) = (item for item in made.graph if item.op_type == "Reshape")
    assert node.outputs[0].dtype == onnx_ir.DataType.FLOAT16


@pytest.mark.parametrize(
    ("types", "words"),
    [
        (OperatorTypes(("float16",), ("float16",)), "has 2 inputs.* gives 1 type;"),
        (OperatorTypes(("float16", "float16"), ()), "has 1 output,.* gives 0 types"),
        (OperatorTypes(("float16", "int8"), ("float16",)), "input 1 is float32.*no int8"),
        (OperatorTypes(("float16", "float16"), ("int8",)), "output 0 is float32.*no int8"),
    ],
)
def test_types_that_do_not_fit_are_refused(types: OperatorTypes, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        changed(PROTO, by_name(p=types))


def test_a_type_that_the_operator_does_not_have_is_refused() -> None:
    proto = model(
        "(float[1,1,4,4] x) => (float[1,1,2,2] y) { y = Resize(x, , s) }",
        s=np.asarray([1, 1, 0.5, 0.5], np.float32),
    )
    types = OperatorTypes(("float16", "float16"), ("float16",))
    with pytest.raises(UsageError, match="its input 2 cannot be float16, but float"):
        changed(proto, by_name(y=types))


def test_operators_outside_onnx_are_refused() -> None:
    proto = model("(float[2,2] x) => (float[2,2] y) { y = com.microsoft.Gelu(x) }")
    with pytest.raises(UsageError, match="none of ONNX"):
        changed(proto, by_name(y=OperatorTypes(("float16",), ("float16",))))


def test_what_fits_no_operator_is_told() -> None:
    wanted = CustomizedTypes(
        {"p": FP16, "q": FP16}, {"Conv": FP16}, {"Conv2D": frozenset({"Conv"})}
    )
    name, kind = wanted.notices(load_onnx(PROTO))
    assert "is called 'q'" in name
    assert "has the type 'Conv2D'" in kind


def test_a_type_outside_onnx_is_told_to_have_no_operator() -> None:
    proto = model("(float[2,2] x) => (float[2,2] y) { y = com.microsoft.Gelu(x) }")
    wanted = CustomizedTypes(types={"Gelu": FP16}, kinds={"Gelu": frozenset({"Gelu"})})
    (kind,) = wanted.notices(load_onnx(proto))
    assert "has the type 'Gelu'" in kind
