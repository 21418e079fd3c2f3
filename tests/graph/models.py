"""Small ONNX models from text, run beside ONNX Runtime."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
import onnx_ir
import onnxruntime
from onnx import numpy_helper

from aoe.frontends.onnx import load_onnx
from aoe.graph import prepared_graph
from aoe.graph.import_graph import import_graph
from aoe.graph.prepare.prepare import prepare
from aoe.operators.evaluate import evaluate
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode
from aoe.target import Target


def model(
    text: str, opset: int = 17, /, **constants: np.ndarray | Sequence[float]
) -> onnx.ModelProto:
    """A model from `"(float[1,4] x) => (float[1,4] y) { y = Relu(x) }"` and its constants."""
    header = f'<ir_version: 8, opset_import: ["": {opset}, "com.microsoft": 1, "other": 1]> g '
    proto = onnx.parser.parse_model(header + text)
    for name, value in constants.items():
        proto.graph.initializer.append(numpy_helper.from_array(np.asarray(value), name))
    return proto


def weights(*shape: int, seed: int = 0, scale: float = 0.5) -> np.ndarray:
    """Seeded float32 numbers."""
    random = np.random.default_rng((seed, *shape))
    return np.asarray(random.standard_normal(shape) * scale, np.float32)


def prepared(proto: onnx.ModelProto) -> onnx_ir.Model:
    """The model after preparation."""
    return prepare(load_onnx(proto))


def imported(proto: onnx.ModelProto) -> OperatorGraph:
    """The operator graph of a model before anything is fused."""
    return import_graph(prepared(proto), "test")


def node_types(proto: onnx.ModelProto) -> list[str]:
    """The ONNX operators left after preparation, sorted."""
    return sorted(node.op_type for node in prepared(proto).graph)


def inputs_of(proto: onnx.ModelProto, seed: int = 0) -> dict[str, np.ndarray]:
    """Random inputs for a model of static shapes."""
    random = np.random.default_rng(seed)
    given = {item.name for item in proto.graph.initializer}
    feed: dict[str, np.ndarray] = {}
    for value in proto.graph.input:
        if value.name in given:
            continue
        tensor = value.type.tensor_type
        shape = [dimension.dim_value for dimension in tensor.shape.dim]
        dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type)
        numbers = (
            random.standard_normal(shape) if dtype.kind == "f" else random.integers(0, 3, shape)
        )
        feed[value.name] = np.asarray(numbers).astype(dtype)
    return feed


def one_thread() -> onnxruntime.SessionOptions:
    """Options of a session that the thread of the test computes. Threads of the session would spin
    on the cores of other tests for as long as it is there.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return options


def by_onnxruntime(proto: onnx.ModelProto, feed: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """What ONNX Runtime computes, by output name."""
    options = one_thread()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options)
    names = [value.name for value in session.get_outputs()]
    return dict(zip(names, session.run(names, dict(feed)), strict=True))


def checked_graph(
    proto: onnx.ModelProto, tolerance: float = 1e-5, target: Target | None = None
) -> OperatorGraph:
    """The operator graph of a model, after comparing what it computes with ONNX Runtime.

    `target`: the device whose default variants it has; None for none.
    """
    feed = inputs_of(proto)
    expected = by_onnxruntime(proto, feed)
    graph = prepared_graph(load_onnx(proto), "test", target).default
    found = evaluate(graph, feed)
    assert found.keys() == expected.keys()
    for name, array in expected.items():
        assert found[name].dtype == array.dtype
        assert found[name].shape == array.shape
        scale = max(float(np.abs(array).max(initial=0)), 1e-6) if array.dtype.kind == "f" else 1
        np.testing.assert_allclose(found[name], array, rtol=0, atol=tolerance * scale)
    return graph


def operator_types(graph: OperatorGraph) -> list[str]:
    """The types of a graph's operators, in order."""
    return [node.operator.type for node in graph.operator_nodes]


def view_kinds(graph: OperatorGraph) -> list[str]:
    """The kinds of a graph's views, in order."""
    return [node.kind for node in graph.nodes if isinstance(node, ViewNode)]


def operator_of(graph: OperatorGraph, operator_type: str) -> OperatorNode:
    """The only operator of a type."""
    (node,) = [node for node in graph.operator_nodes if node.operator.type == operator_type]
    return node


def cancelling() -> onnx.ModelProto:
    """Two products, and between them a difference of nearly equal numbers, so that what the first
    one is off by is what the outputs are off by.
    """
    w = weights(256, 256, scale=1 / 16)
    return model(
        """(float[64,256] x) => (float[64,256] y) {
        n = LayerNormalization(x, one, ten) a = MatMul(n, w) d = Sub(a, near) r = Relu(d)
        y = MatMul(r, v) }""",
        w=w,
        v=weights(256, 256, seed=1, scale=1 / 16),
        one=np.ones(256, np.float32),
        ten=np.full(256, 10, np.float32),
        near=10 * w.sum(axis=0),
    )
