"""MatMulNBits that allow rows of int8: rows are quantised by blocks, as ONNX Runtime does it."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import helper, numpy_helper

import aoe
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph
from aoe.target import Target
from tests.backends.cpu.changed_target import changed
from tests.graph.models import one_thread
from tests.operators.operator_cases import target
from tests.tuning.examples import TARGET

#: A CPU that multiplies bytes, and one that does not.
VNNI = changed(target(2, 64), triple="x86_64-unknown-linux-gnu", features="+avx512vl,+avx512vnni")
PLAIN = target(2, 64)
DEPTH, COLUMNS = 512, 200


def model(
    bits: int = 4,
    block: int = 32,
    zeros: type[np.generic] | None = None,
    rows: int = 3,
    level: int = 4,
    dtype: type[np.floating] = np.float32,
    depth: int = DEPTH,
) -> onnx.ModelProto:
    """One product with random weights and a bias."""
    rng = np.random.default_rng(0)
    blocks = -(-depth // block)
    arrays = {
        "w": rng.integers(0, 256, (COLUMNS, blocks, block * bits // 8), dtype=np.uint8),
        "s": np.abs(rng.standard_normal(COLUMNS * blocks)).astype(dtype) + dtype(0.1),
        "b": rng.standard_normal(COLUMNS).astype(dtype),
    }
    if zeros is np.uint8:
        arrays["z"] = rng.integers(0, 256, COLUMNS * -(-blocks * bits // 8), dtype=np.uint8)
    elif zeros:
        arrays["z"] = rng.uniform(0, 15, COLUMNS * blocks).astype(dtype)
    node = helper.make_node(
        "MatMulNBits",
        ["x", "w", "s", "z" if zeros else "", "", "b"],
        ["y"],
        domain="com.microsoft",
        K=depth,
        N=COLUMNS,
        bits=bits,
        block_size=block,
        accuracy_level=level,
    )
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info("x", kind, (1, rows, depth))],
        [helper.make_tensor_value_info("y", kind, (1, rows, COLUMNS))],
        [numpy_helper.from_array(array, name) for name, array in arrays.items()],
    )
    imports = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=imports, ir_version=8)


def x_of(rows: int, dtype: type[np.floating] = np.float32) -> np.ndarray:
    """Rows of which one has a block of zeros, and one has blocks of very different magnitudes."""
    x = np.random.default_rng(1).standard_normal((1, rows, DEPTH))
    x[0, 0, :64] = 0
    x[0, -1, 128:] *= 1e-3
    return x.astype(dtype)


def graph_of(proto: onnx.ModelProto, device: Target | None = VNNI) -> OperatorGraph:
    return prepared_graph(load_onnx(proto), "test", device).default


def types_of(graph: OperatorGraph) -> set[str]:
    return {node.operator.type for node in graph.operator_nodes}


def in_blocks(x: np.ndarray, block: int) -> np.ndarray:
    """The rows as their quantised blocks stand for them."""
    parts = x.astype(np.float32).reshape(*x.shape[:-1], -1, block)
    scale = np.maximum(np.abs(parts).max(-1, keepdims=True) / np.float32(127), 1e-30)
    return np.asarray(np.rint(parts / scale) * scale.astype(np.float64)).reshape(x.shape)


def exact(proto: onnx.ModelProto, x: np.ndarray) -> np.ndarray:
    """The product of given rows, in float64."""
    graph = prepared_graph(load_onnx(proto), "test", PLAIN).default
    return evaluate(graph, {"x": x.astype(np.float32)})["y"]


@pytest.mark.parametrize(
    ("bits", "block", "zeros", "rows"),
    [(4, 32, None, 1), (4, 16, np.uint8, 3), (4, 128, np.uint8, 1), (8, 64, None, 9)],
)
def test_rows_are_quantised_by_blocks(
    bits: int, block: int, zeros: type[np.generic] | None, rows: int
) -> None:
    x = x_of(rows)
    graph = graph_of(model(bits, block, zeros, rows))
    assert "BlockQuantizedMatMul" in types_of(graph)
    found = evaluate(graph, {"x": x})["y"]
    expected = exact(model(bits, block, zeros, rows, level=0), in_blocks(x, block))
    largest = float(np.abs(expected).max())
    np.testing.assert_allclose(found, expected, rtol=0, atol=3e-6 * largest)


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
@pytest.mark.parametrize("bits", [4, 8])
def test_results_are_as_near_to_onnx_runtime_as_bytes_allow(
    bits: int, dtype: type[np.floating]
) -> None:
    proto, x = model(bits, dtype=dtype), x_of(3, dtype)
    session = onnxruntime.InferenceSession(proto.SerializeToString(), one_thread())
    (expected,) = session.run(None, {"x": x})
    found = evaluate(graph_of(proto), {"x": x})["y"]
    assert found.dtype == dtype
    largest = float(np.abs(expected).max())
    np.testing.assert_allclose(found.astype(float), expected, rtol=0, atol=0.02 * largest)


def test_compiled_code_agrees_with_the_reference() -> None:
    proto, x = model(zeros=np.uint8), x_of(3)
    expected = evaluate(graph_of(proto, TARGET), {"x": x})["y"]
    with aoe.compile(proto, threads=2) as session:
        (found,) = session.run(None, {"x": x})
    largest = float(np.abs(expected).max())
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-5 * largest)


def test_rows_of_different_magnitudes_do_not_disturb_each_other() -> None:
    graph, x = graph_of(model()), x_of(3)
    loud = x.copy()
    loud[0, 1] *= 1e6
    found, alone = (evaluate(graph, {"x": rows})["y"] for rows in (loud, x))
    np.testing.assert_array_equal(found[0, [0, 2]], alone[0, [0, 2]])


@pytest.mark.parametrize(
    ("proto", "device"),
    [
        (model(level=0), VNNI),
        (model(level=1), VNNI),
        (model(zeros=np.float32), VNNI),
        (model(depth=500), VNNI),
        (model(bits=2), VNNI),
        (model(), PLAIN),
        (model(), Target("reference", "any")),
        (model(), None),
    ],
    ids=[
        *["any level", "float32", "zero points between steps", "part of a block", "2 bits"],
        *["no instruction", "another device", "no device"],
    ],
)
def test_rows_stay_as_they_are_where_it_is_not_allowed_or_not_faster(
    proto: onnx.ModelProto, device: Target | None
) -> None:
    assert "BlockQuantizedMatMul" not in types_of(graph_of(proto, device))
