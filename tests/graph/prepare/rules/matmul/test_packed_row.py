"""MatMulNBits of eight bits keeps its weights packed for one row, and agrees with ONNX Runtime."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from aoe.operators.evaluate import evaluate
from tests.graph.models import one_thread
from tests.graph.prepare.rules.matmul.test_four_bits import graph_of


def eight_bits(columns: int, zeros: bool, rows: int) -> onnx.ModelProto:
    depth, block = 64, 32
    generator = np.random.default_rng(0)
    blocks = depth // block
    arrays: dict[str, np.ndarray] = {
        "w": generator.integers(0, 256, (columns, blocks, block), dtype=np.uint8),
        "s": np.abs(generator.standard_normal(columns * blocks)).astype(np.float32),
    }
    if zeros:
        arrays["z"] = generator.integers(0, 256, columns * blocks, dtype=np.uint8)
    sizes: dict[str, Any] = {"K": depth, "N": columns, "bits": 8, "block_size": block}
    node = helper.make_node("MatMulNBits", ["x", *arrays], ["y"], domain="com.microsoft", **sizes)
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, (rows, depth))],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, (rows, columns))],
        [numpy_helper.from_array(array, name) for name, array in arrays.items()],
    )
    imports = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=imports, ir_version=8)


@pytest.mark.parametrize("columns", [3, 64, 100])
@pytest.mark.parametrize("zeros", [False, True])
@pytest.mark.parametrize("rows", [1, 2])
def test_eight_bits_agree_with_onnx_runtime(columns: int, zeros: bool, rows: int) -> None:
    proto = eight_bits(columns, zeros, rows)
    x = np.random.default_rng(1).standard_normal((rows, 64)).astype(np.float32)
    session = onnxruntime.InferenceSession(proto.SerializeToString(), one_thread())
    (expected,) = session.run(None, {"x": x})
    graph = graph_of(proto)
    found = evaluate(graph, {"x": x})["y"]
    np.testing.assert_allclose(found, expected, atol=2e-5 * float(np.abs(expected).max()), rtol=0)
    packed = any(
        array.dtype == np.uint8 and array.size >= 64 * columns for array in graph.constants.values()
    )
    assert packed == (rows == 1)
