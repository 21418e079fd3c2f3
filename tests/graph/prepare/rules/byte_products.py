"""Graphs for a device that multiplies bytes fast, and what their products multiply."""

from __future__ import annotations

import onnx

from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.operators.operator_graph import OperatorGraph
from aoe.target import Target

GPU = cuda_target("sm_80")


def graph_of(proto: onnx.ModelProto, target: Target | None = GPU) -> OperatorGraph:
    return prepared_graph(load_onnx(proto), "test", target).default


def multiplied(graph: OperatorGraph) -> set[str]:
    """The types of the operands of products."""
    found = [n.operator for n in graph.operator_nodes if n.operator.type in ("Conv", "MatMul")]
    return {item.dtype for operator in found for item in operator.inputs[:2]}
