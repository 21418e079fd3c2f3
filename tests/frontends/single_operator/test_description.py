"""Descriptions in JSON: what is taken, and what is refused with its place."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.errors import ModelError
from aoe.frontends.single_operator.description import OperatorDescription
from aoe.frontends.single_operator.description_json import (
    description_from_json,
    descriptions_in,
    parse_descriptions,
    read_text,
)
from aoe.frontends.single_operator.reader import operator_model
from tests.frontends.single_operator.case import attribute, tensor
from tests.frontends.single_operator.cases import CASES
from tests.properties import examples


def add(**changes: Any) -> dict[str, Any]:
    """The sum of two matrices, with changes."""
    matrix = tensor(np.int32, (3, 3))
    return {"op": "Add", "input_desc": [matrix, matrix], "output_desc": [matrix], **changes}


def read(data: Any) -> OperatorDescription:
    return description_from_json(data, "add.json")


def with_input(**changes: Any) -> dict[str, Any]:
    matrix = tensor(np.int32, (3, 3))
    return add(input_desc=[{**matrix, **changes}, matrix])


def test_a_file_has_the_name_that_atc_makes() -> None:
    assert read(add()).file_name == "0_Add_3_2_3_3_3_2_3_3_3_2_3_3"
    assert read(add(name="add")).file_name == "add"


def test_a_name_that_is_too_long_for_a_file_ends_in_a_digest() -> None:
    many = tensor(np.float32, (1,) * 8)
    first = read(add(input_desc=[many] * 40)).file_name
    second = read(add(input_desc=[many] * 41)).file_name
    assert len(first) == len(second) == 200
    assert first != second


def test_several_descriptions_are_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps([add(), add(op="Mul")]).encode())
    assert [(item.index, item.op) for item in parse_descriptions(read_text(path), "two")] == [
        (0, "Add"),
        (1, "Mul"),
    ]


def test_a_tensor_in_ascends_memory_has_its_original_form() -> None:
    private = {
        "format": "NC1HWC0",
        "origin_format": "NCHW",
        "shape": [8, 1, 16, 4, 16],
        "origin_shape": [8, 16, 16, 4],
        "type": "float16",
    }
    found = read(add(input_desc=[private, private], output_desc=[private]))
    assert (found.inputs[0].format, found.inputs[0].shape) == ("NCHW", (8, 16, 16, 4))
    assert found.file_name.startswith("0_Add_1_3_8_1_16_4_16_")
    (value,) = operator_model(found).graph.outputs
    assert value.shape is not None
    assert value.shape.numpy() == (8, 16, 16, 4)


def test_constants_have_their_type() -> None:
    found = read(with_input(type="float16", is_const=True, const_value=[0.1] * 9))
    assert found.inputs[0].constant is not None
    assert found.inputs[0].constant.dtype == np.float16


def test_equal_operators_have_one_key_whatever_they_are_called() -> None:
    described = read(add(name="one"))
    assert described.key == read(add(name="two", attr=[])).key
    assert described.key.startswith("Add_")
    assert described.key != read(with_input(shape=[1, 3])).key


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_description_that_is_written_is_read_as_the_same(case: Any) -> None:
    described = description_from_json(case.description(), "case")
    again = description_from_json(json.loads(json.dumps(described.to_json())), "again")
    assert again.key == described.key


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (add(op="Add "), "give the name of an operator type"),
        ({"op": "Add"}, r"operator 0 \('?Add'?\): 'input_desc' is missing"),
        (add(input_descs=[]), "did you mean input_desc"),
        (add(output_desc=[]), "output_desc is empty"),
        (add(name="../add"), "give the name of a file"),
        (add(opset=13), "opset needs domain"),
        (add(compile_flag=2), "give 0 or 1"),
        (with_input(type="int4"), "type int4 is not computed"),
        (with_input(type="int"), "'type' is 'int'; give one of bfloat16, bool, .*uint8"),
        (with_input(type="floaat"), "uint64, uint8; did you mean float"),
        (with_input(format="NC1HWC0"), "add origin_format"),
        (with_input(format="CHWN"), "'format' is 'CHWN'; give one of"),
        (with_input(format="NCHW", origin_format="NHWC"), "give the tensor in one format"),
        (with_input(shape=[-2]), r"give all sizes, or -1 in shape"),
        (with_input(shape=[-1, 3]), "1 open sizes, but shape_range has 0 pairs"),
        (with_input(shape=[-1, 3], shape_range=[[1, -1]]), r"\[1, -1\] has no upper bound"),
        (with_input(shape=[-1, 3], shape_range=[[3, 2]]), "pairs of the least and the greatest"),
        (with_input(shape=[-1, 3], shape_range=[3, 2]), "pairs of the least and the greatest"),
        (with_input(shape=[-1, 3], shape_range=[[1, 2**30]]), "has more than"),
        (with_input(shape=[-1, 3], shape_range=[[1, 3]], is_const=True), "a constant has all"),
        (add(output_desc=[{**tensor(np.int32, (-1, 3)), "shape_range": [[1, 9]]}]), "no input has"),
        (with_input(shape=[2**31, 3]), "has more than"),
        (with_input(shape=[1.5]), "give at most 8 integers"),
        (with_input(shape=[1] * 9), "give at most 8 integers"),
        (with_input(is_const=True), "'const_value' is missing"),
        (with_input(is_const=True, const_value=[1]), "const_value has 1 element, but"),
        (with_input(is_const=True, const_value=[2**31] * 9), "is no int32"),
        (with_input(is_const=True, const_value=[True] * 9), "is no int32"),
        (with_input(is_const=True, const_value=[None] * 9), "None in const_value is no int32"),
        (with_input(type="float16", is_const=True, const_value=[1e6] * 9), "too large for float16"),
        (with_input(type="UNDEFINED"), "belong together"),
        (add(attr=[attribute("a", 1), attribute("a", 1)]), "is given twice"),
        (add(attr=[{"name": "a", "type": "int", "value": 1.5}]), "give a value of type int"),
        (
            add(attr=[{"name": "a", "type": "list_int", "value": 1}]),
            "give a value of type list_int",
        ),
        (add(attr=[{"name": "a", "type": "tensor", "value": 1}]), "give one of bool"),
        (add(attr=[{"name": "a", "type": "data_type", "value": "DT_X"}]), "give one of DT_FLOAT, "),
        ([], "must be a JSON object"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(data: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message) as caught:
        read(data)
    assert str(caught.value).startswith("add.json: operator 0")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not JSON"),
        ("{}", "must be a JSON array"),
        ("[]", "describes no operator"),
        ('[{"op": "Add", "op": "Mul"}]', "'op' is given twice"),
        ("[NaN]", "NaN is not a number"),
        ("[" * 100000, "is not JSON"),
        ("[" + "9" * 5000 + "]", "is not JSON"),
    ],
)
def test_what_is_no_array_of_descriptions_is_refused(text: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        list(descriptions_in(text, "add.json"))


def test_all_wrong_descriptions_are_told_at_once() -> None:
    with pytest.raises(ModelError, match=r"operator 0 .*operator 2 "):
        parse_descriptions(json.dumps([add(attr=1), add(), add(attr=2)]), "add.json")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="does not exist"):
        read_text(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    with pytest.raises(ModelError, match="is not text in UTF-8"):
        read_text(tmp_path / "bytes.json")


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 2**65)
    | st.floats(allow_nan=False)
    | st.sampled_from(["Add", "ND", "NCHW", "float", "int32", "x", "list_int", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    """A description of which one part is replaced by another value."""
    data = json.loads(json.dumps(draw(st.sampled_from(CASES)).description()))
    place: Any = data
    while isinstance(place, (dict, list)) and place:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw(st.sampled_from(keys))
        if not isinstance(place[key], (dict, list)) or draw(st.booleans()):
            place[key] = draw(_JSON)
            break
        place = place[key]
    return data


@examples(300)
@given(damaged())
def test_a_damaged_description_is_read_or_refused(data: Any) -> None:
    with suppress(ModelError):
        model = operator_model(description_from_json(data, "damaged"))
        assert model.graph.outputs


@examples(300)
@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")) | _JSON.map(json.dumps))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ModelError):
        assert parse_descriptions(text, "any.json")
