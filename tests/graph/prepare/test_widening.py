"""Models of float16 compute in float32, and round where the model says so."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx
import onnx_ir
import pytest
from onnx import TensorProto, helper, numpy_helper

from aoe.graph.prepare import widening
from aoe.graph.prepare.widening import widen

HALF, FLOAT, INT64 = TensorProto.FLOAT16, TensorProto.FLOAT, TensorProto.INT64


def model(
    nodes: Sequence[onnx.NodeProto],
    constants: dict[str, np.ndarray] | None = None,
    rows: int = 16,
    result: int = HALF,
    version: int = 18,
) -> onnx_ir.Model:
    """A model of nodes that reads x (rows, 64) of float16 and gives y."""
    x = helper.make_tensor_value_info("x", HALF, [rows, 64])
    y = helper.make_tensor_value_info("y", result, None)
    given = [numpy_helper.from_array(array, name) for name, array in (constants or {}).items()]
    graph = helper.make_graph(list(nodes), "g", [x], [y], given)
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", version)], ir_version=9)
    return onnx_ir.from_proto(onnx.shape_inference.infer_shapes(proto))


def nodes_of(made: onnx_ir.Model) -> list[tuple[str, str]]:
    """The operators of a model and the element types of their first results."""
    return [
        (node.op_type, node.outputs[0].dtype.name) for node in made.graph if node.outputs[0].dtype
    ]


def many(rows: int) -> bool:
    """A device that is faster in float32 from nine rows on."""
    return rows > 8


def weights(rows: int = 64, columns: int = 64) -> np.ndarray:
    return np.random.default_rng(0).standard_normal((rows, columns)).astype(np.float16)


def test_values_between_operators_are_not_rounded() -> None:
    made = model(
        [
            helper.make_node("MatMul", ["x", "w"], ["a"]),
            helper.make_node("Relu", ["a"], ["y"]),
        ],
        {"w": weights()},
    )
    widen(made, many)
    assert nodes_of(made) == [
        ("Cast", "FLOAT"),
        ("MatMul", "FLOAT"),
        ("Relu", "FLOAT"),
        ("Cast", "FLOAT16"),
    ]
    assert [(value.name, value.dtype) for value in made.graph.outputs] == [
        ("y", onnx_ir.DataType.FLOAT16)
    ]
    onnx.checker.check_model(onnx_ir.to_proto(made), full_check=True)


def test_a_cast_to_float16_still_rounds() -> None:
    made = model(
        [
            helper.make_node("Cast", ["x"], ["wide"], to=FLOAT),
            helper.make_node("Exp", ["wide"], ["e"]),
            helper.make_node("Cast", ["e"], ["rounded"], to=HALF),
            helper.make_node("Neg", ["rounded"], ["y"]),
        ]
    )
    widen(made, many)
    assert ("Exp", "FLOAT") in nodes_of(made)
    assert nodes_of(made)[-4:] == [
        ("Cast", "FLOAT16"),
        ("Cast", "FLOAT"),
        ("Neg", "FLOAT"),
        ("Cast", "FLOAT16"),
    ]


def test_a_cast_to_float32_of_a_computed_value_rounds_nothing() -> None:
    made = model(
        [
            helper.make_node("Exp", ["x"], ["e"]),
            helper.make_node("Cast", ["e"], ["y"], to=FLOAT),
        ],
        result=FLOAT,
    )
    widen(made, many)
    assert all(kind == "FLOAT" for _, kind in nodes_of(made))


def test_a_cast_to_integers_reads_what_is_rounded() -> None:
    made = model(
        [
            helper.make_node("Exp", ["x"], ["e"]),
            helper.make_node("Cast", ["e"], ["y"], to=INT64),
        ],
        result=INT64,
    )
    widen(made, many)
    assert nodes_of(made)[-2:] == [("Cast", "FLOAT16"), ("Cast", "INT64")]


def test_a_table_is_looked_up_as_it_is() -> None:
    made = model(
        [
            helper.make_node("Gather", ["table", "rows"], ["found"]),
            helper.make_node("Add", ["x", "found"], ["y"]),
        ],
        {"table": weights(1000), "rows": np.arange(16)},
    )
    widen(made, many)
    assert ("Gather", "FLOAT16") in nodes_of(made)
    assert ("Add", "FLOAT") in nodes_of(made)


@pytest.mark.parametrize(("rows", "expected"), [(1, "FLOAT16"), (8, "FLOAT16"), (9, "FLOAT")])
def test_a_model_that_reads_its_weights_for_few_rows_stays(rows: int, expected: str) -> None:
    made = model([helper.make_node("MatMul", ["x", "w"], ["y"])], {"w": weights()}, rows)
    widen(made, many)
    assert ("MatMul", expected) in nodes_of(made)


def test_a_model_of_very_many_weights_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widening, "_MOST_BYTES", 2 * 64 * 64 - 1)
    made = model([helper.make_node("MatMul", ["x", "w"], ["y"])], {"w": weights()})
    widen(made, many)
    assert nodes_of(made) == [("MatMul", "FLOAT16")]


def test_a_graph_inside_reads_what_is_rounded() -> None:
    inner = helper.make_graph(
        [helper.make_node("Abs", ["e"], ["inside"])],
        "inner",
        [],
        [helper.make_tensor_value_info("inside", HALF, None)],
    )
    made = model(
        [
            helper.make_node("Exp", ["x"], ["e"]),
            helper.make_node("If", ["condition"], ["y"], then_branch=inner, else_branch=inner),
        ],
        {"condition": np.asarray(True)},
    )
    widen(made, many)
    assert [kind for kind, _ in nodes_of(made)] == ["Cast", "Exp", "Cast", "If"]
    (branch, *_) = made.graph.subgraphs()
    (node,) = branch
    assert node.inputs[0] is not None
    assert node.inputs[0].dtype == onnx_ir.DataType.FLOAT16


def test_bits_are_those_of_float16() -> None:
    made = model(
        [
            helper.make_node("Exp", ["x"], ["e"]),
            helper.make_node("BitCast", ["e"], ["y"], to=TensorProto.INT16),
        ],
        result=TensorProto.INT16,
        version=26,
    )
    widen(made, many)
    assert nodes_of(made)[-2:] == [("Cast", "FLOAT16"), ("BitCast", "INT16")]


def test_what_reads_values_of_unknown_types_stays() -> None:
    made = model(
        [
            helper.make_node("Exp", ["x"], ["e"]),
            helper.make_node("Identity", ["e"], ["unknown"]),
            helper.make_node("Add", ["unknown", "x"], ["y"]),
        ]
    )
    made.graph.node(1).outputs[0].type = None
    widen(made, many)
    _, exp, rounding, identity, add = made.graph
    assert [node.op_type for node in (exp, rounding)] == ["Exp", "Cast"]
    for node in (identity, add):
        assert node.inputs[0] in (rounding.outputs[0], identity.outputs[0])
    assert add.inputs[1] is made.graph.inputs[0]


def test_types_in_attributes_become_wide() -> None:
    filled = numpy_helper.from_array(np.asarray([2], np.float16))
    made = model(
        [
            helper.make_node("ConstantOfShape", ["sizes"], ["twos"], value=filled),
            helper.make_node("EyeLike", ["x"], ["eye"], dtype=HALF),
            helper.make_node("Add", ["twos", "eye"], ["y"]),
        ],
        {"sizes": np.asarray([16, 64])},
    )
    widen(made, many)
    onnx.checker.check_model(onnx_ir.to_proto(made), full_check=True)
    assert ("ConstantOfShape", "FLOAT") in nodes_of(made)
    assert ("EyeLike", "FLOAT") in nodes_of(made)
