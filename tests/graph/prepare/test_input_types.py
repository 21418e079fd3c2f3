"""Element types that ONNX does not have for an operator are refused, with the node and the way out,
before anything is computed.
"""

from __future__ import annotations

import numpy as np
import onnx
import onnx_ir
import pytest

import aoe
from aoe.errors import ModelError
from aoe.graph.pipeline import build
from tests.graph.models import model, prepared

#: Types of ONNX's text form that no operator of arithmetic has.
SMALL = ("int8", "uint8", "int16", "uint16")


def refused(text: str, version: int = 23, **constants: np.ndarray) -> str:
    with pytest.raises(ModelError) as caught:
        prepared(model(text, version, **constants))
    return str(caught.value)


@pytest.mark.parametrize("dtype", SMALL)
def test_a_product_of_small_integers_is_refused(dtype: str) -> None:
    words = refused(f"({dtype}[2,3] x, {dtype}[3,4] w) => ({dtype}[2,4] y) {{ y = Gemm(x, w) }}")
    assert (
        f"y (Gemm): input 0 is of {dtype}, but has to be of bfloat16, float16, float32, float64, "
        "int32, int64, uint32, uint64; put a Cast before it"
    ) in words


@pytest.mark.parametrize(
    ("operator", "dtype"),
    [
        *(("Relu", "bool"), ("Relu", "uint8"), ("Abs", "bool"), ("Neg", "uint16")),
        *(("ReduceSum", "uint8"), ("IsNaN", "int32"), ("Celu", "double")),
    ],
)
def test_a_type_that_onnx_lacks_is_named_where_it_leaves_a_shape_open(
    operator: str, dtype: str
) -> None:
    text = f"({dtype}[2,3] x) => (y) {{ h = {operator}(x) y = Identity(h) }}"
    with pytest.raises(ModelError) as caught:
        build(onnx_ir.from_proto(model(text, 23)), "g")
    name = "float64" if dtype == "double" else dtype
    assert f"h ({operator}): input 0 is of {name}, which ONNX does not have for it" in str(
        caught.value
    )
    assert "put a Cast to one of" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "(float[5] x) => (float[5] y) { a = Constant<value_float = 0.0>() "
            "b = Constant<value_int = 5>() d = Constant<value_float = 1.0>() "
            "r = Range(a, b, d) y = Add(x, r) }",
            "r (Range): inputs 0 and 1 are of float32 and int64, but have to be of one type",
        ),
        (
            "(float[1] x) => (float[1] y) { a = Constant<value_floats = [1.0]>() "
            "b = Constant<value_ints = [5]>() c = Mul(a, b) y = Add(x, c) }",
            "c (Mul): inputs 0 and 1 are of float32 and int64",
        ),
        ("(int32[4] x) => (int32[4] y) { y = Acos(x) }", "y (Acos): input 0 is of int32"),
        ("(int8[4] x) => (int8[4] y) { y = Not(x) }", "y (Not): input 0 is of int8, but has"),
        ("(float[4] x) => (float[4] y) { y = And(x, x) }", "y (And): input 0 is of float32"),
        (
            "(float[1,2,4,4] x, int32[1,2,3,3] w) => (float[1,1,2,2] y) { y = Conv(x, w) }",
            "y (Conv): inputs 0 and 1 are of float32 and int32",
        ),
        (
            "(float[2,3] x, int32[4] i) => (float[2,4] y) { j = Cast<to=10>(i) y = Gather(x, j) }",
            "y (Gather): input 1 is of float16, but has to be of int16, int32, int64, int8,",
        ),
        (
            "(int16[2,3] x) => (int16[2,3] y) { y = Mish(x) }",
            "y (Mish): input 0 is of int16",
        ),
        (
            "(float[4] x, float16[4] z) => (float[4] y) { y = Add(x, z) }",
            "y (Add): inputs 0 and 1 are of float32 and float16, but have to be of one type; put a "
            "Cast before one of them",
        ),
        (
            "(float[4] x, double[4] z) => (float[12] y) { y = Concat<axis=0>(x, x, z) }",
            "y (Concat): inputs 0 and 2 are of float32 and float64",
        ),
        (
            "(float[4] x) => (float[2,2] y) { s = Constant<value = int32[2] {2, 2}>() "
            "y = Reshape(x, s) }",
            "y (Reshape): input 1 is of int32, but has to be of int64; put a Cast before it",
        ),
        (
            "(bool c, float[4] x, float16[4] z) => (float[4] y) { y = Where(c, x, z) }",
            "y (Where): inputs 1 and 2 are of float32 and float16",
        ),
        (
            "(bool c, int32[4] x) => (int32[4] y) { y = If (c) <"
            "then_branch = t () => (int32[4] u) { u = Sqrt(x) },"
            "else_branch = e () => (int32[4] v) { v = Tanh(x) }> }",
            "u (Sqrt): input 0 is of int32",
        ),
    ],
)
def test_a_type_that_an_operator_does_not_have_is_refused(text: str, told: str) -> None:
    assert told in refused(text)


