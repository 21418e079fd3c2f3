"""One ONNX node, with arrays for inputs or their types alone: as operator definitions see it. With
arrays, ONNX Runtime runs it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
import onnxruntime

from aoe.operators.operator import Operand
from aoe.operators.reference import reference
from aoe.operators.registry import definitions_by_onnx_type


@dataclass(frozen=True)
class ArrayNode:
    """A `SourceNode`. `constants`: positions of the inputs that are known at compile time."""

    op_type: str
    arrays: Sequence[np.ndarray | None]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    version: int = 18
    constants: frozenset[int] = frozenset()
    domain: str = ""

    @property
    def inputs(self) -> Sequence[Operand | None]:
        return [
            None if a is None else Operand.row_major(str(a.dtype), a.shape, i in self.constants)
            for i, a in enumerate(self.arrays)
        ]

    @property
    def output(self) -> Operand:
        result = run_onnxruntime(self)
        return Operand.row_major(str(result.dtype), result.shape)

    def attribute(self, name: str, default: object = None) -> object:
        value = self.attributes.get(name, default)
        return tuple(value) if isinstance(value, list) else value

    def constant(self, position: int) -> np.ndarray | None:
        known = position in self.constants and position < len(self.arrays)
        return self.arrays[position] if known else None


@dataclass(frozen=True)
class TypedNode:
    """A `SourceNode` of which only types are known, for operators that ONNX Runtime lacks."""

    op_type: str
    inputs: Sequence[Operand | None]
    output: Operand
    attributes: Mapping[str, Any] = field(default_factory=dict)
    version: int = 1

    def attribute(self, name: str, default: object = None) -> object:
        return self.attributes.get(name, default)

    def constant(self, position: int) -> np.ndarray | None:
        return None


def run_onnxruntime(node: ArrayNode) -> np.ndarray:
    """The node's first output, by ONNX Runtime."""
    names = ["" if a is None else f"x{i}" for i, a in enumerate(node.arrays)]
    made = onnx.helper.make_node(
        node.op_type, names, ["y"], domain=node.domain, **dict(node.attributes)
    )
    infos, initializers = [], []
    for i, array in enumerate(node.arrays):
        if array is None:
            continue
        if i in node.constants:
            initializers.append(onnx.numpy_helper.from_array(array, f"x{i}"))
        else:
            kind = onnx.helper.np_dtype_to_tensor_dtype(array.dtype)
            infos.append(onnx.helper.make_tensor_value_info(f"x{i}", kind, array.shape))
    result = onnx.ValueInfoProto(name="y")
    graph = onnx.helper.make_graph([made], "node", infos, [result], initializers)
    opsets = [onnx.helper.make_opsetid("", node.version)]
    if node.domain:
        opsets.append(onnx.helper.make_opsetid(node.domain, 1))
    model = onnx.helper.make_model(graph, opset_imports=opsets, ir_version=9)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    feed = {f"x{i}": a for i, a in enumerate(node.arrays) if a is not None}
    wanted = {item.name for item in session.get_inputs()}
    return np.asarray(session.run(None, {k: v for k, v in feed.items() if k in wanted})[0])


def run_reference(node: ArrayNode) -> np.ndarray:
    """The node imported by its definition and computed by the reference evaluator."""
    imported = definitions_by_onnx_type()[node.op_type].import_node(node)
    arrays = []
    for position, operand in zip(imported.inputs, imported.operator.inputs, strict=True):
        array = node.arrays[position]
        assert array is not None
        arrays.append(array.reshape(operand.shape))
    return reference(imported.operator, arrays)


def assert_agrees(node: ArrayNode, tolerance: float = 2e-6) -> None:
    """The definition computes what ONNX Runtime does, with the same shape and dtype."""
    expected, computed = run_onnxruntime(node), run_reference(node)
    assert computed.dtype == expected.dtype
    assert computed.shape == expected.shape
    if expected.dtype.kind == "f":
        scale = float(np.max(np.abs(expected[np.isfinite(expected)]), initial=1.0))
        np.testing.assert_allclose(computed, expected, rtol=tolerance, atol=tolerance * scale)
    else:
        np.testing.assert_array_equal(computed, expected)
