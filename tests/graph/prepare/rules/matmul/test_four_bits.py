"""One row times constant weights of 4 bits: they stay packed, in every form, and results agree."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

import aoe
from aoe.backends.registry import backend_of
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from aoe.target import Target
from tests.graph.models import one_thread
from tests.graph.prepare.test_small_integers import COLUMNS, LIMITS, ROWS, quantised
from tests.tuning.examples import TARGET


def graph_of(proto: onnx.ModelProto, target: Target | None = None) -> OperatorGraph:
    return prepared_graph(load_onnx(proto), "test", target).default


def stays_packed(graph: OperatorGraph, weights: int) -> bool:
    """Whether weights are read as bytes, half as many, and none as numbers of their own."""
    sizes = [(item.dtype.name, item.size) for item in graph.constants.values()]
    kinds = [node.operator.type for node in graph.operator_nodes]
    packed = any(name == "uint8" and size >= weights / 2 for name, size in sizes)
    return packed and max(size for _, size in sizes) < weights * 2 and "MatMul" not in kinds


def check(proto: onnx.ModelProto, x: np.ndarray, weights: int) -> None:
    options = one_thread()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options)
    (expected,) = session.run(None, {"x": x})
    graph = graph_of(proto)
    assert stays_packed(graph, weights) == (x.size == x.shape[-1])
    found = evaluate(graph, {"x": x})["y"]
    assert found.shape == expected.shape
    largest = float(np.abs(expected).max())
    np.testing.assert_allclose(found, expected, atol=1e-5 * largest, rtol=0)


def dequantised(
    dtype: int, axis: int | None, block: int, zeros: bool, shape: tuple[int, ...]
) -> onnx.ModelProto:
    node, tensors = quantised(dtype, axis, block, zeros)
    matmul = helper.make_node("MatMul", ["x", "d"], ["y"])
    graph = helper.make_graph(
        [node, matmul],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        tensors,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)


FORMS = [(None, 0), (1, 0), (0, 2), (0, 4)]
SHAPES = [(1, ROWS), (1, 1, ROWS), (ROWS,), (2, ROWS)]


@pytest.mark.parametrize(
    ("dtype", "form", "zeros", "shape"),
    list(itertools.product(LIMITS, FORMS, [False, True], SHAPES)),
)
def test_a_row_times_dequantised_weights(
    dtype: int, form: tuple[int | None, int], zeros: bool, shape: tuple[int, ...]
) -> None:
    x = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
    check(dequantised(dtype, *form, zeros, shape), x, ROWS * COLUMNS)


@pytest.mark.parametrize("shape", [(0, 5), (0, 0), (5, 0)])
def test_weights_without_elements(shape: tuple[int, int]) -> None:
    depth, columns = shape
    proto = onnx.parser.parse_model(f"""< ir_version: 10, opset_import: ["" : 21] >
        g (float[1,{depth}] x) => (float[1,{columns}] y) <float s = {{0.5}}> {{
            d = DequantizeLinear (w, s)
            y = MatMul (x, d)
        }}""")
    proto.graph.initializer.append(numpy_helper.from_array(np.zeros(shape, np.int8), "w"))
    found = evaluate(graph_of(proto), {"x": np.ones((1, depth), np.float32)})["y"]
    np.testing.assert_array_equal(found, np.zeros((1, columns), np.float32))


def n_bits(depth: int, columns: int, zeros: str, bias: bool, rows: int) -> onnx.ModelProto:
    block = 32
    generator = np.random.default_rng(0)
    blocks = depth // block
    arrays: dict[str, np.ndarray] = {
        "w": generator.integers(0, 256, (columns, blocks, block // 2), dtype=np.uint8),
        "s": np.abs(generator.standard_normal(columns * blocks)).astype(np.float32),
    }
    names = ["x", "w", "s", "", "", ""]
    if zeros:
        names[3] = "z"
        count = columns * -(-blocks // 2)
        arrays["z"] = generator.integers(0, 256, count, dtype=np.uint8)
    if bias:
        names[5] = "b"
        arrays["b"] = generator.standard_normal(columns).astype(np.float32)
    node = helper.make_node(
        "MatMulNBits",
        names if bias else names[:4] if zeros else names[:3],
        ["y"],
        domain="com.microsoft",
        K=depth,
        N=columns,
        bits=4,
        block_size=block,
    )
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, (rows, depth))],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, (rows, columns))],
        [numpy_helper.from_array(array, name) for name, array in arrays.items()],
    )
    imports = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=imports, ir_version=8)


@pytest.mark.parametrize("columns", [3, 64, 100, 192])
@pytest.mark.parametrize("zeros", ["", "given"])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("rows", [1, 2])
def test_a_row_times_weights_of_n_bits(columns: int, zeros: str, bias: bool, rows: int) -> None:
    x = np.random.default_rng(1).standard_normal((rows, 96)).astype(np.float32)
    check(n_bits(96, columns, zeros, bias, rows), x, 96 * columns)


def test_compiled_code_reads_packed_weights() -> None:
    proto = n_bits(512, 200, "given", bias=True, rows=1)
    x = np.random.default_rng(1).standard_normal((1, 512)).astype(np.float32)
    expected = evaluate(graph_of(proto), {"x": x})["y"]
    with aoe.compile(proto, threads=2) as session:
        np.testing.assert_allclose(session.run(None, {"x": x})[0], expected, rtol=1e-4, atol=1e-3)
        assert session.model.constant_data.nbytes < 2 * 512 * 200


def types_of(graph: OperatorGraph) -> set[str]:
    return {node.operator.type for node in graph.operator_nodes}


def test_the_backend_decides_whether_so_many_weights_stay_packed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    proto = n_bits(96, 64, "", bias=False, rows=1)
    reference = Target("reference", "any")
    assert "MatMul" not in types_of(graph_of(proto)) | types_of(graph_of(proto, reference))
    asked: list[int] = []

    def unpacked(cost: object, weights: int, target: Target, rows: int = 1) -> bool:
        asked.append(weights)
        return False

    monkeypatch.setattr(type(backend_of(reference).cost), "reads_packed", unpacked)
    for model in (proto, dequantised(TensorProto.UINT4, 0, 2, False, (1, ROWS))):
        assert types_of(graph_of(model, reference)) == {"MatMul"}
    assert set(asked) == {96 * 64, ROWS * COLUMNS}


def test_a_cpu_reads_few_weights_as_they_are() -> None:
    assert types_of(graph_of(n_bits(96, 64, "", bias=False, rows=1), TARGET)) == {"MatMul"}
    assert "MatMul" not in types_of(graph_of(n_bits(512, 128, "", bias=False, rows=1), TARGET))


@pytest.mark.parametrize(
    ("rows", "kind"), [(2, "PackedMatMul"), (8, "PackedMatMul"), (9, "MatMul")]
)
def test_a_cpu_reads_many_weights_packed_for_a_few_rows(rows: int, kind: str) -> None:
    proto = n_bits(1024, 1024, "given", bias=False, rows=rows)
    assert types_of(graph_of(proto, TARGET)) == {kind}


def test_panels_are_as_wide_as_a_cache_line_of_the_device() -> None:
    proto = n_bits(96, 192, "", bias=False, rows=1)
    x = np.random.default_rng(1).standard_normal((1, 96)).astype(np.float32)
    wide, narrow = graph_of(proto), graph_of(proto, LineOf4("reference", "short lines"))
    for graph, shape in ((wide, (3, 3, 16, 64)), (narrow, (12, 3, 16, 16))):
        assert [a.shape for a in graph.constants.values() if a.dtype == np.uint8 and a.ndim] == [
            shape
        ]
    expected = evaluate(wide, {"x": x})["y"]
    np.testing.assert_allclose(evaluate(narrow, {"x": x})["y"], expected, rtol=1e-5, atol=1e-4)


@dataclass(frozen=True, slots=True)
class LineOf4(Target):
    """A device with shorter cache lines."""

    @property
    def line_elements(self) -> int:
        """Elements of four bytes in a cache line."""
        return 4
