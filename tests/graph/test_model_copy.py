"""A copy of a model shares no element type with it."""

from __future__ import annotations

from collections.abc import Iterator

import onnx
import onnx_ir

from aoe.graph.model_copy import copied_model, own_type

TEXT = """<ir_version: 10, opset_import: ["": 21, "local": 1]>
g (float[n,4] x, bool choice, seq(float[2]) s) => (float[n,4] y, float[2] z)
<float[4] w = {1, 2, 3, 4}>
{
    a = local.twice(x)
    b = Add(a, w)
    first = Constant<value = int64 {0}>()
    z = SequenceAt(s, first)
    y = If(choice) <
        then_branch = one () => (float[n,4] p) { p = Neg(b) },
        else_branch = other () => (float[n,4] q) { q = Abs(b) }
    >
}
<opset_import: ["": 21], domain: "local">
twice (i) => (o) { o = Add(i, i) }
"""


def values(model: onnx_ir.Model) -> Iterator[onnx_ir.Value]:
    for function in model.functions.values():
        yield from function.inputs
        for node in function:
            yield from node.outputs
    for graph in model.graphs():
        yield from (*graph.inputs, *graph.initializers.values())
        for node in graph:
            yield from node.outputs


def test_types_of_a_copy_are_its_own() -> None:
    model = onnx_ir.from_proto(onnx.parser.parse_model(TEXT))
    for function in model.functions.values():
        for node in function:
            node.outputs[0].dtype = onnx_ir.DataType.FLOAT
    before = onnx_ir.to_proto(model)
    copied = copied_model(model)
    assert onnx_ir.to_proto(copied) == before
    typed = [value for value in values(copied) if value.type is not None]
    assert len({id(value.type) for value in typed}) == len(typed) >= 9
    for value in typed:
        value.dtype = onnx_ir.DataType.INT8
    assert onnx_ir.to_proto(model) == before


def test_a_type_keeps_its_kind_and_denotation() -> None:
    for kind in (
        onnx_ir.TensorType(onnx_ir.DataType.FLOAT, denotation="IMAGE"),
        onnx_ir.SequenceType(onnx_ir.TensorType(onnx_ir.DataType.INT64)),
        onnx_ir.OptionalType(onnx_ir.SequenceType(onnx_ir.TensorType(onnx_ir.DataType.BOOL))),
        None,
    ):
        value = onnx_ir.Value(name="v", type=kind)
        own_type(value)
        assert value.type == kind
        assert kind is None or value.type is not kind
        assert getattr(value.type, "denotation", None) == getattr(kind, "denotation", None)