def test_what_a_rule_would_take_apart_is_refused_before() -> None:
    words = refused(
        "(float16[2,3] x) => (uint8[2,3] y, float s, uint8 z){ y, s, z = DynamicQuantizeLinear(x) }"
    )
    assert "y (DynamicQuantizeLinear): input 0 is of float16, but has to be of float32" in words


def test_inputs_with_types_of_their_own_may_differ() -> None:
    prepared(
        model(
            "(float[2,3,4] x, float16[3] s, float16[3] b, double[3] m, double[3] v)"
            "=> (float[2,3,4] y) { y = BatchNormalization(x, s, b, m, v) }",
            17,
        )
    )


@pytest.mark.parametrize(
    ("op_type", "dtype"),
    [
        *[("Celu", "float16"), ("ReduceMax", "int16"), ("ReduceSum", "int8"), ("Sum", "int32")],
        *[("Neg", "uint8"), ("Relu", "uint8"), ("Floor", "int64"), ("GlobalMaxPool", "int32")],
    ],
)
def test_types_that_readers_of_other_formats_need_are_computed(op_type: str, dtype: str) -> None:
    schema = onnx.defs.get_schema(op_type, 17)
    assert f"tensor({dtype})" not in schema.type_constraints[0].allowed_type_strs
    x = np.array([[[[1, 2, 3], [4, 5, 6]]]], dtype)
    largest, total = x.max(keepdims=True), x.sum(keepdims=True, dtype=x.dtype)
    results = {"ReduceMax": largest, "GlobalMaxPool": largest, "ReduceSum": total, "Neg": -x}
    wanted = results.get(op_type, x)
    shape = str(list(wanted.shape)).replace(" ", "")
    text = f"({dtype}[1,1,2,3] x) => ({dtype}{shape} y) {{ y = {op_type}(x) }}"
    (found,) = aoe.compile(model(text, 17)).run(None, {"x": x})
    assert found.dtype == x.dtype
    assert np.array_equal(found, wanted)


@pytest.mark.parametrize(("op_type", "shape"), [("Det", "[2]"), ("LpNormalization", "[2,3,3]")])
def test_bfloat16_is_taken_where_float16_is(op_type: str, shape: str) -> None:
    schema = onnx.defs.get_schema(op_type, 21)
    assert "tensor(bfloat16)" not in schema.type_constraints[0].allowed_type_strs
    prepared(model(f"(bfloat16[2,3,3] x) => (bfloat16{shape} y) {{ y = {op_type}(x) }}", 21))


@pytest.mark.parametrize("dtype", ["bool", "int16", "int32", "int64", "uint16", "uint32"])
def test_windows_of_integers_are_taken_as_pytorch_has_them(dtype: str) -> None:
    given = np.random.default_rng(3).integers(-(1 << 31), 1 << 31, (1, 2, 4, 4))
    numbers = (given % 2 if dtype == "bool" else given).astype(dtype)
    text = f"({dtype}[1,2,4,4] x) => ({dtype}[1,2,2,2] y) {{ y = MaxPool"
    text += "<kernel_shape = [2, 2], strides = [2, 2]>(x) }"
    (found,) = aoe.compile(model(text, 21), threads=1).run(None, {"x": numbers})
    assert found.tolist() == numbers.reshape(1, 2, 2, 2, 2, 2).max((3, 5)).tolist()


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("Min(x, z)", [False, False, False, True]),
        ("Max(x, z)", [False, True, True, True]),
        ("Clip(x, t, t)", [True, True, True, True]),
        ("Clip(x, f, f)", [False, False, False, False]),
    ],
)
def test_bounds_of_flags_are_taken_as_pytorch_has_them(call: str, expected: list[bool]) -> None:
    text = f"(bool[4] x, bool[4] z, bool f, bool t) => (bool[4] y) {{ y = {call} }}"
    flags = np.array([False, True, False, True]), np.array([False, False, True, True])
    given = {"x": flags[0], "z": flags[1], "f": np.array(False), "t": np.array(True)}
    (found,) = aoe.compile(model(text, 21), threads=1).run(None, given)
    assert found.tolist() == expected
