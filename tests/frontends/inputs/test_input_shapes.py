import onnx
import onnx_ir
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.errors import UsageError
from aoe.frontends.inputs.input_shapes import apply_input_shapes, parse_input_shapes
from aoe.frontends.onnx import load_onnx
from tests.graph.models import model

NAMES = st.text(st.characters(codec="ascii", exclude_characters=";"), min_size=1).filter(
    lambda name: name.strip() == name
)


def two_inputs() -> onnx_ir.Model:
    text = """<ir_version: 8, opset_import: ["": 17]> g
        (float[batch,3,size,size] image, float[batch,4] extra, float[2] plain) =>
        (float[batch,3,size,size] y) { y = Relu(image) }"""
    return onnx_ir.from_proto(onnx.parser.parse_model(text))


def shape(model: onnx_ir.Model, number: int) -> list[int]:
    found = model.graph.inputs[number].shape
    assert found is not None
    return [int(size) for size in found.numpy()]


@given(st.dictionaries(NAMES, st.lists(st.integers(1, 10**6), max_size=5), min_size=1))
def test_what_is_written_is_parsed(shapes: dict[str, list[int]]) -> None:
    text = ";".join(f"{name}:{','.join(map(str, sizes))}" for name, sizes in shapes.items())
    assert parse_input_shapes(text) == {name: tuple(sizes) for name, sizes in shapes.items()}


def test_a_name_may_hold_colons() -> None:
    assert parse_input_shapes("input:0:1,3") == {"input:0": (1, 3)}


def test_nothing_behind_the_colon_is_a_scalar() -> None:
    assert parse_input_shapes("threshold:") == {"threshold": ()}


@pytest.mark.parametrize("text", ["", "image", "image:1,x", ":1,2", "a:1;a:2"])
def test_malformed_text_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--input_shape"):
        parse_input_shapes(text)


def test_symbols_fixed_for_one_input_hold_for_the_others() -> None:
    model = two_inputs()
    apply_input_shapes(model, {"image": (2, 3, 8, 8)}, "m.onnx")
    assert shape(model, 0) == [2, 3, 8, 8]
    assert shape(model, 1) == [2, 4]


def test_an_unknown_name_lists_the_inputs() -> None:
    with pytest.raises(UsageError, match=r"'picture'.*'image', 'extra', 'plain'"):
        apply_input_shapes(two_inputs(), {"picture": (1, 3, 8, 8)}, "m.onnx")


def test_a_wrong_rank_is_refused() -> None:
    with pytest.raises(UsageError, match=r"'image' 2 dimensions.*has 4"):
        apply_input_shapes(two_inputs(), {"image": (1, 3)}, "m.onnx")


def test_a_contradicted_fixed_dimension_is_refused() -> None:
    with pytest.raises(UsageError, match=r"1 of 'image' the size 4, but .* fixes it to 3"):
        apply_input_shapes(two_inputs(), {"image": (1, 4, 8, 8)}, "m.onnx")


def test_one_symbol_cannot_have_two_sizes() -> None:
    with pytest.raises(UsageError, match=r"'size' two sizes: 8 .* and 9"):
        apply_input_shapes(two_inputs(), {"image": (1, 3, 8, 9)}, "m.onnx")


def test_a_size_may_be_zero() -> None:
    model = two_inputs()
    apply_input_shapes(model, {"image": (0, 3, 8, 8)}, "m.onnx")
    assert shape(model, 1) == [0, 4]


@pytest.mark.parametrize("size", [-1, -8])
def test_sizes_are_not_negative(size: int) -> None:
    with pytest.raises(UsageError, match="no dimension may be negative"):
        apply_input_shapes(two_inputs(), {"image": (size, 3, 8, 8)}, "m.onnx")


def test_dynamic_inputs_without_a_shape_are_listed_with_an_example() -> None:
    with pytest.raises(UsageError) as caught:
        apply_input_shapes(two_inputs(), {}, "m.onnx")
    message = str(caught.value)
    assert "image [batch,3,size,size]" in message
    assert '--input_shape="image:1,3,224,224;extra:1,4"' in message
    assert "plain" not in message


def test_the_example_can_be_given_back() -> None:
    model = two_inputs()
    apply_input_shapes(model, parse_input_shapes("image:1,3,224,224;extra:1,4"), "m.onnx")
    assert shape(model, 0) == [1, 3, 224, 224]


@pytest.mark.parametrize("size", [-1, -(2**63)])
def test_a_negative_dimension_is_an_unknown_one(size: int) -> None:
    proto = model("(float[N,3] x) => (float[N,3] y) { y = Relu(x) }")
    for value in (proto.graph.input[0], proto.graph.output[0]):
        value.type.tensor_type.shape.dim[0].dim_value = size
    with pytest.raises(UsageError, match="dynamic shape"):
        load_onnx(proto)
    assert load_onnx(proto, {"x": (2, 3)}).graph.inputs[0].shape == (2, 3)
