"""Readers of a sequence of known elements read the elements."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from onnx import helper

from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from tests.graph.models import checked_graph, model, node_types

MADE = {
    "in order": "s = SequenceEmpty() t = SequenceInsert(s, x) u = SequenceInsert(t, z)",
    "at a place": "s = SequenceConstruct(z, z) t = SequenceInsert(s, x, one) u = Identity(t)",
    "at a place from the end": "s = SequenceConstruct(z, z) u = SequenceInsert(s, x, last)",
    "less one": "s = SequenceConstruct(x, z, x) u = SequenceErase(s, one)",
    "less the last": "s = SequenceConstruct(z, x, z) u = SequenceErase(s)",
}
PLACES = {"one": np.asarray(1), "last": np.asarray(-1)}


@pytest.mark.parametrize("made", MADE.values(), ids=MADE.keys())
@pytest.mark.parametrize("attributes", ["axis = 1", "axis = 1, new_axis = 1"])
def test_a_sequence_of_known_elements_is_concatenated(made: str, attributes: str) -> None:
    count = 3 if "s = SequenceConstruct(z, z)" in made else 2
    shape = f"2,{count},3" if "new_axis" in attributes else f"2,{3 * count}"
    text = f"""(float[2,3] x, float[2,3] z) => (float[{shape}] y) {{
        {made} y = ConcatFromSequence<{attributes}>(u) }}"""
    used = {name: value for name, value in PLACES.items() if f", {name})" in made}
    proto = model(text, **used)
    checked_graph(proto)
    assert "Concat" in node_types(proto)


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("keepdims", [0, 1])
@pytest.mark.parametrize("sizes", [None, 1, 3, 9, [1, 2, 1], [4], [0, 4], [3, 1]], ids=str)
def test_a_tensor_split_into_a_sequence_has_the_parts_of_onnx_runtime(
    axis: int, keepdims: int, sizes: int | list[int] | None
) -> None:
    if sizes in (3, 9):  # ONNX Runtime fails there without `keepdims`
        keepdims = 1
    given = "" if sizes is None else ", sizes"
    text = f"""(float[4,4,4] x) => (float y, int64 n, float z) {{
        s = SplitToSequence <axis = {axis}, keepdims = {keepdims}> (x{given})
        y = SequenceAt(s, place) n = SequenceLength(s)
        z = ConcatFromSequence <axis = {axis}> (s) }}"""
    constants = {} if sizes is None else {"sizes": np.asarray(sizes)}
    checked_graph(_without_shapes(model(text, place=np.asarray(-1), **constants)))


def _without_shapes(proto: onnx.ModelProto) -> onnx.ModelProto:
    for value in proto.graph.output:
        value.type.tensor_type.ClearField("shape")
    return proto


@pytest.mark.parametrize("place", [0, 1, -1])
def test_an_element_at_a_constant_place_is_read_alone(place: int) -> None:
    text = """(float[2,3] x, float[2,3] z) => (float[2,3] y) {
        s = SequenceConstruct(x, z) e = SequenceAt(s, place) y = Relu(e) }"""
    proto = model(text, place=np.asarray(place))
    checked_graph(proto)
    assert node_types(proto) == ["Relu"]


def test_the_length_of_a_sequence_is_a_constant() -> None:
    text = """(float[2,3] x) => (float[2,3] y) {
        s = SequenceEmpty() t = SequenceInsert(s, x) u = SequenceInsert(t, x)
        n = SequenceLength(u) c = Cast<to = 1>(n) y = Mul(x, c) }"""
    proto = model(text)
    checked_graph(proto)
    assert node_types(proto) == ["Mul"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("SequenceInsert(s, x, place)", id="put at a computed place"),
        pytest.param("SequenceInsert(s, x, five)", id="put behind the end"),
    ],
)
def test_other_sequences_are_refused(text: str) -> None:
    text = f"""(float[2,3] x, int64 place) => (float[4,3] y) {{
        s = SequenceConstruct(x) t = {text} y = ConcatFromSequence<axis = 0>(t) }}"""
    given = {"five": np.asarray(5)} if "five" in text else {}
    with pytest.raises(UnsupportedModelError, match=r"\(SequenceInsert\)"):
        build(load_onnx(model(text, **given)), "test")


def test_a_tensor_that_is_given_where_it_is_optional_is_used() -> None:
    proto = model("(float[4] x) => (float[4] y) { o = OptionalGetElement(x)  y = Relu(o) }", 18)
    assert node_types(proto) == ["Relu"]


def test_what_an_optional_holds_is_read() -> None:
    text = """(float[2,3] x) => (float[2,3] y, bool has, bool has_not) {
        o = Optional(x) y = OptionalGetElement(o) has = OptionalHasElement(o)
        none = Optional() has_not = OptionalHasElement(none) }"""
    proto = model(text, 18)
    kind = helper.make_tensor_type_proto(onnx.TensorProto.FLOAT, [2])
    proto.graph.node[3].attribute.append(helper.make_attribute("type", kind))
    checked_graph(proto)


def test_a_sequence_that_an_optional_holds_is_read() -> None:
    text = """(float[2,3] x, float[4,3] z) => (float[6,3] y) {
        s = SequenceConstruct(x, z) o = Optional(s) t = OptionalGetElement(o)
        y = ConcatFromSequence<axis = 0>(t) }"""
    checked_graph(model(text, 18))
