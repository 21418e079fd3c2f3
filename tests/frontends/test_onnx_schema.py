"""Models whose nodes are not what ONNX says of their operators are refused before any work."""

from __future__ import annotations

import onnx
import pytest
from onnx import helper

from aoe.errors import ModelError
from aoe.frontends.onnx import load_onnx
from tests.graph.models import model

RELU = "(float[2] x) => (float[2] y) { y = Relu(x) }"
EINSUM = '(float[2,3] x) => (float[2] y) { y = Einsum<equation="ab->a">(x) }'


def refused(proto: onnx.ModelProto) -> str:
    with pytest.raises(ModelError) as caught:
        load_onnx(proto)
    return str(caught.value)


def test_a_node_without_outputs_is_refused() -> None:
    proto = model(RELU)
    proto.graph.node.add(op_type="Relu", name="useless", input=["x"])
    assert "node 'useless' (Relu) has no output" in refused(proto)


@pytest.mark.parametrize("inputs", [[], ["x", "x"]])
def test_a_wrong_number_of_inputs_is_refused(inputs: list[str]) -> None:
    proto = model(RELU)
    del proto.graph.node[0].input[:]
    proto.graph.node[0].input.extend(inputs)
    assert f"has {len(inputs)} inputs" in refused(proto)


def test_inputs_left_out_at_the_end_do_not_count() -> None:
    proto = model(RELU)
    proto.graph.node[0].input.extend(["", ""])
    load_onnx(proto)


def test_a_missing_input_is_named() -> None:
    proto = model("(float[2] x) => (float[2] y) { y = Add(x, x) }")
    proto.graph.node[0].input[0] = ""
    assert "(Add) lacks its input 'A'" in refused(proto)


def test_an_attribute_of_another_type_is_refused() -> None:
    proto = model("(float[2,2] x) => (float[2,2] y) { y = Gemm(x, x) }")
    proto.graph.node[0].attribute.append(helper.make_attribute("transB", 1.0))
    assert "has an attribute 'transB' of a wrong type" in refused(proto)


def test_an_attribute_without_type_is_refused() -> None:
    proto = model("(float[2,2] x) => (float[2,2] y) { y = Gemm<transB=1>(x, x) }")
    proto.graph.node[0].attribute[0].type = onnx.AttributeProto.UNDEFINED
    refused(proto)


def test_a_missing_attribute_is_named() -> None:
    proto = model(EINSUM)
    del proto.graph.node[0].attribute[:]
    assert "(Einsum) lacks its attribute 'equation'" in refused(proto)


@pytest.mark.parametrize("equation", [b"a\xe9->a", b"a.b->a", b"a-b->a", b"a>b", b"1b->1"])
def test_an_equation_that_is_none_is_refused(equation: bytes) -> None:
    proto = model(EINSUM)
    proto.graph.node[0].attribute[0].s = equation
    assert "(Einsum) has" in refused(proto)


@pytest.mark.parametrize("equation", [b"ab->a", b"ab", b"...b->...", b" a b -> a ", b"aB->"])
def test_other_equations_are_not(equation: bytes) -> None:
    proto = model(EINSUM)
    proto.graph.node[0].attribute[0].s = equation
    load_onnx(proto)


def test_many_problems_are_told_in_one_line() -> None:
    proto = model(RELU)
    for number in range(100):
        proto.graph.node.add(op_type="Relu", name=f"line\nbreak{number}" * 100, input=["x"])
    words = refused(proto)
    assert "\n" not in words
    assert len(words) < 2000
