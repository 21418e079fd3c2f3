"""Models of single operators: names, operators of ONNX, and what does not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import aoe
from aoe.errors import ModelError
from aoe.frontends.single_operator.description_json import description_from_json
from aoe.frontends.single_operator.operators.registry import OPERATOR_TYPES
from aoe.frontends.single_operator.reader import operator_model
from aoe.frontends.single_operator.refused import REFUSED
from tests.frontends.single_operator.case import attribute, tensor

ABSENT = {"format": "RESERVED", "type": "UNDEFINED", "shape": []}


def described(op: str, inputs: list[Any], outputs: list[Any], **more: Any) -> dict[str, Any]:
    attr = [attribute(name, value) for name, value in more.pop("attr", {}).items()]
    return {"op": op, "input_desc": inputs, "output_desc": outputs, "attr": attr, **more}


def model(*arguments: Any, **more: Any) -> Any:
    return operator_model(description_from_json(described(*arguments, **more), "one.json"))


def real(*shape: int, **more: Any) -> dict[str, Any]:
    return {**tensor(np.float32, shape), **more}


def image(*shape: int, form: str = "NCHW") -> dict[str, Any]:
    return tensor(np.float32, shape, form)


def names(values: Any) -> list[str]:
    return [value.name for value in values]


def test_tensors_have_the_names_of_the_definition() -> None:
    made = model("MatMulV2", [real(2, 3), real(3, 4), ABSENT, ABSENT], [real(2, 4)])
    assert names(made.graph.inputs) == ["x1", "x2"]
    assert names(made.graph.outputs) == ["y"]
    assert made.graph.name.startswith("0_MatMulV2_")


def test_tensors_have_the_names_that_are_given() -> None:
    made = model("Relu", [real(3, name="features")], [real(3, name="activations")])
    assert names(made.graph.inputs) == ["features"]
    assert names(made.graph.outputs) == ["activations"]


def test_tensors_of_a_group_have_numbers() -> None:
    made = model("AddN", [real(3, name="x0"), real(3, name="x1")], [real(3)], attr={"N": 2})
    assert names(made.graph.inputs) == ["x0", "x1"]
    made = model("SplitD", [real(4)], [real(2)] * 2, attr={"split_dim": 0, "num_split": 2})
    assert names(made.graph.outputs) == ["y0", "y1"]


def test_an_operator_of_onnx_is_taken_as_it_is() -> None:
    made = model(
        "Conv",
        [real(1, 3, 5, 5), real(2, 3, 3, 3), real(2)],
        [real(1, 2, 5, 5)],
        attr={"pads": [1, 1, 1, 1]},
    )
    assert names(made.graph.inputs) == ["X", "W", "B"]
    assert [node.op_type for node in made.graph] == ["Conv"]


def test_a_domain_decides_between_operators_of_one_name() -> None:
    inputs = [real(1, 1, 4, 4)]
    made = model(
        "MaxPool",
        inputs,
        [real(1, 1, 3, 3)],
        attr={"kernel_shape": [2, 2]},
        domain="ai.onnx",
        opset=12,
    )
    assert made.opset_imports[""] == 12
    with pytest.raises(ModelError, match="attribute 'kernel_shape' is not read"):
        model("MaxPool", inputs, [real(1, 1, 3, 3)], attr={"kernel_shape": [2, 2]})


def test_an_operator_of_onnx_with_a_constant_is_computed() -> None:
    shape = {**tensor(np.int64, (2,)), "is_const": True, "const_value": [3, -1]}
    made = model("Reshape", [real(2, 6), shape], [real(3, 4)], domain="")
    x = np.arange(12, dtype=np.float32).reshape(2, 6)
    with aoe.compile(made, device="reference") as session:
        np.testing.assert_array_equal(session.run(None, {"data": x})[0], x.reshape(3, 4))


def test_an_attribute_may_be_a_type() -> None:
    data = described("Cast", [real(3)], [tensor(np.int32, (3,))], domain="")
    data["attr"] = [{"name": "to", "type": "data_type", "value": "DT_INT32"}]
    made = operator_model(description_from_json(data, "one.json"))
    assert str(made.graph.outputs[0].dtype) == "INT32"


CONV = {"strides": [1, 1, 1, 1], "pads": [0, 0, 0, 0]}


@pytest.mark.parametrize(
    ("arguments", "more", "message"),
    [
        (("Reluu", [real(3)], [real(3)]), {}, "did you mean Relu"),
        (("Xyzzy", [real(3)], [real(3)]), {}, "see the list in the documentation"),
        (
            ("DynamicRNN", [real(3)], [real(3)]),
            {},
            r"\(DynamicRNN\) is refused: .*LSTM, GRU or RNN",
        ),
        (("TopKD", [real(3)], [real(3)]), {}, "describe the type without D"),
        (
            ("OneHotD", [tensor(np.int32, (3,)), real(), real()], [real(3, 2**26)]),
            {"attr": {"depth": 2**26}},
            "its depth is 67108864; at most 33554432 is computed",
        ),
        (
            ("Relu", [real(3)], [real(4)]),
            {},
            r"output 0 is described as float32\[4\], but is float32\[3\]; correct output_desc",
        ),
        (("Relu", [real(3)], [tensor(np.float16, (3,))]), {}, "described as float16"),
        (("Relu", [real(3)], [real(3), real(3)]), {}, "has 2 outputs in output_desc, but gives 1"),
        (("Relu", [real(3), real(3)], [real(3)]), {}, "has 2 inputs, but takes 1: x"),
        (("Add", [real(3)], [real(3)]), {}, "input 'x2' is missing"),
        (("Add", [real(3), ABSENT], [real(3)]), {}, "input 'x2' is missing"),
        (("Add", [real(3), tensor(np.int32, (3,))], [real(3)]), {}, "types float32 and int32"),
        (
            ("Add", [real(3), real(4)], [real(3)]),
            {},
            r"Add of \[3\], \[4\] cannot be computed: .*x1 is float32\[3\], x2 is float32\[4\]\)$",
        ),
        (
            ("Gemm", [real(2, 3, name="a\nb"), real(4, 5)], [real(2, 5)]),
            {"domain": ""},
            r"\(a b is float32\[2, 3\], B is float32\[4, 5\]\)$",
        ),
        (
            ("Pack", [real(2, 3), real(4)], [real(2, 2, 3)]),
            {},
            r"several shapes \(x0 is float32\[2, 3\], x1 is float32\[4\]\)$",
        ),
        (
            ("Gemm", [real(2, 3), real(4, 5)], [real(2, 5)]),
            {"domain": ""},
            r"refused by ONNX: Dim.* \(A is float32\[2, 3\], B is float32\[4, 5\]\)$",
        ),
        (
            ("Add", [real(3, name="x2"), real(3, name="x1")], [real(3)]),
            {},
            "'x2' is in the place of 'x1'",
        ),
        (("AddN", [real(3, dynamic_input="z")], [real(3)]), {}, "dynamic_input 'z'"),
        (("AddN", [real(3)], [real(3)]), {"attr": {"N": 2}}, "attribute N is 2, but there are 1"),
        (("Relu", [real(3, name="y")], [real(3)]), {}, "two of its tensors are called 'y'"),
        (("Elu", [real(3)], [real(3)]), {"attr": {"alfa": 1.0}}, "did you mean alpha"),
        (("Elu", [real(3)], [real(3)]), {"attr": {"alpha": "1"}}, "has the type string"),
        (("Muls", [real(3)], [real(3)]), {}, "attribute 'value' is missing"),
        (
            ("Add", [image(1, 2, 3, 4), image(1, 2, 3, 4, form="NHWC")], [image(1, 2, 3, 4)]),
            {},
            "formats NCHW and NHWC",
        ),
        (
            ("Conv2D", [real(1, 3, 5, 5), image(2, 3, 3, 3)], [image(1, 2, 3, 3)]),
            {"attr": CONV},
            "input x has the format ND; use NCHW or NHWC",
        ),
        (
            ("Conv2D", [image(1, 3, 5, 5), image(2, 3, 3, 3)], [image(1, 2, 3, 3)]),
            {"attr": {**CONV, "data_format": "NHWC"}},
            "its data_format is NHWC, but input x has the format NCHW",
        ),
        (
            ("Conv2D", [image(1, 3, 5, 5), image(2, 4, 3, 3)], [image(1, 2, 3, 3)]),
            {"attr": CONV},
            "has 3 channels, its filter 4",
        ),
        (
            ("Conv2D", [image(1, 3, 5, 5), image(2, 3, 3, 3)], [image(1, 2, 3, 3)]),
            {"attr": {**CONV, "strides": [1, 2, 1, 1]}},
            "those of batch and channels must be 1",
        ),
        (
            ("ReduceSum", [real(3, 4), tensor(np.int32, (1,))], [real(3)]),
            {},
            "input axes decides the shape of the result; make it constant",
        ),
        (("Div", [tensor(np.int32, (3,))] * 2, [tensor(np.int32, (3,))]), {}, "floating-point"),
        (("Conv", [image(1, 3, 5, 5, form="NHWC"), real(2, 3, 3, 3)], [real(1)]), {}, "not NHWC"),
        (("NonZero", [real(3)], [tensor(np.int64, (1, 3))]), {}, "depends on data"),
        (("Conv", [real(3)], [real(3)]), {}, "has 1 input, but takes 2 to 3; correct input_desc$"),
        (("Concat", [], [real(3)]), {"domain": ""}, "has 0 inputs, but takes 1 or more; correct"),
        (
            ("Relu", [real(3)], [real(3), real(3)]),
            {"domain": ""},
            "has 2 outputs, but gives 1; correct output_desc$",
        ),
        (
            ("Add", [real(3), tensor(np.int32, (3,))], [real(3)]),
            {"domain": ""},
            r"\(Add\) is refused by ONNX: B has inconsistent type tensor\(int32\) \(A is",
        ),
        (
            ("Cast", [real(3)], [real(3)]),
            {"domain": ""},
            r"by ONNX: Value of attribute to not specified \(input is float32\[3\]\)$",
        ),
        (("Foo", [real(3)], [real(3)]), {"domain": ""}, "is no operator of ONNX"),
    ],
)
def test_what_does_not_fit_is_refused(arguments: Any, more: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message) as caught:
        model(*arguments, **more)
    assert str(caught.value).startswith(f"one.json: operator 0 ({arguments[0]})")


def test_notes_of_ascends_compiler_are_left_out() -> None:
    made = model("Relu", [real(3)], [real(3)], attr={"_fuzz": 1})
    assert [node.op_type for node in made.graph] == ["Relu"]


def test_no_type_is_both_read_and_refused() -> None:
    assert not OPERATOR_TYPES.keys() & REFUSED.keys()
