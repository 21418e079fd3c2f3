import onnx_ir

from aoe.graph.prepare.shapes.shape_inference import infer_outputs


def value(name: str, shape: list[int] | None, dtype: onnx_ir.DataType | None) -> onnx_ir.Value:
    return onnx_ir.Value(
        name=name,
        shape=None if shape is None else onnx_ir.Shape(shape),
        type=None if dtype is None else onnx_ir.TensorType(dtype),
    )


def inferred(
    op_type: str, *inputs: onnx_ir.Value, domain: str = ""
) -> tuple[onnx_ir.DataType | None, onnx_ir.Shape | None]:
    node = onnx_ir.Node(domain, op_type, inputs)
    node.outputs[0].name = "result"
    infer_outputs(node, 21)
    return node.outputs[0].dtype, node.outputs[0].shape


A = value("a", [2, 1], onnx_ir.DataType.FLOAT)


def test_shapes_are_broadcast() -> None:
    other = value("b", [3], onnx_ir.DataType.FLOAT)
    assert inferred("Add", A, other) == (onnx_ir.DataType.FLOAT, onnx_ir.Shape([2, 3]))


def test_constants_are_looked_at() -> None:
    sizes = value("s", [2], onnx_ir.DataType.INT64)
    sizes.const_value = onnx_ir.tensor([1, 2], dtype=onnx_ir.DataType.INT64)
    assert inferred("Reshape", A, sizes)[1] == onnx_ir.Shape([1, 2])


def test_a_split_into_many_parts_has_a_size_for_each() -> None:
    whole = value("w", [200], onnx_ir.DataType.FLOAT)
    sizes = value("s", [100], onnx_ir.DataType.INT64)
    sizes.const_value = onnx_ir.tensor([2] * 100, dtype=onnx_ir.DataType.INT64)
    node = onnx_ir.Node("", "Split", [whole, sizes], num_outputs=100)
    for number, output in enumerate(node.outputs):
        output.name = str(number)
    infer_outputs(node, 21)
    assert all(output.shape == onnx_ir.Shape([2]) for output in node.outputs)


def test_what_cannot_be_inferred_stays_unknown() -> None:
    other = value("b", [3, 7], onnx_ir.DataType.FLOAT)
    unknown = value("u", None, None)
    assert inferred("MatMul", A, other)[1] is None
    assert inferred("Relu", unknown) == (None, None)
    assert inferred("Relu", A, domain="other") == (None, None)
    assert inferred("NoOperator", A) == (None, None)
