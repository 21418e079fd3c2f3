"""Equal nodes are inferred once, and as onnx infers each of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import onnx
import onnx_ir
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.graph.prepare.shapes import node_inference
from aoe.graph.prepare.shapes.node_inference import infer_node, type_proto

FLOAT, INT64 = onnx_ir.DataType.FLOAT, onnx_ir.DataType.INT64
VERSION = 21
SIZES = st.sampled_from([1, 2, 3, "n", "m", None])
SHAPES = st.none() | st.lists(SIZES, max_size=3)
NUMBERS = st.lists(st.integers(-2, 4), max_size=4)


def value(
    name: str, shape: Sequence[int | str | None] | None, dtype: onnx_ir.DataType = FLOAT
) -> onnx_ir.Value:
    known = None if shape is None else onnx_ir.Shape(shape)
    return onnx_ir.Value(name=name, shape=known, type=onnx_ir.TensorType(dtype))


def constant(name: str, array: np.ndarray) -> onnx_ir.Value:
    made = value(name, array.shape, onnx_ir.DataType.from_numpy(array.dtype))
    made.const_value = onnx_ir.Tensor(array)
    return made


def node(
    op_type: str, *inputs: onnx_ir.Value | None, outputs: int = 1, **attributes: object
) -> onnx_ir.Node:
    converted = onnx_ir.convenience.convert_attributes(attributes)  # type: ignore[arg-type]
    made = onnx_ir.Node("", op_type, inputs, converted, num_outputs=outputs)
    for number, output in enumerate(made.outputs):
        output.name = f"{op_type}_result_{number}"
    return made


def expected(item: onnx_ir.Node) -> dict[str, tuple[object, object]]:
    """What onnx infers of a node itself."""
    types = {str(v.name): type_proto(v) for v in item.inputs if v is not None}
    data = {
        str(v.name): onnx_ir.serde.serialize_tensor(v.const_value)
        for v in item.inputs
        if v is not None and v.const_value is not None
    }
    schema = onnx.defs.get_schema(item.op_type, VERSION, "")
    found = onnx.shape_inference.infer_node_outputs(
        schema,
        onnx_ir.to_proto(item),
        types,  # type: ignore[arg-type]
        data,
    )
    return {
        name: (
            onnx_ir.serde.deserialize_type_proto_for_type(proto),
            onnx_ir.serde.deserialize_type_proto_for_shape(proto),
        )
        for name, proto in found.items()
    }


def inferred(item: onnx_ir.Node) -> dict[str, tuple[object, object]]:
    found = infer_node(item, VERSION, 64, fixed_inputs=True)
    return {name: (one.type, one.shape) for name, one in found.items()}


@given(
    SHAPES, SHAPES, NUMBERS, st.integers(0, 2), st.sampled_from([FLOAT, INT64]), st.integers(0, 6)
)
def test_results_are_those_of_onnx(
    one: list[int | str | None] | None,
    other: list[int | str | None] | None,
    numbers: list[int],
    axis: int,
    dtype: onnx_ir.DataType,
    kind: int,
) -> None:
    a, b = value("a", one, dtype), value("b", other, dtype)
    sizes = constant("s", np.asarray(numbers, np.int64))
    made = [
        lambda: node("Add", a, b),
        lambda: node("Reshape", a, sizes),
        lambda: node("Unsqueeze", a, sizes),
        lambda: node("Concat", a, b, axis=axis),
        lambda: node("Clip", a, None, b),
        lambda: node("Split", a, outputs=2, axis=axis, num_outputs=2),
        lambda: node("ConstantOfShape", sizes, value=onnx_ir.tensor(np.ones(1, np.float16))),
    ][kind]()
    try:
        wanted = expected(made)
    except onnx.shape_inference.InferenceError as error:
        with pytest.raises(onnx.shape_inference.InferenceError, match=re.escape(str(error))):
            inferred(made)
        return
    assert inferred(made) == wanted
    assert inferred(made) == wanted


def test_equal_nodes_are_inferred_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = node("Mul", value("a", [5, 7]), value("b", [7]))
    wanted = list(inferred(first).values())
    monkeypatch.setattr(node_inference, "_infer", None)  # calling it would fail
    second = node("Mul", value("c", [5, 7]), value("d", [7]))
    assert list(inferred(second).values()) == wanted


def test_results_do_not_share_what_values_change() -> None:
    made = node("Neg", value("a", [5, 9]))
    name = str(made.outputs[0].name)
    found = infer_node(made, VERSION, 64, fixed_inputs=True)[name]
    (kind, shape), again = (found.type, found.shape), infer_node(made, VERSION, 64, True)[name]
    assert isinstance(kind, onnx_ir.TensorType)
    assert shape is not None
    kind.dtype, shape[0] = INT64, 1
    assert (again.type, again.shape) == (onnx_ir.TensorType(FLOAT), onnx_ir.Shape([5, 9]))


def test_sequences_and_texts_are_inferred() -> None:
    a = value("a", [2, 3])
    assert inferred(node("SequenceConstruct", a, a))["SequenceConstruct_result_0"][0] == (
        onnx_ir.SequenceType(onnx_ir.TensorType(FLOAT))
    )
    words = value("w", [2], onnx_ir.DataType.STRING)
    words.const_value = onnx_ir.StringTensor(np.asarray([b"x", b"y"]))
    found = inferred(node("Identity", words))["Identity_result_0"]
    assert found == (onnx_ir.TensorType(onnx_ir.DataType.STRING), onnx_ir.Shape([2]))


def test_only_constants_that_inference_may_read_count() -> None:
    a, sizes = value("a", [6]), constant("s", np.asarray([2, 3]))
    onnx_ir.Graph([a, sizes], [], nodes=[reshaped := node("Reshape", a, sizes)])
    name = str(reshaped.outputs[0].name)
    assert infer_node(reshaped, VERSION, 64, fixed_inputs=True)[name].sizes == (2, 3)
    for largest, fixed in ((64, False), (1, True)):
        sizes_found = infer_node(reshaped, VERSION, largest, fixed)[name].sizes
        assert sizes_found is not None
        assert not any(isinstance(size, int) for size in sizes_found)
