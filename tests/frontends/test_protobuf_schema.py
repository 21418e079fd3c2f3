from __future__ import annotations

import numpy as np
import onnx
import pytest
from google.protobuf import text_format  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from aoe.frontends.protobuf_schema import message_classes

TABLE = """
Shape: dim=1:int64*p
Layer: name=1:string kind=2:enum(RELU=1,CONV=3)[CONV] scale=3:float[0.5]
  shape=4:Shape* weights=5:bytes attributes=6:map<Shape>
"""


def test_fields_have_the_types_and_defaults_of_the_table() -> None:
    layer = message_classes(TABLE, "t1")["Layer"]()
    assert (layer.name, layer.kind, layer.scale, list(layer.shape)) == ("", 3, 0.5, [])
    assert not layer.HasField("scale")


def test_messages_are_read_as_others_wrote_them() -> None:
    classes = message_classes("Entry: key=1:string value=2:string", "t2")
    written = onnx.StringStringEntryProto(key="a", value="b").SerializeToString()
    read = classes["Entry"].FromString(written)
    assert (read.key, read.value) == ("a", "b")


def test_packed_numbers_can_be_read_as_bytes() -> None:
    numbers = message_classes("Blob: data=5:float*p", "t3")["Blob"](data=[1.5, -2.0])
    read = message_classes("Blob: data=5:bytes", "t4")["Blob"].FromString(
        numbers.SerializeToString()
    )
    np.testing.assert_array_equal(np.frombuffer(read.data, "<f4"), [1.5, -2.0])


def test_text_is_read_with_unknown_fields() -> None:
    text = 'name: "x" kind: RELU other { a: 1 } attributes { key: "k" value { dim: 2 } }'
    layer = text_format.Parse(
        text, message_classes(TABLE, "t5")["Layer"](), allow_unknown_field=True
    )
    assert (layer.kind, list(layer.attributes["k"].dim)) == (1, [2])


def test_two_tables_of_one_package_do_not_clash() -> None:
    one, other = (message_classes(f"A: x={number}:int32", "t6")["A"] for number in (1, 2))
    assert one(x=1).SerializeToString() != other(x=1).SerializeToString()


def test_a_line_of_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="not a message"):
        message_classes("Shape: dim = 1", "t7")


@given(st.text(), st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_what_is_written_is_read_again(name: str, sizes: list[int]) -> None:
    classes = message_classes(TABLE, "t8")
    layer = classes["Layer"](name=name, shape=[classes["Shape"](dim=sizes)])
    assert classes["Layer"].FromString(layer.SerializeToString()) == layer
